import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { changeKey } from "~/database/change-key.server";
import { ENCRYPTED_COLUMNS, readEncrypted } from "~/database/encrypted-columns.server";
import { decrypt, encrypt, PRESENT_PREFIX } from "~/database/encryption.server";
import { encryptionWith } from "../support/encryption-keys";
import { createCliente, createEmpleado, insertRow } from "../support/factories";
import { emptyTables, sql } from "../support/test-database";

const PREVIOUS_KEY = "la llave de antes, de más de treinta y dos letras";

let encryptBefore: typeof encrypt;
let module: { changeKey: typeof changeKey; decrypt: typeof decrypt };
const url = process.env.DATABASE_URL ?? "";

beforeAll(async () => {
  encryptBefore = (await encryptionWith(PREVIOUS_KEY)).encrypt;
  vi.stubEnv("DATA_KEY_PREVIOUS", PREVIOUS_KEY);
  vi.resetModules();
  module = { ...(await import("~/database/change-key.server")), ...(await import("~/database/encryption.server")) };
  vi.unstubAllEnvs();
});
beforeEach(() => emptyTables("clientes_susa", "empleados_susa", "cuentas_susa"));

async function listValues(): Promise<string[]> {
  const selects = ENCRYPTED_COLUMNS.map(
    (place) => `SELECT ${readEncrypted(place)} AS text FROM ${place.table} WHERE ${readEncrypted(place)} IS NOT NULL`,
  );
  return (await sql<{ text: string }>(selects.join(" UNION ALL "))).map(({ text }) => text);
}

const listVersions = () => sql("SELECT id, updated_at FROM clientes_susa ORDER BY id");

test("encrypts every value of the key before again, and changes no version", async () => {
  await createCliente({ medicina: encryptBefore("a"), enfermedades: encryptBefore("b"), alerta: encrypt("c") });
  await createCliente({ medicina: encrypt("d") });
  const empleado_id = await createEmpleado();
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, repeat('0', 64), $2)", [
    empleado_id,
    encryptBefore("e"),
  ]);
  const cuenta_id = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
  await insertRow("envios_pendientes_susa", { cuenta_id, sobre: encryptBefore("f") });
  await insertRow("importaciones_susa", { cuenta_id, sobre: encryptBefore("g") });
  const versions = await listVersions();
  const recorded = await sql("SELECT id, veces FROM bitacora_susa ORDER BY orden");

  expect(await module.changeKey(url)).toEqual({ written: 5, unreadable: 0 });
  const values = await listValues();
  expect(values.every((text) => text.startsWith(PRESENT_PREFIX))).toBe(true);
  expect(values.map(decrypt).sort()).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
  expect(await listVersions()).toEqual(versions);
  expect(await sql("SELECT id, veces FROM bitacora_susa ORDER BY orden")).toEqual(recorded);
  expect(await module.changeKey(url)).toEqual({ written: 0, unreadable: 0 });
});

test("leaves what neither key opens as it is, and counts it", async () => {
  const strange = "v2.00000000.AAAA";
  await createCliente({ medicina: strange, enfermedades: encryptBefore("a") });
  expect(await module.changeKey(url)).toEqual({ written: 1, unreadable: 1 });
  expect(await listValues()).toContain(strange);
});

test("changes nothing when what is left may not be", async () => {
  const before = encryptBefore("a");
  await createCliente({ medicina: "v2.00000000.AAAA", enfermedades: before });
  const check = (unreadable: number) => {
    if (unreadable > 0) throw new Error("one is left");
  };
  await expect(module.changeKey(url, check)).rejects.toThrow("one is left");
  expect(await listValues()).toContain(before);
});

test("names the present key as that of the installation", async () => {
  await sql("UPDATE instalacion_susa SET llave = 'la de antes'");
  await module.changeKey(url);
  const [row] = await sql<{ llave: string }>("SELECT llave FROM instalacion_susa");
  expect(PRESENT_PREFIX).toBe(`v2.${row?.llave.slice(0, 8)}.`);
});
