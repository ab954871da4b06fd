import { createHash } from "node:crypto";
import type { Picture } from "~/format/picture";
import { drawable } from "./lettering";

/** What the icons and the shared picture show of a studio. */
export type Marca = {
  nombre: string;
  ciudad: string;
  /** The accent in the light scheme (`#96452f`). */
  acento: string;
  logo: Picture | null;
  hero: Picture | null;
  /** The categories that the site shows, in the studio's order. */
  categorias: string[];
  /** False for the studio of the examples, whose icons and shared picture are drawn. */
  isOwn: boolean;
};

// Raise it when the same studio would get other pictures, so that they get other URLs.
const RENDERING = 2;

/** Changes when the icons do. */
export function iconVersion({ nombre, acento, logo, isOwn }: Marca): string {
  return digest([nombre, acento, logo?.url, isOwn]);
}

/** Changes when the shared picture does. */
export function sharedVersion(marca: Marca): string {
  return digest([iconVersion(marca), marca.ciudad, marca.hero?.url, marca.categorias]);
}

function digest(facts: unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify([RENDERING, ...facts]))
    .digest("base64url")
    .slice(0, 10);
}

const SMALL_WORDS = new Set(["de", "del", "la", "las", "el", "los", "y", "e"]);

/** The first letters of the first two words of a name. Empty when the font does not have them. */
export function monogram(nombre: string): string {
  const words = nombre.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
  const main = words.filter((word) => !SMALL_WORDS.has(word.toLocaleLowerCase("es-MX")));
  return (main.length > 0 ? main : words)
    .map((word) => drawable([...word.toLocaleUpperCase("es-MX")][0] ?? ""))
    .filter((letter) => letter !== "")
    .slice(0, 2)
    .join("");
}
