import { expect, test, vi } from "vitest";
import { createCliente } from "../support/factories";
import { query } from "../support/process";
import { countRows, manifestOf, restore, sumsOf, unzip } from "./restore-program";
import { dataDir, exportOf, sourceUrl } from "./studio";

const [A, B] = ["la llave de antes, de más de treinta y dos letras", "la llave de ahora, de más de treinta y dos letras"];

/** What a server with these keys does. */
async function withKeys<T>(DATA_KEY: string, DATA_KEY_PREVIOUS: string, act: () => Promise<T>): Promise<T> {
  vi.stubEnv("DATA_KEY", DATA_KEY);
  vi.stubEnv("DATA_KEY_PREVIOUS", DATA_KEY_PREVIOUS);
  vi.resetModules();
  try {
    return await act();
  } finally {
    vi.unstubAllEnvs();
  }
}

const encrypt = async (text: string) => (await import("~/database/encryption.server")).encrypt(text);

const exportNow = async (url: string) => (await import("./studio")).exportOf(url, dataDir);

const listAlerts = async (url: string) => {
  const { decrypt } = await import("~/database/encryption.server");
  const rows = await query<{ alerta: string }>(url, "SELECT alerta FROM clientes_susa ORDER BY nombre");
  return rows.map(({ alerta }) => decrypt(alerta));
};

test("an export made in the middle of a change of keys restores where both keys are, and only there", async () => {
  await createCliente({ nombre: "Ana", alerta: await withKeys(A, "", () => encrypt("Látex")) });
  const before = await withKeys(A, "", () => exportNow(sourceUrl));
  await createCliente({ nombre: "Eva", alerta: await withKeys(B, "", () => encrypt("Níquel")) });
  const between = await withKeys(B, A, () => exportNow(sourceUrl));
  const [manifest, earlier] = [manifestOf(await unzip(between)), manifestOf(await unzip(before))];
  expect(manifest).toMatchObject({ llave_anterior: earlier.llave });
  expect(earlier).not.toHaveProperty("llave_anterior");

  const tooFew: Record<string, string>[] = [
    { DATA_KEY: A },
    { DATA_KEY: B },
    { DATA_KEY: B, DATA_KEY_PREVIOUS: "otra llave distinta, de más de treinta y dos letras" },
  ];
  for (const keys of tooFew) {
    const rejected = await restore(between, keys);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining("DATA_KEY_PREVIOUS") });
    expect(await countRows(rejected.url)).toBe(0);
  }
  for (const keys of [
    { DATA_KEY: B, DATA_KEY_PREVIOUS: A },
    { DATA_KEY: A, DATA_KEY_PREVIOUS: B },
  ]) {
    const restored = await restore(between, keys);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(await withKeys(keys.DATA_KEY, keys.DATA_KEY_PREVIOUS, () => listAlerts(restored.url))).toEqual(["Látex", "Níquel"]);
    expect(await sumsOf(await exportOf(restored.url, restored.dataDir))).toEqual(await sumsOf(between));
  }
});

test("an export made before the key was changed restores where the old key is given too", async () => {
  await query(sourceUrl, "TRUNCATE clientes_susa CASCADE");
  await createCliente({ nombre: "Ana", alerta: await withKeys(A, "", () => encrypt("Látex")) });
  const zip = await withKeys(A, "", () => exportNow(sourceUrl));
  expect(await restore(zip, { DATA_KEY: B })).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
  const restored = await restore(zip, { DATA_KEY: B, DATA_KEY_PREVIOUS: A });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(await withKeys(B, A, () => listAlerts(restored.url))).toEqual(["Látex"]);
});
