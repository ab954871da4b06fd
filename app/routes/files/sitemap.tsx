import type { LoaderFunctionArgs } from "@remix-run/node";
import { PUBLIC_PAGES } from "~/content/public-pages";
import { env } from "~/env.server";
import { or503 } from "~/http/guards.server";
import type { RouteHandle } from "~/http/route-handle";
import { listServiciosForFilter } from "~/models/catalogo/servicio.server";

export const handle: RouteHandle = { cacheParams: [] };

export async function loader({ request }: LoaderFunctionArgs) {
  const servicios = await or503(listServiciosForFilter(), "No pudimos leer los servicios.");
  const origin = env().PUBLIC_URL ?? new URL(request.url).origin;
  const paths = [...Object.keys(PUBLIC_PAGES), "/precios", ...servicios.map(({ id }) => `/servicio/${id}`)];
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("\n");
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
    { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=0, must-revalidate" } },
  );
}
