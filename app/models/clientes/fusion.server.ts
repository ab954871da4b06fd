import { z } from "zod";
import { withoutLines } from "~/database/actor.server";
import { asMoment, isId, oneOf, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { MAX_ALERTA_LENGTH, MAX_NOTE_LENGTH } from "~/limits";
import { record } from "~/models/cuentas/bitacora.server";
import { type ClienteRecord, type ClienteValues, decryptNotas, encryptNotas } from "./cliente.server";
import { SALUD, UNREADABLE_NOTA } from "./salud.server";

/** Fields with one value: where the two records differ, one is chosen. */
const CAMPOS = ["nombre", "telefono", "correo", "edad", "ocupacion", "estado_civil", "servicio"] as const;
/** How long the text may be that each of the health fields becomes, which are joined when both records have one. */
export const MAX_LENGTHS = { medicina: MAX_NOTE_LENGTH, enfermedades: MAX_NOTE_LENGTH, alerta: MAX_ALERTA_LENGTH };
const SEPARATORS = { medicina: "\n", enfermedades: "\n", alerta: ", " };

type Campo = (typeof CAMPOS)[number];
type Nota = (typeof SALUD)[number];

const choice = oneOf(["esta", "otra"], "Elige con cuál de los dos datos te quedas.").default("esta");

/** The form of a merge: for each field whose value is kept, and the joined notes. */
export const fusionSchema = z.object({
  nombre: choice,
  telefono: choice,
  correo: choice,
  edad: choice,
  ocupacion: choice,
  estado_civil: choice,
  servicio: choice,
  medicina: optionalText(MAX_NOTE_LENGTH),
  enfermedades: optionalText(MAX_NOTE_LENGTH),
  alerta: optionalText(MAX_ALERTA_LENGTH),
});

export type FusionValues = z.output<typeof fusionSchema>;

/** Where a value comes from: equal in both, only in one of them, or different in each. */
export type Origin = "igual" | "esta" | "otra" | "ambas";

/** Compares two records: the origin of each field, and each pair of notes joined. */
export function compareClientes(esta: ClienteRecord, otra: ClienteRecord) {
  return {
    campos: CAMPOS.map((campo) => ({
      campo,
      origin: originOf(esta[campo], otra[campo]),
      esta: esta[campo]?.toString() ?? "",
      otra: otra[campo]?.toString() ?? "",
    })),
    notas: SALUD.map((campo) => ({
      campo,
      origin: originOf(esta[campo], otra[campo]),
      esta: esta[campo] ?? "",
      otra: otra[campo] ?? "",
      juntas: join(campo, esta, otra),
      maxLength: MAX_LENGTHS[campo],
    })),
  };
}

function join(campo: Nota, esta: ClienteRecord, otra: ClienteRecord): string {
  return [esta[campo], otra[campo]].filter(Boolean).join(SEPARATORS[campo]);
}

function originOf(esta: string | number | null, otra: string | number | null): Origin {
  if (esta === otra) return "igual";
  if (otra === null) return "esta";
  return esta === null ? "otra" : "ambas";
}

/**
 * Merges client `otra` into client `id`: moves her appointments, sales and place on the waiting list, fills empty fields, and deletes
 * her record. `stale` when
 * either was changed since `seen`, `missing` when either does not exist, `unreadable` when a note of either does not open, which
 * the merge would lose, the name of a note when the automatically joined text is too long.
 */
export function mergeClientes(
  id: string | undefined,
  otraId: string | undefined,
  seen: { esta: unknown; otra: unknown },
  values: FusionValues,
  key: IdempotencyKey,
) {
  return writeOnce<{ citas: number }, "stale" | "missing" | "unreadable" | Nota>(key, async (transaction) => {
    if (!isId(id) || !isId(otraId) || id === otraId) throw new WriteRejection("missing");
    // Locked in the order of ids, so that two merges of the same pair cannot deadlock. A booking for either client waits too,
    // and then finds her or not.
    await transaction.$queryRaw`
      SELECT FROM clientes_susa WHERE id IN (${id}::uuid, ${otraId}::uuid) ORDER BY id FOR UPDATE`;
    const rows = await transaction.cliente.findMany({ where: { id: { in: [id, otraId] } } });
    const [esta, otra] = [id, otraId].map((one) => rows.find((row) => row.id === one)).map((row) => row && decryptNotas(row));
    if (!esta || !otra) throw new WriteRejection("missing");
    const isAsSeen = ({ updated_at }: ClienteRecord, moment: unknown) => updated_at === asMoment(moment).toISOString();
    if (!isAsSeen(esta, seen.esta) || !isAsSeen(otra, seen.otra)) throw new WriteRejection("stale");
    if (SALUD.some((campo) => [esta[campo], otra[campo]].includes(UNREADABLE_NOTA))) throw new WriteRejection("unreadable");

    const { count } = await transaction.cita.updateMany({ where: { cliente_id: otra.id }, data: { cliente_id: esta.id } });
    await transaction.venta.updateMany({ where: { cliente_id: otra.id }, data: { cliente_id: esta.id } });
    await withoutLines(transaction, () =>
      transaction.espera.updateMany({ where: { cliente_id: otra.id }, data: { cliente_id: esta.id } }),
    );
    const created_at = esta.created_at < otra.created_at ? esta.created_at : otra.created_at;
    const data = { ...encryptNotas(merged(esta, otra, values)), created_at };
    await withoutLines(transaction, () => transaction.cliente.update({ where: { id: esta.id }, data, select: { id: true } }));
    // The health notes that she had before, and what she no longer waits for.
    await transaction.$executeRaw`
      UPDATE papelera_susa SET fila = fila || jsonb_build_object('cliente_id', ${esta.id}::text)
      WHERE tipo IN ('salud', 'espera') AND fila ->> 'cliente_id' = ${otra.id}`;
    await transaction.cliente.delete({ where: { id: otra.id }, select: { id: true } });
    await record(transaction, { accion: "fusion", tipo: "cliente", registro_id: esta.id });
    return { citas: count };
  });
}

function merged(esta: ClienteRecord, otra: ClienteRecord, values: FusionValues): ClienteValues {
  const of = <C extends Campo>(campo: C) => {
    const origin = originOf(esta[campo], otra[campo]);
    return (origin === "ambas" ? values[campo] : origin) === "otra" ? otra[campo] : esta[campo];
  };
  const joined = (campo: Nota) => {
    if (originOf(esta[campo], otra[campo]) !== "ambas") return esta[campo] ?? otra[campo];
    const note = values[campo] ?? join(campo, esta, otra);
    if (note.length > MAX_LENGTHS[campo]) throw new WriteRejection(campo);
    return note;
  };
  return {
    nombre: of("nombre"),
    telefono: of("telefono"),
    correo: of("correo"),
    edad: of("edad"),
    ocupacion: of("ocupacion"),
    estado_civil: of("estado_civil"),
    servicio: of("servicio"),
    medicina: joined("medicina"),
    enfermedades: joined("enfermedades"),
    alerta: joined("alerta"),
  };
}
