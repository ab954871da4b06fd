import { PUBLIC_PAGES } from "~/content/public-pages";

/** What decides which public pages exist: the active services, each with its gallery slug and the ids of its images. */
type Pages = { servicios: { id: string; slug: string; imagenes: string[] }[] };

/** The public URLs that always exist. */
const FIXED = [
  ...Object.keys(PUBLIC_PAGES),
  "/robots.txt",
  "/sitemap.xml",
  "/apariencia.css",
  "/icono.svg",
  "/manifest.webmanifest",
];
const SERVICIO = /^\/servicio\/([0-9a-f-]{36})$/;
const RETURN_PATHS = [...Object.keys(PUBLIC_PAGES), "/#testimonials", "/#location", "/#contact"];
/** The slug used for every service that the studio does not offer, whose galleries are the same page. */
const UNKNOWN_SLUG = "-";

/** The URL of every public page without `imagen` and `de`. `canonicalAddress` gives one of these or a variant of one. */
export function plainAddresses({ servicios }: Pages): string[] {
  const galleries = [...servicios.map(({ slug }) => slug), UNKNOWN_SLUG].map((slug) => `/gallery?servicio=${slug}`);
  return [...FIXED, ...galleries, ...servicios.map(({ id }) => `/servicio/${id}`)];
}

/**
 * The canonical URL of a public page: only with the parameters that change what it shows. Null for any other URL. There are few
 * canonical URLs, whatever is requested, so the page cache stays small.
 */
export function canonicalAddress(url: string, { servicios }: Pages): string | null {
  const queryStart = url.indexOf("?");
  const rawPath = queryStart < 0 ? url : url.slice(0, queryStart);
  const path = rawPath === "/" ? rawPath : rawPath.toLowerCase().replace(/\/$/, "");
  const params = new URLSearchParams(queryStart < 0 ? "" : url.slice(queryStart));
  if (params.has("_data")) return null;
  const id = SERVICIO.exec(path)?.[1];
  if (id !== undefined) {
    const servicio = servicios.find((servicio) => servicio.id === id);
    return servicio ? serviceAddress(path, servicio.imagenes, params, servicios) : null;
  }
  if (!FIXED.includes(path)) return null;
  const chosen = path === "/gallery" ? params.get("servicio") : null;
  if (chosen === null) return path;
  return `/gallery?servicio=${servicios.some(({ slug }) => slug === chosen) ? chosen : UNKNOWN_SLUG}`;
}

function serviceAddress(path: string, imagenes: string[], params: URLSearchParams, servicios: Pages["servicios"]): string {
  const imagen = params.get("imagen") ?? "";
  const de = params.get("de") ?? "";
  const known = new URLSearchParams({
    ...(imagenes.includes(imagen) ? { imagen } : {}),
    ...(RETURN_PATHS.includes(de) || servicios.some(({ slug }) => de === `/gallery?servicio=${slug}`) ? { de } : {}),
  });
  return known.size > 0 ? `${path}?${known}` : path;
}

/** The URL of the same page without `imagen` and `de`. */
export function plainAddress(address: string): string {
  return address.startsWith("/servicio/") ? (address.split("?", 1)[0] ?? address) : address;
}
