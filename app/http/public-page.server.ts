import { type HeadersFunction, json } from "@remix-run/node";
import type { Beneficios } from "~/content/beneficios";
import { type Estudio, hasFacts, placeOf, withoutInvented } from "~/content/estudio";
import { type NombreDeTexto, resolveTextos } from "~/content/textos";
import { env } from "~/env.server";
import { accentsOf, DEFAULT_ACCENTS } from "~/format/color.server";
import type { Ground, Logotipo, Picture } from "~/format/picture";
import { joinWords } from "~/format/text";
import { iconVersion, type Marca, sharedVersion } from "~/media/marca/marca.server";
import type { Sitio } from "~/models/estudio/apariencia.server";
import { avisoOf, reservaOf } from "~/models/estudio/aviso.server";

/** The data of every public page: the studio's settings, its appearance, and the site's origin. */
export type Site = {
  /** Facts that are not known are empty or null. Only the demo, which is not somebody's own (`isOwn`), shows invented ones. */
  estudio: Estudio & {
    isOwn: boolean;
    /** The URL of its mark: its logo or initial on its colour. */
    marca: string;
    /** False until the studio has its own name, address and WhatsApp: then no search engine should list it. */
    isFindable: boolean;
    /** Whether Nosotros has anything of the studio's own. */
    hasAbout: boolean;
    beneficios: Beneficios;
    /** Every sentence as it is shown; an empty one is hidden. */
    textos: Record<NombreDeTexto, string>;
    /** The categories that the site shows, in the studio's order. */
    categorias: { categoria: string; frase: string }[];
    dibujos_ocultos: string[];
    /** Whether there is a privacy notice to read, and whether clients can book on the site. */
    hasAviso: boolean;
    isOnline: boolean;
  };
  /** `css` is the URL of the style sheet with the studio's own colour. */
  apariencia: {
    logo: Logotipo | null;
    hero: Picture | null;
    retrato: Picture | null;
    retrato_visible: boolean;
    css: string | null;
    /** What follows the URL of an icon: a new version when the icons change. */
    iconos: string;
    /** The URL of the picture of a shared link. */
    compartir: string;
  };
  origin: string;
};

// The server caches the page until its data changes (server/page-cache.ts); browsers revalidate it on every visit.
const CACHED = { "Cache-Control": "public, max-age=0, must-revalidate", "Speculation-Rules": '"/speculation-rules.json"' };

/**
 * The data of a public page. An incomplete page (something could not be read) is shown but not cached. `until` is the last moment
 * at which it is right, if the clock alone changes it.
 */
export function publicPage<T>(data: T, complete = true, until?: Date) {
  if (!complete) return json(data);
  return json(data, { headers: until ? { ...CACHED, "Cache-Until": until.toISOString() } : CACHED });
}

/** The same for a page that offers times: cached until the agenda changes, and at most until `until`. */
export function agendaPage<T>(data: T, until: Date) {
  return json(data, { headers: { ...CACHED, "Cache-While": "agenda", "Cache-Until": until.toISOString() } });
}

/**
 * The data of a public page without its list, or of the pages' frame without the categories, which could not be read. It is not
 * cached, and shown only while the server has no last copy of the page.
 */
export function pageOrCopy<T>(data: T) {
  return json(data, { headers: { "Cache-Fallback": "copy" } });
}

/** The headers of a public page: those of its loader, unless the frame around it is incomplete. */
export const publicHeaders: HeadersFunction = ({ loaderHeaders, parentHeaders }) =>
  parentHeaders.has("Cache-Fallback") ? parentHeaders : loaderHeaders;

/** The data of every public page. `origin`: without PUBLIC_URL; `ground`: of the logo; `hasTeam`: somebody of the team is shown. */
export function siteOf(sitio: Sitio, origin = "", ground: Ground = "light", hasTeam = true): Site {
  const { apariencia } = sitio;
  const estudio = withoutInvented(sitio.estudio);
  const { acento, logo, hero, retrato, retrato_visible, updated_at } = apariencia;
  const isOwn = !estudio.es_demo;
  const categorias = shownCategorias(sitio);
  const { nombre } = estudio;
  const own = [estudio.biografia, estudio.frase, retrato, estudio.textos.nosotros_titulo, estudio.textos.nosotros_cifra_1];
  const hasAbout = !isOwn || hasTeam || own.some(Boolean);
  const textos = resolveTextos(estudio.textos, isOwn, {
    nombre,
    ciudad: placeOf(estudio),
    categorias: joinWords(categorias.map(({ categoria }) => categoria)) || "belleza",
  });
  const marca = marcaOf(sitio);
  // New URLs for each version, because browsers cache these files without revalidating.
  const css = acento && `/apariencia.css?v=${Date.parse(updated_at)}`;
  const iconos = `?v=${iconVersion(marca)}`;
  const marcaUrl = `/icono-recortable.png${iconos}`;
  const compartir = `/compartir.jpg?v=${sharedVersion(marca)}`;
  const hasAviso = avisoOf(estudio) !== null;
  const isOnline = reservaOf(estudio) !== "no";
  return {
    estudio: {
      ...estudio,
      isOwn,
      marca: marcaUrl,
      isFindable: hasFacts(estudio),
      hasAbout,
      textos,
      categorias,
      hasAviso,
      isOnline,
    },
    apariencia: { logo: logo && { ...logo, ground }, hero, retrato, retrato_visible, css, iconos, compartir },
    origin: env().PUBLIC_URL ?? origin,
  };
}

/** What the icons and the shared picture show. */
export function marcaOf(sitio: Sitio): Marca {
  const { nombre, es_demo } = sitio.estudio;
  const { acento, logo, hero } = sitio.apariencia;
  return {
    nombre,
    ciudad: placeOf(sitio.estudio),
    acento: acento ? accentsOf(acento).light.accent : DEFAULT_ACCENTS.light,
    logo,
    hero,
    categorias: shownCategorias(sitio).map(({ categoria }) => categoria),
    isOwn: !es_demo,
  };
}

/** The categories that the site shows: those with an active service, in the studio's order. */
function shownCategorias({ estudio, ofrecidas }: Sitio) {
  return estudio.categorias
    .filter(({ categoria, visible }) => visible && ofrecidas.includes(categoria))
    .map(({ categoria, frase }) => ({ categoria, frase }));
}
