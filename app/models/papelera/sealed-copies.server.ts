import { db } from "~/database/client.server";
import { encryptedColumnsOf } from "~/database/encrypted-columns.server";
import { decryptOrNull, encrypt } from "~/database/encryption.server";

type Row = Record<string, unknown>;
type SealedCopy = { fila: Row; hijas: Record<string, Row[]>; enlaces: Record<string, string[]>; datos: Record<string, unknown> };

/**
 * Stores the copies of the trash that were encrypted as a whole, as Susa did until November 2026, in the present form. One that
 * was encrypted with another key stays as it is.
 */
export async function openSealedCopies(): Promise<void> {
  const sealed = await db.papelera.findMany({ where: { sobre: { not: null } }, select: { id: true } });
  // One after the other: a copy may have thousands of links.
  for (const { id } of sealed) {
    const row = await db.papelera.findUnique({ where: { id }, select: { tipo: true, sobre: true } });
    const text = row?.sobre ? decryptOrNull(row.sobre) : null;
    if (!row || text === null) continue;
    const copy: SealedCopy = JSON.parse(text);
    const { width, height } = copy.datos;
    const hijas = Object.entries(copy.hijas).map(([table, rows]) => [table, rows.map((fila) => encryptColumns(table, fila))]);
    await db.$executeRaw`
      UPDATE papelera_susa SET sobre = NULL,
        fila = ${JSON.stringify(encryptColumns(row.tipo === "cliente" ? "clientes_susa" : "", copy.fila))}::jsonb,
        hijas = ${JSON.stringify(Object.fromEntries(hijas))}::jsonb,
        enlaces = ${JSON.stringify(copy.enlaces)}::jsonb,
        medidas = ${width ? JSON.stringify({ width, height }) : null}::jsonb
      WHERE id = ${id}::uuid AND sobre = ${row.sobre}`;
  }
}

/** A row as its table stores it: such a copy held what is encrypted there as `{ claro }`. */
function encryptColumns(table: string, fila: Row): Row {
  const close = (value: unknown) =>
    typeof value === "object" && value !== null && "claro" in value ? encrypt(String(value.claro)) : value;
  return { ...fila, ...Object.fromEntries(encryptedColumnsOf(table).map((column) => [column, close(fila[column])])) };
}
