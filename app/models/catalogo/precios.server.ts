import { db } from "~/database/client.server";
import { withoutAccents } from "~/format/slug";
import { CATEGORIAS, type Categoria } from "./servicio.server";

// What people type when they mean a category.
const OTRAS_PALABRAS: Partial<Record<Categoria, string>> = {
  manicura: "manicure uñas manos",
  pedicura: "pedicure uñas pies",
  faciales: "cara cutis",
  limpieza: "cara cutis",
  depilación: "cera depilar vello",
};

/**
 * The price list: active services by name. With `q` only those whose name or category has every word of it, without regard to
 * accents, case and a plural s; otherwise those whose description contains them.
 */
export async function listPrecios(q: string) {
  const rows = await db.servicio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, descripcion: true, precio: true, duracion_minutos: true, categoria: true },
    orderBy: { nombre: "asc" },
  });
  const words = withoutAccents(q)
    .split(" ")
    .map((word) => word.replace(/(?<=\w{3})s$/, ""));
  const services = rows.map(({ descripcion, ...row }) => {
    const categoria = CATEGORIAS[row.categoria];
    const name = withoutAccents(`${row.nombre} ${categoria} ${OTRAS_PALABRAS[categoria] ?? ""}`);
    const all = withoutAccents(`${row.nombre} ${descripcion ?? ""}`);
    return { servicio: { ...row, precio: row.precio.toFixed(2), categoria }, name, all };
  });
  const named = services.filter(({ name }) => words.every((word) => name.includes(word)));
  const found = named.length > 0 ? named : services.filter(({ all }) => words.every((word) => all.includes(word)));
  return found.map(({ servicio }) => servicio);
}
