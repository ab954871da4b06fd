import { openDatabase, requireTables } from "./postgres/open-database";
import { StartError } from "./start-error";

const USAGE = "Escribe npm run account para ver las cuentas, o npm run account -- --enlace para el enlace de la propietaria.";

/**
 * Lists the accounts. With --enlace it makes an access link for the owner, who cannot ask another account for one
 * (docs/decisions/0009-signing-in.md).
 */
async function main(args: string[]): Promise<void> {
  const withLink = args.includes("--enlace");
  if (args.length > (withLink ? 1 : 0)) throw new StartError(USAGE);
  const { config, url, stop } = await openDatabase(process.env);
  try {
    await requireTables(url);
    await printAccounts(withLink ? config.publicUrl.origin : undefined);
  } finally {
    await stop();
  }
}

/** Prints the accounts, and a link for the owner to the site at `origin` if one is wanted. */
async function printAccounts(origin?: string): Promise<void> {
  // Imported now, because the modules read their settings when they are loaded.
  const { db } = await import("~/database/client.server");
  const { listCuentas } = await import("~/models/cuentas/cuenta.server");
  const { createEnlaceOfOwner, pathOfEnlace } = await import("~/models/cuentas/enlace-acceso.server");
  try {
    const { cuentas, total } = await listCuentas({ q: "", pagina: 1 });
    for (const { email, rol, estado } of cuentas) console.log(`${email}: ${rol}, ${estado}`);
    if (total > cuentas.length) console.log(`y ${total - cuentas.length} cuentas más`);
    if (total === 0) return console.log("Todavía no hay cuentas: la primera que se crea en /auth es la de la propietaria.");
    const secret = origin === undefined ? null : await createEnlaceOfOwner();
    if (secret === null) return;
    console.log("Enlace para la propietaria. Sirve una sola vez, durante 24 horas, y el de antes ya no sirve:");
    console.log(origin + pathOfEnlace(secret));
  } finally {
    await db.$disconnect();
  }
}

// The embedded PostgreSQL stops when this process exits.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
main(process.argv.slice(2)).catch((error) => {
  const { name, code = "" } = error as Error & { code?: string };
  console.error(error instanceof StartError ? error.message : `No se pudieron leer las cuentas (${`${name} ${code}`.trim()}).`);
  process.exitCode = 1;
});
