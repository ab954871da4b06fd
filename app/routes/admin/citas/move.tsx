import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { citaPath } from "~/components/admin/cita";
import { ErrorSummary, WriteForm } from "~/components/form";
import { Link } from "~/components/link";
import { formatDay, formatTime } from "~/format/dates";
import { ESPERA } from "~/format/links";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { readReturnPath } from "~/http/return-path.server";
import { readChoice } from "~/http/search-params.server";
import { isOver } from "~/models/citas/estado";
import { getPorMover, listDestinos, type PorMover } from "~/models/citas/mover.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { describeHours } from "./hour-sentences.server";
import { Hours } from "./hours";
import { answerMove, readHour } from "./move-answer.server";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const [porMover, zona] = await Promise.all([getPorMover(params.id), getZona()]);
  const cita = notFoundIfNull(porMover);
  const back = readReturnPath(request);
  if (isOver(cita.estado)) throw await redirectUnchanged(back, cita.estado);
  const libre = isLibre(request);
  const more = readChoice(request, "dias", ["mas"]) === "mas";
  const horas = await listDestinos(cita, zona, { isLibre: libre, more });
  return {
    cita: { ...pickShown(cita), cliente: cita.cliente?.nombre ?? CLIENTE_ELIMINADO, updated_at: cita.updated_at.toISOString() },
    otras: cita.otras.map(pickShown),
    days: describeHours(horas, zona),
    esperar: cita.cliente_id && waitingPath(cita, back),
    ...{ libre, more, zona, back },
  };
}

/** The form that notes her on the waiting list for what she has an appointment for. */
function waitingPath({ cliente_id, servicio_id, empleado_id }: PorMover, back: string): string {
  const known = Object.entries({ cliente_id, servicio_id, empleado_id, de: back });
  const given = known.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return `${ESPERA}/nueva?${new URLSearchParams(given)}`;
}

const pickShown = ({ id, fecha_hora, servicio, empleado }: Omit<PorMover, "otras">) => ({
  ...{ id, fecha_hora, empleado },
  servicio: servicio?.nombre ?? SERVICIO_ELIMINADO,
});

/** Whether the hours are those of any specialist: the appointment then moves without the rest of its visit. */
const isLibre = (request: Request) => readChoice(request, "con", ["cualquiera"]) === "cualquiera";

/** Moves the appointment to the hour whose button was pressed, and the rest of its visit along. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const [porMover, zona] = await Promise.all([getPorMover(params.id), getZona()]);
  const cita = notFoundIfNull(porMover);
  const back = readReturnPath(request);
  return answerMove(cita, {
    ...readHour(values, isLibre(request), zona),
    ...{ zona, seen: values.get("updated_at"), cuenta_id: user.id, key, back },
    tell: { action: citaPath(cita.id, "whatsapp/confirmar", back) },
  });
}

export const meta: MetaFunction = () => [{ title: "Mover cita" }];

export default function MoveCita() {
  const { cita, otras, days, esperar, libre, more, zona, back } = useLoaderData<typeof loader>();
  const sentence = useActionData<typeof action>()?.sentence;
  const pathTo = (choices: { libre: boolean; more: boolean }) =>
    `?${new URLSearchParams({ ...(choices.libre && { con: "cualquiera" }), ...(choices.more && { dias: "mas" }), de: back })}`;
  return (
    <div className="@container">
      <BackLink to={back} />
      <ScreenHeader title="Mover cita">
        {cita.cliente} · {describeServicio(cita)}
        <span className="block first-letter:uppercase">
          {formatDay(cita.fecha_hora, zona)}, {formatTime(cita.fecha_hora, zona)}
        </span>
      </ScreenHeader>
      <div className="grid gap-5 *:max-w-2xl [&>form]:max-w-none">
        <ErrorSummary form={{ id: "mover", errors: sentence ? [sentence] : undefined, allErrors: {} }} />
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
        <p>
          <Link to={pathTo({ libre: !libre, more })} className="choice">
            {!libre ? "Con quien esté libre" : cita.empleado ? `Con ${cita.empleado.nombre}` : SIN_ESPECIALISTA}
          </Link>
        </p>
        {days.length > 0 ? (
          <WriteForm className="grid gap-3">
            <input type="hidden" name="updated_at" value={cita.updated_at} />
            <Hours days={days} says="Toca la hora nueva y se cambia la cita." isSameCon={!libre} isScreen />
          </WriteForm>
        ) : (
          <p role="status">No hay horas libres en estos días.</p>
        )}
        <nav aria-label="Otras horas" className="flex flex-wrap gap-x-6">
          {more ? null : (
            <Link to={pathTo({ libre, more: true })} className="link py-2.5">
              Más días
            </Link>
          )}
          <Link to={`/admin/citas/${cita.id}?de=${encodeURIComponent(back)}`} className="link py-2.5">
            Escribir otra hora
          </Link>
          {esperar ? (
            <Link to={esperar} className="link py-2.5">
              Anotarla en la espera
            </Link>
          ) : null}
        </nav>
      </div>
    </div>
  );
}

type Servicio = Pick<SerializeFrom<typeof loader>["otras"][number], "servicio" | "empleado">;

/** What is done and by whom: `Diseño de cejas · con Ana Sol`. */
function describeServicio({ servicio, empleado }: Servicio): string {
  return `${servicio} · ${empleado ? `con ${fullName(empleado)}` : SIN_ESPECIALISTA}`;
}
