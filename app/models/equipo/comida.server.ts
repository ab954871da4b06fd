import { db, type Transaction } from "~/database/client.server";
import { sha256 } from "~/database/digest.server";
import { WriteRejection } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import type { Ausencia } from "~/generated/client";
import { type ComidaValues, getZona } from "~/models/estudio/configuracion.server";

// Lunch is the one pause of a specialist, or of the studio (null), that repeats every day without an end. Its form is that of the
// week; among the absences it can be changed too, and has to be where there are several.

/** The lunch as the form of the week has it; `hasOthers` when several pauses repeat, none of which can be told to be the lunch. */
export type Comida = {
  comida_de: string;
  comida_a: string;
  /** What it is called among the absences. */
  motivo: string | null;
  hasOthers: boolean;
  /** Another one after each change of these pauses. */
  version: string;
};

const MOTIVO = "Comida";

const where = (empleado_id: string | null) => ({ empleado_id, hasta: null, de: { not: null } });

/** Gives the lunch of a specialist, or of the studio (null). */
export async function getComida(empleado_id: string | null): Promise<Comida> {
  const pausas = await db.ausencia.findMany({ where: where(empleado_id), orderBy: { id: "asc" } });
  const [comida, ...others] = pausas;
  const isOne = comida !== undefined && others.length === 0;
  return {
    comida_de: isOne ? clockOf(comida.de) : "",
    comida_a: isOne ? clockOf(comida.a) : "",
    motivo: isOne && comida.motivo !== MOTIVO ? comida.motivo : null,
    hasOthers: others.length > 0,
    version: versionOf(pausas),
  };
}

/** The version of a form with a week and a lunch: that of its record, and that of the lunch. */
export const withComidaVersion = (updated_at: string, { version }: Comida): string => `${updated_at} ${version}`;

/** The two versions of such a form. */
export function splitVersion(seen: unknown): [record: string, comida: string] {
  const [record = "", comida = ""] = String(seen ?? "").split(" ");
  return [record, comida];
}

/**
 * Writes the lunch within the transaction that saves the week: a new pause from today on, the hours of the one there is, or none. Gives
 * the id of the pause whose hours are new, or null. Rejects with `stale` when the pauses were changed since they were `seen`, and with
 * `pausas` when there are several.
 */
export async function writeComida(
  transaction: Transaction,
  empleado_id: string | null,
  { comida_de, comida_a }: ComidaValues,
  seen: string,
): Promise<string | null> {
  const pausas = await transaction.ausencia.findMany({ where: where(empleado_id), orderBy: { id: "asc" } });
  if (versionOf(pausas) !== seen) throw new WriteRejection("stale");
  const [comida, ...others] = pausas;
  if (others.length > 0) {
    if (comida_de) throw new WriteRejection("pausas");
    return null;
  }
  if (!comida_de || !comida_a) {
    if (comida) await transaction.ausencia.delete({ where: { id: comida.id } });
    return null;
  }
  if (comida && clockOf(comida.de) === comida_de && clockOf(comida.a) === comida_a) return null;
  const hours = { de: timeOf(comida_de), a: timeOf(comida_a) };
  const { id } = comida
    ? await transaction.ausencia.update({ where: { id: comida.id }, data: hours })
    : await transaction.ausencia.create({
        data: { ...hours, empleado_id, desde: new Date(studioDay(new Date(), await getZona())), motivo: MOTIVO },
      });
  return id;
}

const timeOf = (clock: string) => new Date(`1970-01-01T${clock}Z`);
const clockOf = (time: Date | null) => time?.toISOString().slice(11, 16) ?? "";

/** Another text for other pauses, empty without any. */
function versionOf(pausas: Pick<Ausencia, "id" | "updated_at">[]): string {
  return pausas.length > 0 ? sha256(pausas.map(({ id, updated_at }) => id + updated_at.toISOString()).join()).slice(0, 16) : "";
}
