import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { handOver } from "~/models/cuentas/cuenta-permisos.server";
import { createCita, createCliente, createEmpleado, createServicio } from "../../../support/factories";
import { emptyTables, sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const SEGURIDAD = "/admin/configuracion/seguridad";
const CEDER = `${SEGURIDAD}/ceder`;
const PASSWORD = "una contraseña larga";

const site = await startSiteForFile({ SIGNUP: "open" });
const ana = await site.staff("ana@ejemplo.mx");
const luz = await site.staff("luz@ejemplo.mx");

const cuenta = async (email: string) => {
  const [row] = await sql<{ id: string; rol: string; permisos: string }>(
    "SELECT id, rol, permisos::text FROM cuentas_susa WHERE email = $1",
    [email],
  );
  return row ?? { id: "", rol: "", permisos: "" };
};
const lines = () =>
  sql<{ accion: string; registro_id: string; campos: string[] }>(
    "SELECT accion, registro_id, campos FROM bitacora_susa WHERE tipo = 'cuenta' ORDER BY orden DESC LIMIT 1",
  );
const editor = async (email: string) => ana.get(`${SEGURIDAD}/cuentas/${(await cuenta(email)).id}`);

describe("the rights of an account", () => {
  test("are those of the front desk where sign-up is open, and take effect at the next request", async () => {
    expect((await cuenta("luz@ejemplo.mx")).permisos).toBe("{salud,dinero,inventario,catalogo}");
    expect((await luz.send("/admin/ingresos")).status).toBe(200);
    const page = await editor("luz@ejemplo.mx");
    expect(page.values().preset).toBe("recepcion");
    await page.submit({ preset: "medida", salud: "salud_propias", inventario: "on" });
    expect((await cuenta("luz@ejemplo.mx")).permisos).toBe("{salud_propias,dinero,inventario,catalogo}");
    const none = await editor("luz@ejemplo.mx");
    const values = none.values();
    delete values.dinero;
    delete values.catalogo;
    await ana.post(none.path, { ...values, preset: "medida", salud: "no" });
    expect((await cuenta("luz@ejemplo.mx")).permisos).toBe("{inventario}");
    expect((await luz.send("/admin/ingresos")).status).toBe(403);
    expect((await luz.send("/admin/inventario")).status).toBe(200);
    expect(await lines()).toMatchObject([{ accion: "permisos", campos: ["salud_propias", "dinero", "catalogo"] }]);
  });

  test("are asked for again when somebody else changed them meanwhile", async () => {
    const [first, second] = [await editor("luz@ejemplo.mx"), await editor("luz@ejemplo.mx")];
    await first.submit({ preset: "especialista" });
    const stale = await second.submit({ preset: "recepcion" });
    expect(stale.status).toBe(409);
    expect((await cuenta("luz@ejemplo.mx")).permisos).toBe("{salud_propias}");
    expect((await stale.submit({})).status).toBe(303);
    expect((await cuenta("luz@ejemplo.mx")).permisos).toBe("{salud,dinero,inventario,catalogo}");
  });

  test("let no deactivated account in again", async () => {
    await sql("UPDATE cuentas_susa SET estado = 'desactivada' WHERE email = 'luz@ejemplo.mx'");
    await (await editor("luz@ejemplo.mx")).submit({ preset: "recepcion" });
    expect(await sql("SELECT estado FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'")).toEqual([{ estado: "desactivada" }]);
    await sql("UPDATE cuentas_susa SET estado = 'activa' WHERE email = 'luz@ejemplo.mx'");
  });

  test("tie one account to one specialist, whose own day then stands first, what is to complete folded above the next", async () => {
    const [mine, other] = [await createEmpleado({ nombre: "Luz" }), await createEmpleado({ nombre: "Sol" })];
    const servicio_id = await createServicio();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const book = async (nombre: string, minutes: number, empleado_id: string, estado = "programada") =>
      createCita(at(minutes), {
        cliente_id: await createCliente({ nombre }),
        servicio_id,
        empleado_id,
        estado,
        duracion_minutos: 2,
        fin: at(minutes + 2),
      });
    await book("Ya Pasó", -4, mine);
    await book("La Siguiente", 1, mine);
    await book("Otra Más", 6, mine);
    await book("De Sol", 1, other);
    await (await editor("luz@ejemplo.mx")).submit({ empleado_id: mine });
    const taken = await (await editor("ana@ejemplo.mx")).submit({ empleado_id: mine });
    expect(taken.status).toBe(409);
    expect(taken.text("main")).toContain("Esa especialista ya tiene otra cuenta");
    const day = await luz.get("/admin");
    const names = (selector: string) =>
      day.all(`${selector} li .font-semibold a`).map(({ firstChild }) => firstChild?.textContent ?? "");
    // A test at midnight may have appointments of another day: what there is, is in this order.
    const shown = names("section[aria-labelledby=mi-dia]");
    expect(shown).toEqual(["Ya Pasó", "La Siguiente", "Otra Más"].filter((name) => shown.includes(name)));
    expect(names("section[aria-labelledby=mi-dia] details")).toEqual(shown.filter((name) => name === "Ya Pasó"));
    expect(day.html.indexOf('id="mi-dia"')).toBeLessThan(day.html.indexOf("Total Clientes"));
    expect(names("section[aria-labelledby=citas-de-hoy]").filter((name) => name !== "De Sol")).toEqual([]);
    expect((await ana.get("/admin")).html).not.toContain('id="mi-dia"');
  });
});

describe("handing the studio over", () => {
  test("limits the guesses of an open session to ten in three minutes", async () => {
    const to = (await cuenta("luz@ejemplo.mx")).id;
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await ana.submit(CEDER, { cuenta_id: to, password_actual: `mala ${n}` })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    await emptyTables("login_tries_susa");
  });

  test("to herself is rejected, and ends no access link", async () => {
    const [own, other] = [await cuenta("ana@ejemplo.mx"), await cuenta("luz@ejemplo.mx")];
    await sql("INSERT INTO enlaces_acceso_susa (cuenta_id, digest) VALUES ($1, $2)", [other.id, "a".repeat(64)]);
    const answer = await ana.submit(CEDER, { cuenta_id: own.id, password_actual: PASSWORD });
    expect([answer.status, answer.text("main").includes("Esa cuenta ya no está activa.")]).toEqual([409, true]);
    expect(await sql("SELECT cuenta_id FROM enlaces_acceso_susa")).toEqual([{ cuenta_id: other.id }]);
    expect(await sql("SELECT 1 FROM bitacora_susa WHERE accion = 'cesion'")).toEqual([]);
  });

  test("asks for the password, is recorded, makes exactly one owner, and repeated changes nothing", async () => {
    const to = (await cuenta("luz@ejemplo.mx")).id;
    const wrong = await ana.submit(CEDER, { cuenta_id: to, password_actual: "otra contraseña" });
    expect([wrong.status, wrong.text("main").includes("Esa no es tu contraseña.")]).toEqual([400, true]);
    expect(wrong.html).not.toContain("otra contraseña");
    const third = await site.staff("sol@ejemplo.mx").then(() => cuenta("sol@ejemplo.mx"));
    await sql("INSERT INTO enlaces_acceso_susa (cuenta_id, digest) VALUES ($1, $2)", [third.id, "b".repeat(64)]);
    const [page, late] = [await ana.get(CEDER), await ana.get(CEDER)];
    const answers = [];
    for (let n = 0; n < 2; n++) answers.push(await page.submit({ cuenta_id: to, password_actual: PASSWORD }));
    expect(answers.map(({ status, location }) => [status, location])).toEqual([
      [303, "/admin"],
      [303, "/admin"],
    ]);
    expect(await sql("SELECT email FROM cuentas_susa WHERE rol = 'propietaria'")).toEqual([{ email: "luz@ejemplo.mx" }]);
    expect((await cuenta("ana@ejemplo.mx")).permisos).toBe("{salud,dinero,inventario,catalogo}");
    expect(await lines()).toMatchObject([{ accion: "cesion", registro_id: to }]);
    // No link of the former owner's works any more, of whatever account.
    expect(await sql("SELECT 1 FROM enlaces_acceso_susa")).toEqual([]);
    expect((await late.submit({ cuenta_id: third.id, password_actual: PASSWORD })).status).toBe(403);
    // What a second form of hers gets that passed the guard before the first one was written.
    const key = { id: randomUUID(), digest: "otro" };
    expect(await handOver((await cuenta("ana@ejemplo.mx")).id, third.id, PASSWORD, key)).toEqual({ outcome: "handed_over" });
    expect((await ana.send(SEGURIDAD)).status).toBe(200);
    expect((await ana.send("/admin/configuracion/general")).status).toBe(403);
    expect((await luz.send("/admin/configuracion/general")).status).toBe(200);
  });

  test("is not possible to an account that is not active", async () => {
    await sql("UPDATE cuentas_susa SET estado = 'desactivada' WHERE email <> 'luz@ejemplo.mx'");
    const page = await luz.get(CEDER);
    expect(page.text("main")).toContain("No hay otra cuenta activa");
    const token = (await luz.get(SEGURIDAD)).html.match(/name="token" value="([^"]+)"/)?.[1] ?? "";
    const answer = await luz.post(CEDER, { token, cuenta_id: (await cuenta("ana@ejemplo.mx")).id, password_actual: PASSWORD });
    expect(answer.status).toBe(409);
    expect(await sql("SELECT email FROM cuentas_susa WHERE rol = 'propietaria'")).toEqual([{ email: "luz@ejemplo.mx" }]);
  });
});
