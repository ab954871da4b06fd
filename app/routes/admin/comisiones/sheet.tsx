import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { BackLink, Badge, ScreenHeader } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { ConfirmDisclosure } from "~/components/admin/confirm-disclosure";
import { PrintButton } from "~/components/admin/print-button";
import { ErrorSummary, SubmitButton, TextField, useForm, useFormVersion, WriteForm } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { RadiosField } from "~/components/form/radios-field";
import { IntentButton } from "~/components/form/row-buttons";
import { Link } from "~/components/link";
import { AmountRow } from "~/components/money/amount";
import { ReportTable } from "~/components/money/report-table";
import { LOAD_ERRORS } from "~/content/load-errors";
import { isOk } from "~/database/idempotency.server";
import { formatCalendarDay, studioDay } from "~/format/dates";
import { firstName } from "~/format/names";
import { formatMoney, isNonZero } from "~/format/numbers";
import { asOptions, SERVICIO_ELIMINADO, SIN_CLIENTA } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { invalid, redirectWithError, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { getPorPagar, type LineaDeComision, listLineas } from "~/models/dinero/comision.server";
import {
  getLiquidacion,
  type LiquidacionValues,
  liquidacionSchema,
  listLiquidaciones,
  payEmpleado,
  undoLiquidacion,
} from "~/models/dinero/liquidacion.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";

// The sheet of a specialist: what she is to be paid, or with `?pago=` what she was paid once. Both are printed.

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const zona = await or503(getZona(), LOAD_ERRORS.comisiones);
  const owed = await or503(getPorPagar(params.empleado, zona), LOAD_ERRORS.comisiones);
  const { id, nombre, isDeleted, porcentaje, comision, propinas, total } = notFoundIfNull(owed);
  const whose = { empleado_id: isDeleted ? null : id, empleado_nombre: nombre };
  const pago = new URL(request.url).searchParams.get("pago");
  const liquidacion = pago === null ? null : notFoundIfNull(await or503(getLiquidacion(pago, whose), LOAD_ERRORS.comisiones));
  const [lineas, liquidaciones] = await or503(
    Promise.all([liquidacion?.lineas ?? (isDeleted ? [] : listLineas(id, zona)), listLiquidaciones(whose)]),
    LOAD_ERRORS.comisiones,
  );
  return {
    ...{ id, nombre, porcentaje, owed: { comision, propinas, total } },
    liquidacion,
    filas: lineas.map((linea) => asFila(linea, zona)),
    liquidaciones,
    metodos: asOptions(METODOS),
  };
}

/** A line as the cells of a table. */
function asFila({ fecha_hora, cliente, servicio, base, porcentaje, monto, cita_id }: LineaDeComision, zona: string) {
  const who = cliente === null ? SIN_CLIENTA : (firstName(cliente) ?? cliente);
  return [
    cita_id === null ? "Cita eliminada" : `${servicio ?? SERVICIO_ELIMINADO} · ${who}`,
    fecha_hora && studioDay(fecha_hora, zona),
    base,
    `${Number(porcentaje)}%`,
    monto,
  ];
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const zona = await getZona();
  const by = { cuenta_id: user.id, hoy: studioDay(new Date(), zona), zona };
  const path = `/admin/comisiones/${params.empleado}`;
  const undone = values.get("liquidacion");
  if (typeof undone === "string") {
    const done = await undoLiquidacion(undone, by, key);
    if (isOk(done)) {
      const title = done.result.changed ? "Pago deshecho" : "El pago ya estaba deshecho";
      const description = "Su comisión y sus propinas están otra vez por pagar. El egreso se fue a la papelera.";
      return redirectWithFlash(path, { title, description: done.result.changed ? description : undefined });
    }
    if (done.outcome === "later")
      return redirectWithFlash(path, { title: "Solo se deshace el último pago", description: LATER, destructive: true });
    return redirectWithError(path, done.outcome, "No se pudo deshacer el pago");
  }
  const submission = parseWithZod(values, { schema: liquidacionSchema });
  if (submission.status !== "success") return invalid(submission);
  const onlyTips = values.get("intent") === "tips";
  const done = await payEmpleado(params.empleado, submission.value, { ...by, onlyTips }, key);
  if (isOk(done)) {
    const { id, nombre, pago, propinas } = done.result;
    const said = [
      isNonZero(pago) ? `Comisión: ${formatMoney(pago)}.` : "",
      isNonZero(propinas) ? `Propinas: ${formatMoney(propinas)}.` : "",
    ];
    const title = onlyTips ? `Propinas entregadas a ${nombre}` : `Le pagaste a ${nombre}`;
    return redirectWithFlash(`${path}?pago=${id}`, { title, description: said.filter(Boolean).join(" ") });
  }
  if (done.outcome === "stale") return invalid(submission, { formErrors: [STALE] }, 409);
  if (done.outcome === "nothing") return invalid(submission, { formErrors: ["No hay nada que pagarle."] }, 409);
  if (done.outcome === "too_low")
    return isNonZero(submission.value.ajuste)
      ? invalid(submission, { fieldErrors: { ajuste: ["El ajuste es mayor que su comisión."] } })
      : invalid(submission, { formErrors: [AGAINST] });
  return writeFailed(submission, done.outcome, "No se pudo registrar el pago");
}

const STALE = "Lo que se le debe cambió mientras tanto, o alguien ya le pagó. Revisa la hoja y paga otra vez.";
const AGAINST = "Su comisión está en contra porque se devolvió dinero. Entrega solo sus propinas y espera al siguiente pago.";
const LATER = "Hay otro pago después de ese. Deshaz primero el último.";

export const meta: MetaFunction = () => [{ title: "Hoja de pago" }];

export default function Sheet() {
  const version = useFormVersion();
  const { id, nombre, porcentaje, owed, liquidacion, filas, liquidaciones } = useLoaderData<typeof loader>();
  return (
    <div className="report @container">
      <BackLink to={liquidacion ? `/admin/comisiones/${id}` : "/admin/comisiones"}>
        {liquidacion ? "Lo que se le debe" : "Pagar al equipo"}
      </BackLink>
      <ScreenHeader title={nombre} action={<PrintButton />}>
        {liquidacion ? `Pago del ${formatCalendarDay(liquidacion.fecha)}, ${liquidacion.metodo_pago}` : "Por pagar hasta hoy"}{" "}
        {liquidacion?.cancelada_at ? <Badge tone="bad">Deshecho</Badge> : null}
      </ScreenHeader>
      <div className="grid items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_20rem] @4xl:grid-rows-[auto_1fr]">
        <div className="@4xl:col-start-2">
          <Card id="total" title={liquidacion ? "Se le pagó" : "Le toca"}>
            <Sums {...(liquidacion ?? { ...owed, ajuste: "0.00", ajuste_motivo: null })} />
            {liquidacion && !liquidacion.cancelada_at ? (
              <p className="mt-10 hidden border-t border-line pt-1 text-center print:block">Recibí: {nombre}</p>
            ) : null}
            {liquidacion ? null : <PayForm key={version} />}
          </Card>
        </div>
        <div className="@4xl:col-start-1 @4xl:row-span-2 @4xl:row-start-1">
          <Card id="lineas" title="Su trabajo">
            {filas.length === 0 ? (
              <p className="text-soft">
                {porcentaje === null && !liquidacion ? "No tiene comisión." : "Nada nuevo hecho y cobrado."}
              </p>
            ) : (
              <ReportTable caption={`Comisiones de ${nombre}`} columnas={COLUMNAS} filas={filas} total={null} />
            )}
          </Card>
        </div>
        {liquidaciones.length > 0 ? <Earlier /> : null}
      </div>
    </div>
  );
}

const COLUMNAS: ComponentProps<typeof ReportTable>["columnas"] = [
  { titulo: "Servicio", clase: "texto" },
  { titulo: "Día", clase: "fecha" },
  { titulo: "Cobrado", clase: "dinero" },
  { titulo: "Comisión", clase: "texto" },
  { titulo: "Le toca", clase: "dinero" },
];

type SumsProps = { comision: string; ajuste: string; ajuste_motivo: string | null; propinas: string; total: string };

function Sums({ comision, ajuste, ajuste_motivo, propinas, total }: SumsProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 tabular-nums">
      <AmountRow label="Comisión" amount={comision} />
      {isNonZero(ajuste) ? <AmountRow label={`Ajuste: ${ajuste_motivo}`} amount={ajuste} /> : null}
      <AmountRow label="Propinas" amount={propinas} />
      <AmountRow label="En total" amount={total} isTotal />
    </dl>
  );
}

const AJUSTES = [
  { value: "menos", label: "Se le descuenta" },
  { value: "mas", label: "Se le suma" },
];

/** The form that pays. What is owed is always that of the page, so that an answer about a change can be sent again. */
function PayForm() {
  const { owed, metodos } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<LiquidacionValues>({
    id: "pago",
    defaultValue: { ajuste_tipo: "menos", metodo_pago: "efectivo" },
  });
  const { ajuste_tipo, ajuste, ajuste_motivo, metodo_pago } = fields;
  const hasTips = isNonZero(owed.propinas);
  return (
    <div className="grid gap-4 print:hidden">
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-4">
        <input type="hidden" name="comision" value={owed.comision} />
        <input type="hidden" name="propinas" value={owed.propinas} />
        <RadiosField compact legend="Se le paga con" field={metodo_pago} options={metodos} />
        <Fold title="Ajuste: vale, producto o bono" isOpen={hasAnswer(ajuste, ajuste_motivo)}>
          <RadiosField compact legend="El ajuste" field={ajuste_tipo} options={AJUSTES} />
          <TextField field={ajuste} label="Cuánto" labelSuffix="es el ajuste" inputMode="decimal" required={false} />
          <TextField field={ajuste_motivo} label="Motivo del ajuste" required={false} />
        </Fold>
        <div className="flex flex-wrap gap-3">
          <SubmitButton pending="Pagando...">Pagar todo</SubmitButton>
          {hasTips ? <IntentButton value="tips">Entregar solo propinas</IntentButton> : null}
        </div>
      </WriteForm>
    </div>
  );
}

/** What she was paid before; the last one can be undone. */
function Earlier() {
  const { id, liquidaciones } = useLoaderData<typeof loader>();
  const last = liquidaciones.find(({ cancelada_at }) => cancelada_at === null);
  return (
    <section aria-labelledby="pagos" className="card print:hidden">
      <h2 id="pagos" className="text-xl">
        Sus pagos
      </h2>
      <ul className="divide-y divide-line">
        {liquidaciones.map((pago) => (
          <li key={pago.id} className="grid gap-1 py-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link to={`/admin/comisiones/${id}?pago=${pago.id}`} className="link inline-block py-2.5">
                {formatCalendarDay(pago.fecha)}, {pago.metodo_pago}
              </Link>
              <span className="flex items-baseline gap-3">
                {pago.cancelada_at ? <Badge tone="bad">Deshecho</Badge> : null}
                <span className="tabular-nums">{formatMoney(pago.total)}</span>
              </span>
            </div>
            {pago.id === last?.id ? (
              <ConfirmDisclosure
                label="Deshacer"
                recordName="el último pago"
                question="Su comisión y sus propinas quedan otra vez por pagar, y el egreso se va a la papelera."
              >
                <WriteForm action={`/admin/comisiones/${id}`} preventScrollReset>
                  <input type="hidden" name="liquidacion" value={pago.id} />
                  <SubmitButton pending="Deshaciendo...">Sí, deshacerlo</SubmitButton>
                </WriteForm>
              </ConfirmDisclosure>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
