import type { FieldMetadata } from "@conform-to/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { SelectField, TextField } from "~/components/form/fields";
import { RowsButton } from "~/components/form/row-buttons";
import { Icon } from "~/components/icon";
import { formatMoney } from "~/format/money";
import { formatPhone, PHONE_HINT } from "~/format/phone";
import { capitalize, fullName } from "~/format/text";

// The parts of the form of an appointment. Its buttons that only ask give the form back with the answer; nothing is written.

/** What the form holds, as the browser has it. */
export type CitaForm = {
  codigo: string;
  canjeado: string;
  avisos: string;
  cliente_id: string;
  cliente_q: string;
  buscado: string;
  cliente_nombre: string;
  cliente_telefono: string;
  servicios: Fila[];
  fecha: string;
  hora: string;
  estado: string;
  notas: string;
};
type Fila = { visto: string; servicio_id: string; empleado_id: string; precio: string; duracion_minutos: string };

/** What was found when the form was sent, or when a button of it asked. */
export type Answer = {
  /** Who is chosen, by name. */
  elegida?: Cliente | null;
  clientes?: Cliente[];
  /** Whether more were found than are given. */
  hayMas?: boolean;
  avisos?: { lines: string[]; mark: string };
  choques?: string[];
  ofertas?: { row: number; empleado_id: string; fecha: string; hora: string; label: string }[];
  nota?: string;
  /** What a free place that was chosen has filled in. */
  puesto?: string;
};
type Cliente = { id: string; nombre: string; telefono: string | null };

const LIST_PARAMS = ["vista", "dia", "q", "cuando", "empleado", "estado", "pagina"];

/** The list as it was before its editor opened: without what the address filled the editor with. */
export function listPath(search: string): string {
  const now = new URLSearchParams(search);
  const kept = new URLSearchParams(LIST_PARAMS.flatMap((name) => (now.get(name) ? [[name, now.get(name) ?? ""]] : [])));
  return kept.size > 0 ? `/admin/citas?${kept}` : "/admin/citas";
}

/** A button that asks: sends the form as it is, and gets it back with the answer. */
function AskButton({ value, name = "pedir", children }: { value: string; name?: string; children: ReactNode }) {
  return (
    <button type="submit" name={name} value={value} formNoValidate className="button button-quiet">
      {children}
    </button>
  );
}

/**
 * What Enter presses, in whichever field: it asks, if something new was typed where there is a button to ask, and otherwise
 * saves. What was there when the form was last seen goes along.
 */
export function EnterIntent({
  fields,
}: {
  fields: Record<"codigo" | "canjeado" | "cliente_q" | "buscado", FieldMetadata<string>>;
}) {
  const { codigo, canjeado, cliente_q, buscado } = fields;
  return (
    <>
      <button type="submit" name="pedir" value="intro" formNoValidate className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name={canjeado.name} defaultValue={codigo.initialValue ?? ""} />
      <input type="hidden" name={buscado.name} defaultValue={cliente_q.initialValue ?? ""} />
    </>
  );
}

/** The code of a client's WhatsApp message, which fills the form. */
export function Codigo({ field, note }: { field: FieldMetadata<string>; note: string | undefined }) {
  return (
    <div className="grid gap-2 rounded-xl border border-line bg-sand p-4">
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <TextField field={field} label="Código de WhatsApp" hint="El que viene en el mensaje de la clienta; llena la cita." />
        <AskButton value="codigo">Usar código</AskButton>
      </div>
      <div role="status">{note ? <p className="font-semibold">{note}</p> : null}</div>
    </div>
  );
}

/** Who the appointment is for: somebody who is looked for, or somebody new. */
export function Clienta({
  fields,
  clientes,
  searched,
  hayMas,
}: {
  fields: Record<"cliente_id" | "cliente_q" | "cliente_nombre" | "cliente_telefono", FieldMetadata<string>>;
  clientes: Cliente[];
  searched: boolean;
  hayMas: boolean;
}) {
  const { cliente_id, cliente_q, cliente_nombre, cliente_telefono } = fields;
  const chosen = cliente_id.initialValue;
  const once = clientes.filter(({ id }, index) => clientes.findIndex((other) => other.id === id) === index);
  // Given back after a session had ended, the form knows only her id.
  const known = once.some(({ id }) => id === chosen) || !chosen;
  const shown = known ? once : [{ id: chosen, nombre: "La clienta elegida", telefono: null }, ...once];
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-display text-xl">Clienta</legend>
      {cliente_id.errors ? (
        <p id={cliente_id.errorId} className="text-sm font-semibold text-bad">
          {cliente_id.errors[0]}
        </p>
      ) : null}
      {shown.length === 0 ? null : (
        <ul className="grid gap-1">
          {shown.map(({ id, nombre, telefono }, index) => (
            <li key={id}>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name={cliente_id.name}
                  value={id}
                  defaultChecked={id === chosen}
                  form={cliente_id.formId}
                  // biome-ignore lint/a11y/noAutofocus: only where the person has just looked for her.
                  autoFocus={searched && index === 0}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{nombre}</span>
                  {telefono ? <span className="text-soft"> · {formatPhone(telefono)}</span> : null}
                </span>
              </label>
            </li>
          ))}
          <li>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={cliente_id.name}
                value=""
                form={cliente_id.formId}
                className="size-5 shrink-0 accent-accent"
              />
              Otra clienta
            </label>
          </li>
        </ul>
      )}
      {hayMas ? <p className="text-soft">Hay más que coinciden: escribe también su apellido o su teléfono.</p> : null}
      {searched && clientes.length === 0 ? (
        <p role="status">Nadie coincide con lo que buscas. Puedes darla de alta abajo.</p>
      ) : null}
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <div className="grid gap-1.5">
          <label htmlFor={cliente_id.id} className="font-semibold">
            Buscar por nombre o teléfono
          </label>
          <input
            id={cliente_id.id}
            type="search"
            name={cliente_q.name}
            defaultValue={cliente_q.initialValue}
            className="control"
            autoComplete="off"
            aria-invalid={cliente_id.errors ? true : undefined}
            aria-describedby={cliente_id.errors ? cliente_id.errorId : undefined}
          />
        </div>
        <AskButton value="clientes">
          <Icon name="search" />
          Buscar
        </AskButton>
      </div>
      <details open={[cliente_nombre, cliente_telefono].some(({ initialValue, errors }) => initialValue || errors)}>
        <summary className="link inline-block min-h-11 cursor-pointer py-2">Es una clienta nueva</summary>
        <div className="mt-3 grid gap-5 sm:grid-cols-2 sm:items-end">
          <TextField field={cliente_nombre} label="Nombre de la clienta" />
          <TextField field={cliente_telefono} label="Teléfono de la clienta" type="tel" hint={PHONE_HINT} />
        </div>
      </details>
    </fieldset>
  );
}

export type Opciones = {
  /** The most services of one visit. */
  most: number;
  servicios: { id: string; nombre: string; categoria: string; precio: string; duracion_minutos: number }[];
  empleados: { id: string; nombre: string; apellido: string; activo: boolean }[];
  fits: Record<string, string[]>;
};

/** The services of the visit, one after the other. */
export function Servicios({
  field,
  opciones,
  asked,
  single,
}: {
  field: FieldMetadata<Fila[]>;
  opciones: Opciones;
  asked: string | undefined;
  /** Where there is already an appointment: it is of one service. */
  single: boolean;
}) {
  const rows = field.getFieldList();
  return (
    <fieldset id={field.id} className="grid gap-5">
      <legend className="mb-1 font-display text-xl">{single ? "Servicio" : "Servicios"}</legend>
      {field.errors ? <p className="text-sm font-semibold text-bad">{field.errors[0]}</p> : null}
      {rows.map((row, index) => (
        <Fila
          key={row.key}
          row={row}
          index={index}
          opciones={opciones}
          takesFocus={asked === "insert" && index === rows.length - 1}
          removable={rows.length > 1}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {single || rows.length >= opciones.most ? null : (
          <RowsButton takesFocus={asked === "remove"}>
            <Icon name="plus" />
            Agregar otro servicio
          </RowsButton>
        )}
        <AskButton value="datos">Ver precio y quién lo hace</AskButton>
      </div>
    </fieldset>
  );
}

function Fila({
  row,
  index,
  opciones: { servicios, empleados, fits },
  takesFocus,
  removable,
}: {
  row: FieldMetadata<Fila>;
  index: number;
  opciones: Opciones;
  takesFocus: boolean;
  removable: boolean;
}) {
  const { visto, servicio_id, empleado_id, precio, duracion_minutos } = row.getFieldset();
  const of = `del servicio ${index + 1}`;
  const [servicio, setServicio] = useState(servicio_id.initialValue);
  const chosen = servicios.find(({ id }) => id === servicio);
  const fitting = chosen ? (fits[chosen.id] ?? []) : [];
  const label = (empleado: Opciones["empleados"][number]) =>
    `${fullName(empleado)}${empleado.activo ? "" : " (ya no está activa)"}`;
  const options = [...empleados]
    .sort((a, b) => Number(fitting.includes(b.id)) - Number(fitting.includes(a.id)))
    .map((empleado) => ({ value: empleado.id, label: `${label(empleado)}${fitting.includes(empleado.id) ? " ✓" : ""}` }));

  // What was the last service's own, or empty, becomes this one's.
  const fill = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== servicio_id.name) return;
    const now = servicios.find(({ id }) => id === target.value);
    for (const [name, key] of [
      [precio.name, "precio"],
      [duracion_minutos.name, "duracion_minutos"],
    ] as const) {
      const input = target.form?.elements.namedItem(name);
      if (input instanceof HTMLInputElement && (input.value === "" || input.value === String(chosen?.[key])))
        input.value = String(now?.[key] ?? "");
    }
    setServicio(target.value);
  };
  return (
    <div className="grid gap-4 border-l-4 border-line pl-4 sm:grid-cols-2 sm:items-end" onInput={fill}>
      <input type="hidden" name={visto.name} form={visto.formId} defaultValue={servicio_id.initialValue ?? ""} />
      <SelectField
        field={servicio_id}
        label="Servicio"
        labelSuffix={removable ? `${index + 1}` : undefined}
        empty="Elige un servicio"
        gone="Servicio que ya no está"
        takesFocus={takesFocus}
        options={servicios.map(({ id, nombre, categoria, precio }) => ({
          value: id,
          label: `${nombre} (${capitalize(categoria)}, ${formatMoney(precio)})`,
        }))}
      />
      <SelectField
        field={empleado_id}
        label="Especialista"
        labelSuffix={of}
        empty="Sin especialista"
        gone="Especialista que ya no está"
        options={options}
      />
      <TextField field={precio} label="Precio" labelSuffix={of} inputMode="decimal" hint="Vacío: el del servicio." />
      <TextField
        field={duracion_minutos}
        label="Duración en minutos"
        labelSuffix={of}
        inputMode="numeric"
        hint="Vacía: la del servicio."
      />
      {removable ? (
        <RowsButton remove={index}>
          <Icon name="trash" />
          <span className="sr-only">Quitar el servicio {index + 1}</span>
        </RowsButton>
      ) : null}
    </div>
  );
}

/** What already stands where the appointment would, and what is free instead: each a button that fills the form. */
export function Ocupado({ choques, ofertas }: { choques: string[]; ofertas: NonNullable<Answer["ofertas"]> }) {
  return (
    <section aria-labelledby="ocupado" className="grid gap-3 rounded-lg border border-line bg-sand p-4">
      <h3 id="ocupado" className="text-xl">
        Ese lugar ya está ocupado
      </h3>
      {choques.map((choque) => (
        <p key={choque}>{choque}</p>
      ))}
      {ofertas.length === 0 ? null : (
        <>
          <p className="font-semibold">Está libre:</p>
          <div className="flex flex-wrap gap-2">
            {ofertas.map(({ row, empleado_id, fecha, hora, label }) => (
              <AskButton key={label} name="poner" value={`${row} ${empleado_id} ${fecha} ${hora}`}>
                <span className="first-letter:uppercase">{label}</span>
              </AskButton>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

/** That a free place was filled in, which looks like what one sees after saving. */
export function Puesto({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-lg border border-good bg-good-paper p-4 font-semibold">
      {children}
    </p>
  );
}

/** What speaks against the appointment, and the box that says to book it all the same; what was said before stays said. */
export function Avisos({ avisos, field }: { avisos: Answer["avisos"]; field: FieldMetadata<string> }) {
  if (!avisos) return field.initialValue ? <input type="hidden" name={field.name} defaultValue={field.initialValue} /> : null;
  const { lines, mark } = avisos;
  return (
    <section aria-labelledby="avisos-titulo" className="grid gap-2 rounded-lg border-2 border-bad bg-bad-paper p-4">
      <h3 id="avisos-titulo" className="text-xl">
        Antes de guardar
      </h3>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" name="avisos" value={mark} className="size-5 shrink-0 accent-accent" />
        Agendar de todas formas
      </label>
    </section>
  );
}
