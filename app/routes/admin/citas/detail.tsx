import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AlertaBadge, BackLink, Phone, ScreenHeader } from "~/components/admin";
import { CitaActions, citaPath, EstadoBadge } from "~/components/admin/cita";
import { ErrorSummary, SelectField, SubmitButton, TextField, useForm, useFormState, WriteForm } from "~/components/form";
import { Fold } from "~/components/form/fold";
import { IntentButton } from "~/components/form/row-buttons";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { UnusedAnticipos } from "~/components/money/unused-anticipos";
import { PLANTILLAS } from "~/content/plantillas";
import { isOk, type WriteResult } from "~/database/idempotency.server";
import { formatDay, formatTime, formatTimeWithArticle, studioDay } from "~/format/dates";
import { formatSoon } from "~/format/days.server";
import { isNonZero, isPositive } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { ESTADO_CONFLICT } from "~/http/redirect-unchanged.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { MINUTE_MS } from "~/limits";
import { getCitaDetalle } from "~/models/citas/cita-detalle.server";
import { type EstadoCita, isOpen, isOver } from "~/models/citas/estado";
import { findRetoque } from "~/models/citas/retoque.server";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { can } from "~/models/cuentas/permiso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { TIPOS_DE_MENSAJE } from "~/models/estudio/plantilla.server";
import {
  type AnticipoValues,
  anticipoSchema,
  listAnticiposSinUsar,
  recordAnticipo,
  recordCargo,
} from "~/models/ventas/anticipo.server";
import { HistoryCard, InsumosCard, MensajesCard, PaymentsCard, VisitaCard } from "./detail-cards";
import { describeHours } from "./hour-sentences.server";
import { Hours } from "./hours";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const [row, alerta, zona] = await Promise.all([getCitaDetalle(params.id), getAlertaDeCita(user, params.id), getZona()]);
  const { movimientos, ...facts } = notFoundIfNull(row);
  const needsPayment = isOpen(facts.estado) || (facts.estado === "completada" && isNonZero(facts.por_cobrar));
  const mayCount = can(user, "inventario");
  const cita = { ...facts, movimientos: movimientos.map((row) => ({ ...row, saldo: mayCount ? row.saldo : null })) };
  const now = new Date();
  const hoy = studioDay(now, zona);
  return {
    cita,
    alerta,
    anticipos: needsPayment ? await listAnticiposSinUsar(facts.id) : [],
    retoque: await describeRetoque(cita, zona, now),
    zona,
    hoy,
    ahora: now.toISOString(),
    vence: cita.apartada_hasta && `La pidió en tu sitio. Se libera ${formatSoon(cita.apartada_hasta, zona, hoy)}`,
    back: readReturnPath(request),
    titulos: TIPOS_DE_MENSAJE.map((tipo) => ({ tipo, titulo: PLANTILLAS[tipo].titulo })),
    metodos: METODOS,
    constraint: getZodConstraint(anticipoSchema(hoy)),
  };
}

type CitaDetalle = NonNullable<Awaited<ReturnType<typeof getCitaDetalle>>>;

/** The touch-up with its hours in words; `values` is what the form of the hours sends to that of a new appointment. */
async function describeRetoque(cita: CitaDetalle, zona: string, now: Date) {
  const retoque = await findRetoque(cita, zona, now);
  if (!retoque) return null;
  const { servicio_id, empleado_id, cliente_id, hora, dia, horas, ...shown } = retoque;
  return {
    ...shown,
    hours: describeHours(horas, zona),
    values: {
      cliente_id,
      "servicios[0].servicio_id": servicio_id,
      "servicios[0].empleado_id": empleado_id,
      estado: "programada",
      fecha: dia,
      hora,
    },
  };
}

const NOT_RECORDED = "La cita cambió mientras tanto y este anticipo no se registró. Revisa lo pagado antes de registrarlo.";

/** Records an advance payment or, with `concepto` as `cargo`, the fee of a client who did not come. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: anticipoSchema(studioDay(new Date(), await getZona())) });
  if (submission.status !== "success") return invalid(submission);

  const { pathname, search } = new URL(request.url);
  const isCargo = values.get("concepto") === "cargo";
  const record = isCargo ? recordCargo : recordAnticipo;
  const done: WriteResult<{ isTooMuch: boolean }, "missing" | EstadoCita> = await record(
    params.id,
    submission.value,
    user.id,
    key,
  );
  if (!isOk(done)) {
    const { outcome } = done;
    if (
      outcome === "missing" ||
      outcome === "missing_key" ||
      outcome === "reused" ||
      outcome === "too_large" ||
      outcome === "failed"
    )
      return writeFailed(submission, outcome, `No se pudo registrar el ${isCargo ? "cargo" : "anticipo"}`);
    // What completing it charged may have been this payment.
    const isPaid = outcome === "completada" && !isCargo;
    return invalid(submission, { formErrors: [isPaid ? NOT_RECORDED : ESTADO_CONFLICT[outcome]] }, 409);
  }
  return redirectWithFlash(pathname + search, {
    title: isCargo ? "Cargo registrado" : "Anticipo registrado",
    description: done.result.isTooMuch ? "Con este pago ya pagó más que el precio de la cita. Revisa si está bien." : undefined,
  });
}

export const meta: MetaFunction = () => [{ title: "Detalle de la cita" }];

// The key remounts the page after a payment: its form must not offer the same payment again.
export default function CitaDetail() {
  return <Detail key={useLoaderData<typeof loader>().cita.ingresos.length} />;
}

function Detail() {
  const { cita, alerta, anticipos, titulos, zona, ahora, vence, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const anticipo = useAnticipoForm();
  const { cliente, servicio, empleado } = cita;
  const end = new Date(Date.parse(cita.fecha_hora) + cita.duracion_minutos * MINUTE_MS);
  // What is owed comes first, and only then the next visit.
  const owes = isOwed(cita);
  const payments = (
    <PaymentsCard cita={cita}>
      <UnusedAnticipos cita_id={cita.id} anticipos={anticipos} zona={zona} />
      <AnticipoForm {...anticipo} />
    </PaymentsCard>
  );
  return (
    <div className="@container">
      <BackLink to={back} />
      <div className="mb-5 empty:hidden">
        <ErrorSummary form={anticipo.form} />
      </div>
      <ScreenHeader
        title={
          cliente ? (
            <Link to={`/admin/clientes/${cliente.id}/ficha`} className="link inline-block py-2.5 text-ink decoration-accent">
              {cliente.nombre}
            </Link>
          ) : (
            CLIENTE_ELIMINADO
          )
        }
        action={
          <Link to={`/admin/citas/${cita.id}?de=${encodeURIComponent(pathname + search)}`} className="button button-quiet">
            <Icon name="edit" />
            Editar
          </Link>
        }
      >
        <span className="inline-block first-letter:uppercase">{formatDay(cita.fecha_hora, zona)}</span>, de{" "}
        {formatTime(cita.fecha_hora, zona)} a {formatTime(end, zona)}
      </ScreenHeader>

      <div className="grid items-start gap-4 @4xl:grid-cols-[3fr_2fr]">
        <div className="grid gap-4">
          {owes ? payments : <NextVisitCard />}
          <section aria-label="Datos de la cita" className="card">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h2 className="wrap-anywhere">{servicio?.nombre ?? SERVICIO_ELIMINADO}</h2>
              <EstadoBadge {...cita} />
            </div>
            <div className="grid gap-1 wrap-anywhere">
              <AlertaBadge alerta={alerta} />
              <p className="text-soft">
                {cita.duracion_minutos} min · {empleado ? `Especialista: ${fullName(empleado)}` : SIN_ESPECIALISTA}
              </p>
              {cliente?.telefono ? <Phone phone={cliente.telefono} /> : null}
              {vence ? <p className="text-soft">{vence}</p> : null}
            </div>
            {cita.notas ? <p className="whitespace-pre-line wrap-anywhere">{cita.notas}</p> : null}
            {isOver(cita.estado) ? (
              <Link to={citaPath(cita.id, "notas", pathname + search)} className="link inline-flex min-h-11 items-center">
                {cita.notas ? "Cambiar las notas" : "Escribir notas"}
              </Link>
            ) : null}
            <CitaActions cita={cita} ahora={ahora} back={pathname + search} isPage />
          </section>
          {owes ? <NextVisitCard /> : payments}
        </div>
        <div className="grid gap-4">
          <MensajesCard cita={cita} titulos={titulos} zona={zona} ahora={ahora} />
          <VisitaCard cita={cita} zona={zona} />
          <InsumosCard cita={cita} />
          <HistoryCard cita={cita} zona={zona} />
        </div>
      </div>
    </div>
  );
}

/** The next visit after a completed one: three hours, each a button that books it. */
function NextVisitCard() {
  const { retoque, zona } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  if (!retoque) return null;
  const { semanas, fecha, isPast, proxima, hours, values } = retoque;
  return (
    <section aria-labelledby="retoque" className="card bg-blush">
      <h2 id="retoque" className="text-xl">
        Próxima visita
      </h2>
      <p>
        Le {isPast ? "tocaba" : "toca"} retoque a {semanas === 1 ? "la semana" : `las ${semanas} semanas`}:{" "}
        {formatDay(`${fecha}T00:00:00Z`, "UTC")}.
        {proxima ? ` Ya tiene cita el ${formatDay(proxima, zona)} ${formatTimeWithArticle(proxima, zona)}` : null}
      </p>
      <WriteForm
        action={`/admin/citas/nueva?de=${encodeURIComponent(pathname + search)}`}
        preventScrollReset
        className="grid gap-3"
      >
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Hours days={hours} />
        <IntentButton value="list-hours" className={`button ${hours.length > 0 || proxima ? "button-quiet border-soft" : ""}`}>
          {hours.length > 0 ? "Otra hora" : "Agendar próximo retoque"}
        </IntentButton>
      </WriteForm>
    </section>
  );
}

/**
 * What a completed appointment still owes is charged on its own screen; an open one takes an advance payment, and a cancelled one the fee
 * for that.
 */
function AnticipoForm({ form, fields, isGivenBack }: ReturnType<typeof useAnticipoForm>) {
  const { cita, metodos } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const owes = isOwed(cita);
  const mayGiveBack = cita.estado === "completada" && isPositive(cita.cobrado);
  const isCargo = cita.estado === "cancelada";
  return (
    <>
      {owes ? (
        <Link to={citaPath(cita.id, "completar", pathname + search)} className="button justify-self-start">
          Cobrar lo que falta
        </Link>
      ) : null}
      {mayGiveBack ? (
        <Link to={citaPath(cita.id, "devolver", pathname + search)} className="link w-fit py-2.5">
          Devolver dinero
        </Link>
      ) : null}
      {/* A rejected payment stays on the page, with what was typed, even when the state no longer offers one. */}
      {isOpen(cita.estado) || isCargo || isGivenBack ? (
        <Fold title={isCargo ? "Cobrar un cargo por no llegar o cancelar tarde" : "Registrar un anticipo"} isOpen={isGivenBack}>
          <WriteForm id={form.id} preventScrollReset className="grid gap-4 @xl:grid-cols-3 @xl:items-end">
            {isCargo ? <input type="hidden" name="concepto" value="cargo" /> : null}
            <TextField field={fields.monto} label="Monto" inputMode="decimal" />
            <SelectField field={fields.metodo_pago} label="Método de pago" options={asOptions(metodos)} />
            <TextField field={fields.fecha} label="Fecha" type="date" />
            <div className="col-span-full">
              <SubmitButton className="button button-quiet">{isCargo ? "Registrar cargo" : "Registrar anticipo"}</SubmitButton>
            </div>
          </WriteForm>
        </Fold>
      ) : null}
    </>
  );
}

/** Whether what was done is not paid whole. */
const isOwed = ({ estado, por_cobrar }: { estado: string; por_cobrar: string }) =>
  estado === "completada" && isNonZero(por_cobrar);

function useAnticipoForm() {
  const { hoy, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const defaultValue = { fecha: hoy, metodo_pago: "efectivo", monto: "" } as const;
  const [form, fields] = useForm<AnticipoValues>({ id: "pago", defaultValue, constraint });
  return { form, fields, isGivenBack: formState !== undefined };
}
