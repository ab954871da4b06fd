import type { Actor } from "~/database/actor.server";
import { db, type Transaction } from "~/database/client.server";
import { allOf } from "~/database/conditions.server";
import { openCursor } from "~/database/cursor.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { type AccionBitacora, type AccionCita, Prisma, type TipoRegistro } from "~/generated/client";
import { logLines } from "~/log.server";
import { MOVIDA } from "~/models/citas/cita.server";
import { SIN_RESPUESTA } from "~/models/citas/solicitud.server";

export type { AccionBitacora, AccionCita, TipoRegistro };

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
  accion: AccionBitacora | AccionCita | "movida";
  tipo: TipoRegistro | null;
  registro_id: string | null;
  /** What the record is called, never a client: its service, its item, the category of an expense, the e-mail of another account. */
  nombre: string | null;
  /** Of money given back, true; of its reversal, false; null of everything else. */
  isGivenBack: boolean | null;
  /** The hour of an appointment. */
  fecha_hora: Date | null;
  email: string | null;
  cuenta_id: string | null;
  /** Whether a client did it, by the link of her appointment. */
  clienta: boolean;
  campos: string[];
  importes: Record<string, [before: string | null, after: string | null]>;
  /** How often it happened in ten minutes. */
  veces: number;
  created_at: Date;
};

/**
 * The filter of the list: an account, `nadie` (no session), or empty; an event, or `agenda` for what happened to appointments; a day
 * of the studio. Empty ones do not filter.
 */
export type BitacoraFilter = { cuenta: string; accion: "" | "agenda" | AccionBitacora; dia: string };

// The history of the appointments in the shape of the record.
const AGENDA = Prisma.sql`(SELECT id, orden, CASE detalle WHEN ${MOVIDA} THEN 'movida' WHEN ${SIN_RESPUESTA} THEN 'vencida' ELSE accion::text END AS accion, 'cita' AS tipo,
  cita_id::text AS registro_id, cuenta_id, NULL AS origen, '{}'::text[] AS campos, '{}'::jsonb AS importes, 1 AS veces, created_at
  FROM cambios_cita_susa)`;

const linesOf = ({ accion }: BitacoraFilter) => (accion === "agenda" ? AGENDA : Prisma.sql`bitacora_susa`);

/**
 * The lines of a query, with what names them today. What one kind alone has is a subquery: joined, the eleven tables would take longer
 * to plan than to read.
 */
const named = (lines: Prisma.Sql) => Prisma.sql`
    SELECT b.id, b.accion::text, b.tipo::text, b.registro_id, (SELECT email FROM cuentas_susa WHERE id = b.cuenta_id) AS email,
      b.cuenta_id, b.campos, b.importes, b.veces, b.created_at, b.orden, cita.fecha_hora,
      EXISTS (SELECT FROM cambios_cita_susa WHERE id = b.id AND clienta) AS clienta,
      CASE WHEN b.tipo::text = 'ingreso' AND b.accion::text = 'reversa' THEN (
        SELECT reversa_de IS NULL FROM ingresos_susa WHERE id = registro.id AND concepto IN ('devolucion', 'devolucion_venta')
      ) END AS "isGivenBack",
      CASE b.tipo::text
        WHEN 'cuenta' THEN (SELECT email FROM cuentas_susa WHERE id = registro.id AND id IS DISTINCT FROM b.cuenta_id)
        WHEN 'egreso' THEN (SELECT categoria::text FROM egresos_susa WHERE id = registro.id)
        WHEN 'item' THEN coalesce((SELECT nombre FROM inventario_susa WHERE id = registro.id), borrado.fila ->> 'nombre')
        WHEN 'servicio' THEN (SELECT nombre FROM servicios_susa WHERE id = registro.id)
        ELSE (SELECT nombre FROM servicios_susa WHERE id = cita.servicio_id)
      END AS nombre
    FROM (${lines}) b
    CROSS JOIN LATERAL (SELECT CASE WHEN b.registro_id ~ '^[0-9a-f-]{36}$' THEN b.registro_id::uuid END AS id) registro
    LEFT JOIN papelera_susa borrado ON b.tipo::text IN ('item', 'ingreso') AND borrado.registro_id = registro.id
    LEFT JOIN citas_susa cita ON cita.id = CASE b.tipo::text
      WHEN 'cita' THEN registro.id
      WHEN 'propina' THEN (SELECT cita_id FROM propinas_susa WHERE id = registro.id)
      WHEN 'ingreso' THEN coalesce((SELECT cita_id FROM ingresos_susa WHERE id = registro.id), (borrado.fila ->> 'cita_id')::uuid)
    END`;

function matching({ cuenta, accion, dia }: BitacoraFilter, zona: string) {
  return allOf(
    cuenta === "nadie" ? Prisma.sql`b.cuenta_id IS NULL` : null,
    isId(cuenta) ? Prisma.sql`b.cuenta_id = ${cuenta}::uuid` : null,
    accion && accion !== "agenda" ? Prisma.sql`b.accion = ${accion}::accion_bitacora` : null,
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
  const lines = Prisma.sql`FROM ${linesOf(filter)} b WHERE ${found}`;
  const [counted, lineas] = await Promise.all([
    db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total ${lines}`,
    db.$queryRaw<LineaRow[]>`
      ${named(Prisma.sql`SELECT b.* ${lines} ORDER BY b.created_at DESC, b.orden DESC LIMIT ${take} OFFSET ${skip}`)}
      ORDER BY b.created_at DESC, b.orden DESC`,
  ]);
  return { lineas, total: counted[0]?.total ?? 0 };
}

type Exported = [
  moment: string,
  email: string | null,
  accion: LineaRow["accion"],
  tipo: TipoRegistro | null,
  registro_id: string | null,
  campos: string,
  importes: string | null,
  origen: string | null,
  veces: string,
  clienta: string | null,
];

/** Opens a cursor over all lines of a filter, newest first, for a file. The moment is text in zone `zona`. */
export function exportBitacora(filter: BitacoraFilter, zona: string) {
  return openCursor<Exported>(Prisma.sql`
    SELECT to_char(b.created_at AT TIME ZONE ${zona}, 'YYYY-MM-DD HH24:MI:SS'), c.email, b.accion::text, b.tipo::text, b.registro_id,
      array_to_string(b.campos, ' '), nullif(b.importes::text, '{}'), b.origen, b.veces::text,
      (SELECT id::text FROM cambios_cita_susa WHERE id = b.id AND clienta)
    FROM ${linesOf(filter)} b LEFT JOIN cuentas_susa c ON c.id = b.cuenta_id
    WHERE ${matching(filter, zona)} ORDER BY b.created_at DESC, b.orden DESC`);
}

/**
 * The lines that the owner has not looked at yet, newest first, at most `limit`, and how many there are. Also how many accounts
 * wait for her, so that the dashboard asks once.
 */
export async function listPorRevisar(limit: number) {
  const newest = Prisma.sql`SELECT b.* FROM bitacora_susa b JOIN por_revisar_susa p ON p.linea_id = b.id
    ORDER BY b.created_at DESC, b.orden DESC LIMIT ${limit}`;
  const rows = await db.$queryRaw<({ total: number; pendientes: number } & (LineaRow | { id: null }))[]>`
    SELECT counted.*, linea.* FROM (
      SELECT (SELECT count(*) FROM por_revisar_susa)::int AS total,
        (SELECT count(*) FROM cuentas_susa WHERE estado = 'pendiente')::int AS pendientes
    ) AS counted LEFT JOIN (${named(newest)}) AS linea ON true ORDER BY linea.created_at DESC, linea.orden DESC`;
  // Without lines there is one row, with the counts alone.
  const lineas = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { lineas, pendientes: rows[0]?.pendientes ?? 0, total: rows[0]?.total ?? 0 };
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
