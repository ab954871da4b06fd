import { expect, test } from "vitest";
import { encryptionWith } from "../support/encryption-keys";
import { createCliente } from "../support/factories";
import { query } from "../support/process";
import { restore } from "./restore-program";
import { dataDir, sourceUrl } from "./studio";

const [A, B] = ["la llave de antes, de más de treinta y dos letras", "la llave de ahora, de más de treinta y dos letras"];

const encryptWith = async (key: string, text: string) => (await encryptionWith(key)).encrypt(text);

/** The export of a server with this key. */
async function exportWith(key: string): Promise<Buffer> {
  await encryptionWith(key);
  return (await import("./studio")).exportOf(sourceUrl, dataDir);
}

async function listAlerts(url: string, key: string) {
  const { decrypt } = await encryptionWith(key);
  const rows = await query<{ alerta: string }>(url, "SELECT alerta FROM clientes_susa ORDER BY nombre");
  return rows.map(({ alerta }) => decrypt(alerta));
}

test("an export made before the key was changed restores where the old key is given too", async () => {
  await createCliente({ nombre: "Ana", alerta: await encryptWith(A, "Látex") });
  const zip = await exportWith(A);
  await encryptionWith(B);
  expect(await restore(zip)).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
  await encryptionWith(B, A);
  const restored = await restore(zip);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(await listAlerts(restored.url, B)).toEqual(["Látex"]);
});
