import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import { orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { publicPage } from "~/http/public-page.server";
import { listServiciosActivos } from "~/models/catalogo/servicio.server";
import { listTestimoniosActivos } from "~/models/catalogo/testimonio.server";
import { getApertura } from "~/models/equipo/apertura.server";
import { listCierres } from "~/models/equipo/ausencia.server";
import { beautySalon } from "./beauty-salon";
import { ContactSection } from "./contact-section";
import { Hero } from "./hero";
import { LocationSection } from "./location-section";
import { ServiceList } from "./service-list";
import { Testimonios } from "./testimonials";

export async function loader() {
  const [servicios, testimonios, horas] = await Promise.all([
    orUndefined(listServiciosActivos(), "home: servicios"),
    orUndefined(listTestimoniosActivos(), "home: testimonios"),
    orUndefined(readHours(new Date()), "home: horas"),
  ]);
  return publicPage(
    {
      servicios: servicios?.map((servicio) => ({ ...servicio, descripcion: firstSentence(servicio.descripcion) })),
      testimonios,
      // Hours that repeat without an end are no announcement.
      cierres: (horas?.cierres ?? []).flatMap(({ hasta, ...cierre }) => (hasta === null ? [] : { ...cierre, hasta })),
      apertura: horas?.abierto?.apertura ?? null,
    },
    Boolean(servicios && testimonios && horas),
    horas?.abierto?.until,
  );
}

/** The closed days that are announced, and whether the studio is open now. */
async function readHours(now: Date) {
  const cierres = await listCierres(now);
  return { cierres, abierto: await getApertura(cierres, now) };
}

export { publicHeaders as headers } from "~/http/public-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  if (!site) return [{ title: "Inicio" }];
  const { estudio } = site;
  return [
    ...publicHead(matches, {
      title: estudio.textos.inicio_meta_titulo || estudio.nombre,
      description: estudio.textos.inicio_meta,
      path: "/",
    }),
    { "script:ld+json": beautySalon(site, data?.cierres ?? []) },
  ];
};

export default function Home() {
  const { servicios, testimonios, cierres, apertura } = useLoaderData<typeof loader>();
  const { estudio, apariencia } = useOutletContext<Site>();
  return (
    <main id="contenido">
      <Hero estudio={estudio} picture={apariencia.hero} apertura={apertura} testimonios={testimonios ?? []} />
      <ServiceList estudio={estudio} servicios={servicios} />
      <Testimonios title={estudio.textos.testimonios_titulo} testimonios={testimonios} />
      <LocationSection estudio={estudio} cierres={cierres} apertura={apertura} />
      <ContactSection estudio={estudio} />
    </main>
  );
}

/** The first sentence of a description, for a card; the service's page shows all of it. */
function firstSentence(text: string | null): string | null {
  return /^.{20,}?[.!?…](?=\s)/su.exec(text ?? "")?.[0] ?? text;
}
