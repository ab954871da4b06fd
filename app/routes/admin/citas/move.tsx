import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { citaPath } from "~/components/admin/cita";
import { ErrorSummary, WriteForm } from "~/components/form";
import { Link } from "~/components/link";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTime, formatTimeWithArticle } from "~/format/dates";
import { dialable } from "~/format/phone";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithFlash, SENTENCES } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { readChoice } from "~/http/search-params.server";
import { getPorMover, isDestinoFree, listDestinos, moveVisita, type PorMover } from "~/models/citas/mover.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { readCitaIntent } from "./editing/intent.server";
import { describeHours } from "./hour-sentences.server";
import { Hours } from "./hours";
import { redirectUnchanged } from "./redirect-unchanged.server";
import { HORARIO_OCUPADO } from "./sentences";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const [porMover, zona] = await Promise.all([getPorMover(params.id), getZona()]);
  const cita = notFoundIfNull(porMover);
  const back = readReturnPath(request);
  if (cita.estado === "completada" || cita.estado === "cancelada") throw await redirectUnchanged(back, cita.estado);
  const libre = isLibre(request);
  const more = readChoice(request, "dias", ["mas"]) === "mas";
  const horas = await listDestinos(cita, zona, { libre, more });
  return {
    cita: { ...pickShown(cita), cliente: cita.cliente?.nombre ?? CLIENTE_ELIMINADO, updated_at: cita.updated_at.toISOString() },
    otras: cita.otras.map(pickShown),
    days: describeHours(horas, zona),
    ...{ libre, more, zona, back },
  };
}

const pickShown = ({ id, fecha_hora, servicio, empleado }: Omit<PorMover, "otras">) => ({
  ...{ id, fecha_hora, empleado },
  servicio: servicio?.nombre ?? SERVICIO_ELIMINADO,
});

/** Whether the hours are those of any specialist: the appointment then moves without the rest of its visit. */
const isLibre = (request: Request) => readChoice(request, "con", ["cualquiera"]) === "cualquiera";

/** Why an appointment did not move, and the status that says so. */
function describeRefusal(outcome: "overlap" | "especialista" | "stale" | "reused" | "missing_key" | "failed") {
  const changed = "Alguien cambió esta cita mientras tanto. Ve cómo está ahora y elige otra vez la hora.";
  return {
    overlap: { sentence: `${HORARIO_OCUPADO} o ya pasó. Elige otra hora.`, status: 409 },
    especialista: { sentence: ESPECIALISTA_GONE, status: 409 },
    stale: { sentence: changed, status: 409 },
    // This page moved it already, to another hour.
    reused: { sentence: changed, status: 409 },
    missing_key: { sentence: SENTENCES.missing_key, status: 400 },
    failed: { sentence: "No se pudo guardar. Espera un momento y vuelve a tocar la hora.", status: 503 },
  }[outcome];
}

/** Moves the appointment to the hour whose button was pressed, and the rest of its visit along. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const [porMover, zona] = await Promise.all([getPorMover(params.id), getZona()]);
  const cita = notFoundIfNull(porMover);
  const intent = readCitaIntent(values);
  const chosen = intent.type === "book" ? intent.chosen : null;
  const empleado_id = isLibre(request) ? chosen?.empleado_ids[0] : undefined;
  if (!chosen?.at || empleado_id === null) throw new Response(null, { status: 400 });

  const destino = { fecha_hora: studioMoment(chosen.at.fecha, chosen.at.hora, zona), empleado_id };
  const seen = values.get("updated_at");
  // What changed since, perhaps by this same form, the write answers first.
  const isSame = seen === cita.updated_at.toISOString();
  const isTaken = isSame && !(await isDestinoFree(cita, destino));
  const done = isTaken ? ({ outcome: "overlap" } as const) : await moveVisita(cita.id, destino, seen, user.id, key);
  const back = readReturnPath(request);
  if (done.outcome === "completada" || done.outcome === "cancelada") return redirectUnchanged(back, done.outcome);
  if (done.outcome === "missing") throw new Response(null, { status: 404 });
  if (!isOk(done)) {
    const { sentence, status } = describeRefusal(done.outcome);
    return json({ sentence }, { status });
  }
  const { fecha_hora } = destino;
  return redirectWithFlash(back, {
    title: "Cita movida",
    // No full stop after the clock: `a.m.` ends with one.
    description: `Quedó el ${formatDay(fecha_hora, zona)} ${formatTimeWithArticle(fecha_hora, zona)}`,
    button: dialable(cita.cliente?.telefono)
      ? { action: citaPath(cita.id, "whatsapp/confirmar", back), label: "Avisar por WhatsApp", pending: "Abriendo..." }
      : undefined,
  });
}

export const meta: MetaFunction = () => [{ title: "Mover cita" }];

export default function MoveCita() {
  const { cita, otras, days, libre, more, zona, back } = useLoaderData<typeof loader>();
  const sentence = useActionData<typeof action>()?.sentence;
  const pathTo = (choices: { libre: boolean; more: boolean }) =>
    `?${new URLSearchParams({ ...(choices.libre && { con: "cualquiera" }), ...(choices.more && { dias: "mas" }), de: back })}`;
  return (
    <div className="@container">
      <BackLink to={back} />
      <ScreenHeader title="Mover cita">
        {cita.cliente} · {describeServicio(cita)}
        <br />
        <span className="inline-block first-letter:uppercase">{formatDay(cita.fecha_hora, zona)}</span>,{" "}
        {formatTime(cita.fecha_hora, zona)}
      </ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <ErrorSummary
          form={{ id: "mover", errors: sentence ? [sentence] : undefined, allErrors: {} }}
          title="La cita sigue en su hora"
        />
        {otras.length > 0 ? (
          <div className="rounded-lg border border-line bg-sand p-4">
            <p>
              {libre
                ? "Solo se mueve este servicio. El resto de la visita se queda:"
                : "Se mueven juntos, con la misma distancia:"}
            </p>
            <ul>
              {otras.map((otra) => (
                <li key={otra.id}>
                  {formatTime(otra.fecha_hora, zona)} · {describeServicio(otra)}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <nav aria-label="Otras horas" className="flex flex-wrap gap-2">
          <Link to={pathTo({ libre: !libre, more })} className="choice">
            {!libre ? "Con cualquiera" : cita.empleado ? `Con ${cita.empleado.nombre}` : SIN_ESPECIALISTA}
          </Link>
          {more ? null : (
            <Link to={pathTo({ libre, more: true })} className="choice">
              Más días
            </Link>
          )}
          <Link to={`/admin/citas/${cita.id}?de=${encodeURIComponent(back)}`} className="choice">
            Escribir otra hora
          </Link>
        </nav>
        {days.length > 0 ? (
          <WriteForm className="grid gap-3">
            <input type="hidden" name="updated_at" value={cita.updated_at} />
            <p>Toca la hora nueva y la cita queda movida.</p>
            <Hours days={days} isSameCon={!libre} />
          </WriteForm>
        ) : (
          <p role="status">No hay horas libres en estos días.</p>
        )}
      </div>
    </div>
  );
}

type Servicio = Pick<SerializeFrom<typeof loader>["otras"][number], "servicio" | "empleado">;

/** What is done and by whom: `Diseño de cejas · con Ana Sol`. */
function describeServicio({ servicio, empleado }: Servicio): string {
  return `${servicio} · ${empleado ? `con ${fullName(empleado)}` : SIN_ESPECIALISTA}`;
}
