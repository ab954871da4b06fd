import type { LoaderFunctionArgs } from "@remix-run/node";

// The files that browsers, telephones and social networks may still ask for.
const MOVED: Record<string, string> = {
  "/favicon.ico": "/icono-192.png",
  "/icons/favicon.svg": "/icono.svg",
  "/icons/icon-180.png": "/icono-180.png",
  "/icons/icon-192.png": "/icono-192.png",
  "/icons/icon-512.png": "/icono-512.png",
  "/art/og.png": "/compartir.jpg",
};

/** Redirects the former addresses of the icons and the shared picture. */
export function loader({ request }: LoaderFunctionArgs) {
  const present = MOVED[new URL(request.url).pathname.toLowerCase()];
  if (!present)
    return new Response("No hay nada en esta dirección.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(null, { status: 301, headers: { Location: present, "Cache-Control": "public, max-age=3600" } });
}
