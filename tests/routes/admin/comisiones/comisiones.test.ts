import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createCita, createCliente, createEmpleado, createServicio, insertRow } from "../../../support/factories";
import { countOf, emptyTables, sql, sqlColumn, sqlValue, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile({ SIGNUP: "open" });
const ana = await site.staff("ana@ejemplo.mx");
const LISTA = "/admin/comisiones";

let mariana: string;
let sheet: string;

beforeEach(async () => {
  await emptyTables();
  mariana = await createEmpleado({ nombre: "Mariana", comision: 40, comision_desde: "2026-01-01" });
  sheet = `${LISTA}/${mariana}`;
});

/** An appointment of hers that was charged through its screen, with a tip. */
async function addCharged(hora: number, precio: number, tip = ""): Promise<string> {
  const who = { cliente_id: await createCliente(), empleado_id: mariana, servicio_id: await createServicio() };
  const inicio = new Date(`2026-11-21T${hora}:00:00-06:00`);
  const id = await createCita(inicio, { ...who, precio, estado: "confirmada" });
  await insertRow("cambios_cita_susa", { cita_id: id, accion: "creada", estado: "confirmada" });
  const done = await ana.submit(`/admin/citas/${id}/completar`, { "propinas[0].monto": tip });
  expect(done.status).toBe(303);
  return id;
}

const PAY = "form#pago";
const pay = (page: Page, typed: Record<string, string> = {}) => page.submit(typed, PAY);
const sums = (page: Page) => page.texts("section[aria-labelledby=total] dl > *");
const rows = (page: Page) => page.texts("main tbody tr").map((text) => text.trim());
const undo = (page: Page) => page.submit({}, 'form:has([name="liquidacion"])');

describe("the list of who is to be paid", () => {
  test("says of each what was done, her commission, her tips and the sum, and who has no percentage", async () => {
    await addCharged(10, 350, "70");
    const eva = await createEmpleado({ nombre: "Eva" });
    const page = await ana.get(LISTA);
    expect(page.texts("main li h2")).toEqual(["Eva Núñez", "Mariana Núñez"]);
    const [first, second] = page.texts("main li dl");
    expect(first).toBe("Propinas por entregar$0.00En total$0.00");
    expect(second).toBe("Hecho y cobrado$350.00Comisión (40%)$140.00Propinas por entregar$70.00En total$210.00");
    expect(page.text("main header")).toContain("$210.00 por pagar");
    expect(page.hrefs("main li a")).toEqual([`/admin/empleados/${eva}`, `${LISTA}/${eva}`, sheet]);
  });

  test("is empty without a team", async () => {
    await sql("DELETE FROM empleados_susa");
    const page = await ana.get(LISTA);
    expect([page.text("main .empty-state"), page.hrefs("main .empty-state a")]).toEqual([
      expect.stringContaining("Todavía no hay nadie en tu equipo"),
      ["/admin/empleados/nuevo"],
    ]);
  });

  test("is the owner's alone", async () => {
    const staff = await site.staff("recepcion@ejemplo.mx");
    await sql("UPDATE cuentas_susa SET permisos = '{dinero}' WHERE email = 'recepcion@ejemplo.mx'");
    for (const path of [LISTA, sheet]) expect((await staff.send(path)).status).toBe(403);
    expect((await staff.get("/admin/caja")).hrefs("main a")).not.toContain(LISTA);
  });
});

describe("the sheet of a specialist", () => {
  test("lists each appointment with what was charged, her percentage and her part", async () => {
    await addCharged(10, 350, "70");
    await addCharged(12, 99.99);
    const page = await ana.get(sheet);
    expect([page.text("h1"), page.text("main header")]).toEqual([
      "Mariana Núñez",
      expect.stringContaining("Por pagar hasta hoy"),
    ]);
    expect(rows(page)).toEqual([
      "Diseño de cejas · Lucía21/11/2026$350.0040%$140.00",
      "Diseño de cejas · Lucía21/11/2026$99.9940%$40.00",
    ]);
    expect(sums(page)).toEqual(["Comisión", "$180.00", "Propinas", "$70.00", "En total", "$250.00"]);
  });

  test("pays all of it, shows what was paid, and is empty then", async () => {
    await addCharged(10, 350, "70");
    const page = await ana.get(sheet);
    const paid = await pay(page, { metodo_pago: "transferencia", ajuste: "$10", ajuste_motivo: "Vale" });
    const pago = await sqlValue<string>("SELECT id FROM liquidaciones_susa");
    expect(paid.location).toBe(`${sheet}?pago=${pago}`);
    const shown = await ana.get(String(paid.location));
    expect(shown.flash).toBe("Le pagaste a Mariana NúñezComisión: $130.00. Propinas: $70.00.");
    expect(sums(shown).slice(0, 4)).toEqual(["Comisión", "$140.00", "Ajuste: Vale", expect.stringContaining("$10.00")]);
    expect(rows(shown)).toEqual(["Diseño de cejas · Lucía21/11/2026$350.0040%$140.00"]);
    expect([shown.text("main header"), shown.all(PAY).length]).toEqual([expect.stringContaining("transferencia"), 0]);
    const after = await ana.get(sheet);
    expect([sums(after).at(-1), after.text("section[aria-labelledby=lineas]")]).toEqual([
      "$0.00",
      "Su trabajoNada nuevo hecho y cobrado.",
    ]);
    expect(after.hrefs("section[aria-labelledby=pagos] a")).toEqual([`${sheet}?pago=${pago}`]);
    const nothing = await pay(after);
    expect([nothing.status, nothing.alert]).toEqual([409, expect.stringContaining("No hay nada que pagarle.")]);
  });

  test("hands over her tips alone", async () => {
    await addCharged(10, 350, "70");
    const paid = await pay(await ana.get(sheet), { intent: "tips" });
    expect((await ana.get(String(paid.location))).flash).toBe("Propinas entregadas a Mariana NúñezPropinas: $70.00.");
    const after = await ana.get(sheet);
    expect(sums(after)).toEqual(["Comisión", "$140.00", "Propinas", "$0.00", "En total", "$140.00"]);
    expect(after.text(PAY)).not.toContain("Entregar solo propinas");
  });

  test.each([
    [{ ajuste: "10" }, "ajuste_motivo", "Escribe por qué: vale, producto, bono."],
    [{ ajuste_motivo: "Vale" }, "ajuste", "Escribe de cuánto es el ajuste, o borra el motivo."],
    [{ ajuste: "-10", ajuste_motivo: "Vale" }, "ajuste", ""],
    [{ ajuste: "140.01", ajuste_motivo: "Vale" }, "ajuste", "El ajuste es mayor que su comisión."],
    [{ ajuste: "mucho", ajuste_motivo: "Vale" }, "ajuste", ""],
  ])("refuses %j at its field, and keeps what was typed", async (typed, field, message) => {
    await addCharged(10, 350);
    const all = { metodo_pago: "tarjeta", ajuste_tipo: "menos", ajuste: "", ajuste_motivo: "", ...typed };
    const refused = await pay(await ana.get(sheet), all);
    expect([refused.status, refused.values(PAY)]).toEqual([400, expect.objectContaining(all)]);
    expect(refused.alert).toContain(message);
    expect(refused.document.querySelector('[aria-invalid="true"]')?.getAttribute("name")).toBe(field);
    expect(refused.document.querySelector(`${PAY} details`)?.hasAttribute("open")).toBe(true);
    expect(await countOf("liquidaciones_susa")).toBe(0);
  });

  test("says that a commission against her waits, when money was given back", async () => {
    await addCharged(10, 350, "70");
    await pay(await ana.get(sheet));
    const cita = await sqlValue("SELECT id FROM citas_susa");
    await sql("UPDATE citas_susa SET precio = 300, cobrado = 300 WHERE id = $1", [cita]);
    const page = await ana.get(sheet);
    expect([rows(page)[0], sums(page)[1]]).toEqual([expect.stringContaining("$50.00"), expect.stringContaining("$20.00")]);
    const refused = await pay(page);
    expect([refused.status, refused.alert]).toEqual([400, expect.stringContaining("Su comisión está en contra")]);
  });

  test("answers 409 with the sheet as it is when something changed meanwhile, and pays it when sent again", async () => {
    await addCharged(10, 350);
    const page = await ana.get(sheet);
    await addCharged(12, 100, "20");
    const stale = await pay(page, { metodo_pago: "tarjeta", ajuste: "5", ajuste_motivo: "Vale" });
    expect([stale.status, stale.alert]).toEqual([409, expect.stringContaining("Lo que se le debe cambió mientras tanto")]);
    expect(stale.values(PAY)).toMatchObject({ comision: "180.00", propinas: "20.00", metodo_pago: "tarjeta", ajuste: "5" });
    expect(rows(stale)).toHaveLength(2);
    expect((await pay(stale)).status).toBe(303);
    expect(await sqlColumn("SELECT concat_ws(' ', monto, metodo_pago) FROM egresos_susa")).toEqual(["175.00 tarjeta"]);
  });

  test("is paid once when its form is sent three times at once", async () => {
    await addCharged(10, 350, "70");
    const answers = await (await ana.get(sheet)).submitThrice({}, PAY);
    expect(answers).toEqual([`303 ${sheet}?pago=${await sqlValue("SELECT id FROM liquidaciones_susa")}`]);
    expect(await countOf("egresos_susa")).toBe(1);
  });

  test("comes back with what was typed while the database is away", async () => {
    await addCharged(10, 350);
    const page = await ana.get(sheet);
    const typed = { metodo_pago: "tarjeta", ajuste: "5", ajuste_motivo: "Vale" };
    const away = await withoutTable("liquidacion_lineas_susa", () => pay(page, typed));
    expect([away.status, away.values("main form")]).toEqual([503, expect.objectContaining(typed)]);
    expect((await away.submit({}, "main form")).status).toBe(303);
    expect(await countOf("liquidaciones_susa")).toBe(1);
  });

  test("undoes the last payment alone, once, and its expense goes to the trash", async () => {
    await addCharged(10, 350, "70");
    await pay(await ana.get(sheet));
    await addCharged(12, 100);
    const [before, other] = [await ana.get(sheet), await ana.get(sheet)];
    await pay(await ana.get(sheet));
    const [page, twin] = [await ana.get(sheet), await ana.get(sheet)];
    expect(page.all('form:has([name="liquidacion"])')).toHaveLength(1);
    const refused = await ana.get(String((await undo(before)).location));
    expect(refused.alert).toContain("Solo se deshace el último pago");
    expect((await undo(page)).location).toBe(sheet);
    const undone = await ana.get(sheet);
    expect(undone.flash).toContain("Pago deshecho");
    expect([sums(undone).at(-1), undone.text("section[aria-labelledby=pagos] .badge")]).toEqual(["$40.00", "Deshecho"]);
    expect(await countOf("papelera_susa", "tipo = 'egreso'")).toBe(1);
    expect((await ana.get(String((await undo(twin)).location))).flash).toBe("El pago ya estaba deshecho");
    await undo(other);
    expect(sums(await ana.get(sheet)).at(-1)).toBe("$250.00");
  });

  test("of one who was deleted has her tips, and can be paid", async () => {
    await addCharged(10, 350, "70");
    await sql("DELETE FROM empleados_susa");
    const list = await ana.get(LISTA);
    expect(list.text("main li")).toContain("Mariana NúñezYa no está en el equipo");
    const page = await ana.get(list.href("main li a"));
    expect([sums(page).at(-1), rows(page)]).toEqual(["$70.00", []]);
    const paid = await pay(page);
    expect((await ana.get(String(paid.location))).text("section[aria-labelledby=total] dl")).toContain("Propinas$70.00");
  });

  test.each(["", "?pago=11111111-1111-4111-8111-111111111111", "?pago=nuevo"])(
    "is not found for somebody, or with a payment, that does not exist: %s",
    async (search) => {
      expect((await ana.send(`${sheet}${search}`)).status).toBe(search === "" ? 200 : 404);
      for (const id of ["11111111-1111-4111-8111-111111111111", "nuevo"]) {
        expect((await ana.send(`${LISTA}/${id}${search}`)).status).toBe(404);
        const values = { token: crypto.randomUUID(), comision: "0.00", propinas: "0.00" };
        expect((await ana.post(`${LISTA}/${id}`, values)).status).toBe(404);
      }
    },
  );

  test("does not show the payment of another specialist", async () => {
    await addCharged(10, 350);
    const paid = await pay(await ana.get(sheet));
    const eva = await createEmpleado({ nombre: "Eva" });
    expect((await ana.send(`${LISTA}/${eva}?${String(paid.location).split("?")[1]}`)).status).toBe(404);
  });
});
