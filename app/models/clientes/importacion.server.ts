import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { decrypt, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { IMPORT_LIFETIME_MS, PAGE_SIZE } from "~/limits";
import { record } from "~/models/cuentas/bitacora.server";
import { type ClienteValues, encryptNotas } from "./cliente.server";
import { type Fila, readArchivo } from "./importacion-archivo.server";

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

/** A row that is not imported: an existing client, or problems to correct. */
export type Aparte = { fila: number; nombre: string; existe: boolean; razones: string[] };

/**
 * Previews a stored file: how many clients are new (with the first of them), and a page of the rows that are left out (the last
 * page for a number past it). Null when the file does not exist or has expired.
 */
export async function previewImportacion(id: string | undefined, cuenta_id: string, pagina: number) {
  const archivo = await decryptArchivo(db, id, cuenta_id);
  if (!archivo) return null;
  const { nuevas, apartes } = await classify(db, archivo.filas);
  const last = Math.max(1, Math.ceil(apartes.length / PAGE_SIZE));
  const page = Math.min(pagina, last);
  return {
    columnas: archivo.columnas,
    ignoradas: archivo.ignoradas,
    nuevas: nuevas.length,
    muestra: nuevas
      .slice(0, SAMPLE)
      .map(({ fila, values: { nombre, telefono, correo } }) => ({ fila, nombre, telefono, correo })),
    existen: apartes.filter(({ existe }) => existe).length,
    malas: apartes.filter(({ existe }) => !existe).length,
    apartes: apartes.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
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
      const { nuevas, apartes } = await classify(transaction, archivo.filas);
      // As one JSON parameter: 5,000 rows have more values than a statement takes parameters.
      await transaction.$executeRaw`
      INSERT INTO clientes_susa (nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, alerta, servicio)
      SELECT nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, alerta, servicio
      FROM json_populate_recordset(NULL::clientes_susa, ${JSON.stringify(nuevas.map(({ values }) => encryptNotas(values)))}::json)`;
      await transaction.importacion.deleteMany({ where: { id } });
      await record(transaction, { accion: "importacion", tipo: "cliente" });
      return { creados: nuevas.length, omitidos: apartes.length };
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

type Nueva = Fila & { values: ClienteValues };

type Por = "telefono" | "persona" | "correo" | "nombre";

/**
 * Separates new rows from invalid ones and from clients that exist already, in the database or earlier in the file. A row is
 * the same client when the telephone matches, or both name and e-mail; without a telephone, when the e-mail matches; without
 * either, when the name does.
 */
async function classify(from: Pick<Transaction, "$queryRaw">, filas: Fila[]): Promise<{ nuevas: Nueva[]; apartes: Aparte[] }> {
  const readable = filas.flatMap(({ fila, values }) =>
    values ? [{ fila, nombre: values.nombre, telefono: values.telefono, correo: values.correo }] : [],
  );
  const matches = await from.$queryRaw<{ fila: number; por: Por; nombre: string | null; primera: number }[]>`
    WITH filas AS MATERIALIZED (
      SELECT fila, digitos(telefono) AS numero, lower(correo) AS correo, sin_acentos(nombre) AS doblado
      FROM json_to_recordset(${JSON.stringify(readable)}::json) AS f (fila int, nombre text, telefono text, correo text)
    ), clientes AS MATERIALIZED (
      SELECT nombre, digitos(telefono) AS numero, lower(correo) AS correo, sin_acentos(nombre) AS doblado FROM clientes_susa
    ), halladas AS (
      SELECT fila, f.numero, f.correo, n.nombre AS con_numero, p.nombre AS con_ambos, c.nombre AS con_correo,
        d.nombre AS con_nombre, min(fila) OVER (PARTITION BY f.numero) AS de_numero,
        min(fila) OVER (PARTITION BY f.correo, f.doblado) AS de_ambos, min(fila) OVER (PARTITION BY f.correo) AS de_correo,
        min(fila) OVER (PARTITION BY f.doblado) AS de_nombre
      FROM filas f
      LEFT JOIN (SELECT numero, min(nombre) AS nombre FROM clientes GROUP BY numero) n ON n.numero = f.numero
      LEFT JOIN (SELECT correo, doblado, min(nombre) AS nombre FROM clientes GROUP BY correo, doblado) p
        ON p.correo = f.correo AND p.doblado = f.doblado
      LEFT JOIN (SELECT correo, min(nombre) AS nombre FROM clientes GROUP BY correo) c ON c.correo = f.correo
      LEFT JOIN (SELECT doblado, min(nombre) AS nombre FROM clientes GROUP BY doblado) d ON d.doblado = f.doblado
    ), juzgadas AS (
      SELECT *, CASE
        WHEN numero IS NULL THEN CASE WHEN correo IS NULL THEN 'nombre' ELSE 'correo' END
        WHEN con_numero IS NOT NULL OR de_numero < fila OR correo IS NULL THEN 'telefono'
        ELSE 'persona' END AS por
      FROM halladas
    ), nombradas AS (
      SELECT fila, por,
        CASE por WHEN 'telefono' THEN con_numero WHEN 'persona' THEN con_ambos WHEN 'correo' THEN con_correo
          ELSE con_nombre END AS nombre,
        CASE por WHEN 'telefono' THEN de_numero WHEN 'persona' THEN de_ambos WHEN 'correo' THEN de_correo
          ELSE de_nombre END AS primera
      FROM juzgadas
    )
    SELECT * FROM nombradas WHERE nombre IS NOT NULL OR primera < fila`;
  const duplicates = new Map(matches.map((match) => [match.fila, match]));
  const nuevas: Nueva[] = [];
  const apartes: Aparte[] = [];
  for (const { values, ...row } of filas) {
    const match = duplicates.get(row.fila);
    const { fila, nombre, problems } = row;
    if (!values) apartes.push({ fila, nombre, existe: false, razones: problems });
    else if (match) apartes.push({ fila, nombre, existe: true, razones: [explainDuplicate(match, values.nombre)] });
    else nuevas.push({ ...row, values });
  }
  return { nuevas, apartes };
}

const SHARED = { telefono: "teléfono", correo: "correo", nombre: "nombre" };

function explainDuplicate({ por, nombre, primera }: { por: Por; nombre: string | null; primera: number }, mine: string) {
  if (por === "persona") {
    return nombre === null
      ? `Misma persona que la fila ${primera}: nombre y correo. Agrega este teléfono en su ficha.`
      : "Misma persona: nombre y correo. Ya tiene ficha: agrega ahí este teléfono.";
  }
  if (nombre === null) return `Tiene el mismo ${SHARED[por]} que la fila ${primera}. Si es otra persona, agrégala a mano.`;
  if (por === "nombre" || nombre === mine) return `Ya tiene ficha, con el mismo ${SHARED[por]}.`;
  return `Ese ${SHARED[por]} ya es de ${nombre}. Si es otra persona, agrégala a mano.`;
}
