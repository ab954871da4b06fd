import { verify } from "@node-rs/argon2";
import { beforeEach, expect, test, vi } from "vitest";
import { createCuenta, findByCredentials } from "~/models/cuentas/cuenta.server";
import { emptyTables, sql } from "../../support/test-database";

vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const EMAIL = "ana@ejemplo.mx";
const PASSWORD = "una contraseña larga";

beforeEach(async () => {
  await emptyTables("cuentas_susa", "form_tokens_susa");
  await createCuenta({ email: EMAIL, password: PASSWORD }, "activa", { id: crypto.randomUUID(), digest: "" });
  vi.mocked(verify).mockClear();
});

// Counted instead of timed: the check of a password is what takes the time that would reveal which e-mails exist.
test.each([
  ["an unknown e-mail", "otra@ejemplo.mx", PASSWORD],
  ["a wrong password", EMAIL, "otra contraseña larga"],
])("%s costs one password check, and gives no account", async (_, email, password) => {
  expect(await findByCredentials({ email, password }, false)).toBeNull();
  expect(verify).toHaveBeenCalledTimes(1);
});

test("the right password costs one password check, and gives the account", async () => {
  expect(await findByCredentials({ email: EMAIL, password: PASSWORD }, false)).toMatchObject({ email: EMAIL });
  expect(verify).toHaveBeenCalledTimes(1);
});

test("a deactivated account costs one password check, and is not given", async () => {
  await sql("UPDATE cuentas_susa SET rol = DEFAULT, estado = 'desactivada'");
  expect(await findByCredentials({ email: EMAIL, password: PASSWORD }, false)).toBeNull();
  expect(verify).toHaveBeenCalledTimes(1);
});
