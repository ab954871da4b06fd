import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../server/config";
import { checkStart } from "../../server/start-checks";
import { encryptionWith } from "../support/encryption-keys";
import { freshFolder, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { SECRETS } from "./server-program";

// Each of the rights and keys without which a start is refused.

let url: string;
beforeEach(async () => {
  url = await testDatabase();
});
afterAll(() => vi.resetModules());

/** Starts, and gives the warnings, or the sentence with which the start was refused. */
const check = (env: Record<string, string> = {}) =>
  checkStart(url, readConfig({ NODE_ENV: "test", ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder(), ...env })).catch(
    (error: Error) => error.message,
  );

test.each(["SELECT", "INSERT", "UPDATE", "DELETE"])("refuses a user who has no right to %s", async (right) => {
  await query(url, `REVOKE ${right} ON testimonios_susa FROM CURRENT_USER`);
  expect(await check()).toContain("no puede leer y escribir la tabla testimonios_susa");
});

describe("in the middle of a change of key", () => {
  const stored = async () => (await query<{ llave: string | null }>(url, "SELECT llave FROM instalacion_susa"))[0]?.llave;

  test.each(["present", "previous"] as const)("starts while the database has the %s one", async (which) => {
    const { keyFingerprints } = await encryptionWith("la llave nueva".repeat(3), "la llave de antes".repeat(3));
    const llave = keyFingerprints()[which];
    await query(url, `UPDATE instalacion_susa SET llave = '${llave}'`);
    expect(await check()).toEqual([]);
    expect(await stored()).toBe(llave);
  });

  test("is refused with a third one", async () => {
    await encryptionWith("la llave nueva".repeat(3), "la llave de antes".repeat(3));
    await query(url, "UPDATE instalacion_susa SET llave = 'otra'");
    expect(await check()).toContain("La llave de esta instalación no es la de la base de datos");
  });
});
