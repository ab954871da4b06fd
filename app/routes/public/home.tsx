import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import { Photo, PLACEHOLDER } from "~/components/public/photo";
import { PublicIcon } from "~/components/public/public-icon";
import { Stars } from "~/components/public/stars";
import { CATEGORIAS_PUBLICAS } from "~/content/beneficios";
import { whatsappUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { pictureOf } from "~/format/picture";
import { slug } from "~/format/slug";
import { capitalize } from "~/format/text";
import type { Site } from "~/http/public-page.server";
import { orNull, publicPage } from "~/http/public-page.server";
import { listServiciosActivos } from "~/models/catalogo/servicio.server";
import { listTestimoniosActivos } from "~/models/catalogo/testimonio.server";
import { listCierres } from "~/models/equipo/ausencia.server";
import { beautySalon } from "./beauty-salon";
import { LocationSection } from "./location-section";

export async function loader() {
  const [servicios, testimonios, cierres] = await Promise.all([
    orNull("home: servicios", listServiciosActivos()),
    orNull("home: testimonios", listTestimoniosActivos()),
    orNull("home: cierres", listCierres()),
  ]);
  return publicPage(
    {
      servicios: servicios?.map((servicio) => ({ ...servicio, descripcion: firstSentence(servicio.descripcion) })),
      testimonios,
      cierres,
    },
    servicios !== null && testimonios !== null && cierres !== null,
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  if (!site) return [{ title: "Susa" }];
  const { estudio, apariencia } = site;
  return [
    ...publicHead(matches, {
      title: `${estudio.nombre} · Cejas, pestañas y belleza en ${estudio.ciudad}`,
      description: `${estudio.hero_titulo ?? estudio.nombre}. Diseño de cejas, pestañas, uñas, faciales, masajes y depilación en ${estudio.ciudad}. Agenda tu cita por WhatsApp.`,
      path: "/",
      image: apariencia.hero ?? undefined,
    }),
    { "script:ld+json": beautySalon(site, data?.cierres ?? []) },
  ];
};

export default function Home() {
  const { servicios, testimonios, cierres } = useLoaderData<typeof loader>();
  const { estudio, apariencia } = useOutletContext<Site>();
  return (
    <main id="contenido">
      <section className="hero wrap">
        <div>
          <p className="eyebrow">{`Estudio de belleza · ${estudio.ciudad}`}</p>
          <h1>{estudio.hero_titulo ?? estudio.nombre}</h1>
          {estudio.hero_texto ? <p className="lead">{estudio.hero_texto}</p> : null}
          <p className="actions">
            <a className="button" href="#contact">
              Agenda tu Cita
            </a>
            <a className="button button-quiet" href="#services">
              Ver Servicios
            </a>
          </p>
        </div>
        {apariencia.hero ? (
          <Photo
            picture={apariencia.hero}
            alt=""
            sizes="(width >= 48rem) min(46vw, 37.5rem), calc(100vw - 2.5rem)"
            highPriority
          />
        ) : (
          <img src="/art/hero.svg" alt="" width="960" height="1080" fetchpriority="high" />
        )}
      </section>
      <Servicios servicios={servicios} />
      <Testimonios testimonios={testimonios} />
      <LocationSection estudio={estudio} cierres={cierres ?? []} />
      <section className="band contact" id="contact" aria-labelledby="contact-title">
        <div className="wrap">
          <h2 id="contact-title">Agenda tu cita</h2>
          <p className="lead">
            Cuéntanos qué te gustaría hacerte y qué día te queda bien. Te respondemos con la hora, el precio y lo que conviene
            saber antes de venir.
          </p>
          <a
            className="button"
            href={whatsappUrl(estudio.whatsapp, `Hola, ${estudio.nombre}. Me gustaría agendar una cita. ¿Qué horarios tienen?`)}
          >
            <PublicIcon name="whatsapp" />
            Agendar Cita por WhatsApp
          </a>
          <img src="/art/hoja.svg" alt="" width="400" height="400" loading="lazy" />
        </div>
      </section>
    </main>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Servicio = NonNullable<Data["servicios"]>[number];

/** The price list: a section for each category with its services. */
function Servicios({ servicios }: { servicios: Data["servicios"] }) {
  const groups = new Map<string, Servicio[]>();
  for (const servicio of servicios ?? []) groups.set(servicio.categoria, [...(groups.get(servicio.categoria) ?? []), servicio]);
  return (
    <section className="band wrap" id="services" aria-labelledby="services-title">
      <h2 id="services-title">Servicios</h2>
      {groups.size > 1 ? (
        <ul className="index" aria-label="Categorías">
          {[...groups.keys()].map((categoria) => (
            <li key={categoria}>
              <a href={`#${slug(categoria)}`}>{capitalize(categoria)}</a>
            </li>
          ))}
        </ul>
      ) : null}
      {servicios?.length === 0 ? <p className="lead">No hay servicios disponibles en este momento.</p> : null}
      {[...groups].map(([categoria, group]) => (
        <section className="chapter" key={categoria} id={slug(categoria)}>
          <div>
            <h3>{capitalize(categoria)}</h3>
            <p>{CATEGORIAS_PUBLICAS[categoria]?.frase}</p>
          </div>
          <ul>
            {group.map((servicio) => (
              <ServiceCard key={servicio.id} servicio={servicio} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function ServiceCard({ servicio: { id, nombre, descripcion, precio, duracion_minutos, imagen } }: { servicio: Servicio }) {
  return (
    <li className="service">
      <Photo
        picture={imagen ? pictureOf(imagen) : PLACEHOLDER}
        alt={imagen?.alt_text ?? ""}
        sizes="(width >= 66rem) 8.5rem, 6.75rem"
        small
      />
      <div>
        <h4>
          <a href={`/servicio/${id}`}>{nombre}</a>
        </h4>
        {descripcion ? <p>{descripcion}</p> : null}
        <p className="price">
          <b>{formatMoney(precio)}</b>
          {` · ${duracion_minutos} min`}
        </p>
      </div>
    </li>
  );
}

function Testimonios({ testimonios }: { testimonios: Data["testimonios"] }) {
  return (
    <section className="band voices" id="testimonials" aria-labelledby="testimonials-title">
      <div className="wrap">
        <h2 id="testimonials-title">Testimonios</h2>
        {testimonios?.length === 0 ? <p className="lead">No hay testimonios disponibles en este momento.</p> : null}
        {testimonios?.length ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: on small screens the row scrolls sideways and must be reachable by keyboard.
          <ul tabIndex={0} aria-labelledby="testimonials-title">
            {testimonios.map(({ id, nombre, testimonio, rating }) => (
              <li key={id}>
                <Stars rating={rating} />
                <blockquote>{testimonio}</blockquote>
                <p>{nombre}</p>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

/** The first sentence of a description, for a card; the service's page shows all of it. */
function firstSentence(text: string | null): string | null {
  return /^.{20,}?[.!?…](?=\s)/su.exec(text ?? "")?.[0] ?? text;
}
