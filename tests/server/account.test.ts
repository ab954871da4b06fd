import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { sql } from "../support/test-database";

const run = promisify(execFile);
const site = await startSiteForFile({ SIGNUP: "open" });

/** Runs `npm run account` on the database of the tests, while a server uses it. */
async function account(): Promise<string> {
  const { stdout } = await run(process.execPath, ["build/account.js"], {
    env: { ...process.env, PUBLIC_URL: "https://estudio.example" },
  });
  return stdout;
}

test("the account command lists the accounts and makes a link for the owner, which sets her password once", async () => {
  expect(await account()).toBe("Todavía no hay cuentas: la primera que se crea en /auth es la de la propietaria.\n");
  await site.staff("duena@ejemplo.mx");
  await site.staff("luz@ejemplo.mx");
  const printed = await account();
  expect(printed).toContain("duena@ejemplo.mx: propietaria, activa\nluz@ejemplo.mx: personal, activa\n");
  const [, path = ""] = /^https:\/\/estudio\.example(\/auth\/acceso\/[\w-]{43})$/m.exec(printed) ?? [];
  const visitor = site.visitor();
  const answer = await (await visitor.get(path)).submit({ password: "otra frase larga" });
  expect([answer.status, answer.location]).toEqual([303, "/admin"]);
  expect((await visitor.send("/admin/configuracion/base-de-datos")).status).toBe(200);
  expect(await sql("SELECT 1 FROM enlaces_acceso_susa")).toEqual([]);
});
