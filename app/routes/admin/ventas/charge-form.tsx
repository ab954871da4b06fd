import type { FieldMetadata } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { Badge } from "~/components/admin";
import { type FieldProps, IntentButton, RowsButton, TextField } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { type Option, RadiosField } from "~/components/form/radios-field";
import { Icon } from "~/components/icon";
import { AmountRow } from "~/components/money/amount";
import { formatTime } from "~/format/dates";
import { formatMoney, formatNumber, isNonZero } from "~/format/numbers";
import { describeUsos, fullName, SERVICIO_ELIMINADO } from "~/format/text";
import type { InsumoEnInventario } from "~/models/catalogo/insumo.server";
import type { getPorCobrar } from "~/models/ventas/amount-due.server";
import type { CobroValues } from "~/models/ventas/cobrar.server";
import type { Producto } from "~/models/ventas/producto.server";
import type { CobroAnswer, ProductosAnswer } from "./charge.server";

// The parts of the form that charges.

/** Its fields: what is charged, and what it searches with. */
export type CobroFields = Omit<Required<CobroValues>, ClienteField> & Record<ClienteField | "producto_q", string>;

type ClienteField = "cliente_id" | "cliente_q" | "cliente_nombre" | "cliente_telefono" | "buscado" | "elegida";

type Fields = { [Name in keyof CobroFields]: FieldMetadata<CobroFields[Name]> };

type CitasProps = { fields: Fields; citas: NonNullable<SerializeFrom<typeof getPorCobrar>>["citas"]; zona: string };

/** The appointments that are charged: all of a visit are ticked. Of each the amount that is left now, not the one sent. */
export function CitasFields({ fields: { citas: field }, citas, zona }: CitasProps) {
  const ticked = Array.isArray(field.initialValue) ? field.initialValue.map((row) => row?.id) : [];
  return (
    <ul aria-label="Citas que se cobran" className="divide-y divide-line">
      {citas.map(({ id, fecha_hora, servicio, empleado, por_cobrar, precio, cobrado }, index) => (
        <li key={id}>
          <label className="flex min-h-11 items-center gap-3 py-2">
            <input type="hidden" name={`citas[${index}].por_cobrar`} value={por_cobrar} />
            <input
              type={citas.length > 1 || !ticked.includes(id) ? "checkbox" : "hidden"}
              name={`citas[${index}].id`}
              value={id}
              defaultChecked={ticked.includes(id)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {servicio?.nombre ?? SERVICIO_ELIMINADO}
              <span className="block text-sm text-soft">
                {formatTime(fecha_hora, zona)}
                {empleado ? ` · ${fullName(empleado)}` : null}
                {isNonZero(cobrado) ? ` · ya pagó ${formatMoney(cobrado)} de ${formatMoney(precio)}` : null}
              </span>
            </span>
            <span className="tabular-nums">{formatMoney(por_cobrar)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

type ProductosProps = ProductosAnswer & { fields: Fields; masVendidos: Producto[] };

/** What she takes, a button for each product that sells most, which adds one more with each press, and a search by name. */
export function ProductosFields({ fields: { productos, producto_q }, masVendidos, found, pressed }: ProductosProps) {
  const offered = [...(found ?? []), ...masVendidos.filter(({ id }) => !found?.some((other) => other.id === id))];
  return (
    <div className="grid grid-cols-1 gap-4">
      {productos.getFieldList().map((row, index) => (
        <ProductoRow key={row.key} row={row} index={index} />
      ))}
      <p role="status" className="empty:hidden">
        {found?.length === 0 ? "Nada a la venta se llama así." : null}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-2">
        {offered.map(({ id, nombre, precio }) => (
          <IntentButton key={id} value={`add-product:${id}`} takesFocus={pressed === id || id === found?.[0]?.id}>
            <span className="min-w-0 flex-1 text-left wrap-anywhere">{nombre}</span>
            <span className="font-normal"> {formatMoney(precio)}</span>
          </IntentButton>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3 *:first:flex-1 *:first:basis-36">
        <TextField field={producto_q} label="Otro producto" required={false} />
        <IntentButton value="search-products">
          <Icon name="search" />
          Buscar<span className="sr-only"> producto</span>
        </IntentButton>
      </div>
    </div>
  );
}

function ProductoRow({ row, index }: { row: FieldMetadata<CobroValues["productos"][number]>; index: number }) {
  const { item_id, cantidad, precio } = row.getFieldset();
  // Its name is in the form, but not among what it means.
  const { nombre = "" } = (row.initialValue ?? {}) as { nombre?: string };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line pb-4">
      <input type="hidden" name={item_id.name} value={item_id.initialValue} />
      <input type="hidden" name={precio.name} value={precio.initialValue} />
      <input type="hidden" name={`productos[${index}].nombre`} value={nombre} />
      <p className="min-w-0 flex-[1_1_9rem] self-center wrap-anywhere">
        <span className="font-semibold">{nombre}</span>{" "}
        <span className="block text-sm text-soft">{formatMoney(precio.initialValue ?? "0")} cada uno</span>
      </p>
      {/* As wide as its number, or as its error needs. */}
      <div
        className={`grid items-end gap-2 ${cantidad.errors ? "grow grid-cols-[minmax(0,1fr)_auto]" : "grid-cols-[5rem_auto]"}`}
      >
        <TextField field={cantidad} label="Cuántos" labelSuffix={`de ${nombre}`} inputMode="numeric" />
        <RowsButton remove={index}>
          <Icon name="trash" />
          <span className="sr-only">Quitar {nombre}</span>
        </RowsButton>
      </div>
    </div>
  );
}

type PagoProps = Pick<CobroAnswer, "descuento" | "quote"> & {
  fields: Fields;
  kind: "citas" | "saldo" | "venta";
  formas: Option[];
  metodos: Option[];
  especialistas: { empleado_id: string; nombre: string }[];
};

/**
 * How what is due is paid: the amount, filled in, one method and the tips; folded, a second method and, of appointments, a discount; and
 * the button that says what all of it comes to, whose answer is `quote`. `discounted` is the discount in pesos.
 */
export function PagoFields({ fields, kind, formas, metodos, especialistas, descuento: discounted, quote }: PagoProps) {
  const { por_cobrar, monto, metodo_pago, parte_metodo, parte_monto, propinas, propina_metodo } = fields;
  const { descuento, descuento_motivo } = fields;
  const tips = propinas.getFieldList().map((tip) => tip.getFieldset());
  const folded = [parte_metodo, parte_monto, propina_metodo, descuento, descuento_motivo];
  return (
    <>
      <dl
        className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 tabular-nums ${kind === "citas" ? "border-t border-line pt-4" : ""}`}
      >
        {discounted ? <AmountRow label="Descuento" amount={`-${discounted}`} /> : null}
        <AmountRow label="Por cobrar" amount={por_cobrar.initialValue ?? "0.00"} isTotal />
      </dl>
      <div className={AMOUNTS}>
        <AmountField field={monto} label="¿Cuánto te da?" hint="Si en efectivo te da de más, te decimos el cambio." />
      </div>
      <RadiosField compact legend="Método de pago" field={metodo_pago} options={formas} />
      {tips.length > 0 ? (
        <div className={AMOUNTS}>
          {tips.map(({ empleado_id, monto }) => (
            <div key={empleado_id.initialValue}>
              <input type="hidden" name={empleado_id.name} value={empleado_id.initialValue} />
              <PercentField
                field={monto}
                label={tipLabel(empleado_id.initialValue, especialistas)}
                hint="En pesos, o como 10%. La que le dan en la mano no se anota."
              />
            </div>
          ))}
        </div>
      ) : null}
      <Fold title={kind === "citas" ? "Dos formas de pago o descuento" : "Dos formas de pago"} isOpen={hasAnswer(...folded)}>
        <RadiosField compact legend="Una parte con" field={parte_metodo} options={[{ value: "", label: "Nada" }, ...metodos]} />
        <AmountField field={parte_monto} label="Cuánto" labelSuffix="de esa parte" />
        {tips.length > 0 ? (
          <RadiosField
            compact
            legend="La propina, con"
            field={propina_metodo}
            options={[{ value: "", label: "Lo mismo" }, ...metodos]}
          />
        ) : null}
        {kind === "citas" ? (
          <>
            <PercentField field={descuento} label="Descuento" hint="Se resta de lo que se cobra. En pesos, o como 10%." />
            <TextField field={descuento_motivo} label="Motivo del descuento" required={false} />
          </>
        ) : null}
      </Fold>
      <div className="grid gap-2">
        {quote ? (
          <ul id="cuanto" aria-label="Cuánto cobrar" className="rounded-lg bg-sand px-4 py-2 font-semibold tabular-nums">
            {quote.map((line) => (
              <li key={line} className="py-1">
                {line}
              </li>
            ))}
          </ul>
        ) : null}
        <IntentButton
          value="quote"
          takesFocus={quote !== undefined}
          className="button button-quiet justify-self-start"
          aria-describedby={quote && "cuanto"}
        >
          Ver cuánto
        </IntentButton>
      </div>
    </>
  );
}

/** Fields of an amount, no wider than one needs: two in a line where there is room. */
const AMOUNTS = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4 [&_.control]:max-w-xs";

const tipLabel = (id: string | undefined, especialistas: PagoProps["especialistas"]) =>
  `Propina de ${especialistas.find(({ empleado_id }) => empleado_id === id)?.nombre ?? "su especialista"}`;

/** What the fields of amounts are called in the list of errors. */
export function amountNames({ monto, parte_monto, propinas }: Fields, especialistas: PagoProps["especialistas"]) {
  const tips = propinas.getFieldList().map((tip) => tip.getFieldset());
  return new Map([
    [monto.name, "Lo que te da"],
    [parte_monto.name, "La otra parte"],
    ...tips.map(({ empleado_id, monto }) => [monto.name, tipLabel(empleado_id.initialValue, especialistas)] as const),
  ]);
}

/** An amount that may stay empty, without the word for it: the form is read at the counter. */
const AmountField = (props: FieldProps) => <TextField {...props} inputMode="decimal" required={false} />;

/** The same where a percent may be written, whose sign the keys of numbers lack on a phone. */
const PercentField = (props: FieldProps) => <TextField {...props} required={false} />;

/** A supply: how many pieces of it are used, or how often one that lasts for several services. */
export function InsumoRow({ insumo: { nombre, cantidad, item_id, item_nombre, rinde } }: { insumo: InsumoEnInventario }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 tabular-nums wrap-anywhere">
        {rinde > 1 ? describeUsos(cantidad, item_nombre ?? nombre) : `${formatNumber(cantidad)} × ${item_nombre ?? nombre}`}
      </span>
      {item_id === null ? <Badge tone="bad">No está en el inventario</Badge> : null}
    </li>
  );
}
