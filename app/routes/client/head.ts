import type { MetaFunction } from "@remix-run/node";
import type { Site } from "~/http/public-page.server";

/** The head of the pages of a link: the same for every client, because messengers show it. */
export const enlaceMeta: MetaFunction = ({ matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  if (!site) return [{ title: "Tu cita" }];
  const title = `Tu cita en ${site.estudio.nombre}`;
  return [
    { title },
    { property: "og:title", content: title },
    { property: "og:description", content: "Confírmala, guárdala en tu calendario o cámbiala." },
    { property: "og:image", content: new URL(site.apariencia.compartir, site.origin).href },
  ];
};
