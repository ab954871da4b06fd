import { json } from "@remix-run/node";
import type { Beneficios } from "~/content/beneficios";
import type { Estudio } from "~/content/estudio";
import { env } from "~/env.server";
import type { Picture } from "~/format/picture";
import { logError } from "~/log.server";
import type { Apariencia } from "~/models/estudio/apariencia.server";
import type { Configuracion } from "~/models/estudio/configuracion.server";

/** What every public page knows: the studio's facts, how it looks, and the address the site is known by. */
export type Site = {
  estudio: Estudio & { beneficios: Beneficios };
  /** `css`: where the style sheet of its own colour is. */
  apariencia: { logo: Picture | null; hero: Picture | null; css: string | null };
  origin: string;
};

/** Kept by the server until what it shows changes (see server/page-cache.ts); asked for again at every visit. */
const KEPT = { "Cache-Control": "public, max-age=0, must-revalidate", "Speculation-Rules": '"/speculation-rules.json"' };

/** A public page's data. An incomplete page (something could not be read) is shown, but not kept. */
export function publicPage<T>(data: T, complete = true) {
  return json(data, { headers: complete ? KEPT : {} });
}

/** The same for a page that offers times: it is kept until the agenda changes, and no longer than `until`. */
export function agendaPage<T>(data: T, until: Date) {
  return json(data, { headers: { ...KEPT, "Kept-While": "agenda", "Kept-Until": until.toISOString() } });
}

/** A public list, or null when it cannot be read: that is logged, and the rest of the page stands without it. */
export async function orNull<T>(where: string, list: Promise<T>): Promise<T | null> {
  try {
    return await list;
  } catch (error) {
    logError(where, error);
    return null;
  }
}

/** What every public page knows, from the studio's facts and look. `origin` is the address it was asked at, where none is set. */
export function siteOf({ estudio, apariencia }: { estudio: Configuracion; apariencia: Apariencia }, origin = ""): Site {
  const { acento, logo, hero, updated_at } = apariencia;
  // A new address for each version: browsers keep it for ever.
  const css = acento && `/apariencia.css?v=${Date.parse(updated_at)}`;
  return { estudio, apariencia: { logo, hero, css }, origin: env().PUBLIC_URL ?? origin };
}
