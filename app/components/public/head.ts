import type { MetaDescriptor } from "@remix-run/node";
import type { Picture } from "~/format/picture";
import type { Site } from "~/http/public-page.server";

/**
 * The `<head>` of a public page: title (but on Home with the studio's name at its end), description, canonical URL and Open Graph
 * tags (with `image`, or else the shared picture).
 */
export function publicHead(
  matches: readonly { id: string; data: unknown }[],
  { title: own, description, path, image }: { title: string; description: string; path: string; image?: Picture },
): MetaDescriptor[] {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  if (!site) return [{ title: own }];
  const { nombre } = site.estudio;
  const isNamed = path === "/" || own.toLowerCase().includes(nombre.toLowerCase());
  const title = isNamed ? own : `${own} · ${nombre}`;
  const url = new URL(path, site.origin).href;
  // Social networks do not show SVG images.
  const shared = image && !image.url.endsWith(".svg") ? image : { url: site.apariencia.compartir, width: 1200, height: 630 };
  return [
    { title },
    ...(description ? [{ name: "description", content: description }] : []),
    { tagName: "link", rel: "canonical", href: url },
    ...(site.estudio.isFindable ? [] : [{ name: "robots", content: "noindex" }]),
    { property: "og:title", content: title },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:type", content: "website" },
    { property: "og:url", content: url },
    { property: "og:site_name", content: nombre },
    { property: "og:locale", content: "es_MX" },
    { property: "og:image", content: new URL(shared.url, site.origin).href },
    ...(shared.width ? [{ property: "og:image:width", content: String(shared.width) }] : []),
    ...(shared.height ? [{ property: "og:image:height", content: String(shared.height) }] : []),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
