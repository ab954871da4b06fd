import { z } from "zod";
import { db } from "~/database/client.server";
import { asMoment, checkbox, isId, optionalEmail, optionalPhone, optionalText, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import type { Prisma } from "~/generated/client";

/** A text without what two writings of the same word differ in: accents and case. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** A list typed with commas: trimmed, without empty entries, each once whatever its accents and case. */
function commaList(most: number, longest: number) {
  return optionalText(4000)
    .transform((text) => {
      const entries = (text ?? "").split(/[,\n]/).map((entry) => entry.replace(/\s+/g, " ").trim());
      const said = new Set<string>();
      return entries.filter((entry) => {
        const isNew = /[\p{L}\p{N}]/u.test(entry) && !said.has(folded(entry));
        said.add(folded(entry));
        return isNew;
      });
    })
    .refine((entries) => entries.length <= most, `Escribe ${most} o menos, separadas por comas.`)
    .refine((entries) => entries.every(({ length }) => length <= longest), `Escribe ${longest} caracteres o menos en cada una.`);
}

/** What the editor sends: an employee whole, optional fields null when emptied. */
export const empleadoSchema = z.object({
  nombre: requiredText(120, "Escribe el nombre."),
  apellido: requiredText(120, "Escribe el apellido."),
  email: optionalEmail(),
  telefono: optionalPhone(),
  especialidades: commaList(30, 120),
  activo: checkbox(),
});

export type EmpleadoValues = z.output<typeof empleadoSchema>;

/** The form as the browser holds it: the specialties are one text. */
export type EmpleadoForm = Omit<EmpleadoValues, "especialidades"> & { especialidades: string };

export type EmpleadosFilter = { q: string; activo: "" | "si" | "no"; pagina: number };

/** Lists a page of employees, newest first, of whom every word of `q` is said somewhere, and how many there are. */
export async function listEmpleados({ q, activo, pagina }: EmpleadosFilter) {
  const where: Prisma.EmpleadoWhereInput = {
    AND: await searchFilter(q),
    activo: { "": undefined, si: true, no: false }[activo],
  };
  const [total, empleados] = await Promise.all([
    db.empleado.count({ where }),
    db.empleado.findMany({
      where,
      omit: { horario: true, updated_at: true },
      orderBy: [{ created_at: "desc" }, { id: "asc" }],
      ...pageOf(pagina),
    }),
  ]);
  return { empleados, total };
}

/** The active employees by name, for a form that chooses one; the one it has already (`present`) too, active or not. */
export function listEmpleadosActivos(present?: string | null) {
  return db.empleado.findMany({
    where: { OR: [{ activo: true }, ...(present ? [{ id: present }] : [])] },
    select: { id: true, nombre: true, apellido: true, activo: true },
    orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
  });
}

type Atendido = { empleado_id: string | null; categoria: string; nombre: string };

/** Whether an employee fits a service: who gives it does, and who has a specialty that is its category, its name or a part of it. */
export function isFit(servicio: Atendido, { id, especialidades }: { id: string; especialidades: string[] }): boolean {
  const [categoria, nombre] = [folded(servicio.categoria), folded(servicio.nombre)];
  return (
    id === servicio.empleado_id ||
    especialidades.some((especialidad) => folded(especialidad) === categoria || nombre.includes(folded(especialidad)))
  );
}

/** The active employees by name, with their specialties; the one it has already (`present`) too, active or not. */
export function listEspecialistas(present?: string | null) {
  return db.empleado.findMany({
    where: { OR: [{ activo: true }, ...(present ? [{ id: present }] : [])] },
    select: { id: true, nombre: true, apellido: true, activo: true, especialidades: true },
    orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
  });
}

/** Gives an employee, or null when there is none (or the id is no id). */
export async function getEmpleado(id: string | undefined) {
  const row = isId(id) ? await db.empleado.findUnique({ where: { id }, omit: { horario: true } }) : null;
  return row && { ...row, updated_at: row.updated_at.toISOString() };
}

/** Creates an employee. */
export function createEmpleado(values: EmpleadoValues, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => (await transaction.empleado.create({ data: values, select: { id: true } })).id);
}

/** Changes an employee as she was when her `updated_at` was `seen`: `stale` when somebody changed her since, `missing` when gone. */
export function updateEmpleado(id: string | undefined, seen: unknown, values: EmpleadoValues, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const { count } = await transaction.empleado.updateMany({ where: { id, updated_at: asMoment(seen) }, data: values });
    if (count === 0) throw new WriteRejection((await transaction.empleado.count({ where: { id } })) ? "stale" : "missing");
    return id;
  });
}

/** Deletes an employee for good; her services and appointments stay, without a specialist. */
export function deleteEmpleado(id: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id) ? await transaction.empleado.deleteMany({ where: { id } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}
