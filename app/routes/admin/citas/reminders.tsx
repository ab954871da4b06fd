import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, EmptyState, FixPhone, ScreenHeader } from "~/components/admin";
import { citaPath, EstadoBadge, ScreenLink, StatusButton, WhatsappForm } from "~/components/admin/cita";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameApart } from "~/format/action-name";
import { formatDay, formatMoment, formatTime, formatTimeWithArticle } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { dialable } from "~/format/phone";
import { CLIENTE_ELIMINADO, capitalize, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { readDay } from "~/http/search-params.server";
import { listRecordatorios } from "~/models/citas/recordatorio.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** The reminders of the next day with appointments, or of the day in `?dia=`. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const zona = await getZona();
  const asked = readDay(request, "dia");
  const { hoy, ...list } = await or503(listRecordatorios(zona, asked), LOAD_ERRORS["citas/recordatorios"]);
  return { zona, hoy, manana: addDays(hoy, 1), isAsked: asked !== "", ...list };
}

export const meta: MetaFunction = () => [{ title: "Recordatorios" }];

export default function Reminders() {
  const { zona, hoy, manana, dia, isAsked, citas } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const names = nameApart(
    citas,
    ({ cliente }) => `la cita de ${cliente?.nombre ?? CLIENTE_ELIMINADO.toLowerCase()}`,
    ({ fecha_hora, servicio }) => ` ${formatTimeWithArticle(fecha_hora, zona)}, ${servicio?.nombre ?? SERVICIO_ELIMINADO}`,
  );
  const near = { [hoy]: "Hoy, ", [manana]: "Mañana, " }[dia];
  return (
    <div className="@container">
      <BackLink to="/admin/citas">Citas</BackLink>
      <ScreenHeader title="Recordatorios">
        <span className="inline-block first-letter:uppercase">
          {near}
          {formatDay(dia, "UTC")}
        </span>
        {citas.length > 0 ? (
          <>
            <br />
            {describeAnswers(citas)}
          </>
        ) : null}
      </ScreenHeader>
      <DayNavigation />
      {citas.length === 0 ? (
        <EmptyState title={isAsked ? "Ese día no hay citas por recordar" : "No hay citas por recordar"}>
          <p className="text-balance text-soft">
            Cuando las haya, desde aquí le mandas a cada clienta su recordatorio por WhatsApp.
          </p>
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
          {citas.map(({ isPending, abierto, pedida, ...cita }) => {
            const recordName = names.get(cita.id) ?? "";
            return (
              <li
                key={cita.id}
                className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-3 @2xl:grid @2xl:grid-cols-[6.5rem_1fr_auto_auto] @2xl:gap-x-5"
              >
                <p className="text-lg font-semibold whitespace-nowrap tabular-nums @2xl:row-span-2">
                  <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
                </p>
                <p className="min-w-32 flex-1 wrap-anywhere @2xl:self-end">
                  <Link to={citaPath(cita.id, "detalle", here)} className="link -my-2.5 inline-block py-2.5 font-semibold">
                    {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
                    <span className="sr-only">
                      {` ${formatTimeWithArticle(cita.fecha_hora, zona)}, ${cita.servicio?.nombre ?? SERVICIO_ELIMINADO}`}
                    </span>
                  </Link>
                </p>
                <div className="w-full wrap-anywhere @2xl:col-start-2 @2xl:row-start-2">
                  <p className="text-soft">
                    {cita.servicio?.nombre ?? SERVICIO_ELIMINADO}
                    {cita.empleado ? ` · con ${cita.empleado.nombre}` : ` · ${SIN_ESPECIALISTA}`}
                  </p>
                  {pedida ? <Opened mensaje={pedida}>Se abrió WhatsApp para pedir confirmación</Opened> : null}
                  {abierto ? <Opened mensaje={abierto}>WhatsApp abierto</Opened> : null}
                </div>
                <div className="flex flex-wrap items-center gap-2 print:hidden @2xl:col-start-4 @2xl:row-span-2 @2xl:row-start-1 @2xl:justify-end [&_.button]:px-2.5 @2xl:[&_.button]:px-3.5">
                  <ReminderAction cita={cita} recordName={recordName} isPending={isPending} />
                  {cita.estado === "programada" ? (
                    <StatusButton id={cita.id} back={here} recordName={recordName} desde="programada" estado="confirmada">
                      Viene
                    </StatusButton>
                  ) : null}
                  <ScreenLink id={cita.id} back={here} recordName={recordName} screen="mover">
                    Mover
                  </ScreenLink>
                </div>
                {/* On a phone *Viene* says that she has not confirmed. */}
                <div
                  className={`ml-auto @2xl:col-start-3 @2xl:row-span-2 @2xl:row-start-1 ${cita.estado === "programada" ? "@max-2xl:sr-only" : ""}`}
                >
                  <EstadoBadge estado={cita.estado} />
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** How many of the clients have answered: `6 citas: 3 confirmadas, 2 sin respuesta, 1 por recordar`. */
function describeAnswers(citas: Recordatorio[]): string {
  const unanswered = citas.filter(({ estado }) => estado !== "confirmada");
  const confirmadas = citas.length - unanswered.length;
  const pending = unanswered.filter(({ isPending }) => isPending).length;
  const answers = [
    unanswered.length === 0 ? "todo está confirmado" : confirmadas > 0 ? plural(confirmadas, "confirmada", "confirmadas") : "",
    unanswered.length > pending ? `${unanswered.length - pending} sin respuesta` : "",
    pending > 0 ? `${pending} por recordar` : "",
  ];
  return `${plural(citas.length, "cita", "citas")}: ${answers.filter(Boolean).join(", ")}`;
}

/** The days with appointments before and after the one shown, and a field for any other. */
function DayNavigation() {
  const { hoy, manana, dia, anterior, siguiente } = useLoaderData<typeof loader>();
  const nameOf = (day: string) =>
    capitalize({ [hoy]: "hoy", [manana]: "mañana" }[day] ?? formatDay(day, "UTC").replace(/ de .*/, ""));
  const days = [[anterior, "prev", "Anterior"] as const, [siguiente, "next", "Siguiente"] as const];
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3 print:hidden">
      <nav aria-label="Días con citas" className="flex flex-wrap gap-2 empty:hidden">
        {days.map(([day, rel, label]) =>
          day ? (
            <Link
              key={rel}
              to={`?dia=${day}`}
              rel={rel}
              className="choice gap-2 @max-2xl:px-2.5 [&[rel=next]>svg]:order-last [&[rel=next]>svg]:rotate-180"
            >
              <Icon name="back" />
              <span className="@max-2xl:sr-only">
                <span className="sr-only">{label}: </span>
                {nameOf(day)}
              </span>
            </Link>
          ) : null,
        )}
      </nav>
      <Form className="flex flex-wrap items-end gap-2">
        <input type="date" name="dia" aria-label="Otro día" defaultValue={dia} key={dia} min={hoy} className="control w-auto" />
        <button type="submit" className="button button-quiet">
          Ver<span className="sr-only"> ese día</span>
        </button>
      </Form>
    </div>
  );
}

type Recordatorio = SerializeFrom<typeof loader>["citas"][number];

/** When WhatsApp was opened and by whom, and whether the appointment changed since then. */
function Opened({ mensaje, children }: { mensaje: NonNullable<Recordatorio["abierto"]>; children: string }) {
  const { zona } = useLoaderData<typeof loader>();
  const { created_at, quien, isOutdated } = mensaje;
  return (
    <p className="text-sm text-soft">
      {children} el <time dateTime={created_at}>{formatMoment(created_at, zona)}</time>
      {quien ? ` por ${quien}` : null}
      {isOutdated ? ", antes de que la cita cambiara" : null}
    </p>
  );
}

type ReminderActionProps = { cita: Pick<Recordatorio, "id" | "cliente" | "estado">; recordName: string; isPending: boolean };

/** The button that sends a reminder, or why the client cannot get one. */
function ReminderAction({ cita: { id, cliente, estado }, recordName, isPending }: ReminderActionProps) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  if (!cliente) return <p className="text-sm text-soft">Ya no tiene teléfono.</p>;
  if (!dialable(cliente.telefono)) return <FixPhone cliente={cliente} hasPhone={Boolean(cliente.telefono)} back={here} />;
  return (
    <WhatsappForm
      id={id}
      tipo="recordar"
      back={here}
      recordName={recordName}
      className={isPending && estado !== "confirmada" ? "button" : "button button-quiet"}
    >
      {isPending ? "Recordar" : "Otra vez"}
    </WhatsappForm>
  );
}
