import { loadEnvFile, readConfig } from "./config";
import { adoptNewKey, settleNewKey, writeNewKey } from "./data-key-file";
import { migrate } from "./migrate";
import { startPostgres } from "./postgres/embedded-postgres";
import { StartError } from "./start-error";

/**
 * Encrypts everything again with DATA_KEY in one transaction, while no server runs (docs/decisions/0020). With the key in DATA_DIR
 * it makes the new key itself; where DATA_KEY is set, DATA_KEY_PREVIOUS names the one before.
 */
async function main(): Promise<void> {
  loadEnvFile();
  const isOwnKey = !process.env.DATA_KEY;
  const { dataDir, databaseUrl } = readConfig(process.env);
  const postgres = databaseUrl === undefined ? await startPostgres(dataDir) : undefined;
  try {
    const url = postgres?.url ?? databaseUrl ?? "";
    await migrate(url);
    if (isOwnKey) {
      const present = (await settleNewKey(dataDir, url)) ?? process.env.DATA_KEY;
      Object.assign(process.env, { DATA_KEY: writeNewKey(dataDir), DATA_KEY_PREVIOUS: present });
    }
    // Imported now, because the modules read DATA_KEY when they are loaded.
    const { changeKey } = await import("~/database/change-key.server");
    // Of our own two keys neither opens the rest; a key that was typed may be the wrong one.
    const { written, unreadable } = await changeKey(url, (left) => {
      if (left > 0 && !isOwnKey) throw new StartError(KEY_IS_MISSING);
    });
    console.log(`Valores cifrados otra vez: ${written}. Con otra llave, que no es ninguna de las dos: ${unreadable}.`);
    console.log(isOwnKey ? describeOldKey(adoptNewKey(dataDir)) : OLD_KEY_MAY_GO);
  } finally {
    await postgres?.stop();
  }
}

const OLD_KEY_MAY_GO =
  "Arranca los servidores con la llave nueva en DATA_KEY y sin DATA_KEY_PREVIOUS. Guarda la llave anterior mientras conserves respaldos hechos con ella.";

function describeOldKey(file: string): string {
  return `La llave nueva está en data-key: guarda una copia aparte. La anterior quedó en ${file}: el programa ya no la usa; bórrala cuando ya no conserves respaldos hechos con ella.`;
}

const KEY_IS_MISSING =
  "No borres ninguna llave: da en DATA_KEY_PREVIOUS la que tienen los valores que faltan, y vuelve a intentarlo.";

// The embedded PostgreSQL stops when this process exits, and rolls back what was not committed.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
main().catch((error) => {
  const { name, code = "" } = error as { name: string; code?: string };
  console.error(
    error instanceof StartError
      ? error.message
      : `No se terminó de cambiar la llave (${`${name} ${code}`.trim()}): no borres ninguna, y vuelve a intentarlo.`,
  );
  process.exitCode = 1;
});
