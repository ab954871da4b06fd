import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createPrecioDesde, createServicio } from "../../../support/factories";
import { emptyTables, sql, sqlColumn, studioDayFromNow, whileRejecting } from "../../../support/test-database";
import { ana } from "./services";

const PATH = "/admin/servicios/precios";
const FORM = "#precios";

let manicura: string;
let gelish: string;
let cejas: string;

beforeEach(async () => {
  await emptyTables("servicios_susa", "form_tokens_susa", "bitacora_susa");
  manicura = await createServicio({ nombre: "Manicura", categoria: "manicura", precio: 300 });
  gelish = await createServicio({ nombre: "Gelish", categoria: "manicura", precio: "383.50" });
  cejas = await createServicio({ nombre: "Cejas", categoria: "cejas", precio: 200 });
  await createServicio({ nombre: "Ida", categoria: "manicura", precio: 100, activo: false });
});

const prices = async () =>
  Object.fromEntries(
    (await sql<{ nombre: string; precio: string }>("SELECT nombre, precio FROM servicios_susa WHERE activo")).map(
      ({ nombre, precio }) => [nombre, precio],
    ),
  );
const planned = () =>
  sql<{ nombre: string; desde: string; precio: string }>(
    "SELECT s.nombre, p.desde::text, p.precio FROM precios_susa p JOIN servicios_susa s ON s.id = servicio_id ORDER BY desde, nombre",
  );
const TEN = { alcance: "manicura", cambio: "subir_porciento", cuanto: "10", redondeo: "5" };
const see = async (changes: Record<string, string> = {}) => (await ana.get(PATH)).submit({ ...TEN, ...changes }, FORM);
const rows = (page: Page) => page.texts("section[aria-labelledby=vista] li");
/** Sends the form with services ticked, which have one name. */
async function tick(ids: string[], changes: Record<string, string> = {}): Promise<Page> {
  const body = new URLSearchParams({ ...(await ana.get(PATH)).values(FORM), ...TEN, alcance: "elegidos", ...changes });
  for (const id of ids) body.append("servicios", id);
  return ana.post(PATH, body);
}

describe("changing the prices of a category", () => {
  test("shows each price as it is and as it will be, saves nothing before it is told, and then those prices", async () => {
    const seen = await see();
    expect(seen.status).toBe(200);
    expect(seen.text("section[aria-labelledby=vista] h2")).toBe("2 precios cambian");
    expect(seen.text("section[aria-labelledby=vista]")).toContain("Suben 10%, redondeado a $5, desde hoy.");
    expect(rows(seen)).toEqual(["Gelish$383.50 → a $420.00", "Manicura$300.00 → a $330.00"]);
    expect(await prices()).toEqual({ Manicura: "300.00", Gelish: "383.50", Cejas: "200.00" });
    expect(await seen.submitThrice({}, FORM)).toEqual([`303 ${PATH}`]);
    expect((await ana.get(PATH)).flash).toBe("Precios cambiados2 precios, desde hoy.");
    expect(await prices()).toEqual({ Manicura: "330.00", Gelish: "420.00", Cejas: "200.00" });
    expect(
      await sqlColumn("SELECT importes->'precio' FROM bitacora_susa WHERE campos = '{precio}' ORDER BY importes::text"),
    ).toEqual([
      ["300.00", "330.00"],
      ["383.50", "420.00"],
    ]);
  });

  test.each<[changes: Record<string, string>, ...after: string[]]>([
    [{ cuanto: "10%", redondeo: "1" }, "422.00", "330.00"],
    [{ cuanto: "12,5 por ciento", redondeo: "10" }, "430.00", "340.00"],
    [{ cuanto: "10", redondeo: "50" }, "400.00", "350.00"],
    [{ cambio: "bajar_porciento", cuanto: "33.33", redondeo: "1" }, "256.00", "200.00"],
    [{ cambio: "subir_pesos", cuanto: "$20", redondeo: "1" }, "404.00", "320.00"],
    [{ cambio: "bajar_pesos", cuanto: "83.50 pesos", redondeo: "1" }, "300.00", "217.00"],
    // Half a step is rounded up.
    [{ cambio: "subir_pesos", cuanto: "25", redondeo: "50" }, "400.00", "350.00"],
  ])("with %j gives %s and %s", async (changes, gelishAfter, manicuraAfter) => {
    const seen = await see(changes);
    expect([seen.status, seen.alert]).toEqual([200, ""]);
    expect((await seen.submit({}, FORM)).status).toBe(303);
    expect(await prices()).toMatchObject({ Gelish: gelishAfter, Manicura: manicuraAfter, Cejas: "200.00" });
  });

  test.each<[changes: Record<string, string>, error: string]>([
    [{ alcance: "" }, "Elige una categoría, o marca los servicios."],
    [{ alcance: "pestanas" }, "Elige una categoría, o marca los servicios."],
    [{ alcance: "pedicura" }, "Esos servicios ya no se ofrecen."],
    [{ cuanto: "" }, "Escribe cuánto."],
    [{ cuanto: "diez" }, "Escribe el porcentaje con números, como 10 o 12.5"],
    [{ cuanto: "$10" }, "Escribe el porcentaje con números"],
    [{ cuanto: "-10" }, "Escribe el porcentaje con números"],
    [{ cuanto: "0" }, "Escribe el porcentaje con números"],
    [{ cuanto: "1001" }, "Escribe el porcentaje con números"],
    [{ cambio: "subir_pesos", cuanto: "10%" }, "en pesos, como 350: «10%» no lo está."],
    [{ cambio: "subir_pesos", cuanto: "0" }, "Escribe un monto mayor que cero."],
    [{ cambio: "doblar" }, "Elige si suben o bajan."],
    [{ redondeo: "7" }, "Elige a cuánto se redondean."],
    [{ desde: "2026-01-01" }, "Ese día ya pasó: elige hoy o uno que viene."],
    [{ desde: "mañana" }, "Escribe la fecha como año-mes-día: 2026-11-21."],
    [{ cambio: "bajar_pesos", cuanto: "300" }, "Manicura cuesta $300.00 y quedaría en nada. Baja menos, o déjalo fuera."],
    [{ cambio: "bajar_porciento", cuanto: "100" }, "quedaría en nada."],
    [{ cambio: "bajar_porciento", cuanto: "95", redondeo: "50" }, "quedaría en nada."],
    [{ cambio: "subir_pesos", cuanto: "9,999,999,999.99", redondeo: "1" }, "costaría más de $9,999,999,999.99."],
    [{ alcance: "cejas", cuanto: "1", redondeo: "50" }, "Así ningún precio cambia: escribe otra cantidad, o redondea a menos."],
  ])("refuses %j in words, and keeps what was typed", async (changes, error) => {
    const page = await see(changes);
    expect(page.status).toBe(400);
    expect(page.texts("[role=alert] a").join()).toContain(error);
    for (const link of page.hrefs("[role=alert] a")) expect(page.all(link)).toHaveLength(1);
    expect(page.values(FORM).cuanto).toBe(changes.cuanto ?? TEN.cuanto);
    expect(await prices()).toEqual({ Manicura: "300.00", Gelish: "383.50", Cejas: "200.00" });
  });

  test("leaves what is free as it is, and names what does not change", async () => {
    await sql("UPDATE servicios_susa SET precio = 0 WHERE id = $1", [gelish]);
    const seen = await see({ cambio: "bajar_pesos", cuanto: "50" });
    expect(rows(seen)).toEqual(["Manicura$300.00 → a $250.00"]);
    expect(seen.text("section[aria-labelledby=vista]")).toContain("Queda igual: Gelish.");
    await seen.submit({}, FORM);
    expect(await prices()).toMatchObject({ Gelish: "0.00", Manicura: "250.00" });
  });

  test("saves only what was seen: when a price changed meanwhile, it shows them again", async () => {
    const seen = await see();
    await sql("UPDATE servicios_susa SET precio = 310 WHERE id = $1", [manicura]);
    const again = await seen.submit({}, FORM);
    expect(again.status).toBe(409);
    expect(again.alert).toContain("Algo cambió desde que los viste.");
    expect(rows(again)).toEqual(["Gelish$383.50 → a $420.00", "Manicura$310.00 → a $340.00"]);
    expect(await prices()).toMatchObject({ Manicura: "310.00", Gelish: "383.50" });
    expect((await again.submit({}, FORM)).status).toBe(303);
    expect(await prices()).toMatchObject({ Manicura: "340.00", Gelish: "420.00" });
  });

  test("goes back to the form with what was chosen, and answers 503 with it when the database rejects the write", async () => {
    const seen = await see();
    const back = await seen.submit({ intent: "change" }, FORM);
    expect(back.values(FORM)).toMatchObject(TEN);
    const refused = await whileRejecting("servicios_susa", () => seen.submit({}, FORM));
    expect(refused.status).toBe(503);
    expect(refused.alert).toContain("No se pudieron guardar los precios");
    expect(refused.values(FORM)).toMatchObject(TEN);
  });
});

describe("changing the prices of chosen services", () => {
  test("changes those alone, also where no category was chosen", async () => {
    const seen = await tick([manicura, cejas]);
    expect(rows(seen)).toEqual(["Cejas$200.00 → a $220.00", "Manicura$300.00 → a $330.00"]);
    const body = new URLSearchParams(
      seen
        .all(`${FORM} input`)
        .map((input): [string, string] => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
    );
    expect((await ana.post(PATH, body)).status).toBe(303);
    expect(await prices()).toEqual({ Manicura: "330.00", Gelish: "383.50", Cejas: "220.00" });
  });

  test("refuses a category beside them, and keeps the ticks", async () => {
    const page = await tick([cejas], { alcance: "manicura" });
    expect(page.status).toBe(400);
    expect(page.alert).toContain("Marcaste servicios y también elegiste de cuáles");
    expect(page.all("input[type=checkbox][checked]").map((box) => box.getAttribute("value"))).toEqual([cejas]);
    expect(page.all("details[open] input[type=checkbox]").length).toBe(3);
  });
});

describe("a change from a day", () => {
  test("is planned, listed, in words in the editor, and in force only then", async () => {
    const desde = await studioDayFromNow(10);
    const seen = await see({ desde });
    expect(seen.text("section[aria-labelledby=vista]")).toMatch(/desde el \d+ de \w+( de \d{4})?\./);
    expect((await seen.submit({}, FORM)).status).toBe(303);
    expect(await prices()).toMatchObject({ Manicura: "300.00", Gelish: "383.50" });
    expect(await planned()).toEqual([
      { nombre: "Gelish", desde, precio: "420.00" },
      { nombre: "Manicura", desde, precio: "330.00" },
    ]);
    const list = await ana.get(PATH);
    expect(list.flash).toMatch(/^Cambio planeado2 precios, desde el /);
    expect(list.texts("section[aria-labelledby=planeados] li")[1]).toMatch(/^Manicura\$300\.00 → a \$330\.00Quitar/);
    expect((await ana.get(`/admin/servicios/${manicura}`)).text("dialog")).toMatch(/Desde el .+ costará \$330\.00\./);
    expect((await ana.get(`/admin/servicios/${cejas}`)).text("dialog")).not.toContain("costará");
  });

  test("counts from what is planned before it, and takes the place of what was planned for that day", async () => {
    const [sooner, later] = [await studioDayFromNow(10), await studioDayFromNow(40)];
    await createPrecioDesde(manicura, sooner, 330);
    await createPrecioDesde(manicura, later, 999);
    const seen = await see({ desde: later, cuanto: "100", cambio: "subir_pesos" });
    expect(rows(seen)[1]).toBe("Manicura$330.00 → a $430.00Para ese día ya tenías $999.00.");
    await seen.submit({}, FORM);
    expect((await planned()).filter(({ nombre }) => nombre === "Manicura")).toEqual([
      { nombre: "Manicura", desde: sooner, precio: "330.00" },
      { nombre: "Manicura", desde: later, precio: "430.00" },
    ]);
  });

  test("is taken back after a question, once when that is sent three times", async () => {
    const id = await createPrecioDesde(manicura, await studioDayFromNow(10), 330);
    const list = await ana.get(PATH);
    expect(list.all(`form[action*="${id}"]`)).toEqual([]);
    const asked = await ana.get(list.href(`a[href$="${id}/eliminar"]`));
    expect(asked.text("dialog")).toMatch(/¿Quitas el precio nuevo de Manicura\? Ya no costará \$330\.00 desde el /);
    expect(await planned()).toHaveLength(1);
    expect(await asked.submitThrice({}, `form[action*="${id}/eliminar"]`)).toEqual([`303 ${PATH}`]);
    expect((await ana.get(PATH)).flash).toBe("El precio nuevo se quitó");
    expect(await planned()).toEqual([]);
    expect((await ana.get(`${PATH}/${id}/eliminar`)).status).toBe(404);
    expect(
      await sqlColumn("SELECT importes->'precio_desde' FROM bitacora_susa WHERE campos = '{precio_desde}' ORDER BY orden"),
    ).toEqual([
      [null, "330.00"],
      ["330.00", null],
    ]);
    expect((await ana.get("/admin/configuracion/bitacora")).text()).toContain("precio planeado de $330.00 a nada");
  });

  test("stays with a service that is deleted, and comes back with it", async () => {
    await createPrecioDesde(manicura, await studioDayFromNow(10), 330);
    await (await ana.get(`/admin/servicios/${manicura}/eliminar`)).submit({}, `form[action*="eliminar"]`);
    expect(await planned()).toHaveLength(1);
    expect((await ana.get(PATH)).text("section[aria-labelledby=planeados]")).toContain("Está desactivado.");
    await ana.post(`/admin/servicios/${manicura}/activo`, { activo: "si", token: crypto.randomUUID() });
    expect((await ana.get(PATH)).text("section[aria-labelledby=planeados]")).not.toContain("Está desactivado.");
  });
});
