import { longDb } from "~/database/client.server";
import { PURGE_FORM_TOKENS } from "~/database/idempotency.server";
import { sweepArchivos } from "~/media/archivo.server";
import { PURGE_CODIGOS } from "~/models/citas/codigo.server";
import { PURGE_ESPERAS } from "~/models/citas/espera.server";
import { PURGE_BITACORA } from "~/models/cuentas/bitacora.server";
import { PURGE_ENLACES } from "~/models/cuentas/enlace-acceso.server";
import { PURGE_ENVIOS } from "~/models/cuentas/envio.server";
import { PURGE_SESIONES } from "~/models/cuentas/sesion.server";
import { PURGE_LOGIN_TRIES } from "~/models/cuentas/sign-in-throttle.server";
import { PURGE_IMPORTACIONES } from "~/models/importacion/importacion.server";
import { PURGE_PAPELERA } from "~/models/papelera/papelera.server";

// Every table of short-lived rows has its statement in the module of its model.
const DELETIONS = [
  PURGE_FORM_TOKENS,
  PURGE_SESIONES,
  PURGE_ENVIOS,
  PURGE_ENLACES,
  PURGE_IMPORTACIONES,
  PURGE_LOGIN_TRIES,
  PURGE_CODIGOS,
  PURGE_ESPERAS,
  PURGE_BITACORA,
  PURGE_PAPELERA,
];

// Files whose records are deleted here; the rest is removed the next day.
const MAX_SWEPT = 1000;

/** Deletes all expired rows, one statement after the other, and then removes the files that no row needs. Throws the first error. */
export async function purgeExpired(): Promise<void> {
  for (const statement of DELETIONS) await longDb.$executeRawUnsafe(statement);
  // Last, because a storage elsewhere may be slow for each file.
  await sweepArchivos(MAX_SWEPT);
}
