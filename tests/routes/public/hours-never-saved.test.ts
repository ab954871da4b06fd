import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { CATEGORIAS_DE_EJEMPLO } from "~/content/beneficios";
import { TEXTOS } from "~/content/textos";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { offerSlots } from "~/models/citas/codigo.server";
import { enlacePath } from "~/models/citas/enlace.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { createCita, createCliente, createConfiguracion, createEmpleado, createServicio } from "../../support/factories";
import { emptyTables, sql, sqlValue, studioDayFromNow } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

// The hours of a studio are public once they were saved, and not before.

const site = await startSiteForFile();
const ana = await site.staff();
const eva = site.visitor();
const FACTS = { direccion: "Calle 5", telefono: "222 123 4567", whatsapp: "522221234567" };
const WEEK = JSON.stringify([null, ...Array(5).fill({ abre: "10:00", cierra: "18:00" }), null]);
const HOURS = /10:00|6:00|Abierto|Cerrado|abre|openingHours":\[\{/;
const GENERAL = "/admin/configuracion/general";

const saveHours = () => ana.submit(GENERAL, {}, "#general-horario");

describe("a studio that never saved its hours", () => {
  let servicio: string;
  let dia: string;
  beforeEach(async () => {
    await emptyTables();
    await createConfiguracion({ ...FACTS, horario: null, reserva: "solicitud", cita_horas: 2 });
    servicio = await createServicio();
    await createEmpleado({ en_sitio: true });
    dia = await studioDayFromNow(7);
    while (![1, 2, 3, 4].includes(weekday(dia))) dia = addDays(dia, 1);
  });

  test("says and offers none on its pages, and WhatsApp is still there; saved unchanged, they are hers", async () => {
    const pages = ["/", "/about", "/precios", "/gallery", `/servicio/${servicio}`];
    for (const path of pages) {
      const page = await eva.get(path);
      expect(page.status, path).toBe(200);
      expect(page.text("body"), path).not.toMatch(HOURS);
      expect(page.texts("script[type='application/ld+json']").join(""), path).not.toMatch(HOURS);
    }
    const page = await eva.get(`/servicio/${servicio}`);
    expect([page.all(".slots").length, page.text(".actions a")]).toEqual([0, "Agendar Cita"]);
    expect((await ana.get("/admin/configuracion")).texts("main li")[0]).toContain("Te falta poner tu horario");
    expect((await ana.get(GENERAL)).text("#general-horario")).toContain("Tu sitio todavía no dice a qué hora abres");

    expect((await saveHours()).status).toBe(303);
    const home = await eva.get("/");
    expect(home.text("#location")).toContain("Martes a sábado, de 10:00 a.m. a 6:00 p.m.");
    expect(home.text("footer")).toContain("Martes a sábado");
    expect(home.texts("script[type='application/ld+json']").join("")).toMatch(HOURS);
    expect((await eva.get(`/servicio/${servicio}`)).all(".slots dd a").length).toBeGreaterThan(0);
    expect((await ana.get("/admin/configuracion")).texts("main li")[0]).not.toContain("Te falta");
  });

  test("books nothing by a code, and moves nothing by the link of a client", async () => {
    await sql("UPDATE configuracion_susa SET horario = $1", [WEEK]);
    const row = {
      id: servicio,
      nombre: "Cejas",
      categoria: "cejas",
      precio: "350.00",
      duracion_minutos: 60,
      limpieza_minutos: 0,
    };
    const [slot] = (await offerSlots({ ...row, empleado_id: null }, { near: studioMoment(dia, "10:00", "America/Mexico_City") }))
      .slots;
    const cliente_id = await createCliente();
    const inicio = studioMoment(dia, "12:00", "America/Mexico_City");
    const empleado_id = await sqlValue("SELECT id FROM empleados_susa");
    const id = await createCita(inicio, { cliente_id, servicio_id: servicio, empleado_id });
    const change = `${enlacePath({ id, cliente_id })}/cambiar`;
    const offered = async () => {
      const [code, link] = [await eva.get(`/reservar/${slot?.codigo}`), await eva.get(change)];
      return [code.status, link.all("main button").length > 0];
    };
    expect(await offered()).toEqual([200, true]);
    await sql("UPDATE configuracion_susa SET horario = NULL");
    expect(await offered()).toEqual([410, false]);
    expect((await eva.get(`/reservar/${slot?.codigo}`)).alert).toContain("Ese servicio lo agendamos por WhatsApp.");
  });

  test("cannot take bookings on the site before, and books in its agenda by the initial week", async () => {
    const page = await ana.get("/admin/configuracion/citas-en-linea");
    const refused = await page.submit({ reserva: "directa" });
    expect([refused.status, refused.alert]).toEqual([400, expect.stringContaining("Guarda antes en General el horario")]);
    const hours = await ana.get(`/admin/citas/nueva?${new URLSearchParams({ servicio_id: servicio, fecha: dia })}`);
    expect(hours.texts("main button").filter((text) => text?.includes(" con Ana"))[0]).toMatch(/^10:00/);
  });
});

describe("the migration of a studio that is there already", () => {
  const file = "prisma/migrations/20261216000000_lo_que_no_ha_dicho/migration.sql";
  const [update = "", ofCity = "", keepOurs = ""] = readFileSync(file, "utf8").match(/^UPDATE configuracion_susa[^;]*/gm) ?? [];
  const OTHER = JSON.stringify(Array(7).fill({ abre: "09:00", cierra: "14:00" }));

  test.each<[string, Record<string, unknown>, boolean, boolean]>([
    ["has said nothing and has no appointments", {}, false, false],
    ["shows its hours", FACTS, false, true],
    ["has appointments", {}, true, true],
    ["has other hours", { horario: OTHER }, false, true],
    ["is the demo", { es_demo: true }, false, true],
  ])("that %s", async (_, columns, hasCita, isKept) => {
    await emptyTables();
    await createConfiguracion({ ...columns, horario: columns.horario ? JSON.parse(String(columns.horario)) : undefined });
    if (hasCita) await createCita("2026-01-02T18:00Z");
    await sql(update);
    expect((await sqlValue("SELECT horario FROM configuracion_susa")) !== null).toBe(isKept);
  });

  test.each<[string, Record<string, unknown>, string | null]>([
    ["that nobody wrote", {}, null],
    ["that came with an address, without a WhatsApp yet", { direccion: "Calle 5" }, "Puebla"],
    ["of a studio that is open", FACTS, "Puebla"],
  ])("treats the city %s", async (_, columns, ciudad) => {
    await emptyTables();
    await createConfiguracion({ ...columns, ciudad: "Puebla" });
    await sql(ofCity);
    expect(await sqlValue("SELECT ciudad FROM configuracion_susa")).toBe(ciudad);
  });

  test("keeps the lines, benefits and sentences that its visitors read, under what it wrote itself", async () => {
    const own = { categorias: '[{"categoria":"cejas","frase":"","visible":false}]', beneficios: '{"cejas":["Hilo"]}' };
    await emptyTables();
    await createConfiguracion({ ...FACTS, ...own, textos: '{"nosotros_cierre":"Ven"}' });
    await sql(keepOurs);
    const { categorias, beneficios, textos } = await getConfiguracion();
    expect(categorias.map(({ categoria, frase }) => [categoria, frase])).toEqual(
      Object.entries(CATEGORIAS_DE_EJEMPLO).map(([categoria, { frase }]) => [categoria, categoria === "cejas" ? "" : frase]),
    );
    const ofExample = Object.entries(CATEGORIAS_DE_EJEMPLO).map(([categoria, { beneficios }]) => [categoria, beneficios]);
    expect(beneficios).toEqual({ ...Object.fromEntries(ofExample), cejas: ["Hilo"] });
    const { contacto_texto, galeria_texto, nosotros_cierre } = textos;
    expect([contacto_texto, galeria_texto, nosotros_cierre]).toEqual([
      TEXTOS.contacto_texto.texto,
      "Elige un servicio para ver cómo queda.",
      "Ven",
    ]);
  });
});
