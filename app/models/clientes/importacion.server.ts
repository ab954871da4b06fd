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
import { type Elecciones, type FilaImportada, readArchivo } from "./importacion-archivo.server";

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

/**
 * Whom a row repeats: an earlier row of the file (`primera`, when `nombre` is null) or the client `nombre`, and by which fields:
 * `incompleta` is a client of whom nothing is known but the same name.
 */
export type Duplicate = {
  por: "telefono" | "persona" | "correo" | "nombre" | "incompleta";
  nombre: string | null;
  primera: number;
  hasSameName: boolean;
};

/** A row to review: a new client with a remark, an existing client, a row to correct, or one that is not a client; `notes` say why. */
export type Revision = {
  fila: number;
  nombre: string;
  estado: "nueva" | "ya" | "mal" | "nadie";
  notes: string[];
  duplicate: Duplicate | null;
};

/**
 * Previews a stored file, read as `elecciones` say: how many clients are new (with the first of them), and a page of the rows to
 * look at (the last page for a number past it). Null when the file does not exist or has expired.
 */
export async function previewImportacion(id: string | undefined, cuenta_id: string, elecciones: Elecciones, pagina: number) {
  const archivo = await decryptArchivo(db, id, cuenta_id, elecciones);
  if (!archivo) return null;
  const { nuevas, revisiones } = await classify(db, archivo.filas);
  const last = Math.max(1, Math.ceil(revisiones.length / PAGE_SIZE));
  const page = Math.min(pagina, last);
  const count = (estado: Revision["estado"]) => revisiones.filter((revision) => revision.estado === estado).length;
  return {
    columnas: archivo.columnas,
    letras: archivo.letras,
    nuevas: nuevas.length,
    sample: nuevas.slice(0, SAMPLE).map(({ fila, values: { nombre, telefono, correo } }) => ({ fila, nombre, telefono, correo })),
    known: count("ya"),
    invalid: count("mal"),
    notClients: count("nadie"),
    remarked: count("nueva"),
    revisiones: revisiones.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    last,
  };
}

/** Imports the new clients of a stored file, read as `elecciones` say, and deletes it: `expired` when it does not exist or has expired. */
export function runImportacion(id: string | undefined, cuenta_id: string, elecciones: Elecciones, key: IdempotencyKey) {
  return writeOnce<{ creados: number; omitidos: number }, "expired">(
    key,
    async (transaction) => {
      // Imports run one after the other, so that each sees the clients added by the one before.
      await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('importaciones_susa'))`;
      const archivo = await decryptArchivo(transaction, id, cuenta_id, elecciones);
      if (!archivo || !isId(id)) throw new WriteRejection("expired");
      const { nuevas, revisiones } = await classify(transaction, archivo.filas);
      const omitidos = revisiones.filter(({ estado }) => estado === "ya" || estado === "mal").length;
      // As one JSON parameter: 5,000 rows have more values than a statement takes parameters.
      const insert = () => transaction.$executeRaw`
        INSERT INTO clientes_susa (nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, alerta, servicio)
        SELECT nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, alerta, servicio
        FROM json_populate_recordset(NULL::clientes_susa, ${JSON.stringify(nuevas.map(({ values }) => encryptNotas(values)))}::json)`;
      await withoutLines(transaction, insert);
      await transaction.importacion.deleteMany({ where: { id } });
      await record(transaction, { accion: "importacion", tipo: "cliente" });
      return { creados: nuevas.length, omitidos };
    },
    LONG_TRANSACTION_MS,
  );
}

async function decryptArchivo(
  from: Pick<Transaction, "importacion">,
  id: string | undefined,
  cuenta_id: string,
  elecciones: Elecciones,
) {
  const where = { id, cuenta_id, created_at: { gt: expiry() } };
  const row = isId(id) ? await from.importacion.findFirst({ where }) : null;
  const archivo = row && readArchivo(Buffer.from(decrypt(row.sobre), "base64"), elecciones);
  return typeof archivo === "string" ? null : archivo;
}

type Nueva = FilaImportada & { values: ClienteValues };

/**
 * Separates new rows from invalid ones and from clients that exist already, in the database or earlier in the file. A row is
 * the same client when the telephone matches, or both name and e-mail; without a telephone, when the e-mail matches; without
 * either, when the name does. With a telephone she is also the client of whom nothing is known but the same name. In a name that
 * lost letters (`Mu?oz`) each may be any letter. A row that cannot be added is compared with the clients alone.
 */
async function classify(
  from: Pick<Transaction, "$queryRaw">,
  filas: FilaImportada[],
): Promise<{ nuevas: Nueva[]; revisiones: Revision[] }> {
  const readable = filas.flatMap(({ fila, values, problems }) =>
    values
      ? [{ fila, nombre: values.nombre, telefono: values.telefono, correo: values.correo, entra: problems.length === 0 }]
      : [],
  );
  const matches = await from.$queryRaw<(Omit<Duplicate, "hasSameName"> & { fila: number })[]>`
    WITH read_rows AS MATERIALIZED (
      SELECT fila, phone_digits(telefono) AS numero, lower(correo) AS correo, entra,
        regexp_replace(fold_text(nombre), '\\s+', ' ', 'g') AS folded
      FROM json_to_recordset(${JSON.stringify(readable)}::json) AS f (fila int, nombre text, telefono text, correo text, entra boolean)
    ), present AS MATERIALIZED (
      SELECT nombre, phone_digits(telefono) AS numero, lower(correo) AS correo,
        regexp_replace(fold_text(nombre), '\\s+', ' ', 'g') AS folded
      FROM clientes_susa
    ), file_rows AS MATERIALIZED (
      SELECT fila, numero, correo, entra, CASE WHEN folded ~ '[?\ufffd]' THEN COALESCE((
          SELECT min(p.folded) FROM present p
          WHERE starts_with(p.folded, split_part(replace(r.folded, '\ufffd', '?'), '?', 1)) AND p.folded ~ ('^' || regexp_replace(regexp_replace(r.folded, '([]$(){}|\\\\.*+^[])', '\\\\\\1', 'g'), '[?\ufffd]', '.?', 'g') || '$')
        ), folded) ELSE folded END AS folded
      FROM read_rows r
    ), found AS (
      SELECT fila, entra, f.numero, f.correo, n.nombre AS by_telefono, p.nombre AS by_both, c.nombre AS by_correo,
        d.nombre AS by_nombre, i.nombre AS by_incompleta,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.numero) AS first_telefono,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.correo, f.folded) AS first_both,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.correo) AS first_correo,
        min(fila) FILTER (WHERE entra) OVER (PARTITION BY f.folded) AS first_nombre
      FROM file_rows f
      LEFT JOIN (SELECT numero, min(nombre) AS nombre FROM present GROUP BY numero) n ON n.numero = f.numero
      LEFT JOIN (SELECT correo, folded, min(nombre) AS nombre FROM present GROUP BY correo, folded) p
        ON p.correo = f.correo AND p.folded = f.folded
      LEFT JOIN (SELECT correo, min(nombre) AS nombre FROM present GROUP BY correo) c ON c.correo = f.correo
      LEFT JOIN (SELECT folded, min(nombre) AS nombre FROM present GROUP BY folded) d ON d.folded = f.folded
      LEFT JOIN (SELECT folded, min(nombre) AS nombre FROM present WHERE numero IS NULL AND correo IS NULL GROUP BY folded) i
        ON i.folded = f.folded
    ), judged AS (
      SELECT *, CASE
        WHEN numero IS NULL THEN CASE WHEN correo IS NULL THEN 'nombre' ELSE 'correo' END
        WHEN by_telefono IS NOT NULL OR first_telefono < fila THEN 'telefono'
        WHEN by_both IS NOT NULL OR first_both < fila AND correo IS NOT NULL THEN 'persona'
        WHEN by_incompleta IS NOT NULL THEN 'incompleta'
        ELSE 'telefono' END AS por
      FROM found
    ), named AS (
      SELECT fila, entra, por,
        CASE por WHEN 'telefono' THEN by_telefono WHEN 'persona' THEN by_both WHEN 'correo' THEN by_correo
          WHEN 'incompleta' THEN by_incompleta ELSE by_nombre END AS nombre,
        CASE por WHEN 'telefono' THEN first_telefono WHEN 'persona' THEN first_both WHEN 'correo' THEN first_correo
          WHEN 'incompleta' THEN fila ELSE first_nombre END AS primera
      FROM judged
    )
    SELECT fila, por, nombre, primera FROM named WHERE nombre IS NOT NULL OR entra AND primera < fila`;
  const duplicates = new Map(matches.map((match) => [match.fila, match]));
  const nuevas: Nueva[] = [];
  const revisiones: Revision[] = [];
  for (const row of filas) {
    const { fila, nombre, values, problems, avisos, isNadie } = row;
    const match = duplicates.get(fila);
    const review = (estado: Revision["estado"], notes: string[], duplicate: Duplicate | null = null) =>
      revisiones.push({ fila, nombre, estado, notes, duplicate });
    if (isNadie) review("nadie", [isNadie]);
    else if (match) review("ya", [], { ...match, hasSameName: match.nombre === values?.nombre });
    else if (!values || problems.length > 0) review("mal", problems);
    else {
      nuevas.push({ ...row, values });
      if (avisos.length > 0) review("nueva", avisos);
    }
  }
  return { nuevas, revisiones };
}
