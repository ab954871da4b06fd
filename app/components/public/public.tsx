import type { MetaDescriptor } from "@remix-run/node";
import type { ReactNode } from "react";
import type { Picture } from "~/format/picture";
import type { Site } from "~/http/public.server";
import { type PhotoProps, ResponsiveImage } from "./picture";

/** The `<head>` of a public page: title, description, canonical address and what a shared link shows (`image`, or the logo). */
export function publicHead(
  matches: readonly { id: string; data: unknown }[],
  { title, description, path, image }: { title: string; description: string; path: string; image?: Picture },
): MetaDescriptor[] {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  if (!site) return [{ title }];
  const url = new URL(path, site.origin).href;
  // No network shows a drawing in SVG.
  const shared = image && !image.url.endsWith(".svg") ? image : { url: "/art/og.png", width: 1200, height: 630 };
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:url", content: url },
    { property: "og:site_name", content: site.estudio.nombre },
    { property: "og:locale", content: "es_MX" },
    { property: "og:image", content: new URL(shared.url, site.origin).href },
    ...(shared.width ? [{ property: "og:image:width", content: String(shared.width) }] : []),
    ...(shared.height ? [{ property: "og:image:height", content: String(shared.height) }] : []),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export const PLACEHOLDER: Picture = { url: "/art/placeholder.svg" };

/** An image that fills its frame; when it cannot be had, the frame shows the placeholder behind it. */
export function Photo(props: PhotoProps) {
  return (
    <span className="photo">
      <ResponsiveImage {...props} />
    </span>
  );
}

/** What may be untrue in an hour: the server leaves it out of a copy that may be older (server/page-cache.ts). */
export function WhileFresh({ children }: { children: ReactNode }) {
  return <while-fresh>{children}</while-fresh>;
}

/** A rating from 1 to 5, drawn by the style sheet and said in words. */
export function Stars({ rating }: { rating: number }) {
  return <span className={`stars s${rating}`} role="img" aria-label={`${rating} de 5 estrellas`} />;
}

// High enough to be read, low enough for the bar: the frame around it makes 40 of it.
const LOGO_HEIGHT = 32;
const LOGO_WIDTH = 224;

/** The studio's logo, which says its name; on a light ground of its own, for nobody draws one for the dark. */
export function Logo({ picture, name }: { picture: Picture; name: string }) {
  const width = Math.min(LOGO_WIDTH, Math.round((LOGO_HEIGHT * (picture.width ?? 1)) / (picture.height ?? 1)));
  return (
    <span className="logo">
      <ResponsiveImage picture={picture} alt={name} sizes={`${width}px`} small eager />
    </span>
  );
}
