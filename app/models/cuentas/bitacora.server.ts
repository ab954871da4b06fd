import type { Actor } from "~/database/actor.server";
import { db, type Transaction } from "~/database/client.server";
import { allOf } from "~/database/conditions.server";
import { openCursor } from "~/database/cursor.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { type AccionBitacora, Prisma, type TipoRegistro } from "~/generated/client";
import { logLines } from "~/log.server";

export type { AccionBitacora, TipoRegistro };

/**
 * What somebody did: to which record, and the names of the fields. Never a name, a telephone or a note. Changed and deleted rows are
 * recorded by triggers of the database (docs/decisions/0050), not by these functions.
 */
export type Linea = {
  accion: AccionBitacora;
  tipo?: TipoRegistro;
  registro_id?: string;
  campos?: string[];
  /** Amounts before and after by column, as the triggers write them. */
  importes?: Record<string, [before: string | null, after: string | null]>;
};

/**
 * Records an event in the transaction of a write, by the actor of its idempotency key. Without amounts, equal events of ten
 * minutes are one line, which counts them (SQL: record_act).
 */
export async function record(transaction: Pick<Transaction, "$executeRaw">, linea: Linea): Promise<void> {
  const { accion, tipo = null, registro_id = null, campos = [], importes = {} } = linea;
  await transaction.$executeRaw`
    SELECT record_act(${accion}::accion_bitacora, ${tipo}::tipo_registro, ${registro_id}, ${campos}::text[],
      ${JSON.stringify(importes)}::jsonb)`;
}

/** Records an event that writes nothing else. Only a new line is logged, so that a repeated event does not fill the log. */
export async function recordNow(actor: Actor, linea: Omit<Linea, "importes">): Promise<void> {
  const { accion, tipo = null, registro_id = null, campos = [] } = linea;
  const [row] = await db.$queryRaw<{ line: string | null }[]>`
    SELECT record_act(${accion}::accion_bitacora, ${tipo}::tipo_registro, ${registro_id}, ${campos}::text[], '{}',
      ${actor.cuenta_id}::uuid, ${actor.origen}) AS line`;
  logLines(row?.line ?? "");
}

/** Deletes lines older than two years, which the database allows. */
export const PURGE_BITACORA = "DELETE FROM bitacora_susa WHERE created_at < now() - interval '2 years'";

export type LineaRow = {
  id: string;
  accion: AccionBitacora;
  tipo: TipoRegistro | null;
  registro_id: string | null;
  /** The e-mail of the account that is the record, if it is one. */
  registro_email: string | null;
  email: string | null;
  cuenta_id: string | null;
  origen: string | null;
  campos: string[];
  importes: Record<string, [before: string | null, after: string | null]>;
  /** How often it happened in ten minutes. */
  veces: number;
  created_at: Date;
};

/** The filter of the list: an account, `nadie` (no session), or empty; an event; a day of the studio. Empty ones do not filter. */
export type BitacoraFilter = { cuenta: string; accion: "" | AccionBitacora; dia: string };

const COLUMNS = Prisma.sql`b.id, b.accion::text, b.tipo::text, b.registro_id, otra.email AS registro_email, c.email, b.cuenta_id, b.origen, b.campos, b.importes, b.veces, b.created_at`;
const LINES = Prisma.sql`bitacora_susa b LEFT JOIN cuentas_susa c ON c.id = b.cuenta_id
  LEFT JOIN cuentas_susa otra ON b.tipo = 'cuenta' AND otra.id::text = b.registro_id AND otra.id IS DISTINCT FROM b.cuenta_id`;

function matching({ cuenta, accion, dia }: BitacoraFilter, zona: string) {
  return allOf(
    cuenta === "nadie" ? Prisma.sql`b.cuenta_id IS NULL` : null,
    isId(cuenta) ? Prisma.sql`b.cuenta_id = ${cuenta}::uuid` : null,
    accion ? Prisma.sql`b.accion = ${accion}::accion_bitacora` : null,
    dia
      ? Prisma.sql`b.created_at >= ${dia}::date::timestamp AT TIME ZONE ${zona}
          AND b.created_at < (${dia}::date + 1)::timestamp AT TIME ZONE ${zona}`
      : null,
  );
}

/** Lists a page of the lines, newest first, and their total. */
export async function listBitacora({ pagina, ...filter }: BitacoraFilter & { pagina: number }, zona: string) {
  const found = matching(filter, zona);
  const { skip, take } = pageOf(pagina);
  const [counted, lineas] = await Promise.all([
    db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM bitacora_susa b WHERE ${found}`,
    db.$queryRaw<LineaRow[]>`
      SELECT ${COLUMNS} FROM ${LINES} WHERE ${found} ORDER BY b.created_at DESC, b.orden DESC LIMIT ${take} OFFSET ${skip}`,
  ]);
  return { lineas, total: counted[0]?.total ?? 0 };
}

type Exported = [
  moment: string,
  email: string | null,
  accion: AccionBitacora,
  tipo: TipoRegistro | null,
  registro_id: string | null,
  campos: string,
  importes: string | null,
  origen: string | null,
  veces: string,
];

/** Opens a cursor over all lines of a filter, newest first, for a file. The moment is text in zone `zona`. */
export function exportBitacora(filter: BitacoraFilter, zona: string) {
  return openCursor<Exported>(Prisma.sql`
    SELECT to_char(b.created_at AT TIME ZONE ${zona}, 'YYYY-MM-DD HH24:MI:SS'), c.email, b.accion::text, b.tipo::text, b.registro_id,
      array_to_string(b.campos, ' '), nullif(b.importes::text, '{}'), b.origen, b.veces::text
    FROM ${LINES} WHERE ${matching(filter, zona)} ORDER BY b.created_at DESC, b.orden DESC`);
}

/**
 * The lines that the owner has not looked at yet, newest first, at most `limit`, and how many there are. Also how many accounts
 * wait for her, so that the dashboard asks once.
 */
export async function listPorRevisar(limit: number) {
  const [total, pendientes, lineas] = await Promise.all([
    db.porRevisar.count(),
    db.cuenta.count({ where: { estado: "pendiente" } }),
    db.$queryRaw<LineaRow[]>`
      SELECT ${COLUMNS} FROM ${LINES} JOIN por_revisar_susa p ON p.linea_id = b.id
      ORDER BY b.created_at DESC, b.orden DESC LIMIT ${limit}`,
  ]);
  return { lineas, pendientes, total };
}

/** A line as the owner saw it: what has happened again since is still to be looked at. */
export const seenLine = ({ id, veces }: Pick<LineaRow, "id" | "veces">) => `${id}x${veces}`;

/** Marks lines as looked at; gives how many they were. Rejects anything but a `seenLine` with `missing`. */
export function markRevisadas(seen: string[], key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const ids = seen.map((line) => line.replace(/x\d+$/, ""));
    if (!ids.every(isId)) throw new WriteRejection("missing");
    // A line that is counted again at this moment is locked, and stays: she has not seen that.
    return transaction.$executeRaw`
      DELETE FROM por_revisar_susa WHERE linea_id IN (
        SELECT id FROM bitacora_susa
        WHERE id = ANY (${ids}::uuid[]) AND id || 'x' || veces = ANY (${seen}::text[]) FOR NO KEY UPDATE SKIP LOCKED
      )`;
  });
}

/** The accounts that the list can be filtered by, by e-mail. */
export function listPersonas() {
  return db.cuenta.findMany({ select: { id: true, email: true }, orderBy: { email: "asc" }, take: 200 });
}
