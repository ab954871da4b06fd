import { db } from "~/db.server";
import { slug } from "~/format/text";
import type { CategoriaServicio, Prisma } from "~/generated/client";
import { isId } from "./fields.server";

/** The eight categories as the specification writes them; Prisma's names for two of them lose their accents. */
export const CATEGORIAS: Record<CategoriaServicio, string> = {
  cejas: "cejas",
  pestanas: "pestañas",
  manicura: "manicura",
  pedicura: "pedicura",
  faciales: "faciales",
  limpieza: "limpieza",
  masajes: "masajes",
  depilacion: "depilación",
};

// What a page needs to offer a picture in the sizes and formats it has; null for one that is not a file of ours.
const archivo = { select: { width: true, height: true, has_avif: true } } satisfies Prisma.ArchivoDefaultArgs;

const byOrder = [{ display_order: "asc" }, { created_at: "asc" }] satisfies Prisma.ImagenServicioOrderByWithRelationInput[];

/** The catalogue: active services by category, then name, each with its featured image, if any. */
export async function listServiciosActivos() {
  const rows = await db.servicio.findMany({
    where: { activo: true },
    select: {
      id: true,
      nombre: true,
      descripcion: true,
      precio: true,
      duracion_minutos: true,
      categoria: true,
      imagenes: { where: { is_featured: true }, select: { image_url: true, alt_text: true, archivo }, orderBy: byOrder, take: 1 },
    },
    orderBy: [{ categoria: "asc" }, { nombre: "asc" }],
  });
  return rows.map(({ imagenes, ...servicio }) => ({
    ...servicio,
    precio: servicio.precio.toFixed(2),
    categoria: CATEGORIAS[servicio.categoria],
    imagen: imagenes[0] ?? null,
  }));
}

/** The filter of the gallery: id, name, category and slug of the active services, by name. */
export async function listServiciosForFilter() {
  const rows = await db.servicio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, categoria: true },
    orderBy: { nombre: "asc" },
  });
  return rows.map((servicio) => ({ ...servicio, categoria: CATEGORIAS[servicio.categoria], slug: slug(servicio.nombre) }));
}

/** An active service with its images in order and its specialist, or null (a malformed id included). */
export async function getServicioActivo(id: string | undefined) {
  if (!isId(id)) return null;
  const row = await db.servicio.findFirst({
    where: { id, activo: true },
    select: {
      id: true,
      nombre: true,
      descripcion: true,
      precio: true,
      duracion_minutos: true,
      categoria: true,
      empleado: { select: { nombre: true, apellido: true } },
      imagenes: { select: { id: true, image_url: true, alt_text: true, is_featured: true, archivo }, orderBy: byOrder },
    },
  });
  return row && { ...row, precio: row.precio.toFixed(2), categoria: CATEGORIAS[row.categoria] };
}

/** The studio's own images of active services, in order, for the gallery. */
export function listImagenesPublicas() {
  return db.imagenServicio.findMany({
    where: { servicio: { activo: true } },
    select: { id: true, image_url: true, alt_text: true, archivo, servicio: { select: { nombre: true } } },
    orderBy: byOrder,
  });
}

export function countServiciosActivos(): Promise<number> {
  return db.servicio.count({ where: { activo: true } });
}

/** The names of the active services, for lists of suggestions. */
export async function listNombresDeServicios(): Promise<string[]> {
  const rows = await db.servicio.findMany({ where: { activo: true }, select: { nombre: true }, orderBy: { nombre: "asc" } });
  return rows.map(({ nombre }) => nombre);
}
