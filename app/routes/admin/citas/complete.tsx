import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AlertaBadge, Badge, ScreenHeader } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { citaPath, isSameScreen } from "~/components/admin/cita";
import { CheckboxField, ErrorSummary, FormButtons, TextField, useForm, useFormVersion, WriteForm } from "~/components/form";
import { RadiosField } from "~/components/form/radios-field";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney, formatNumber } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import type { InsumoEnInventario } from "~/models/catalogo/insumo.server";
import { getPorCompletar } from "~/models/citas/cita-detalle.server";
import { type CompletarValues, type Completed, completarSchema, completeCita } from "~/models/citas/completar.server";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { can } from "~/models/cuentas/permiso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { redirectUnchanged } from "./redirect-unchanged.server";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const [cita, alerta, zona] = await Promise.all([getPorCompletar(params.id), getAlertaDeCita(user, params.id), getZona()]);
  const { estado, insumos, ...facts } = notFoundIfNull(cita);
  const mayCount = can(user, "inventario");
  const asked = { ...facts, insumos: insumos.map((insumo) => ({ ...insumo, hay: mayCount ? insumo.hay : null })) };
  const back = readReturnPath(request);
  if (estado === "completada" || estado === "cancelada") throw await redirectUnchanged(back, estado);
  return { cita: asked, alerta, isAhead: asked.fecha_hora > new Date(), zona, back, metodos: METODOS };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: completarSchema });
  if (submission.status !== "success") return invalid(submission);

  const back = readReturnPath(request);
  const actor = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await completeCita(params.id, submission.value, actor, key);
  if (done.outcome === "cancelada") return redirectUnchanged(back, done.outcome);
  if (done.outcome === "stale") {
    const formErrors = ["Lo que falta por cobrar cambió mientras tanto. Revisa la cantidad y completa la cita otra vez."];
    // The amount is the one that the page filled in: it follows what is left now.
    if (values.get("monto") === values.get("por_cobrar")) submission.payload.monto = "";
    return invalid(submission, { formErrors }, 409);
  }
  if (!isOk(done)) return writeFailed(submission, done.outcome, "No se pudo completar la cita");
  const { changed } = done.result;
  // The money was taken but not recorded: the flash message has to say so.
  const isUncharged = !changed && submission.value.cobrar;
  // The detail page offers what comes next: the thank-you message and the next visit.
  const detail = citaPath(String(params.id), "detalle", back);
  return redirectWithFlash(isSameScreen(back, detail) ? back : detail, {
    title: changed ? "Cita completada" : "La cita ya estaba completada",
    description: isUncharged
      ? "Alguien la completó antes y tu cobro no se registró. Revisa lo que ya se cobró y, si falta, regístralo en la cita."
      : describeCompleted(done.result),
    destructive: isUncharged,
  });
}

// A result that an earlier version stored has no lists, and is given again for thirty days.
function describeCompleted({ nota, belowZero = [], missing = [] }: Completed): string | undefined {
  const sentences = [nota, describeItems("Ya no alcanzó", belowZero), describeItems("No están en el inventario", missing)];
  return sentences.filter(Boolean).join(" ") || undefined;
}

/** A sentence with the first four of some names, because a flash message is kept in a cookie; empty without names. */
function describeItems(what: string, names: string[]): string {
  const first = names.slice(0, 4).join(", ");
  const rest = names.length > 4 ? ` y ${names.length - 4} más` : "";
  return names.length > 0 ? `${what}: ${first}${rest}.` : "";
}

export const meta: MetaFunction = () => [{ title: "Completar cita" }];

// The key remounts the form with each answer: it fills in the amount that is left now.
export default function CompleteCita() {
  return <CompletarForm key={useFormVersion()} />;
}

function CompletarForm() {
  const { cita, alerta, isAhead, zona, back, metodos } = useLoaderData<typeof loader>();
  const { cliente, servicio, empleado, por_cobrar, insumos } = cita;
  const [form, fields] = useForm<CompletarValues>({
    id: "completar",
    defaultValue: { cobrar: true, monto: por_cobrar, metodo_pago: "efectivo", descontar: true },
  });
  const owes = /[1-9]/.test(por_cobrar);
  return (
    <>
      <ScreenHeader title="Completar cita">
        {cliente?.nombre ?? CLIENTE_ELIMINADO} · {servicio?.nombre ?? SERVICIO_ELIMINADO}
        {empleado ? ` · con ${fullName(empleado)}` : null}
        <br />
        <span className="inline-block first-letter:uppercase">{formatDay(cita.fecha_hora, zona)}</span>,{" "}
        {formatTime(cita.fecha_hora, zona)}
      </ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <ErrorSummary form={form} />
        <AlertaBadge alerta={alerta} />
        {isAhead ? (
          <p className="rounded-lg border border-line bg-sand p-4">
            Esta cita todavía no empieza. ¿Segura que quieres completarla?
          </p>
        ) : null}
        <WriteForm id={form.id} className="grid gap-5">
          {/* The current amount, not the one sent: what the page shows is what is charged. */}
          <input type="hidden" name={fields.por_cobrar.name} value={por_cobrar} />
          <Card id="cobro" title="Cobro">
            <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
              <AmountRow label="Precio" amount={cita.precio} />
              {/[1-9]/.test(cita.cobrado) ? <AmountRow label="Ya pagado" amount={cita.cobrado} /> : null}
              <AmountRow label="Por cobrar" amount={por_cobrar} isTotal />
            </dl>
            {owes ? (
              <>
                <CheckboxField field={fields.cobrar} label="Registrar ingreso" />
                <TextField
                  field={fields.monto}
                  label="Cantidad cobrada"
                  inputMode="decimal"
                  required={false}
                  hint="Si hubo descuento o propina, escribe lo que pagó en total."
                />
                <RadiosField compact legend="Método de pago" field={fields.metodo_pago} options={asOptions(metodos)} />
              </>
            ) : (
              <p>No queda nada por cobrar.</p>
            )}
          </Card>
          {insumos.length > 0 ? (
            <Card id="insumos" title="Insumos">
              <CheckboxField field={fields.descontar} label="Descontar insumos del inventario" />
              <ul className="divide-y divide-line">
                {insumos.map((insumo) => (
                  <InsumoRow key={insumo.nombre} insumo={insumo} />
                ))}
              </ul>
            </Card>
          ) : null}
          <FormButtons back={back} cancel="Volver sin completar">
            Completar cita
          </FormButtons>
        </WriteForm>
      </div>
    </>
  );
}

function AmountRow({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <>
      <dt className={isTotal ? "font-semibold" : "text-soft"}>{label}</dt>
      <dd className={`text-right ${isTotal ? "font-display text-xl" : ""}`}>{formatMoney(amount)}</dd>
    </>
  );
}

/** A supply and, for who may see it, its stock. Too little is only a warning: the appointment can still be completed. */
function InsumoRow({ insumo: { nombre, cantidad, item_id, item_nombre, hay } }: { insumo: InsumoEnInventario }) {
  const left = (hay ?? 0) - cantidad;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="tabular-nums">{formatNumber(cantidad)}</span> × {item_nombre ?? nombre}
      </span>
      {item_id === null ? (
        <Badge tone="bad">No está en el inventario</Badge>
      ) : hay === null ? null : left < 0 ? (
        <Badge tone="bad">
          Hay {formatNumber(hay)}: quedarán −{formatNumber(-left)}
        </Badge>
      ) : (
        <span className="text-sm text-soft">Hay {formatNumber(hay)}</span>
      )}
    </li>
  );
}
