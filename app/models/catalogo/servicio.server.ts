import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { asMoment, idList, isId, money, oneOf, optionalInteger, optionalText, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import { slug } from "~/format/slug";
import type { CategoriaServicio, Prisma } from "~/generated/client";
import { MAX_INSUMOS } from "~/limits";
import { optionalEmpleadoId } from "~/models/equipo/empleado.server";
import { setQuien } from "~/models/equipo/quien-hace.server";

/** The eight categories as the specification writes them; Prisma's names for two of them have no accents. */
export const CATEGORIAS = {
  cejas: "cejas",
  pestanas: "pestañas",
  manicura: "manicura",
  pedicura: "pedicura",
  faciales: "faciales",
  limpieza: "limpieza",
  masajes: "masajes",
  depilacion: "depilación",
} as const satisfies Record<CategoriaServicio, string>;

export type Categoria = (typeof CATEGORIAS)[CategoriaServicio];

/** The eight words, in the order of the catalogue. */
export const CATEGORIA_WORDS = Object.values(CATEGORIAS) as [Categoria, ...Categoria[]];

const NAMES = Object.fromEntries(Object.entries(CATEGORIAS).map(([name, word]) => [word, name])) as Record<
  Categoria,
  CategoriaServicio
>;

export type Insumo = { nombre: string; cantidad: number };

const insumo = z.object(
  {
    nombre: optionalText(120).refine(
      (nombre) => nombre === null || /[\p{L}\p{N}]/u.test(nombre),
      "Escribe el nombre del insumo.",
    ),
    cantidad: optionalInteger(1, 9999, "Escribe una cantidad entera, de 1 a 9999.", 1),
  },
  { error: "Escribe el nombre y la cantidad de cada insumo." },
);

/** Minutes of a service or of an appointment, up to a day; `otherwise` when left out. */
export function duracionMinutos<Otherwise extends number | null>(otherwise: Otherwise) {
  return optionalInteger(1, 1440, "Escribe la duración en minutos, con un número entero de 1 a 1440.", otherwise);
}

const MAX_NOMBRE = 120;

/** The form of a service, without the supply rows that have no name. */
export const servicioSchema = z.object({
  nombre: requiredText(MAX_NOMBRE, "Escribe el nombre del servicio."),
  descripcion: optionalText(4000),
  precio: money("precio", { zero: true }),
  duracion_minutos: duracionMinutos(60),
  limpieza_minutos: optionalInteger(0, 240, "Escribe los minutos de limpieza con un número entero de 0 a 240.", 0),
  retoque_semanas: optionalInteger(1, 104, "Escribe las semanas con un número entero de 1 a 104.", null),
  categoria: oneOf(CATEGORIA_WORDS, "Elige una categoría de la lista."),
  empleado_id: optionalEmpleadoId(),
  quien: idList("Elige a las especialistas de la lista."),
  insumos: z
    .array(insumo)
    .max(MAX_INSUMOS, `Escribe ${MAX_INSUMOS} insumos o menos.`)
    .transform((rows) => rows.flatMap(({ nombre, cantidad }): Insumo[] => (nombre === null ? [] : [{ nombre, cantidad }]))),
});

export type ServicioValues = z.output<typeof servicioSchema>;

/** The filter of the list: active services unless `estado` says otherwise. */
export type ServiciosFilter = { q: string; categoria: Categoria | ""; estado: "" | "desactivados" | "todos"; pagina: number };

// What a page needs to offer a picture in its sizes and formats; null for an address on another site.
const archivo = { select: { width: true, height: true } } satisfies Prisma.ArchivoDefaultArgs;

const byOrder = [
  { display_order: "asc" },
  { created_at: "asc" },
  { id: "asc" },
] satisfies Prisma.ImagenServicioOrderByWithRelationInput[];

const imagen = { id: true, image_url: true, alt_text: true, is_featured: true, created_at: true, archivo } as const;

/** The image that a service is shown with: the featured one, otherwise the first; null when it has none. */
function coverOf<I extends { is_featured: boolean }>(imagenes: I[]): I | null {
  return imagenes.find(({ is_featured }) => is_featured) ?? imagenes[0] ?? null;
}

/** The catalogue: active services by category, then name, each with the image it is shown with, or null. */
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
      imagenes: { select: imagen, orderBy: byOrder },
    },
    orderBy: [{ categoria: "asc" }, { nombre: "asc" }],
  });
  return rows.map(({ imagenes, ...servicio }) => ({
    ...servicio,
    precio: servicio.precio.toFixed(2),
    categoria: CATEGORIAS[servicio.categoria],
    imagen: coverOf(imagenes),
  }));
}

/**
 * Lists a page of services by category, then name, whose name or description contains every word of `q`, with the active specialists who do each, and
 * their total.
 */
export async function listServicios({ q, categoria, estado, pagina }: ServiciosFilter) {
  const where: Prisma.ServicioWhereInput = {
    AND: await searchFilter(q),
    activo: { "": true, desactivados: false, todos: undefined }[estado],
    categoria: categoria === "" ? undefined : NAMES[categoria],
  };
  const [total, rows] = await Promise.all([
    db.servicio.count({ where }),
    db.servicio.findMany({
      where,
      omit: { empleado_id: true, created_at: true, updated_at: true },
      include: {
        quien: {
          where: { empleado: { activo: true } },
          select: { empleado: { select: { nombre: true, apellido: true } } },
          orderBy: [{ empleado: { nombre: "asc" } }, { empleado: { apellido: "asc" } }],
        },
      },
      orderBy: [{ categoria: "asc" }, { nombre: "asc" }, { id: "asc" }],
      ...pageOf(pagina),
    }),
  ]);
  const servicios = rows.map(({ quien, ...row }) => ({ ...readable(row), quien: quien.map(({ empleado }) => empleado) }));
  return { servicios, total };
}

/** What the gallery needs of the active services, by name: what it filters by, and their price and minutes. */
export async function listServiciosForFilter() {
  const rows = await db.servicio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, categoria: true, precio: true, duracion_minutos: true },
    orderBy: { nombre: "asc" },
  });
  return rows.map(({ categoria, precio, ...servicio }) => ({
    ...servicio,
    categoria: CATEGORIAS[categoria],
    precio: precio.toFixed(2),
    slug: slug(servicio.nombre),
  }));
}

/** An active service with its images, the one it is shown with and its specialist; null when the id is unknown or malformed. */
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
      limpieza_minutos: true,
      categoria: true,
      empleado_id: true,
      empleado: { select: { nombre: true, apellido: true } },
      imagenes: { select: imagen, orderBy: byOrder },
    },
  });
  return row && { ...row, portada: coverOf(row.imagenes), precio: row.precio.toFixed(2), categoria: CATEGORIAS[row.categoria] };
}

/** Gives a service, active or not, or null when the id is unknown or malformed. */
export async function getServicio(id: string | undefined) {
  const include = { quien: { select: { empleado_id: true } } };
  const row = isId(id) ? await db.servicio.findUnique({ where: { id }, omit: { created_at: true }, include }) : null;
  if (!row) return null;
  const quien = row.quien.map(({ empleado_id }) => empleado_id);
  return { ...readable(row), quien, updated_at: row.updated_at.toISOString() };
}

/** The active services in the order of the catalogue, to choose from; also those that are chosen already (`present`), active or not. */
export async function listServiciosToChoose(present: string[] = []) {
  const rows = await db.servicio.findMany({
    where: { OR: [{ activo: true }, { id: { in: present.filter(isId) } }] },
    select: { id: true, nombre: true, precio: true, categoria: true, activo: true },
    orderBy: [{ categoria: "asc" }, { nombre: "asc" }, { id: "asc" }],
  });
  return rows.map(({ precio, categoria, ...servicio }) => ({
    ...servicio,
    precio: precio.toFixed(2),
    categoria: CATEGORIAS[categoria],
  }));
}

/** Gives a service as a new one to be saved, under a name that no other has, and how many pictures it would take along; or null. */
export async function getCopiaDeServicio(original: string | undefined) {
  const [servicio, others, fotos] = await Promise.all([
    getServicio(original),
    db.servicio.findMany({ select: { nombre: true } }),
    isId(original) ? db.imagenServicio.count({ where: { servicio_id: original } }) : 0,
  ]);
  if (!servicio) return null;
  const taken = new Set(others.map(({ nombre }) => nombre.toLowerCase()));
  const name = (n: number) => {
    const mark = n === 1 ? " (copia)" : ` (copia ${n})`;
    return servicio.nombre.slice(0, MAX_NOMBRE - mark.length) + mark;
  };
  let n = 1;
  while (taken.has(name(n).toLowerCase())) n++;
  return { ...servicio, nombre: name(n), fotos };
}

/** The names of the services with these ids that still exist. */
export async function getServicioNombres(ids: string[]): Promise<Map<string, string>> {
  const rows = await db.servicio.findMany({ where: { id: { in: ids } }, select: { id: true, nombre: true } });
  return new Map(rows.map(({ id, nombre }) => [id, nombre]));
}

/**
 * Creates an active service, as a copy of `original` with what belongs to that; `especialista` when its specialist no longer exists,
 * `missing` when the original does not.
 */
export function createServicio(values: ServicioValues, key: IdempotencyKey, original?: string) {
  return writeOnce<string, "especialista" | "missing">(key, async (transaction) => {
    const data = await stored(values, transaction);
    const { id } = await transaction.servicio.create({ data, select: { id: true } });
    await setQuien(transaction, id, doersOf(values));
    if (original !== undefined) await copyBelongings(transaction, original, id);
    return id;
  });
}

/** Copies what belongs to a service and is not in its form to a new one. Each picture is a row of its own, of the same stored file. */
async function copyBelongings(transaction: Transaction, original: string, id: string): Promise<void> {
  if (!isId(original) || (await transaction.servicio.count({ where: { id: original } })) === 0)
    throw new WriteRejection("missing");
  // Locked, so that a picture that is deleted meanwhile is not left without its file.
  await transaction.$executeRaw`
    WITH shown AS (
      SELECT image_url, archivo_id, alt_text, is_featured, display_order, created_at FROM service_images_susa
      WHERE servicio_id = ${original}::uuid FOR SHARE
    )
    INSERT INTO service_images_susa (servicio_id, image_url, archivo_id, alt_text, is_featured, display_order, created_at)
    SELECT ${id}::uuid, image_url, archivo_id, alt_text, is_featured, display_order,
      now() + row_number() OVER (ORDER BY display_order, created_at) * interval '1 millisecond' FROM shown`;
}

/**
 * Updates a service: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist,
 * `especialista` when its specialist does not.
 */
export function updateServicio(id: string | undefined, seen: unknown, values: ServicioValues, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing" | "especialista">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const data = await stored(values, transaction);
    const { count } = await transaction.servicio.updateMany({ where: { id, updated_at: asMoment(seen) }, data });
    if (count === 0) throw new WriteRejection((await transaction.servicio.count({ where: { id } })) ? "stale" : "missing");
    await setQuien(transaction, id, doersOf(values));
    return id;
  });
}

// Who is named on its page does it.
const doersOf = ({ quien, empleado_id }: ServicioValues) => [...new Set([...quien, ...(empleado_id ? [empleado_id] : [])])];

/** Activates or deactivates a service, which shows it on the site or hides it. */
export function setServicioActivo(id: string | undefined, activo: boolean, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id) ? await transaction.servicio.updateMany({ where: { id }, data: { activo } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}

type Row = { precio: Prisma.Decimal; categoria: CategoriaServicio; insumos: Prisma.JsonValue };

// A check constraint guarantees that `insumos` matches Insumo.
function readable<R extends Row>({ precio, categoria, insumos, ...row }: R) {
  return { ...row, precio: precio.toFixed(2), categoria: CATEGORIAS[categoria], insumos: insumos as Insumo[] };
}

async function stored({ categoria, quien: _, ...values }: ServicioValues, transaction: Transaction) {
  if (values.empleado_id) {
    // Locked, so that she is not deleted before the service is written.
    const rows = await transaction.$queryRaw<unknown[]>`
      SELECT FROM empleados_susa WHERE id = ${values.empleado_id}::uuid FOR KEY SHARE`;
    if (rows.length === 0) throw new WriteRejection("especialista");
  }
  return { ...values, categoria: NAMES[categoria] };
}

/** The names of the active services, for suggestions. */
export async function listNombresDeServicios(): Promise<string[]> {
  const rows = await db.servicio.findMany({ where: { activo: true }, select: { nombre: true }, orderBy: { nombre: "asc" } });
  return rows.map(({ nombre }) => nombre);
}

/** How many services are active. */
export const countServicios = (): Promise<number> => db.servicio.count({ where: { activo: true } });
