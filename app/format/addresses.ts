import { CATEGORIAS_PUBLICAS } from "~/content/beneficios";
import { knownSlug } from "~/content/obras";
import { PUBLIC_PAGES } from "~/content/public-pages";
import { slug } from "./slug";

/**
 * What decides which public pages exist: the active services, each with its gallery slug and the ids of its images, and the ids of
 * the specialists that the site shows.
 */
type Pages = { servicios: { id: string; slug: string; imagenes: string[] }[]; especialistas: string[] };

/** The public URLs that always exist. */
const FIXED = [
  ...Object.keys(PUBLIC_PAGES),
  "/precios",
  "/robots.txt",
  "/sitemap.xml",
  "/apariencia.css",
  "/icono.svg",
  "/manifest.webmanifest",
];
const SERVICIO = /^\/servicio\/([0-9a-f-]{36})$/;
const CATEGORIAS = Object.keys(CATEGORIAS_PUBLICAS).map(slug);
const CATEGORY_GALLERIES = CATEGORIAS.map((categoria) => `/gallery?categoria=${categoria}`);
const RETURN_PATHS = [
  ...Object.keys(PUBLIC_PAGES),
  ...["/precios", "/#testimonials", "/#location", "/#contact"],
  ...CATEGORY_GALLERIES,
];
/** The slug used for every service that the studio does not offer, whose galleries are the same page. */
const UNKNOWN_SLUG = "-";

/** The URL of every public page in its first state. `canonicalAddress` gives one of these or a variant of one. */
export function plainAddresses({ servicios }: Pages): string[] {
  const galleries = [...servicios.map(({ slug }) => slug), UNKNOWN_SLUG].map((slug) => `/gallery?servicio=${slug}`);
  return [...FIXED, ...CATEGORY_GALLERIES, ...galleries, ...servicios.map(({ id }) => `/servicio/${id}`)];
}

/**
 * The canonical URL of a public page: only with the parameters that change what it shows. Null for any other URL. There are few
 * canonical URLs, whatever is requested, so the page cache stays small.
 */
export function canonicalAddress(url: string, { servicios, especialistas }: Pages): string | null {
  const queryStart = url.indexOf("?");
  const rawPath = queryStart < 0 ? url : url.slice(0, queryStart);
  const path = rawPath === "/" ? rawPath : rawPath.toLowerCase().replace(/\/$/, "");
  const params = new URLSearchParams(queryStart < 0 ? "" : url.slice(queryStart));
  if (params.has("_data")) return null;
  const id = SERVICIO.exec(path)?.[1];
  if (id !== undefined) {
    const servicio = servicios.find((servicio) => servicio.id === id);
    return servicio ? serviceAddress(path, servicio.imagenes, params, { servicios, especialistas }) : null;
  }
  if (!FIXED.includes(path)) return null;
  // As many results as there are words: each is rendered anew.
  if (path === "/precios" && params.get("q")) return null;
  return path === "/gallery" ? galleryAddress(params, servicios) : path;
}

function galleryAddress(params: URLSearchParams, servicios: Pages["servicios"]): string {
  const [servicio, categoria] = [params.get("servicio"), params.get("categoria")];
  const known =
    servicio === null
      ? null
      : knownSlug(
          servicio,
          servicios.map((one) => one.slug),
        );
  if (known !== null) return `/gallery?servicio=${known}`;
  if (servicio === null && categoria === null) return "/gallery";
  const isCategory = servicio === null && categoria !== null && CATEGORIAS.includes(categoria);
  return isCategory ? `/gallery?categoria=${categoria}` : `/gallery?servicio=${UNKNOWN_SLUG}`;
}

function serviceAddress(path: string, imagenes: string[], params: URLSearchParams, { servicios, especialistas }: Pages): string {
  const [imagen, de, con] = ["imagen", "de", "con"].map((name) => params.get(name) ?? "") as [string, string, string];
  const known = new URLSearchParams({
    ...(imagenes.includes(imagen) ? { imagen } : {}),
    ...(RETURN_PATHS.includes(de) || servicios.some(({ slug }) => de === `/gallery?servicio=${slug}`) ? { de } : {}),
    ...(especialistas.includes(con) ? { con } : {}),
    ...(params.get("dias") === "mas" ? { dias: "mas" } : {}),
  });
  return known.size > 0 ? `${path}?${known}` : path;
}

/** The URL of the same page in its first state: of a service without what was chosen on it. */
export function plainAddress(address: string): string {
  return address.startsWith("/servicio/") ? (address.split("?", 1)[0] ?? address) : address;
}
