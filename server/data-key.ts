import pg from "pg";
import type { Changed } from "../app/database/change-key.server";
import { readConfig } from "./config";
import { replaceStoredKey, setAsidePreviousKey } from "./data-key-file";
import { migrate } from "./migrate";
import { startPostgres } from "./postgres/embedded-postgres";
import { StartError } from "./start-error";

/**
 * Encrypts everything again with DATA_KEY (docs/decisions/0020). With the key in DATA_DIR it makes the new key itself; where
 * DATA_KEY is set, DATA_KEY_PREVIOUS names the one before.
 */
async function main(): Promise<void> {
  const isOwnKey = !process.env.DATA_KEY;
  const config = readConfig(process.env);
  // Started before the key changes: a server that is running would go on encrypting with the old one.
  const postgres = config.databaseUrl === undefined ? await startPostgres(config.dataDir) : undefined;
  try {
    const url = postgres?.url ?? config.databaseUrl ?? "";
    await migrate(url);
    if (isOwnKey) {
      const { present, previous } = replaceStoredKey(config.dataDir);
      Object.assign(process.env, { DATA_KEY: present, DATA_KEY_PREVIOUS: previous });
    }
    // Imported now, because the modules read DATA_KEY when they are loaded.
    const { keyFingerprints } = await import("~/database/encryption.server");
    const { written, unreadable } = await changeAll(url);
    console.log(`Valores cifrados otra vez: ${written}. Con otra llave, que no es ninguna de las dos: ${unreadable}.`);
    const { previous } = keyFingerprints();
    // Of our own two keys neither opens the rest; a key that was typed may be the wrong one.
    if (isOwnKey && previous !== undefined) console.log(describeOldKeys(setAsidePreviousKey(config.dataDir, previous)));
    else if (unreadable > 0) throw new StartError(KEY_IS_MISSING);
    else console.log(OLD_KEY_MAY_GO);
  } finally {
    await postgres?.stop();
  }
}

async function changeAll(url: string): Promise<Changed> {
  const { changeKey } = await import("~/database/change-key.server");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await changeKey(client);
  } finally {
    // Rolls back a batch that was not committed.
    await client.end();
  }
}

const OLD_KEY_MAY_GO =
  "Si todos los servidores arrancaron ya con la llave nueva en DATA_KEY, puedes quitarles DATA_KEY_PREVIOUS. Guarda la llave anterior mientras conserves respaldos hechos con ella.";

function describeOldKeys(file: string): string {
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
