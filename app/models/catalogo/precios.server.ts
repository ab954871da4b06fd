import { db } from "~/database/client.server";
import { withoutAccents } from "~/format/slug";
import { CATEGORIAS, type Categoria } from "./servicio.server";

// What people type when they mean a category.
const OTRAS_PALABRAS: Partial<Record<Categoria, string>> = {
  cejas: "brow",
  pestañas: "lash",
  manicura: "manicure uñas manos",
  pedicura: "pedicure uñas pies",
  faciales: "cara cutis",
  limpieza: "cara cutis",
  depilación: "cera wax vello",
};

// What people type, by its stem, when they mean the services that have these words.
const SINONIMOS = {
  gelish: "gel gelich",
  "labio depilacion": "bigot boz",
  "laminado cejas": "planch",
  "lifting pestanas": "enchin riz",
  retiro: "quit",
};

/**
 * The price list: active services by name. With `q` only those whose name or category has every word of it, without regard to
 * accents, case and endings; otherwise those whose description contains them.
 */
export async function listPrecios(q: string) {
  const rows = await db.servicio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, descripcion: true, precio: true, duracion_minutos: true, categoria: true },
    orderBy: { nombre: "asc" },
  });
  const asked = wordsOf(q.replace(/\b(del?|con|en|las?|el|los|para|y) /gi, ""));
  const services = rows.map(({ descripcion, ...row }) => {
    const categoria = CATEGORIAS[row.categoria];
    const name = wordsOf(`${row.nombre} ${categoria} ${OTRAS_PALABRAS[categoria] ?? ""}`);
    // The article is no nail.
    const all = wordsOf(`${row.nombre} ${descripcion ?? ""}`.replace(/\bunas?\b/gi, ""));
    return { servicio: { ...row, precio: row.precio.toFixed(2), categoria }, name, all };
  });
  const named = services.filter(({ name }) => asked.every((word) => hasWord(name, word)));
  const found = named.length > 0 ? named : services.filter(({ all }) => asked.every((word) => hasWord(all, word)));
  return found.map(({ servicio }) => servicio);
}

const wordsOf = (text: string): string[] => withoutAccents(text).match(/[^\s.,:;()¿?¡!]+/g) ?? [];

/** A word without its ending: `acrílicas` and `acrílico` give `acrilic`, `depilado` and `depilar` give `depil`. */
const stem = (word: string): string => word.replace(/(?<=\w{3})s$/, "").replace(/(?<=\w{3})(ad[ao]|ar|[aeo])$/, "");

/** Whether one of the words begins like `asked` or is a synonym of it. A short one must be the same: `pie` is not `piedras`. */
function hasWord(words: string[], asked: string): boolean {
  const root = stem(asked);
  const synonym = Object.entries(SINONIMOS).find(([, roots]) => roots.split(" ").includes(root));
  const isSaid = words.some((word) => (root.length < 4 ? stem(word) === root : word.startsWith(root)));
  return isSaid || (synonym?.[0].split(" ").every((word) => hasWord(words, word)) ?? false);
}
