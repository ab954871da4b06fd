import type { Transaction } from "~/database/client.server";
import { type IdempotencyKey, isOk, isUniqueViolation, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { type Restored, restoreRows } from "~/database/trash.server";
import { logError } from "~/log.server";
import { bringBackArchivo, prepareArchivo, releaseArchivos } from "~/media/archivo.server";
import { StorageError } from "~/media/error";
import { lockAgendas, lockRowsOfCitas, rejectViolations } from "~/models/citas/visita.server";
import { SALUD } from "~/models/clientes/salud.server";
import { type Linea, record } from "~/models/cuentas/bitacora.server";
import { bookEgreso } from "~/models/dinero/egreso.server";
import { bookIngreso, matchDevuelto } from "~/models/dinero/ingreso.server";
import { tieLiquidaciones } from "~/models/dinero/liquidacion.server";
import { lockVenta } from "~/models/ventas/venta.server";
import { getEntrada, lockCopy, type TipoPapelera } from "./papelera.server";

/** What came back: which records it refers to no more, and which rows point at it again. */
export type Recuperado = Restored & { tipo: TipoPapelera; id: string; isTooMuch: boolean };

/**
 * Why nothing came back: it is not in the trash any more, exists already, its hour was taken
 * meanwhile, its file is lost, health notes or a place on the waiting list have no client any more, notes others in their place, or the
 * sale of an income was cancelled.
 */
type Reason = "missing" | "exists" | "overlap" | "archivo" | "sin_cliente" | "otra_nota" | "venta_cancelada";

type Copy = Awaited<ReturnType<typeof lockCopy>>;

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
    async (transaction) => {
      const copy = await lockCopy(transaction, id);
      const restored = await restore(transaction, copy).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
        failure = error;
        throw new WriteRejection<Reason>("archivo");
      });
      const { tipo, registro_id, fila } = copy;
      if (tipo === "egreso") await bookEgreso(transaction, registro_id, cuenta_id);
      const isTooMuch = tipo === "ingreso" && (await bookIngreso(transaction, registro_id, cuenta_id));
      return { tipo, id: tipo === "salud" ? String(fila.cliente_id) : registro_id, isTooMuch, ...restored };
    },
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

async function restore(transaction: Transaction, copy: Copy): Promise<Restored> {
  const { tipo, fila, archivo_id } = copy;
  switch (tipo) {
    case "cita":
      return restoreCita(transaction, copy);
    case "ingreso":
      await lockRowsOfCitas(transaction, [typeof fila.cita_id === "string" ? fila.cita_id : null]);
      if (typeof fila.venta_id === "string" && (await lockVenta(transaction, fila.venta_id)).isCancelled)
        throw new WriteRejection<Reason>("venta_cancelada");
      return restoreRow(transaction, copy);
    // She comes back without a photo that is lost.
    case "empleado": {
      const isLost = (await restorePicture(transaction, copy)) === null;
      const restored = await restoreRow(transaction, copy, isLost ? { foto_id: null } : {});
      const empleado = await transaction.empleado.findUniqueOrThrow({ where: { id: copy.registro_id } });
      await tieLiquidaciones(transaction, empleado, copy.created_at);
      return restored;
    }
    case "imagen": {
      if (archivo_id === null) return restoreRow(transaction, copy);
      const image_url = await restorePicture(transaction, copy);
      if (image_url === null) throw new WriteRejection<Reason>("archivo");
      return restoreRow(transaction, copy, { image_url });
    }
    case "salud":
      return restoreNotas(transaction, copy);
    case "espera": {
      // She waits for herself: without her there is nothing to bring back.
      const [cliente] = await transaction.$queryRaw<unknown[]>`
        SELECT FROM clientes_susa WHERE id = ${String(fila.cliente_id)}::uuid FOR KEY SHARE`;
      if (!cliente) throw new WriteRejection<Reason>("sin_cliente");
      return restoreRow(transaction, copy);
    }
    default:
      return restoreRow(transaction, copy);
  }
}

/** Restores an appointment in its place, or with `changes`. Throws WriteRejection `overlap` when the place was taken meanwhile. */
export function restoreCita(transaction: Transaction, copy: Copy, changes: Parameters<typeof restoreRows>[2] = {}) {
  return rejectViolations(async () => {
    const { empleado_id } = { ...copy.fila, ...changes };
    await lockAgendas(transaction, [{ empleado_id: typeof empleado_id === "string" ? empleado_id : null }]);
    // Bringing a request back accepts it.
    const restored = await restoreRow(transaction, copy, { apartada_hasta: null, ...changes });
    await matchDevuelto(transaction, copy.registro_id);
    return restored;
  });
}

/** Restores the rows and records that as one line, with the amount of money. Throws WriteRejection `exists`. */
async function restoreRow(
  transaction: Transaction,
  { id, tipo, registro_id, fila }: Copy,
  changes?: Parameters<typeof restoreRows>[2],
): Promise<Restored> {
  const restored = await restoreRows(transaction, id, changes).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new WriteRejection<Reason>("exists") : error;
  });
  const importes: Linea["importes"] = typeof fila.monto === "number" ? { monto: [null, fila.monto.toFixed(2)] } : {};
  await record(transaction, { accion: "recuperacion", tipo, registro_id, importes });
  return restored;
}

/** Puts health notes back where none stand meanwhile. Throws WriteRejection `otra_nota`, and `sin_cliente` when she is gone. */
async function restoreNotas(transaction: Transaction, { id, tipo, fila }: Copy): Promise<Restored> {
  const cliente_id = String(fila.cliente_id);
  const campos = SALUD.filter((campo) => campo in fila);
  const each = (value: (campo: string) => string | null) => Object.fromEntries(campos.map((campo) => [campo, value(campo)]));
  const { count } = await transaction.cliente.updateMany({
    where: { id: cliente_id, ...each(() => null) },
    data: each((campo) => String(fila[campo])),
  });
  if (count === 0)
    throw new WriteRejection<Reason>(
      (await transaction.cliente.count({ where: { id: cliente_id } })) ? "otra_nota" : "sin_cliente",
    );
  await transaction.papelera.delete({ where: { id }, select: { id: true } });
  await record(transaction, { accion: "recuperacion", tipo, registro_id: cliente_id });
  return { perdidos: [], unidos: [] };
}

/** Serves the stored picture of a record again, and gives its address; null when it has none or its file is lost. */
async function restorePicture(transaction: Transaction, { archivo_id, medidas }: Copy): Promise<string | null> {
  if (archivo_id === null) return null;
  return bringBackArchivo(transaction, archivo_id, { width: Number(medidas?.width), height: Number(medidas?.height) });
}
