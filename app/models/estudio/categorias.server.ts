import { z } from "zod";
import { OBRAS } from "~/content/obras";
import { checkbox, optionalText } from "~/database/fields.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { CATEGORIAS, type Categoria } from "~/models/catalogo/servicio.server";
import { getConfiguracion, saveColumns } from "./configuracion.server";

type Nombre = keyof typeof CATEGORIAS;

/** The names of the categories in a form, which have no accents. */
export const NOMBRES_DE_CATEGORIAS = Object.keys(CATEGORIAS) as Nombre[];

/** The form field of a drawing: whether the gallery shows it. */
export const dibujoField = (slug: string): `dibujo_${string}` => `dibujo_${slug.replaceAll("-", "_")}`;

/** The values of the form, flat as its fields are: `cejas_lugar`, `cejas_visible`, `cejas_frase`, `dibujo_microblading`. */
export type CategoriasValues = Record<`${Nombre}_lugar`, number> &
  Record<`${Nombre}_visible`, boolean> &
  Record<`${Nombre}_frase`, string> &
  Record<`dibujo_${string}`, boolean>;

function lugar() {
  const error = "Elige un lugar de la lista.";
  return z
    .string({ error })
    .regex(new RegExp(`^[1-${NOMBRES_DE_CATEGORIAS.length}]$`), error)
    .transform(Number);
}

const fields = [
  ...NOMBRES_DE_CATEGORIAS.flatMap((name) => [
    [`${name}_lugar`, lugar()],
    [`${name}_visible`, checkbox()],
    [`${name}_frase`, optionalText(200).transform((frase) => frase ?? "")],
  ]),
  ...OBRAS.map(({ slug }) => [dibujoField(slug), checkbox()]),
];

/** The form of Configuración → Categorías y dibujos: place, line and visibility of each category, and each drawing. */
export const categoriasSchema = z.object(
  Object.fromEntries(fields) as { [Field in keyof CategoriasValues]: z.ZodType<CategoriasValues[Field]> },
);

/** The categories in their order with their form names, and the values of the form. */
export async function getCategorias() {
  const { categorias, dibujos_ocultos, updated_at } = await getConfiguracion();
  const order = categorias.map(({ categoria }) => ({ name: nameOf(categoria), categoria }));
  const ofCategories = categorias.flatMap(({ categoria, visible, frase }, index) => [
    [`${nameOf(categoria)}_lugar`, index + 1],
    [`${nameOf(categoria)}_visible`, visible],
    [`${nameOf(categoria)}_frase`, frase],
  ]);
  const ofDrawings = OBRAS.map(({ slug }) => [dibujoField(slug), !dibujos_ocultos.includes(slug)]);
  return { order, values: Object.fromEntries([...ofCategories, ...ofDrawings]) as CategoriasValues, updated_at };
}

const nameOf = (categoria: Categoria) => NOMBRES_DE_CATEGORIAS.find((name) => CATEGORIAS[name] === categoria) ?? "cejas";

/** Saves the categories and drawings; `stale` when the settings were changed since `seen` (empty: never saved). */
export async function saveCategorias(seen: unknown, values: CategoriasValues, key: IdempotencyKey) {
  const { order } = await getCategorias();
  const ranked = order.map(({ name, categoria }, index) => ({
    rank: rankOf(values[`${name}_lugar`], index + 1),
    row: { categoria, visible: values[`${name}_visible`], frase: values[`${name}_frase`] },
  }));
  ranked.sort((one, other) => one.rank - other.rank);
  const hidden = OBRAS.filter(({ slug }) => !values[dibujoField(slug)]);
  const columns = { categorias: ranked.map(({ row }) => row), dibujos_ocultos: hidden.map(({ slug }) => slug) };
  return saveColumns(seen, columns, key);
}

// A category that is moved to the place of another one gets it: above it when it moves up, below it when it moves down.
const rankOf = (lugar: number, before: number) => lugar + Math.sign(lugar - before) / 2;
