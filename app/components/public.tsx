import type { MetaDescriptor } from "@remix-run/node";
import type { Estudio } from "~/content/estudio";

/** What every public page knows: the studio's facts, and the address the site is known by. */
export type Site = { estudio: Estudio; origin: string };

/** The `<head>` of a public page: title, description, canonical address and what a shared link shows. */
export function publicHead(
  matches: readonly { id: string; data: unknown }[],
  { title, description, path }: { title: string; description: string; path: string },
): MetaDescriptor[] {
  const site = matches.find(({ id }) => id === "routes/_public")?.data as Site | undefined;
  if (!site) return [{ title }];
  const url = new URL(path, site.origin).href;
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
    { property: "og:image", content: new URL("/art/og.png", site.origin).href },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export const PLACEHOLDER = "/art/placeholder.svg";

/** An image that fills its frame; when it cannot be had, the frame shows the placeholder behind it. */
export function Photo({ src, alt, eager = false }: { src: string; alt: string; eager?: boolean }) {
  return (
    <span className="photo">
      <img
        src={src}
        alt={alt}
        width="800"
        height="1000"
        loading={eager ? undefined : "lazy"}
        // Another site's image need not learn who looks at it.
        referrerPolicy={src.startsWith("https:") ? "no-referrer" : undefined}
      />
    </span>
  );
}

/** A rating from 1 to 5, drawn by the style sheet and said in words. */
export function Stars({ rating }: { rating: number }) {
  return <span className={`stars s${rating}`} role="img" aria-label={`${rating} de 5 estrellas`} />;
}
