import type { Transaction } from "~/database/client.server";
import { type IdempotencyKey, isOk, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { logError } from "~/log.server";
import { bringBackArchivo, prepareArchivo, releaseArchivos } from "~/media/archivo.server";
import { StorageError } from "~/media/error";
import { bookEgreso } from "~/models/dinero/egreso.server";
import { bookIngreso, lockCita } from "~/models/dinero/ingreso.server";
import type { Copia, Fila } from "./copia.server";
import { insertCopia, isThere, type Perdido, recordRecovery, tie, type Unidos } from "./filas.server";
import { getEntrada, lockCopy } from "./papelera.server";
import { bringBackCita } from "./recuperar-cita.server";
import { tieCitasOf } from "./recuperar-citas-de.server";
import { TIPOS, type Tipo } from "./tipos.server";

/** What came back: which records it refers to no more, and which rows point at it again. */
export type Recuperado = { tipo: Tipo; id: string; perdidos: Perdido[]; unidos: Unidos[]; isTooMuch: boolean };

/**
 * Why nothing came back: it is not in the trash any more, was encrypted with another key, exists already, its hour was taken
 * meanwhile, or its file is lost.
 */
type Reason = "missing" | "unreadable" | "exists" | "overlap" | "archivo";

/**
 * Brings a deleted record back from its copy `id`, with its old id, the rows that went with it, and its links where both sides
 * still exist. Money is written into the ledger anew. Throws StorageError when the file of a picture cannot be moved.
 */
export async function recuperar(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  const archivo_id = (await getEntrada(id))?.archivo_id ?? null;
  if (archivo_id !== null) await prepareArchivo(archivo_id);
  let failure: StorageError | undefined;
  const write = writeOnce<Recuperado, Reason>(
    key,
    (transaction) =>
      bringBack(transaction, id, cuenta_id).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
        failure = error;
        throw new WriteRejection<Reason>("archivo");
      }),
    LONG_TRANSACTION_MS,
  );
  const isDone = await write.then(isOk, () => false);
  // Its file may be in public already, without a row that shows it.
  if (!isDone) await releaseArchivos([archivo_id]);
  if (failure) {
    logError("storage", failure);
    throw failure;
  }
  return write;
}

async function bringBack(transaction: Transaction, id: string | undefined, cuenta_id: string): Promise<Recuperado> {
  const { tipo, registro_id, copia, ...entry } = await lockCopy(transaction, id);
  if (await isThere(transaction, TIPOS[tipo].tabla, registro_id)) throw new WriteRejection<Reason>("exists");
  const whole = { ...entry, tipo, registro_id, copia, cuenta_id };
  const brought = await recordRecovery(transaction, whole, () => BRING_BACK[tipo](transaction, whole));
  await transaction.papelera.delete({ where: { id: entry.id }, select: { id: true } });
  return { tipo, id: registro_id, isTooMuch: false, ...brought };
}

type Entry = { tipo: Tipo; registro_id: string; archivo_id: string | null; copia: Copia; cuenta_id: string };
type Brought = Pick<Recuperado, "perdidos" | "unidos"> & { isTooMuch?: boolean };

const BRING_BACK: Record<Tipo, (transaction: Transaction, entry: Entry) => Promise<Brought>> = {
  cliente: bringBackWhole,
  item: bringBackWhole,
  testimonio: bringBackWhole,
  cita: (transaction, { copia }) => bringBackCita(transaction, copia),
  ingreso: bringBackIngreso,
  egreso: bringBackEgreso,
  empleado: bringBackEmpleado,
  imagen: bringBackImagen,
};

async function bringBackWhole(transaction: Transaction, { tipo, registro_id, copia }: Entry): Promise<Brought> {
  const perdidos = await insertCopia(transaction, tipo, copia);
  const unidos: Unidos[] = [];
  for (const enlace of TIPOS[tipo].enlaces) unidos.push(await tie(transaction, enlace, copia.enlaces, registro_id));
  return { perdidos, unidos };
}

async function bringBackEmpleado(transaction: Transaction, entry: Entry): Promise<Brought> {
  const { tipo, registro_id, copia } = entry;
  // She comes back without a photo that is lost.
  const foto_id = (await bringBackPicture(transaction, entry)) === null ? null : copia.fila.foto_id;
  const perdidos = await insertCopia(transaction, tipo, { ...copia, fila: { ...copia.fila, foto_id } });
  const unidos: Unidos[] = [];
  for (const enlace of TIPOS[tipo].enlaces) {
    const tieThem = enlace.tabla === "citas_susa" ? tieCitasOf : tie;
    unidos.push(await tieThem(transaction, enlace, copia.enlaces, registro_id));
  }
  return { perdidos, unidos };
}

async function bringBackIngreso(transaction: Transaction, { tipo, registro_id, copia, cuenta_id }: Entry): Promise<Brought> {
  await lockCita(transaction, copia.fila.cita_id as string | null);
  const perdidos = await insertCopia(transaction, tipo, copia);
  return { perdidos, unidos: [], isTooMuch: await bookIngreso(transaction, registro_id, cuenta_id) };
}

async function bringBackEgreso(transaction: Transaction, { tipo, registro_id, copia, cuenta_id }: Entry): Promise<Brought> {
  const perdidos = await insertCopia(transaction, tipo, copia);
  await bookEgreso(transaction, registro_id, cuenta_id);
  return { perdidos, unidos: [] };
}

async function bringBackImagen(transaction: Transaction, entry: Entry): Promise<Brought> {
  const { tipo, archivo_id, copia } = entry;
  const fila: Fila = { ...copia.fila };
  if (archivo_id !== null) {
    const url = await bringBackPicture(transaction, entry);
    if (url === null) throw new WriteRejection<Reason>("archivo");
    fila.image_url = url;
  }
  return { perdidos: await insertCopia(transaction, tipo, { ...copia, fila }), unidos: [] };
}

/** Serves the stored picture of a record again, and gives its address; null when it has none or its file is lost. */
async function bringBackPicture(transaction: Transaction, { archivo_id, copia }: Entry): Promise<string | null> {
  if (archivo_id === null) return null;
  const { width, height } = copia.datos;
  return bringBackArchivo(transaction, archivo_id, { width: Number(width), height: Number(height) });
}
