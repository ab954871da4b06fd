import { json } from "@remix-run/node";
import type { Beneficios } from "~/content/beneficios";
import type { Estudio } from "~/content/estudio";
import { env } from "~/env.server";
import type { Picture } from "~/format/picture";
import { logError } from "~/log.server";
import type { Apariencia } from "~/models/estudio/apariencia.server";
import type { Configuracion } from "~/models/estudio/configuracion.server";

/** The data of every public page: the studio's settings, its appearance, and the site's origin. */
export type Site = {
  estudio: Estudio & { beneficios: Beneficios };
  /** `css` is the URL of the style sheet with the studio's own colour. */
  apariencia: { logo: Picture | null; hero: Picture | null; css: string | null };
  origin: string;
};

// The server caches the page until its data changes (server/page-cache.ts); browsers revalidate it on every visit.
const CACHED = { "Cache-Control": "public, max-age=0, must-revalidate", "Speculation-Rules": '"/speculation-rules.json"' };

/** The data of a public page. An incomplete page (something could not be read) is shown but not cached. */
export function publicPage<T>(data: T, complete = true) {
  return json(data, { headers: complete ? CACHED : {} });
}

/** The same for a page that offers times: cached until the agenda changes, and at most until `until`. */
export function agendaPage<T>(data: T, until: Date) {
  return json(data, { headers: { ...CACHED, "Cache-While": "agenda", "Cache-Until": until.toISOString() } });
}

/** Awaits data of one part of a page. If it cannot be read, logs the error under `where` and gives null. */
export async function orNull<T>(where: string, list: Promise<T>): Promise<T | null> {
  try {
    return await list;
  } catch (error) {
    logError(where, error);
    return null;
  }
}

/** The data of every public page from the studio's settings and appearance. `origin` is used when PUBLIC_URL is not set. */
export function siteOf({ estudio, apariencia }: { estudio: Configuracion; apariencia: Apariencia }, origin = ""): Site {
  const { acento, logo, hero, updated_at } = apariencia;
  // A new URL for each version, because browsers cache it without revalidating.
  const css = acento && `/apariencia.css?v=${Date.parse(updated_at)}`;
  return { estudio, apariencia: { logo, hero, css }, origin: env().PUBLIC_URL ?? origin };
}
