import { z } from "zod";
import { COLOR_WORDS, type Color } from "~/content/colores";
import { db } from "~/database/client.server";
import {
  asMoment,
  calendarDay,
  checkbox,
  idList,
  isId,
  oneOf,
  optionalEmail,
  optionalId,
  optionalPhone,
  optionalText,
  requiredName,
} from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import { deleteWithPicture } from "~/database/trash.server";
import { dayOf } from "~/format/days.server";
import { readPercent } from "~/format/numbers";
import { withoutAccents } from "~/format/slug";
import { fullName } from "~/format/text";
import type { Prisma } from "~/generated/client";
import { setHace } from "./quien-hace.server";

/** A list typed with commas: trimmed, without empty entries or duplicates (ignoring accents and case). */
function commaList(maxEntries: number, maxLength: number) {
  return optionalText(4000)
    .transform((text) => {
      const entries = (text ?? "").split(/[,\n]/).map((entry) => entry.replace(/\s+/g, " ").trim());
      const seen = new Set<string>();
      return entries.filter((entry) => {
        const isNew = /[\p{L}\p{N}]/u.test(entry) && !seen.has(withoutAccents(entry));
        seen.add(withoutAccents(entry));
        return isNew;
      });
    })
    .refine((entries) => entries.length <= maxEntries, `Escribe ${maxEntries} o menos, separadas por comas.`)
    .refine(
      (entries) => entries.every(({ length }) => length <= maxLength),
      `Escribe ${maxLength} caracteres o menos en cada una.`,
    );
}

/** The specialist chosen in a form, or null; `words` are other choices than ids. */
export function optionalEmpleadoId(...words: string[]) {
  return optionalId("Elige una especialista de la lista.", words);
}

/** The error when the specialist that a form chose was deleted since it was opened. */
export const ESPECIALISTA_GONE = "Esa especialista ya no está. Elige otra, o ninguna.";

/** A percentage of up to 100 with two decimals, with or without its sign, as decimal text; null when empty. */
function optionalPercentage() {
  const error = "Escribe el porcentaje de 0 a 100, como 40 o 12.5.";
  return optionalText(20).transform((text, context) => {
    const percent = text === null ? null : readPercent(/[%％٪]|por\s*ciento/i.test(text) ? text : `${text}%`);
    if ((text === null) === (percent === null) && Number(percent) <= 100) return percent;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  });
}

/** The form of an employee: every field, null when an optional one is empty. Without a day a percentage counts from the one it is saved. */
export const empleadoSchema = z.object({
  nombre: requiredName(120, "Escribe el nombre."),
  apellido: requiredName(120, "Escribe el apellido."),
  email: optionalEmail(),
  telefono: optionalPhone(),
  especialidades: commaList(30, 120),
  color: oneOf(COLOR_WORDS, "Elige un color de la lista."),
  activo: checkbox(),
  en_sitio: checkbox(),
  comision: optionalPercentage(),
  comision_desde: z
    .string()
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(calendarDay().optional())
    .transform((day) => day ?? null),
  hace: idList("Elige los servicios de la lista."),
});

export type EmpleadoValues = z.output<typeof empleadoSchema>;

/** The form's values in the browser: the specialties are one text. */
export type EmpleadoForm = Omit<EmpleadoValues, "especialidades"> & { especialidades: string };

export type EmpleadosFilter = { q: string; activo: "" | "si" | "no"; pagina: number };

/** Lists a page of employees, newest first, that contain every word of `q`, and their total. */
export async function listEmpleados({ q, activo, pagina }: EmpleadosFilter) {
  const where: Prisma.EmpleadoWhereInput = {
    AND: await searchFilter(q),
    activo: { "": undefined, si: true, no: false }[activo],
  };
  const [total, empleados] = await Promise.all([
    db.empleado.count({ where }),
    db.empleado.findMany({
      where,
      select: {
        ...{ id: true, nombre: true, apellido: true, telefono: true, especialidades: true, activo: true, color: true },
        foto: { select: { url: true } },
      },
      orderBy: [{ created_at: "desc" }, { id: "asc" }],
      ...pageOf(pagina),
    }),
  ]);
  return { empleados, total };
}

/** The active employees by name, to choose from; also those that are chosen already (`present`), active or not. */
export function listEmpleadosActivos(...present: (string | null | undefined)[]) {
  return db.empleado.findMany({
    where: { OR: [{ activo: true }, { id: { in: present.filter(isId) } }] },
    select: { id: true, nombre: true, apellido: true, activo: true },
    orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
  });
}

/** Gives an employee, or null when the id is unknown or malformed. */
export async function getEmpleado(id: string | undefined) {
  const include = { hace: { select: { servicio_id: true } } };
  const row = isId(id) ? await db.empleado.findUnique({ where: { id }, omit: { horario: true }, include }) : null;
  return (
    row && {
      ...row,
      hace: row.hace.map(({ servicio_id }) => servicio_id),
      comision: row.comision && String(row.comision),
      comision_desde: row.comision_desde && dayOf(row.comision_desde),
      updated_at: row.updated_at.toISOString(),
    }
  );
}

// A percentage counts from the day on which it is given, `hoy`, unless the form says another; without one there is no day.
const asRow = ({ comision, comision_desde, hace: _, ...values }: EmpleadoValues, hoy: string) => ({
  ...values,
  comision,
  comision_desde: comision === null ? null : new Date(comision_desde ?? hoy),
});

/** The colour that the fewest active employees have. */
export async function leastUsedColor(): Promise<Color> {
  const [row] = await db.$queryRaw<{ color: Color }[]>`SELECT least_used_color()::text AS color`;
  return row?.color ?? COLOR_WORDS[0];
}

/** Creates an employee on the studio's day `hoy`. */
export function createEmpleado(values: EmpleadoValues, hoy: string, key: IdempotencyKey) {
  const data = asRow(values, hoy);
  return writeOnce(key, async (transaction) => {
    const { id } = await transaction.empleado.create({ data, select: { id: true } });
    await setHace(transaction, id, values.hace);
    return id;
  });
}

/** Updates an employee on the studio's day `hoy`: `stale` when she was changed since `updated_at` was `seen`, `missing` when she does not exist. */
export function updateEmpleado(id: string | undefined, seen: unknown, values: EmpleadoValues, hoy: string, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const { count } = await transaction.empleado.updateMany({
      where: { id, updated_at: asMoment(seen) },
      data: asRow(values, hoy),
    });
    if (count === 0) throw new WriteRejection((await transaction.empleado.count({ where: { id } })) ? "stale" : "missing");
    await setHace(transaction, id, values.hace);
    // By one name all her tips add up, also once she is deleted.
    const empleado_nombre = fullName(values);
    await transaction.propina.updateMany({
      where: { empleado_id: id, empleado_nombre: { not: empleado_nombre } },
      data: { empleado_nombre },
    });
    return id;
  });
}

/**
 * Deletes an employee; her services and appointments stay, without a specialist. Gives the id of the copy, and that of the file
 * of her photo.
 */
export function deleteEmpleado(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteWithPicture("empleado", id, cuenta_id, key);
}

/** How many specialists are active. */
export const countEmpleadosActivos = (): Promise<number> => db.empleado.count({ where: { activo: true } });
