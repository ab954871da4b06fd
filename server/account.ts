import { loadEnvFile, readConfig } from "./config";
import { migrate } from "./migrate";
import { startPostgres } from "./postgres/embedded-postgres";
import { StartError } from "./start-error";

/** Lists the accounts, and makes an access link for the owner, who cannot ask another account for one (docs/decisions/0009-signing-in.md). */
async function main(): Promise<void> {
  loadEnvFile();
  const config = readConfig(process.env);
  const postgres = config.databaseUrl === undefined ? await startPostgres(config.dataDir) : undefined;
  try {
    const url = postgres?.url ?? config.databaseUrl ?? "";
    process.env.DATABASE_URL = url;
    await migrate(url);
    await printAccounts(config.publicUrl.origin);
  } finally {
    await postgres?.stop();
  }
}

async function printAccounts(origin: string): Promise<void> {
  // Imported now, because the modules read their settings when they are loaded.
  const { db } = await import("~/database/client.server");
  const { listCuentas } = await import("~/models/cuentas/cuenta.server");
  const { createEnlaceOfOwner, pathOfEnlace } = await import("~/models/cuentas/enlace-acceso.server");
  try {
    const { cuentas, total } = await listCuentas({ q: "", pagina: 1 });
    for (const { email, rol, estado } of cuentas) console.log(`${email}: ${rol}, ${estado}`);
    if (total > cuentas.length) console.log(`y ${total - cuentas.length} cuentas más`);
    const secret = await createEnlaceOfOwner();
    if (secret === null) {
      console.log("Todavía no hay cuentas: la primera que se crea en /auth es la de la propietaria.");
    } else {
      console.log("Enlace para la propietaria. Sirve una sola vez, durante 24 horas, y el de antes ya no sirve:");
      console.log(origin + pathOfEnlace(secret));
    }
  } finally {
    await db.$disconnect();
  }
}

// The embedded PostgreSQL stops when this process exits.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
main().catch((error) => {
  const { name, code = "" } = error as Error & { code?: string };
  console.error(error instanceof StartError ? error.message : `No se pudo hacer el enlace (${`${name} ${code}`.trim()}).`);
  process.exitCode = 1;
});
