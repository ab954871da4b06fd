import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useOutletContext, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { publicHead } from "~/components/public/head";
import { artClass, isWide, Photo, placeholderOf } from "~/components/public/photo";
import { PublicIcon } from "~/components/public/public-icon";
import { Twig } from "~/components/public/twig";
import { beneficiosDe } from "~/content/beneficios";
import { contactUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { describeImagen, pictureOf } from "~/format/picture";
import { softHyphens } from "~/format/soft-hyphens";
import { capitalize, fullName } from "~/format/text";
import { horariosOf } from "~/http/free-times.server";
import { or503, orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { agendaPage, publicPage } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { getServicioActivo } from "~/models/catalogo/servicio.server";
import { offerSlots } from "~/models/citas/codigo.server";
import { FreeTimes, ReserveFirst } from "./service-times";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const volver = returnPath(query.get("de"));
  const servicio = await or503(
    getServicioActivo(params.serviceId),
    "No pudimos cargar el servicio. Espera un momento y vuelve a intentarlo.",
  );
  if (!servicio) throw json({ volver }, { status: 404 });
  const { imagenes, portada } = servicio;
  const shown = imagenes.find(({ id }) => id === query.get("imagen")) ?? portada;
  const more = query.get("dias") === "mas";
  const offer = await orUndefined(offerSlots(servicio, { more, con: query.get("con") }), "servicio: horarios");
  const data = { servicio, shown, volver, more, horarios: offer?.isOffered ? horariosOf(offer) : undefined };
  return offer ? agendaPage(data, offer.until) : publicPage(data, false);
}

export const handle: RouteHandle = { cacheParams: ["imagen", "de", "con", "dias"] };

export { publicHeaders as headers } from "~/http/public-page.server";

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
    image: data.servicio.portada ? pictureOf(data.servicio.portada) : undefined,
  });
};

export default function ServicioDetail() {
  const { servicio, shown, volver, more, horarios } = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  const { nombre, descripcion, precio, duracion_minutos, categoria, empleado, imagenes, portada } = servicio;
  const facts = `${nombre} (${formatMoney(precio)}, ${duracion_minutos} min)`;
  const picture = shown ? pictureOf(shown) : placeholderOf(categoria, estudio);
  const altOf = ({ id, alt_text }: { id: string; alt_text: string | null }) =>
    alt_text ?? describeImagen(nombre, { numero: imagenes.findIndex((image) => image.id === id) + 1, total: imagenes.length });
  const con = horarios?.elegida?.id;
  const booking = contactUrl(estudio, `Hola, me gustaría agendar una cita para ${facts}.`);
  const question = contactUrl(estudio, `Hola, me gustaría recibir más información sobre ${facts}.`);
  return (
    <main id="contenido" className="wrap page">
      <a className="back" href={volver}>
        <PublicIcon name="back" />
        Volver
      </a>
      <article className={`detail ${artClass(categoria, estudio)}`}>
        <div>
          <div className={isWide(picture) ? "shown wide" : "shown"}>
            <Photo
              picture={picture}
              alt={shown ? altOf(shown) : ""}
              sizes="(width >= 48rem) min(45.5vw, 36.6rem), calc(100vw - 2.5rem)"
              highPriority
            />
            {shown?.is_featured ? <Featured isNamed={imagenes.length > 1} /> : null}
          </div>
          {imagenes.length > 1 ? (
            <ul className="thumbs" aria-label={`Imágenes de ${nombre}`}>
              {imagenes.map((image) => (
                <li key={image.id}>
                  <a
                    href={`?${new URLSearchParams({ imagen: image.id, de: volver, ...(con && { con }), ...(more && { dias: "mas" }) })}`}
                    aria-current={image.id === shown?.id ? "true" : undefined}
                  >
                    <Photo
                      picture={pictureOf(image)}
                      alt={altOf(image)}
                      sizes="(width >= 48rem) min(10.7vw, 8.6rem), calc(25vw - 1.2rem)"
                      small
                    />
                    {image.is_featured && image.id !== shown?.id ? <Featured /> : null}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div>
          <p className="badge">{capitalize(categoria)}</p>
          <h1>{softHyphens(nombre)}</h1>
          <p className="figures">
            <b>{formatMoney(precio)}</b>
            <span>
              <PublicIcon name="clock" />
              {`${duracion_minutos} min`}
            </span>
          </p>
          {empleado ? (
            <p className="specialist">{`Especialista: ${fullName(empleado)}${horarios?.especialistas[1] ? " y equipo" : ""}`}</p>
          ) : null}
          {horarios && estudio.whatsapp ? (
            <while-fresh>
              <FreeTimes
                servicio={servicio}
                horarios={horarios}
                more={more}
                whatsapp={estudio.whatsapp}
                isOnline={estudio.isOnline}
                kept={{ de: volver, ...(shown && shown.id !== portada?.id && { imagen: shown.id }) }}
              />
            </while-fresh>
          ) : null}
          {descripcion ? (
            <section className="description" aria-labelledby="description-title">
              <h2 id="description-title">Descripción</h2>
              <p>{descripcion}</p>
            </section>
          ) : null}
          <section className="benefits" aria-labelledby="benefits-title">
            <h2 id="benefits-title">Beneficios</h2>
            <ul>
              {beneficiosDe(categoria, estudio.beneficios, estudio.isOwn).map((beneficio) => (
                <li key={beneficio}>
                  <PublicIcon name="check" />
                  {beneficio}
                </li>
              ))}
            </ul>
          </section>
          <p className="actions">
            {booking ? (
              <a className="button button-quiet" href={booking}>
                {estudio.whatsapp ? <PublicIcon name="whatsapp" /> : null}
                Agendar Cita
              </a>
            ) : null}
            {question ? (
              <a className="button button-quiet" href={question}>
                Más Información
              </a>
            ) : null}
          </p>
          {horarios?.primera && estudio.whatsapp ? (
            <while-fresh>
              <ReserveFirst servicio={servicio} horarios={horarios} whatsapp={estudio.whatsapp} isOnline={estudio.isOnline} />
            </while-fresh>
          ) : null}
          {/* Shown where the bar above is not: without free times, and on a kept copy, which has none. */}
          {booking ? (
            <p className="reserve">
              <span>
                {nombre}
                <b>{`${formatMoney(precio)} · ${duracion_minutos} min`}</b>
              </span>
              <a className="button" href={booking} aria-label={`Agendar ${nombre}`}>
                Agendar
              </a>
            </p>
          ) : null}
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
          <Twig />
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

/** The star of the featured image, which says what it means where there is room. */
function Featured({ isNamed = false }) {
  return (
    <span className={isNamed ? "featured named" : "featured"}>
      <PublicIcon name="star" filled />
      <span className={isNamed ? undefined : "sr-only"}>Favorito</span>
    </span>
  );
}

/** The page to go back to: one of those that list services, never any other URL (open redirect). */
function returnPath(de: string | null): string {
  return de && /^\/(#[a-z]+|about|precios|gallery(\?(servicio|categoria)=[a-z0-9-]+)?)?$/.test(de) ? de : "/#services";
}
