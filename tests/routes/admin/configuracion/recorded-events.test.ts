import { expect, test } from "vitest";
import { encrypt } from "~/database/encryption.server";
import type { Page } from "../../../support/browser";
import { createCliente, createIngreso, createServicio } from "../../../support/factories";
import { eventually, freshFolder } from "../../../support/process";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// What must not happen unseen, done through the screens, and read on the owner's.

const CONFIGURACION = "/admin/configuracion";
const BITACORA = `${CONFIGURACION}/bitacora`;
const PASSWORD = "una contraseña larga";
const POR_REVISAR = "section[aria-labelledby=por-revisar]";

const site = await startSiteForFile({ SIGNUP: "open", DATA_DIR: freshFolder() });
const owner = await site.staff("duena@ejemplo.mx");
const luz = await site.staff("luz@ejemplo.mx");

const shown = (page: Page, within = "main") => page.texts(`${within} ol > li`);

/** The lines of the owner's list with this kind of event. */
const linesOf = async (accion: string) => shown(await owner.get(`${BITACORA}?accion=${accion}`));

async function expectLine(accion: string, ...parts: string[]): Promise<void> {
  const lines = await linesOf(accion);
  expect(
    lines.filter((line) => parts.every((part) => line.includes(part))),
    `${accion} ${parts} in ${lines.join("\n")}`,
  ).toHaveLength(1);
}

test("eleven events, done through the screens, stand on the owner's list, and what she must see on her dashboard", async () => {
  const [lowered, deleted] = [await createIngreso("2026-11-20", 500), await createIngreso("2026-11-20", 300)];
  const servicio = await createServicio({ nombre: "Cejas", precio: 350 });
  const cliente = await createCliente({ nombre: "Lucía", medicina: encrypt("Insulina"), enfermedades: encrypt("Asma") });
  const facts = { nombre: "Uñas Lola", ciudad: "Tehuacán", direccion: "Calle 5" };
  const contact = { telefono: "238 123 4567", whatsapp: "522221112233" };
  const luzId = await sqlValue("SELECT id FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
  await sql("DELETE FROM por_revisar_susa");

  const statuses = [
    (await luz.submit(`/admin/ingresos/${lowered}`, { monto: "50" })).status,
    (await luz.submit(`/admin/ingresos/${deleted}/eliminar`, {}, "form[action*=eliminar]")).status,
    (await luz.submit(`/admin/servicios/${servicio}`, { precio: "99" })).status,
    (await luz.submit(`/admin/clientes/${cliente}/ficha`, {}, "section[aria-labelledby=salud] form")).status,
    (await luz.send(`${CONFIGURACION}/general`)).status,
    (await owner.submit(`${CONFIGURACION}/general`, facts)).status,
    (await owner.submit(`${CONFIGURACION}/general`, contact, "#general-estudio")).status,
    (await owner.submit(`${CONFIGURACION}/seguridad/cuentas/${luzId}`, { preset: "especialista" })).status,
    (await owner.submit(`${CONFIGURACION}/base-de-datos`, {}, `form[action="${CONFIGURACION}/exportar"]`)).status,
  ];
  expect(statuses).toEqual([303, 303, 303, 303, 403, 303, 303, 303, 200]);
  const stranger = site.visitor();
  for (let n = 0; n < 12; n++) await stranger.submit("/auth", { email: "luz@ejemplo.mx", password: `mala ${n}` });
  // Refusals are written after their answers.
  await eventually(
    async () => (await linesOf("bloqueo")).length === 1 && String(await linesOf("rechazo")).includes("· 10 veces"),
  );

  await expectLine("cambio", "un ingreso", "luz@ejemplo.mx", "monto de $500.00 a $50.00");
  await expectLine("eliminacion", "un ingreso", "luz@ejemplo.mx", "$300.00");
  await expectLine("cambio", "Cambió Cejas: precio de $350.00 a $99.00", "luz@ejemplo.mx");
  await expectLine("revelacion", "luz@ejemplo.mx");
  await expectLine("prohibido", "luz@ejemplo.mx");
  // The first save also wrote the row; the second changed how to reach her.
  await expectLine("alta", "los datos del estudio", "duena@ejemplo.mx");
  await expectLine("cambio", "los datos del estudio", "duena@ejemplo.mx", "WhatsApp");
  await expectLine("permisos", "duena@ejemplo.mx");
  await expectLine("exportacion", "el respaldo", "duena@ejemplo.mx");
  await expectLine("bloqueo", "Demasiados intentos de entrar");
  // The line leads to the account that was locked, or whose rights were changed.
  for (const accion of ["bloqueo", "permisos"]) {
    const [link] = (await owner.get(`${BITACORA}?accion=${accion}`)).all("main ol > li a");
    expect((await owner.get(link?.getAttribute("href") ?? "")).text("main")).toContain("luz@ejemplo.mx");
  }

  const dashboard = shown(await owner.get("/admin"), POR_REVISAR);
  expect(
    dashboard.map((line) => /(Cambió|Eliminó|Descargó|Demasiados)[^$@]*?(un ingreso|Cejas|respaldo|intentos)/.exec(line)?.[0]),
  ).toEqual(["Demasiados intentos", "Descargó el respaldo", "Cambió Cejas", "Eliminó un ingreso", "Cambió un ingreso"]);
  const everything = (await owner.get(BITACORA)).html + (await owner.send(`${BITACORA}.csv`)).html;
  for (const secret of ["Insulina", "Lucía", "522229998877", "522221112233", "mala 1", PASSWORD])
    expect(everything).not.toContain(secret);
});
