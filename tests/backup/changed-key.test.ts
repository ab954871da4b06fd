import { expect, test } from "vitest";
import { encryptionWith } from "../support/encryption-keys";
import { createCliente } from "../support/factories";
import { query } from "../support/process";
import { countRows, manifestOf, packZip, restore, unzip } from "./restore-program";
import { dataDir, sourceUrl } from "./studio";

const [A, B] = ["la llave de antes, de más de treinta y dos letras", "la llave de ahora, de más de treinta y dos letras"];

const encryptWith = async (key: string, text: string) => (await encryptionWith(key)).encrypt(text);

/** The export of a server with these keys. */
async function exportWith(key: string, previous = ""): Promise<Buffer> {
  await encryptionWith(key, previous);
  return (await import("./studio")).exportOf(sourceUrl, dataDir);
}

async function listAlerts(url: string, key: string) {
  const { decrypt } = await encryptionWith(key);
  const rows = await query<{ alerta: string }>(url, "SELECT alerta FROM clientes_susa ORDER BY nombre");
  return rows.map(({ alerta }) => decrypt(alerta));
}

/** An export as an earlier version wrote it in the middle of a change of keys, with the fingerprints of both. */
async function mixedExport(): Promise<Buffer> {
  await createCliente({ nombre: "Ana", alerta: await encryptWith(A, "Látex") });
  const { llave } = manifestOf(await unzip(await exportWith(A)));
  await createCliente({ nombre: "Eva", alerta: await encryptWith(B, "Níquel") });
  const files = await unzip(await exportWith(B, A));
  files.set("manifest.json", Buffer.from(JSON.stringify({ ...manifestOf(files), llave_anterior: llave })));
  return packZip(files);
}

test("an export made in the middle of a change of keys restores where both keys are, and only there", async () => {
  const between = await mixedExport();
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
  const restored = await restore(between, { DATA_KEY: B, DATA_KEY_PREVIOUS: A });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(await listAlerts(restored.url, B)).toEqual(["Látex", "Níquel"]);
});

test("an export made before the key was changed restores where the old key is given too", async () => {
  await query(sourceUrl, "TRUNCATE clientes_susa CASCADE");
  await createCliente({ nombre: "Ana", alerta: await encryptWith(A, "Látex") });
  const zip = await exportWith(A);
  expect(await restore(zip, { DATA_KEY: B })).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
  const restored = await restore(zip, { DATA_KEY: B, DATA_KEY_PREVIOUS: A });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(await listAlerts(restored.url, B)).toEqual(["Látex"]);
});
