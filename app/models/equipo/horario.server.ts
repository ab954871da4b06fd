import { z } from "zod";
import type { Jornada } from "~/content/estudio";
import { db } from "~/database/client.server";
import { asMoment, checkbox, isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { Prisma } from "~/generated/client";
import { checkComida, comidaFields, getConfiguracion, semana } from "~/models/estudio/configuracion.server";
import { splitVersion, writeComida } from "./comida.server";

const propio = semana(
  "Escribe las dos horas, o ninguna si ese día no trabaja.",
  "La hora de salida va después de la de entrada.",
);

/** The form of a specialist's week: the studio's hours (`del_estudio`), or her own. */
export const horarioSchema = z
  .object({
    del_estudio: checkbox(),
    horario: z.array(z.object({ abre: z.string().optional(), cierra: z.string().optional() })),
    ...comidaFields,
  })
  .superRefine(checkComida)
  .superRefine(({ del_estudio, horario }, context) => {
    for (const { message, path } of (!del_estudio && propio.safeParse(horario).error?.issues) || [])
      context.addIssue({ code: "custom", message, path: ["horario", ...path] });
  });

export type HorarioValues = z.output<typeof horarioSchema>;

/** Gives a specialist with her own week (null: the studio's) and the studio's; null when the id is unknown or malformed. */
export async function getHorario(id: string | undefined) {
  if (!isId(id)) return null;
  const [{ horario: estudio }, row] = await Promise.all([
    getConfiguracion(),
    db.empleado.findUnique({ where: { id }, select: { nombre: true, apellido: true, horario: true, updated_at: true } }),
  ]);
  return row && { ...row, horario: row.horario as Jornada[] | null, estudio, updated_at: row.updated_at.toISOString() };
}

/**
 * Saves a specialist's week with her lunch (`comida`: the id of its pause, if its hours are new): `stale` when one of them was changed
 * since it was `seen`, `missing` when she does not exist, `pausas` as writeComida.
 */
export function saveHorario(id: string | undefined, seen: unknown, values: HorarioValues, key: IdempotencyKey) {
  const { del_estudio, horario } = values;
  const [record, seenComida] = splitVersion(seen);
  return writeOnce<{ comida: string | null }, "stale" | "missing" | "pausas">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const { count } = await transaction.empleado.updateMany({
      where: { id, updated_at: asMoment(record) },
      data: { horario: del_estudio ? Prisma.DbNull : (propio.parse(horario) as object[]) },
    });
    if (count === 0) throw new WriteRejection((await transaction.empleado.count({ where: { id } })) ? "stale" : "missing");
    return { comida: await writeComida(transaction, id, values, seenComida) };
  });
}
