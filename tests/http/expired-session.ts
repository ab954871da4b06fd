import { randomUUID } from "node:crypto";
import { beforeEach } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page, Visitor } from "../support/browser";
import { createCliente } from "../support/factories";
import { emptyTables, sql } from "../support/test-database";

export const PASSWORD = "una contraseña larga";
export const RESTORED_NOTICE = "Tu sesión había terminado. Revisa lo que escribiste y envíalo otra vez.";
export const SAVED_NOTICE = "Lo que enviaste no se perdió";

// The tests of a file run on a site with open sign-up, each with one account and one client.
export const site = await startSiteForFile({ SIGNUP: "open" });
/** The owner, signed in. */
export let ana: Visitor;
/** The only client, Sofía Ruiz. */
export let id: string;

beforeEach(async () => {
  await emptyTables(
    "cuentas_susa",
    "sesiones_susa",
    "envios_pendientes_susa",
    "login_tries_susa",
    "form_tokens_susa",
    "clientes_susa",
  );
  ana = await signUp("ana@ejemplo.mx");
  id = await createCliente({ nombre: "Sofía Ruiz", ocupacion: "Maestra" });
});

// Both post without opening the form, which takes longer than the post.
export async function signUp(email: string): Promise<Visitor> {
  const visitor = site.visitor();
  await visitor.post("/auth?modo=registro", { token: randomUUID(), email, password: PASSWORD });
  return visitor;
}

/** Signs in and gives the answer, a redirect. */
export const signIn = (visitor: Visitor, email = "ana@ejemplo.mx") =>
  visitor.post("/auth", { token: randomUUID(), email, password: PASSWORD });

export const expire = (age = "13 hours", column = "last_used_at") =>
  sql(`UPDATE sesiones_susa SET ${column} = now() - interval '${age}'`);
export const pendingRows = () => sql<{ id: string; sobre: string }>("SELECT id, sobre FROM envios_pendientes_susa");
export const names = async () =>
  (await sql<{ nombre: string }>("SELECT nombre FROM clientes_susa ORDER BY nombre")).map(({ nombre }) => nombre);

/** Signs in and follows the redirect, as a browser does. */
export const signInAndFollow = async (visitor: Visitor, email?: string) =>
  visitor.get((await signIn(visitor, email)).location ?? "");

/** Fills in an editor, lets the session expire and sends it. */
export async function sendExpired(path: string, values: Record<string, string>, age?: string, column?: string): Promise<Page> {
  const page = await ana.get(path);
  await expire(age, column);
  return page.submit(values);
}
