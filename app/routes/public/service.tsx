import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useOutletContext, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { publicHead } from "~/components/public/head";
import { Photo, PLACEHOLDER } from "~/components/public/photo";
import { PublicIcon } from "~/components/public/public-icon";
import { WhileFresh } from "~/components/public/while-fresh";
import { beneficiosDe } from "~/content/beneficios";
import { formatDay, formatTime, sayTime } from "~/format/dates";
import { whatsappUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { pictureOf } from "~/format/picture";
import { capitalize, fullName } from "~/format/text";
import { or503 } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { agendaPage, orNull, publicPage } from "~/http/public-page.server";
import { getServicioActivo } from "~/models/catalogo/servicio.server";
import { offerSlots, type Slot } from "~/models/citas/codigo.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const volver = returnPath(query.get("de"));
  const servicio = await or503(
    getServicioActivo(params.serviceId),
    "No pudimos cargar el servicio. Espera un momento y vuelve a intentarlo.",
  );
  if (!servicio) throw json({ volver }, { status: 404 });
  const { imagenes } = servicio;
  const featured = imagenes.find((image) => image.is_featured) ?? imagenes[0] ?? null;
  const shown = imagenes.find(({ id }) => id === query.get("imagen")) ?? featured;
  const offer = await orNull("servicio: horarios", offerSlots(servicio));
  const data = { servicio, featured, shown, volver, slots: offer?.slots ?? null };
  return offer ? agendaPage(data, offer.until) : publicPage(data, false);
}

/** Groups free times by day and formats them: `sábado 21 de noviembre`, `10:30 a.m.`, `a las 10:30 a.m.` */
function groupByDay(slots: SerializeFrom<Slot>[], zona: string) {
  const days = new Map<string, { codigo: string; clock: string; at: string }[]>();
  for (const { codigo, fecha_hora } of slots) {
    const day = formatDay(fecha_hora, zona);
    days.set(day, [...(days.get(day) ?? []), { codigo, clock: formatTime(fecha_hora, zona), at: sayTime(fecha_hora, zona) }]);
  }
  return [...days].map(([day, times]) => ({ day, times }));
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: isRouteErrorResponse(error) && error.status === 404 ? "Servicio no encontrado" : "Error" }];
  const { id, nombre, descripcion, precio, duracion_minutos } = data.servicio;
  return publicHead(matches, {
    title: `${nombre} · ${formatMoney(precio)}`,
    description:
      `${nombre}: ${formatMoney(precio)}, ${duracion_minutos} min. ${descripcion ?? "Agenda tu cita por WhatsApp."}`.slice(
        0,
        300,
      ),
    path: `/servicio/${id}`,
    image: data.featured ? pictureOf(data.featured) : undefined,
  });
};

export default function ServicioDetail() {
  const { servicio, shown, volver, slots } = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  const { nombre, descripcion, precio, duracion_minutos, categoria, empleado, imagenes } = servicio;
  const facts = `${nombre} (${formatMoney(precio)}, ${duracion_minutos} min)`;
  return (
    <main id="contenido" className="wrap page">
      <Back to={volver} />
      <article className="detail">
        <div>
          <div className="shown">
            <Photo
              picture={shown ? pictureOf(shown) : PLACEHOLDER}
              alt={shown ? (shown.alt_text ?? nombre) : ""}
              sizes="(width >= 48rem) min(45.5vw, 36.6rem), calc(100vw - 2.5rem)"
              highPriority
            />
            {shown?.is_featured ? <Featured /> : null}
          </div>
          {imagenes.length > 1 ? (
            <ul className="thumbs" aria-label={`Imágenes de ${nombre}`}>
              {imagenes.map((image, index) => (
                <li key={image.id}>
                  <a
                    href={`?${new URLSearchParams({ imagen: image.id, de: volver })}`}
                    aria-current={image.id === shown?.id ? "true" : undefined}
                  >
                    <Photo
                      picture={pictureOf(image)}
                      alt={image.alt_text ?? `Imagen ${index + 1} de ${nombre}`}
                      sizes="(width >= 48rem) min(10.7vw, 8.6rem), calc(25vw - 1.2rem)"
                      small
                    />
                    {image.is_featured ? <Featured /> : null}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div>
          <p className="badge">{capitalize(categoria)}</p>
          <h1>{nombre}</h1>
          <p className="figures">
            <b>{formatMoney(precio)}</b>
            <span>
              <PublicIcon name="clock" />
              {`${duracion_minutos} min`}
            </span>
          </p>
          {empleado ? <p className="specialist">{`Especialista: ${fullName(empleado)}`}</p> : null}
          {descripcion ? (
            <section className="description" aria-labelledby="description-title">
              <h2 id="description-title">Descripción</h2>
              <p>{descripcion}</p>
            </section>
          ) : null}
          <section className="benefits" aria-labelledby="benefits-title">
            <h2 id="benefits-title">Beneficios</h2>
            <ul>
              {beneficiosDe(categoria, estudio.beneficios).map((beneficio) => (
                <li key={beneficio}>
                  <PublicIcon name="check" />
                  {beneficio}
                </li>
              ))}
            </ul>
          </section>
          {slots ? (
            <WhileFresh>
              <section className="slots" aria-labelledby="slots-title">
                <h2 id="slots-title">Próximos horarios libres</h2>
                {slots.length > 0 ? (
                  <>
                    <p>Elige uno y envíanos el mensaje: te confirmamos por WhatsApp.</p>
                    <dl>
                      {groupByDay(slots, estudio.zona_horaria).map(({ day, times }) => (
                        <div key={day}>
                          <dt>{capitalize(day)}</dt>
                          {times.map(({ codigo, clock, at }) => (
                            <dd key={codigo}>
                              <a
                                className="button button-quiet"
                                href={whatsappUrl(
                                  estudio.whatsapp,
                                  `Hola, me gustaría reservar ${nombre} (${formatMoney(precio)}) el ${day} ${at} Código: ${codigo}`,
                                )}
                              >
                                {clock}
                              </a>
                            </dd>
                          ))}
                        </div>
                      ))}
                    </dl>
                  </>
                ) : (
                  <p>Por ahora no hay horarios libres en los próximos días. Escríbenos y te buscamos un lugar.</p>
                )}
              </section>
            </WhileFresh>
          ) : null}
          <p className="actions">
            <a className="button" href={whatsappUrl(estudio.whatsapp, `Hola, me gustaría agendar una cita para ${facts}.`)}>
              <PublicIcon name="whatsapp" />
              Agendar Cita
            </a>
            <a
              className="button button-quiet"
              href={whatsappUrl(estudio.whatsapp, `Hola, me gustaría recibir más información sobre ${facts}.`)}
            >
              Más Información
            </a>
          </p>
        </div>
      </article>
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const response = isRouteErrorResponse(error) ? error : null;
  return (
    <main id="contenido">
      {response?.status === 404 ? (
        <div className="wrap page notice">
          <img src="/art/hoja.svg" alt="" width="96" height="96" />
          <h1>Servicio no encontrado</h1>
          <p className="lead">Puede que ya no lo ofrezcamos o que a la dirección le falte una letra.</p>
          <a className="button" href={String(response.data.volver)}>
            Volver
          </a>
        </div>
      ) : (
        <ErrorPage error={error} />
      )}
    </main>
  );
}

function Back({ to }: { to: string }) {
  return (
    <a className="back" href={to}>
      <PublicIcon name="back" />
      Volver
    </a>
  );
}

function Featured() {
  return (
    <span className="featured">
      <PublicIcon name="star" filled />
      <span>Imagen destacada</span>
    </span>
  );
}

/** The page to go back to: one of those that list services, never any other URL (open redirect). */
function returnPath(de: string | null): string {
  return de && /^\/(#[a-z]+|about|gallery(\?servicio=[a-z0-9-]+)?)?$/.test(de) ? de : "/#services";
}
