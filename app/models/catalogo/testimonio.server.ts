import { z } from "zod";
import { db } from "~/database/client.server";
import { asMoment, checkbox, integer, isId, requiredName, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { searchFilter } from "~/database/search.server";
import { deleteToTrash } from "~/database/trash.server";
import type { Prisma } from "~/generated/client";

/** The form of a testimonial. */
export const testimonioSchema = z.object({
  nombre: requiredName(120, "Escribe el nombre de quien lo dice."),
  testimonio: requiredText(2000, "Escribe el testimonio."),
  rating: integer(1, 5, "Elige una calificación de 1 a 5 estrellas."),
  activo: checkbox(),
});

export type TestimonioValues = z.output<typeof testimonioSchema>;

export type TestimoniosFilter = { q: string; visible: "" | "si" | "no"; pagina: number };

/** The visible testimonials, newest first. */
export function listTestimoniosActivos() {
  return db.testimonio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, testimonio: true, rating: true },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
  });
}

/** Lists a page of testimonials, newest first, whose name or text contains every word of `q`, and their total. */
export async function listTestimonios({ q, visible, pagina }: TestimoniosFilter) {
  const where: Prisma.TestimonioWhereInput = {
    AND: await searchFilter(q),
    activo: { "": undefined, si: true, no: false }[visible],
  };
  const [total, testimonios] = await Promise.all([
    db.testimonio.count({ where }),
    db.testimonio.findMany({ where, orderBy: [{ created_at: "desc" }, { id: "asc" }], ...pageOf(pagina) }),
  ]);
  return { testimonios, total };
}

/** Gives a testimonial, visible or not, or null when the id is unknown or malformed. */
export async function getTestimonio(id: string | undefined) {
  const row = isId(id) ? await db.testimonio.findUnique({ where: { id } }) : null;
  return row && { ...row, updated_at: row.updated_at.toISOString() };
}

/** Creates a testimonial. */
export function createTestimonio(values: TestimonioValues, key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => (await transaction.testimonio.create({ data: values, select: { id: true } })).id);
}

/** Updates a testimonial: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist. */
export function updateTestimonio(id: string | undefined, seen: unknown, values: TestimonioValues, key: IdempotencyKey) {
  return writeOnce<string, "stale" | "missing">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const { count } = await transaction.testimonio.updateMany({ where: { id, updated_at: asMoment(seen) }, data: values });
    if (count === 0) throw new WriteRejection((await transaction.testimonio.count({ where: { id } })) ? "stale" : "missing");
    return id;
  });
}

/** Shows a testimonial on the home page, or hides it. */
export function setTestimonioActivo(id: string | undefined, activo: boolean, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id) ? await transaction.testimonio.updateMany({ where: { id }, data: { activo } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}

/** Deletes a testimonial. Gives the id of the copy. */
export function deleteTestimonio(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteToTrash("testimonio", id, cuenta_id, key);
}
