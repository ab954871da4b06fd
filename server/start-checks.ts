import { join } from "node:path";
import type pg from "pg";
import { ENCRYPTED } from "~/backup/format.server";
import { ENCRYPTED_COLUMNS, type EncryptedColumn, readEncrypted } from "~/database/encrypted-columns.server";
import { secretsSchema, settingsSchema } from "~/env.server";
import { type Config, MAY_BE_FILES } from "./config";
import { connect, explain } from "./postgres/client";
import { readOrCreateSecret } from "./secret-file";
import { StartError } from "./start-error";

/**
 * Checks what would otherwise be found out days later, on a migrated database. Gives a sentence for each thing to put right.
 * Throws StartError for what would lose or hide data: another DATA_KEY, or missing rights; DatabaseUnreachable.
 */
export async function checkStart(url: string, config: Config): Promise<string[]> {
  const client = await connect(url);
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = 0");
    await requireRights(client);
    await requireKey(client);
    const warnings = [await checkDisk(client, config), await checkConnections(client, config)];
    await client.query("COMMIT");
    return [...findMisspelt(process.env), ...warnings.filter((sentence) => sentence !== undefined)];
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname LIKE '%\\_susa' AND NOT (
      has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
      AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')
    ) LIMIT 1`);
  if (rows[0])
    throw new StartError(
      `El usuario de DATABASE_URL no puede leer y escribir la tabla ${rows[0].name}: usa el usuario que es dueño de las tablas, o dale permiso.`,
    );
}

/**
 * A database knows the fingerprint of its key once a stored value was opened with it, or while it has neither a value nor an
 * account: then nobody can have used another one.
 */
async function requireKey(client: pg.Client): Promise<void> {
  // Imported after readConfig, because the module reads DATA_KEY when it is loaded.
  const { decrypt, keyFingerprints, PRESENT_PREFIX } = await import("~/database/encryption.server");
  const opens = (value: string) => {
    try {
      return typeof decrypt(value) === "string";
    } catch {
      return false;
    }
  };
  const { present, previous } = keyFingerprints();
  const { rows } = await client.query<{ llave: string | null }>("SELECT llave FROM instalacion_susa FOR UPDATE");
  const known = rows[0]?.llave;
  if (known) {
    if (known !== present && known !== previous) throw new StartError(OTHER_KEY);
    return;
  }
  const { rows: stored } = await client.query<{ value: string }>(
    ENCRYPTED_COLUMNS.filter(({ table }) => table in ENCRYPTED)
      .map(anyValue)
      .join(" UNION ALL "),
    [`${PRESENT_PREFIX}%`],
  );
  const { rows: accounts } = await client.query("SELECT FROM cuentas_susa LIMIT 1");
  if (stored.length === 0 && accounts.length > 0) return;
  if (stored.length > 0 && !stored.some(({ value }) => opens(value))) throw new StartError(OTHER_KEY);
  await client.query("UPDATE instalacion_susa SET llave = $1", [present]);
}

/** Selects one value, of the present key (`$1`) if there is one: what an earlier change of keys could not read may be there too. */
const anyValue = (place: EncryptedColumn) =>
  `(SELECT value FROM (SELECT ${readEncrypted(place)} AS value FROM ${place.table}) AS place WHERE value <> ''
    ORDER BY value LIKE $1 DESC LIMIT 1)`;

const OTHER_KEY =
  "La llave de esta instalación no es la de la base de datos, y con ella nadie podría leer las notas de salud: da en DATA_KEY la llave del estudio (o copia su archivo data-key a DATA_DIR).";

/** Pictures on a disk that this server does not share would be missing on every second page. */
async function checkDisk(client: pg.Client, { dataDir }: Config): Promise<string | undefined> {
  if (process.env.CLOUDINARY_URL) return undefined;
  const folder = join(dataDir, "uploads");
  let own: string;
  try {
    own = readOrCreateSecret(folder, ".almacen");
  } catch (error) {
    return error instanceof StartError ? error.message : `No se puede usar la carpeta ${folder}: da permiso a este usuario.`;
  }
  const { rows } = await client.query<{ almacen: string }>(
    "UPDATE instalacion_susa SET almacen = coalesce(almacen, $1) RETURNING almacen",
    [own],
  );
  if (rows[0]?.almacen === own) return undefined;
  return `Las imágenes de este estudio están en otro disco, y aquí no se verían: comparte la carpeta ${folder} entre los servidores, o guárdalas en Cloudinary con CLOUDINARY_URL.`;
}

async function checkConnections(client: pg.Client, { databasePool }: Config): Promise<string | undefined> {
  const { rows } = await client.query<{ max: number; used: number }>(`
    SELECT least(
        nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int
      ) AS max,
      (SELECT count(*)::int FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()) AS used
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`);
  const { max = 0, used = 0 } = rows[0] ?? {};
  if (used + databasePool <= max) return undefined;
  return `La base de datos da ${max} conexiones, ya se usan ${used}, y este servidor quiere hasta ${databasePool}: baja DATABASE_POOL (mínimo 3) o sube el límite.`;
}

/** A sentence for each variable that differs from one of ours by one letter, which is the mistake nobody notices. */
export function findMisspelt(env: object): string[] {
  const names = [...Object.keys(settingsSchema.shape), ...Object.keys(secretsSchema.shape)];
  const ours = [...names, ...MAY_BE_FILES.map((name) => `${name}_FILE`)];
  return Object.keys(env).flatMap((given) => {
    if (ours.includes(given)) return [];
    const variants = lessOneLetter(given);
    // Four letters are too few: HOST and PORT have neighbours that mean something else.
    const meant = ours.find((name) => name.length > 4 && lessOneLetter(name).some((variant) => variants.includes(variant)));
    return meant ? [`La variable ${given} no es de Susa: ¿quisiste decir ${meant}?`] : [];
  });
}

/** A name, and all that is left of it without one of its letters: two names share one if one letter is wrong, more, less or moved. */
const lessOneLetter = (name: string) => [name, ...Array.from(name, (_, index) => name.slice(0, index) + name.slice(index + 1))];
