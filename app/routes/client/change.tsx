import { type ActionFunctionArgs, type HeadersFunction, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useOutletContext } from "@remix-run/react";
import { WriteForm } from "~/components/form";
import { PublicIcon } from "~/components/public/public-icon";
import { isOk } from "~/database/idempotency.server";
import { formatTime, studioDay } from "~/format/dates";
import { formatNearDay } from "~/format/days.server";
import { newToken, readForm, textOf } from "~/http/form/form.server";
import type { Site } from "~/http/public-page.server";
import { limitHours, listHorasDeEnlace, moveByEnlace, moveLimit } from "~/models/citas/enlace.server";
import type { HoraLibre } from "~/models/citas/horas.server";
import { ClosedLink, StudioLink } from "./closed-link";
import { enlaceMeta } from "./head";
import { describeLimit, refuse } from "./refusal.server";
import { closedLink, describeVisita, readVisita } from "./visit.server";

/** The hours to which the client of a link can move her visit. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { enlace, estudio } = await readVisita(request, params.secreto);
  if (enlace.outcome !== "open") return closedLink(enlace);
  const { zona_horaria } = estudio;
  const limit = moveLimit(limitHours(estudio.cita_horas, enlace.visita), enlace.visita[0].fecha_hora, enlace.moves);
  return json({
    closed: null,
    path: `/cita/${params.secreto}`,
    visita: describeVisita(enlace, zona_horaria),
    limit: limit && describeLimit(limit, estudio),
    days: limit ? [] : byDay(await listHorasDeEnlace(enlace), zona_horaria),
    token: newToken(),
  });
}

function byDay(horas: HoraLibre[], zona: string, now = new Date()) {
  const days = new Map<string, { value: string; clock: string }[]>();
  for (const { fecha_hora } of horas) {
    const day = formatNearDay(studioDay(fecha_hora, zona), studioDay(now, zona));
    // The moment, not its clock: on the night the clocks go back an hour comes twice.
    days.set(day, [...(days.get(day) ?? []), { value: fecha_hora.toISOString(), clock: formatTime(fecha_hora, zona) }]);
  }
  return [...days].map(([dia, horas]) => ({ dia, horas }));
}

/** Moves the visit that the page showed to the hour whose button was pressed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { values, key } = await readForm(request);
  const { enlace, estudio } = await readVisita(request, params.secreto);
  const page = `/cita/${params.secreto}`;
  if (enlace.outcome !== "open") return redirect(page, 303);
  const fecha_hora = new Date(textOf(values, "fecha_hora"));
  if (Number.isNaN(fecha_hora.getTime())) throw new Response(null, { status: 400 });
  const done = await moveByEnlace(enlace, fecha_hora, textOf(values, "visto"), estudio, key);
  return isOk(done) || done.outcome === "over" ? redirect(page, 303) : refuse(done.outcome, estudio);
}

export const meta = enlaceMeta;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function ChangeAppointment() {
  const data = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  const sentence = useActionData<typeof action>()?.sentence;
  if (data.closed !== null) return <ClosedLink reason={data.closed} estudio={estudio} />;
  const { path, visita, limit, days } = data;
  return (
    <main id="contenido" className="wrap page">
      <a className="back" href={path}>
        <PublicIcon name="back" />
        Volver
      </a>
      <article className="detail">
        <div className="title">
          <h1>Cambiar mi cita</h1>
          <p className="lead">{`${visita.que}, el ${visita.said}`}</p>
        </div>
        <div>
          {(sentence ?? limit) ? (
            <p className="lead" role={sentence ? "alert" : undefined}>
              {sentence ?? limit}
            </p>
          ) : null}
          {days.length > 0 ? (
            <WriteForm className="slots">
              <input type="hidden" name="visto" value={visita.visto} />
              <p>Toca la hora nueva y se cambia tu cita.</p>
              <dl>
                {days.map(({ dia, horas }) => (
                  <div key={dia}>
                    <dt>{dia}</dt>
                    {horas.map(({ value, clock }) => (
                      <dd key={value}>
                        <button
                          type="submit"
                          name="fecha_hora"
                          value={value}
                          className="button button-quiet"
                          aria-label={`${clock}, ${dia}`}
                        >
                          {clock}
                        </button>
                      </dd>
                    ))}
                  </div>
                ))}
              </dl>
            </WriteForm>
          ) : limit ? null : (
            <p>No hay otra hora libre en los próximos días. Escríbenos y te buscamos un lugar.</p>
          )}
          <p className="actions">
            <StudioLink
              estudio={estudio}
              message={`Hola, ${estudio.nombre}. Necesito cambiar mi cita del ${visita.said}`}
              isMain={days.length === 0}
            />
          </p>
        </div>
      </article>
    </main>
  );
}
