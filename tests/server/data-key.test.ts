import { existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { decrypt } from "~/database/encryption.server";
import { encryptionWith } from "../support/encryption-keys";
import { embeddedUrl, eventually, freshFolder, Program, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { SECRETS, startServer, usedFolder } from "./server-program";

const changeKey = (env: Record<string, string>) =>
  new Program(process.execPath, ["--enable-source-maps", "build/data-key.js"], env);

const NEW_KEY = "la llave nueva, también de más de treinta y dos letras";

const listNotes = async (url: string, decryptNote: typeof decrypt) =>
  (
    await query<{ note: string }>(
      url,
      "SELECT unnest(ARRAY[medicina, enfermedades, alerta]) AS note FROM clientes_susa ORDER BY id",
    )
  )
    .flatMap(({ note }) => note ?? [])
    .map(decryptNote);

const VERSIONS = "SELECT id, updated_at FROM clientes_susa ORDER BY id";

describe("npm run data-key", () => {
  test("changes the key of DATA_DIR, also after it was killed, and keeps the old one aside", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    const keyIn = (name: string) => readFileSync(join(dataDir, name), "utf8");
    const oldKey = keyIn("data-key");
    const before = await startServer({ DATA_DIR: dataDir });
    const notes = await listNotes(embeddedUrl(dataDir), (await encryptionWith(oldKey)).decrypt);
    const versions = await query(embeddedUrl(dataDir), VERSIONS);
    expect(notes.length).toBeGreaterThan(20);

    const refused = changeKey({ DATA_DIR: dataDir });
    expect(await refused.exited).toBe(1);
    expect(refused.stderr).toContain("Otro servidor ya usa");
    expect(keyIn("data-key")).toBe(oldKey);
    await before.program.stop();

    const killed = changeKey({ DATA_DIR: dataDir });
    await eventually(() => existsSync(join(dataDir, "data-key.new")));
    killed.kill("SIGKILL");
    await killed.exited;
    const between = await startServer({ DATA_DIR: dataDir });
    expect(keyIn("data-key")).toBe(oldKey);
    await between.program.stop();

    const program = changeKey({ DATA_DIR: dataDir });
    expect(await program.exited).toBe(0);
    expect(program.stderr).toBe("");
    const aside = `data-key.${(await encryptionWith(oldKey)).keyFingerprints().present.slice(0, 8)}`;
    expect(program.stdout).toContain(aside);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("data-key"))).toEqual(["data-key", aside]);
    expect(keyIn(aside)).toBe(oldKey);
    // As if it had died after the COMMIT: the start takes the key that opens the values.
    renameSync(join(dataDir, "data-key"), join(dataDir, "data-key.new"));
    renameSync(join(dataDir, aside), join(dataDir, "data-key"));
    const settled = await startServer({ DATA_DIR: dataDir });
    await settled.program.stop();
    expect(readdirSync(dataDir).filter((name) => name.startsWith("data-key"))).toEqual(["data-key", aside]);
    for (const name of ["data-key", aside]) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);

    const { program: server } = await startServer({ DATA_DIR: dataDir });
    const { decrypt: decryptNow } = await encryptionWith(keyIn("data-key"));
    expect(await listNotes(embeddedUrl(dataDir), decryptNow)).toEqual(notes);
    expect(await query(embeddedUrl(dataDir), VERSIONS)).toEqual(versions);
    await server.stop();
  });

  test("encrypts again with DATA_KEY what DATA_KEY_PREVIOUS opens, and says when the old key may go", async () => {
    const url = await testDatabase();
    const { encrypt } = await encryptionWith(SECRETS.DATA_KEY);
    await query(url, `INSERT INTO clientes_susa (nombre, alerta) VALUES ('Ana', '${encrypt("Látex")}')`);
    const env = { ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder(), DATA_KEY: NEW_KEY };

    const mistaken = changeKey({ ...env, DATA_KEY_PREVIOUS: "no es esta, aunque tiene más de treinta y dos letras" });
    expect(await mistaken.exited).toBe(1);
    expect(mistaken.stderr).toContain("No borres ninguna llave");

    const program = changeKey({ ...env, DATA_KEY_PREVIOUS: SECRETS.DATA_KEY });
    expect(await program.exited).toBe(0);
    expect(program.stdout).toContain("Valores cifrados otra vez: 1.");
    expect(program.stdout).toContain("sin DATA_KEY_PREVIOUS");
    expect(await listNotes(url, (await encryptionWith(NEW_KEY)).decrypt)).toEqual(["Látex"]);
  });
});
