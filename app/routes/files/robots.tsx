import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import type { RouteHandle } from "~/http/route-handle";

export const handle: RouteHandle = { cacheParams: [] };

export function loader({ request }: LoaderFunctionArgs) {
  const origin = env().PUBLIC_URL ?? new URL(request.url).origin;
  const lines = [
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /auth",
    "Disallow: /dashboard",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=0, must-revalidate" },
  });
}
