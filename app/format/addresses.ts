/** Which public pages there are: the active services, each with its gallery slug and the ids of its images. */
type Pages = { servicios: { id: string; slug: string; imagenes: string[] }[] };

/** The public pages whose address never changes. */
const FIXED = ["/", "/about", "/gallery", "/robots.txt", "/sitemap.xml", "/apariencia.css"];
const SERVICIO = /^\/servicio\/([0-9a-f-]{36})$/;
const RETURNS = ["/", "/#testimonials", "/#location", "/#contact", "/about", "/gallery"];
/** The gallery of a service that the studio does not offer: one page for all of them. */
const UNKNOWN_SLUG = "-";

/** Every page that can be served without its parameters: `canonicalAddress` leads to one of these, or to a variant of one. */
export function plainAddresses({ servicios }: Pages): string[] {
  const galleries = [...servicios.map(({ slug }) => slug), UNKNOWN_SLUG].map((slug) => `/gallery?servicio=${slug}`);
  return [...FIXED, ...galleries, ...servicios.map(({ id }) => `/servicio/${id}`)];
}

/**
 * The one address of the public page that a URL asks for, with only the parameters that change what it shows, or null when it
 * is not one of them. However many URLs are tried, the addresses are few.
 */
export function canonicalAddress(url: string, { servicios }: Pages): string | null {
  const end = url.indexOf("?");
  const given = end < 0 ? url : url.slice(0, end);
  const path = given === "/" ? given : given.toLowerCase().replace(/\/$/, "");
  const params = new URLSearchParams(end < 0 ? "" : url.slice(end));
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
  const read = new URLSearchParams({
    ...(imagenes.includes(imagen) ? { imagen } : {}),
    ...(RETURNS.includes(de) || servicios.some(({ slug }) => de === `/gallery?servicio=${slug}`) ? { de } : {}),
  });
  return read.size > 0 ? `${path}?${read}` : path;
}

/** The same page as it is without `imagen` and `de`. */
export function plainAddress(address: string): string {
  return address.startsWith("/servicio/") ? (address.split("?", 1)[0] ?? address) : address;
}
