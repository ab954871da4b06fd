import type { Transaction } from "~/database/client.server";
import { isExclusionViolation } from "~/database/idempotency.server";
import type { Copia } from "./copia.server";
import { idsOf, tieInTrash, tieRows, type Unidos } from "./filas.server";
import type { Columna } from "./tipos.server";

/**
 * Ties the appointments of a specialist to her again, as `tie` does. One that overlaps another of hers by now stays without a
 * specialist (`ocupados`).
 */
export async function tieCitasOf(
  transaction: Transaction,
  enlace: Columna,
  enlaces: Copia["enlaces"],
  id: string,
): Promise<Unidos> {
  const ids = idsOf(enlaces, enlace);
  const enPapelera = await tieInTrash(transaction, enlace, ids, id);
  return { tabla: enlace.tabla, de: ids.length, enPapelera, ...(await tieFree(transaction, enlace, ids, id)) };
}

type Tied = Pick<Unidos, "unidos" | "ocupados">;

// All at once; where the constraint rejects that, each half alone: few overlap, of thousands.
async function tieFree(transaction: Transaction, enlace: Columna, ids: string[], id: string): Promise<Tied> {
  if (ids.length === 0) return { unidos: 0, ocupados: 0 };
  await transaction.$executeRaw`SAVEPOINT antes`;
  try {
    const unidos = await tieRows(transaction, enlace, ids, id);
    await transaction.$executeRaw`RELEASE SAVEPOINT antes`;
    return { unidos, ocupados: 0 };
  } catch (error) {
    if (!isExclusionViolation(error)) throw error;
    await transaction.$executeRaw`ROLLBACK TO SAVEPOINT antes`;
    if (ids.length === 1) return { unidos: 0, ocupados: 1 };
    const middle = Math.ceil(ids.length / 2);
    const first = await tieFree(transaction, enlace, ids.slice(0, middle), id);
    const second = await tieFree(transaction, enlace, ids.slice(middle), id);
    return { unidos: first.unidos + second.unidos, ocupados: first.ocupados + second.ocupados };
  }
}
