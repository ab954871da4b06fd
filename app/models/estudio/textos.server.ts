import { z } from "zod";
import { maximoDe, type NombreDeTexto, TEXTOS, textoInicial } from "~/content/textos";
import { onlyPlaceholders, optionalText } from "~/database/fields.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { getConfiguracion, saveColumns } from "./configuracion.server";

const NOMBRES_DE_TEXTOS = Object.keys(TEXTOS) as NombreDeTexto[];

const PLACES = ["nombre", "ciudad", "categorias"];

function textoField(nombre: NombreDeTexto) {
  return optionalText(maximoDe(nombre))
    .transform((text) => text ?? "")
    .superRefine(onlyPlaceholders(PLACES));
}

export type TextosValues = Record<NombreDeTexto, string>;

const fields = Object.fromEntries(NOMBRES_DE_TEXTOS.map((nombre) => [nombre, textoField(nombre)]));

/** The form of Configuración → Textos: every sentence of the site, empty to hide it. */
export const textosSchema = z.object(fields as Record<NombreDeTexto, ReturnType<typeof textoField>>);

/** Every sentence as the form has it, with its `{…}`, and the initial ones. */
export async function getTextos() {
  const configuracion = await getConfiguracion();
  const initial = initialTextos(!configuracion.es_demo);
  return { textos: { ...initial, ...configuracion.textos }, initial, updated_at: configuracion.updated_at };
}

function initialTextos(isOwn: boolean): TextosValues {
  return Object.fromEntries(NOMBRES_DE_TEXTOS.map((nombre) => [nombre, textoInicial(nombre, isOwn)])) as TextosValues;
}

/** Saves the sentences; `stale` when the settings were changed since `seen` (empty: never saved). */
export async function saveTextos(seen: unknown, values: TextosValues, key: IdempotencyKey) {
  const initial = initialTextos(!(await getConfiguracion()).es_demo);
  // Those left as they are follow the studio's name and later versions of the program.
  const own = Object.entries(values).filter(([nombre, texto]) => texto !== initial[nombre as NombreDeTexto]);
  return saveColumns(seen, { textos: Object.fromEntries(own) }, key);
}
