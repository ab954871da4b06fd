import type { Transaction } from "~/database/client.server";
import { encryptedColumnsOf } from "~/database/encrypted-columns.server";
import { decrypt, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { Prisma } from "~/generated/client";
import { logError } from "~/log.server";
import { type Columna, TIPOS, type Tipo } from "./tipos.server";

/** A row as JSON, without its generated columns. */
export type Fila = Record<string, unknown>;

/** A deleted record: its row, the rows that went with it, and the ids of those that pointed at it. */
export type Copia = {
  fila: Fila;
  /** By table. */
  hijas: Record<string, Fila[]>;
  /** By table and column: `citas_susa.cliente_id`. */
  enlaces: Record<string, string[]>;
  datos: Record<string, string | number | null>;
};

/** The name under which a copy lists the rows that pointed at its record. */
export const nameOf = ({ tabla, columna }: Columna) => `${tabla}.${columna}`;

/**
 * Locks a record and keeps an encrypted copy of it. Call it in the transaction of the deletion, before it. Gives the id of the
 * copy, or null when the record does not exist.
 */
export async function keepCopy(
  transaction: Transaction,
  tipo: Tipo,
  id: string | undefined,
  cuenta_id: string,
): Promise<string | null> {
  if (!isId(id)) return null;
  const { tabla, hijas, enlaces, datos, archivo = null } = TIPOS[tipo];
  // From here on nothing new can refer to the record, so the copy lists all that does.
  await transaction.$queryRaw`SELECT FROM ${Prisma.raw(tabla)} WHERE id = ${id}::uuid FOR UPDATE`;
  const rowsOf = ({ tabla, columna }: Columna) =>
    Prisma.sql`(SELECT coalesce(jsonb_agg(to_jsonb(h) - 'busqueda'), '[]') FROM ${Prisma.raw(tabla)} h WHERE ${Prisma.raw(columna)} = t.id)`;
  const idsOf = ({ tabla, columna }: Columna) =>
    Prisma.sql`(SELECT coalesce(jsonb_agg(id), '[]') FROM ${Prisma.raw(tabla)} WHERE ${Prisma.raw(columna)} = t.id)`;
  const [row] = await transaction.$queryRaw<Copia[]>`
    SELECT to_jsonb(t) - 'busqueda' AS fila,
      ${objectOf(hijas.map((hija) => [hija.tabla, rowsOf(hija)]))} AS hijas,
      ${objectOf(enlaces.map((enlace) => [nameOf(enlace), idsOf(enlace)]))} AS enlaces,
      ${objectOf(Object.entries(datos).map(([name, select]) => [name, Prisma.raw(`(${select})`)]))} AS datos
    FROM ${Prisma.raw(tabla)} t WHERE id = ${id}::uuid`;
  if (!row) return null;
  const copia: Copia = {
    ...row,
    fila: openColumns(tabla, row.fila),
    hijas: Object.fromEntries(
      Object.entries(row.hijas).map(([tabla, filas]) => [tabla, filas.map((f) => openColumns(tabla, f))]),
    ),
  };
  const archivo_id = archivo === null ? null : (row.fila[archivo] as string | null);
  // Whatever was kept of it before: a record may come back without the trash, from a backup.
  await transaction.papelera.deleteMany({ where: { registro_id: id } });
  const data = { tipo, registro_id: id, sobre: seal(copia), archivo_id, cuenta_id };
  return (await transaction.papelera.create({ data, select: { id: true } })).id;
}

function objectOf(pairs: [name: string, value: Prisma.Sql][]): Prisma.Sql {
  const args = pairs.map(([name, value]) => Prisma.sql`${name}::text, ${value}`);
  return args.length > 0 ? Prisma.sql`jsonb_build_object(${Prisma.join(args)})` : Prisma.sql`'{}'::jsonb`;
}

/** The encrypted text of a copy. */
export function seal(copia: Copia): string {
  return encrypt(JSON.stringify(copia));
}

/** The copy in an encrypted text, or null when it was encrypted with another DATA_KEY. */
export function unseal(sobre: string): Copia | null {
  try {
    return JSON.parse(decrypt(sobre));
  } catch (error) {
    logError("decrypt", error);
    return null;
  }
}

/**
 * A decrypted value in a copy, which is encrypted as a whole: so a changed DATA_KEY reaches it too. One that could not be decrypted
 * stays as it was, a text.
 */
type Claro = { claro: string };

function openColumns(tabla: string, fila: Fila): Fila {
  const open = (value: unknown): unknown => {
    if (typeof value !== "string") return value;
    try {
      return { claro: decrypt(value) } satisfies Claro;
    } catch {
      return value;
    }
  };
  return { ...fila, ...Object.fromEntries(encryptedColumnsOf(tabla).map((columna) => [columna, open(fila[columna])])) };
}

/** A row of a copy as it is stored: its encrypted columns encrypted again. */
export function encryptColumns(tabla: string, fila: Fila): Fila {
  const close = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? encrypt((value as Claro).claro) : value;
  return { ...fila, ...Object.fromEntries(encryptedColumnsOf(tabla).map((columna) => [columna, close(fila[columna])])) };
}
