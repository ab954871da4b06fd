import type { Transaction } from "~/database/client.server";
import { Prisma } from "~/generated/client";
import { type Linea, record } from "~/models/cuentas/bitacora.server";
import { type Copia, encryptColumns, type Fila, nameOf, seal, unseal } from "./copia.server";
import { type Columna, PADRES, TIPOS, type Tipo, UNICAS } from "./tipos.server";

/** What a record referred to and no longer can: the column, and whether the other record is in the trash too. */
export type Perdido = { columna: string; enPapelera: boolean };

/** The rows that pointed at a record, by table: how many there were, point at it again, are in the trash, or may not. */
export type Unidos = { tabla: string; de: number; unidos: number; enPapelera: number; ocupados: number };

/** Inserts the row of a copy and those that went with it; gives the references it lost. Throws what a constraint throws. */
export async function insertCopia(
  transaction: Transaction,
  tipo: Tipo,
  { fila, hijas }: Pick<Copia, "fila" | "hijas">,
): Promise<Perdido[]> {
  const { tabla } = TIPOS[tipo];
  const row = await withoutLost(transaction, tabla, fila);
  await insertRows(transaction, tabla, [row.fila]);
  for (const [tabla, filas] of Object.entries(hijas)) {
    const kept: Fila[] = [];
    for (const hija of filas) kept.push((await withoutLost(transaction, tabla, hija)).fila);
    await insertRows(transaction, tabla, kept);
  }
  return row.perdidos;
}

async function insertRows(transaction: Transaction, tabla: string, filas: Fila[]): Promise<void> {
  if (filas.length === 0) return;
  const columns = await transaction.$queryRaw<{ name: string }[]>`
    SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = to_regclass(${tabla}) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`;
  // A column that is newer than the copy gets its default; one that was dropped since is left out.
  const present = columns.filter(({ name }) => filas.some((fila) => name in fila)).map(({ name }) => `"${name}"`);
  const names = Prisma.raw(present.join(", "));
  const rows = JSON.stringify(filas.map((fila) => encryptColumns(tabla, fila)));
  await transaction.$executeRaw`
    INSERT INTO ${Prisma.raw(tabla)} (${names})
    SELECT ${names} FROM jsonb_populate_recordset(NULL::${Prisma.raw(tabla)}, ${rows}::jsonb)`;
}

/**
 * A row without references to records that are gone, and which those are. One that waits in the trash will tie the row again
 * when it comes back.
 */
async function withoutLost(transaction: Transaction, tabla: string, fila: Fila): Promise<{ fila: Fila; perdidos: Perdido[] }> {
  const kept = { ...fila };
  const perdidos: Perdido[] = [];
  for (const [columna, padre] of Object.entries(PADRES[tabla] ?? {})) {
    const id = fila[columna];
    if (typeof id !== "string") continue;
    // The trash first: its lock waits for a request that is bringing the other record back.
    const enPapelera = await addLink(transaction, padre, id, { tabla, columna }, String(fila.id));
    const isFree = !UNICAS.includes(nameOf({ tabla, columna })) || !(await isReferred(transaction, { tabla, columna }, id));
    if (!enPapelera && isFree && (await isThere(transaction, padre, id))) continue;
    kept[columna] = null;
    perdidos.push({ columna, enPapelera });
  }
  return { fila: kept, perdidos };
}

async function isReferred(transaction: Transaction, { tabla, columna }: Columna, id: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<
    unknown[]
  >`SELECT 1 FROM ${Prisma.raw(tabla)} WHERE ${Prisma.raw(columna)} = ${id}::uuid`;
  return rows.length > 0;
}

/** Whether a record exists; it then stays until the transaction ends. */
export async function isThere(transaction: Transaction, tabla: string, id: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`SELECT 1 FROM ${Prisma.raw(tabla)} WHERE id = ${id}::uuid FOR KEY SHARE`;
  return rows.length > 0;
}

/** Adds a row to those that pointed at a record in the trash; false when the record is not there. */
async function addLink(transaction: Transaction, tabla: string, id: string, from: Columna, from_id: string): Promise<boolean> {
  const [waiting] = await inTrash(transaction, tabla, [id]);
  if (!waiting) return false;
  const { enlaces } = waiting.copia;
  const ids = new Set([...idsOf(enlaces, from), from_id]);
  await replaceCopy(transaction, waiting.id, { ...waiting.copia, enlaces: { ...enlaces, [nameOf(from)]: [...ids] } });
  return true;
}

/** Ties rows in the trash to a record that came back; gives how many. They bring the reference with them. */
export async function tieInTrash(
  transaction: Transaction,
  { tabla, columna }: Columna,
  ids: string[],
  id: string,
): Promise<number> {
  const waiting = await inTrash(transaction, tabla, ids);
  for (const { id: papelera_id, copia } of waiting) {
    if (copia.fila[columna] == null)
      await replaceCopy(transaction, papelera_id, { ...copia, fila: { ...copia.fila, [columna]: id } });
  }
  return waiting.length;
}

async function inTrash(transaction: Transaction, tabla: string, ids: string[]): Promise<{ id: string; copia: Copia }[]> {
  if (ids.length === 0 || !Object.values(TIPOS).some((tipo) => tipo.tabla === tabla)) return [];
  const rows = await transaction.$queryRaw<{ id: string; sobre: string }[]>`
    SELECT id, sobre FROM papelera_susa WHERE registro_id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return rows.flatMap(({ id, sobre }) => {
    const copia = unseal(sobre);
    return copia ? [{ id, copia }] : [];
  });
}

async function replaceCopy(transaction: Transaction, id: string, copia: Copia): Promise<void> {
  await transaction.papelera.update({ where: { id }, data: { sobre: seal(copia) }, select: { id: true } });
}

/** The rows of a copy that pointed at its record through a column. */
export const idsOf = (enlaces: Copia["enlaces"], enlace: Columna) => enlaces[nameOf(enlace)] ?? [];

/** Ties the rows that pointed at a record to it again, where they still exist and point at no other. */
export async function tie(transaction: Transaction, enlace: Columna, enlaces: Copia["enlaces"], id: string): Promise<Unidos> {
  const ids = idsOf(enlaces, enlace);
  // The trash first, as in `withoutLost`.
  const enPapelera = await tieInTrash(transaction, enlace, ids, id);
  const unidos = await tieRows(transaction, enlace, ids, id);
  return { tabla: enlace.tabla, de: ids.length, unidos, enPapelera, ocupados: 0 };
}

/** The statement of `tie` alone; gives how many rows it tied. Throws what a constraint throws. */
export function tieRows(transaction: Transaction, { tabla, columna }: Columna, ids: string[], id: string): Promise<number> {
  const column = Prisma.raw(columna);
  return transaction.$executeRaw`
    UPDATE ${Prisma.raw(tabla)} SET ${column} = ${id}::uuid WHERE id = ANY (${ids}::uuid[]) AND ${column} IS NULL`;
}

/**
 * Runs `restore` without a line of the record for every row that comes back, and then records the recovery as one line, with the
 * amount of money.
 */
export async function recordRecovery<T>(
  transaction: Transaction,
  { tipo, registro_id, copia }: { tipo: Tipo; registro_id: string; copia: Copia },
  restore: () => Promise<T>,
): Promise<T> {
  await transaction.$executeRaw`SELECT set_config('susa.record', 'off', true)`;
  const restored = await restore();
  await transaction.$executeRaw`SELECT set_config('susa.record', '', true)`;
  const { monto } = copia.fila;
  const importes: Linea["importes"] = typeof monto === "number" ? { monto: [null, monto.toFixed(2)] } : {};
  await record(transaction, { accion: "recuperacion", tipo, registro_id, importes });
  return restored;
}
