import { expect, test } from "vitest";
import { sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile({ SIGNUP: "closed" });

test("with SIGNUP=closed the sign-in page offers no sign-up, and a sign-up is rejected with 403", async () => {
  const visitor = site.visitor();
  expect((await visitor.get("/auth")).html).not.toContain("Regístrate");
  const page = await visitor.get("/auth?modo=registro");
  const answer = await page.submit({ email: "ana@ejemplo.mx", password: "una contraseña larga" });
  expect(answer.status).toBe(403);
  expect(answer.alert).toContain("Por ahora no se pueden crear cuentas.");
  expect(answer.values()).toMatchObject({ email: "ana@ejemplo.mx", password: "" });
  expect(await sql("SELECT 1 FROM cuentas_susa")).toEqual([]);
});
