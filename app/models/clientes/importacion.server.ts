import { z } from "zod";
import { withoutLines } from "~/database/actor.server";
import { db, type Transaction } from "~/database/client.server";
import { decrypt, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { IMPORT_LIFETIME_MS, PAGE_SIZE } from "~/limits";
import { record } from "~/models/cuentas/bitacora.server";
import { type ClienteValues, encryptNotas } from "./cliente.server";
import { type FilaImportada, readArchivo } from "./importacion-archivo.server";

const MAX_PER_ACCOUNT = 5;
const SAMPLE = 10;

/** The form has only the file, which cannot be sent back when the form is invalid. */
export const importarSchema = z.object({ archivo: z.undefined().optional() });

/** Stores a file, encrypted, for an hour between its preview and its import, and gives its id. */
export function saveImportacion(cuenta_id: string, file: Uint8Array, key: IdempotencyKey) {
  const sobre = encrypt(Buffer.from(file).toString("base64"));
  return writeOnce(key, async (transaction) => {
    await transaction.importacion.deleteMany({ where: { created_at: { lte: expiry() } } });
    // Limits the rows an account can fill by uploading files and leaving them.
    const others = await transaction.importacion.findMany({
      where: { cuenta_id },
      select: { id: true },
      orderBy: [{ created_at: "desc" }, { id: "asc" }],
      skip: MAX_PER_ACCOUNT - 1,
    });
    await transaction.importacion.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
    return (await transaction.importacion.create({ data: { cuenta_id, sobre }, select: { id: true } })).id;
  });
}

/** Deletes files older than an hour. */
export const PURGE_IMPORTACIONES = `DELETE FROM importaciones_susa WHERE created_at < now() - interval '${IMPORT_LIFETIME_MS} milliseconds'`;

/** Files created before this moment have expired. */
const expiry = () => new Date(Date.now() - IMPORT_LIFETIME_MS);

/** Whom a row repeats: an earlier row of the file (`primera`, when `nombre` is null) or the client `nombre`, and by which fields. */
export type Duplicate = {
  por: "telefono" | "persona" | "correo" | "nombre";
  nombre: string | null;
  primera: number;
  hasSameName: boolean;
};

/** A row that is not imported: with problems to correct, or the same client as another. */
export type Skipped = { fila: number; nombre: string; problems: string[]; duplicate: Duplicate | null };

/**
 * Previews a stored file: how many clients are new (with the first of them), and a page of the rows that are left out (the last
 * page for a number past it). Null when the file does not exist or has expired.
 */
export async function previewImportacion(id: string | undefined, cuenta_id: string, pagina: number) {
  const archivo = await decryptArchivo(db, id, cuenta_id);
  if (!archivo) return null;
  const { nuevas, skipped } = await classify(db, archivo.filas);
  const last = Math.max(1, Math.ceil(skipped.length / PAGE_SIZE));
  const page = Math.min(pagina, last);
  return {
    columnas: archivo.columnas,
    ignored: archivo.ignored,
    nuevas: nuevas.length,
    sample: nuevas.slice(0, SAMPLE).map(({ fila, values: { nombre, telefono, correo } }) => ({ fila, nombre, telefono, correo })),
    known: skipped.filter(({ duplicate }) => duplicate).length,
    invalid: skipped.filter(({ duplicate }) => !duplicate).length,
    skipped: skipped.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    last,
  };
}

/** Imports the new clients of a stored file and deletes the file: `expired` when it does not exist or has expired. */
export function runImportacion(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ creados: number; omitidos: number }, "expired">(
    key,
    async (transaction) => {
      // Imports run one after the other, so that each sees the clients added by the one before.
      await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('importaciones_susa'))`;
      const archivo = await decryptArchivo(transaction, id, cuenta_id);
      if (!archivo || !isId(id)) throw new WriteRejection("expired");
      const { nuevas, skipped } = await classify(transaction, archivo.filas);
      // As one JSON parameter: 5,000 rows have more values than a statement takes parameters.
      const insert = () => transaction.$executeRaw`
        INSERT INTO clientes_susa (nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, alerta, servicio)
        SELECT nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, alerta, servicio
        FROM json_populate_recordset(NULL::clientes_susa, ${JSON.stringify(nuevas.map(({ values }) => encryptNotas(values)))}::json)`;
      await withoutLines(transaction, insert);
      await transaction.importacion.deleteMany({ where: { id } });
      await record(transaction, { accion: "importacion", tipo: "cliente" });
      return { creados: nuevas.length, omitidos: skipped.length };
    },
    LONG_TRANSACTION_MS,
  );
}

async function decryptArchivo(from: Pick<Transaction, "importacion">, id: string | undefined, cuenta_id: string) {
  const where = { id, cuenta_id, created_at: { gt: expiry() } };
  const row = isId(id) ? await from.importacion.findFirst({ where }) : null;
  const archivo = row && readArchivo(Buffer.from(decrypt(row.sobre), "base64"));
  return typeof archivo === "string" ? null : archivo;
}

type Nueva = FilaImportada & { values: ClienteValues };

/**
 * Separates new rows from invalid ones and from clients that exist already, in the database or earlier in the file. A row is
 * the same client when the telephone matches, or both name and e-mail; without a telephone, when the e-mail matches; without
 * either, when the name does.
 */
async function classify(
  from: Pick<Transaction, "$queryRaw">,
  filas: FilaImportada[],
): Promise<{ nuevas: Nueva[]; skipped: Skipped[] }> {
  const readable = filas.flatMap(({ fila, values }) =>
    values ? [{ fila, nombre: values.nombre, telefono: values.telefono, correo: values.correo }] : [],
  );
  const matches = await from.$queryRaw<(Omit<Duplicate, "hasSameName"> & { fila: number })[]>`
    WITH file_rows AS MATERIALIZED (
      SELECT fila, phone_digits(telefono) AS numero, lower(correo) AS correo, fold_text(nombre) AS folded
      FROM json_to_recordset(${JSON.stringify(readable)}::json) AS f (fila int, nombre text, telefono text, correo text)
    ), present AS MATERIALIZED (
      SELECT nombre, phone_digits(telefono) AS numero, lower(correo) AS correo, fold_text(nombre) AS folded FROM clientes_susa
    ), found AS (
      SELECT fila, f.numero, f.correo, n.nombre AS by_telefono, p.nombre AS by_both, c.nombre AS by_correo,
        d.nombre AS by_nombre, min(fila) OVER (PARTITION BY f.numero) AS first_telefono,
        min(fila) OVER (PARTITION BY f.correo, f.folded) AS first_both, min(fila) OVER (PARTITION BY f.correo) AS first_correo,
        min(fila) OVER (PARTITION BY f.folded) AS first_nombre
      FROM file_rows f
      LEFT JOIN (SELECT numero, min(nombre) AS nombre FROM present GROUP BY numero) n ON n.numero = f.numero
      LEFT JOIN (SELECT correo, folded, min(nombre) AS nombre FROM present GROUP BY correo, folded) p
        ON p.correo = f.correo AND p.folded = f.folded
      LEFT JOIN (SELECT correo, min(nombre) AS nombre FROM present GROUP BY correo) c ON c.correo = f.correo
      LEFT JOIN (SELECT folded, min(nombre) AS nombre FROM present GROUP BY folded) d ON d.folded = f.folded
    ), judged AS (
      SELECT *, CASE
        WHEN numero IS NULL THEN CASE WHEN correo IS NULL THEN 'nombre' ELSE 'correo' END
        WHEN by_telefono IS NOT NULL OR first_telefono < fila OR correo IS NULL THEN 'telefono'
        ELSE 'persona' END AS por
      FROM found
    ), named AS (
      SELECT fila, por,
        CASE por WHEN 'telefono' THEN by_telefono WHEN 'persona' THEN by_both WHEN 'correo' THEN by_correo
          ELSE by_nombre END AS nombre,
        CASE por WHEN 'telefono' THEN first_telefono WHEN 'persona' THEN first_both WHEN 'correo' THEN first_correo
          ELSE first_nombre END AS primera
      FROM judged
    )
    SELECT * FROM named WHERE nombre IS NOT NULL OR primera < fila`;
  const duplicates = new Map(matches.map((match) => [match.fila, match]));
  const nuevas: Nueva[] = [];
  const skipped: Skipped[] = [];
  for (const { values, ...row } of filas) {
    const match = duplicates.get(row.fila);
    const { fila, nombre, problems } = row;
    if (!values) skipped.push({ fila, nombre, problems, duplicate: null });
    else if (match)
      skipped.push({ fila, nombre, problems: [], duplicate: { ...match, hasSameName: match.nombre === values.nombre } });
    else nuevas.push({ ...row, values });
  }
  return { nuevas, skipped };
}
