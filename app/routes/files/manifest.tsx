import { SCHEMES } from "~/format/color.server";
import { or503 } from "~/http/guards.server";
import { marcaOf } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { iconVersion } from "~/media/marca/marca.server";
import { getSitio } from "~/models/estudio/apariencia.server";

export const handle: RouteHandle = { cacheParams: [] };

// Longer names are cut off below an icon.
const MAX_SHORT_NAME = 12;

/** The web app manifest: the back-office under the studio's name and icon. */
export async function loader() {
  const marca = marcaOf(await or503(getSitio()));
  const version = `?v=${iconVersion(marca)}`;
  const icon = (name: string, sizes: string, more = {}) => ({ src: `/${name}${version}`, sizes, type: "image/png", ...more });
  const manifest = {
    id: "/admin",
    name: marca.nombre,
    short_name: shortName(marca.nombre),
    lang: "es-MX",
    start_url: "/admin",
    display: "standalone",
    background_color: SCHEMES.light.paper,
    theme_color: SCHEMES.light.paper,
    icons: [
      icon("icono-192.png", "192x192"),
      icon("icono-512.png", "512x512"),
      icon("icono-recortable.png", "512x512", { purpose: "maskable" }),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=0, must-revalidate",
    },
  });
}

/** As many words of the name as fit below an icon, and at least the first one. */
function shortName(nombre: string): string {
  const [first = nombre, ...others] = nombre.trim().split(/\s+/);
  let short = first;
  for (const word of others) {
    if ([...`${short} ${word}`].length > MAX_SHORT_NAME) break;
    short += ` ${word}`;
  }
  return short;
}
