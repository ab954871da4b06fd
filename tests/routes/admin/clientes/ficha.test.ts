import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { type Columns, createCita, createCliente, createEmpleado, createServicio } from "../../../support/factories";
import { sql, sqlValue, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() =>
  sql("DELETE FROM citas_susa; DELETE FROM clientes_susa; DELETE FROM servicios_susa; DELETE FROM empleados_susa"),
);

const figures = (page: Page) => page.text("#historia + p");

/** Adds a half-hour appointment `days` days from now (negative: in the past). */
const addCita = (cliente_id: string, days: number, columns: Columns = {}) =>
  createCita(new Date(Date.now() + days * 86_400_000), { cliente_id, duracion_minutos: 30, ...columns });

/** Saves a client in her editor (a new one by default) and gives the list. */
async function save(values: Record<string, string>, id = "nuevo"): Promise<Page> {
  const saved = await ana.submit(`/admin/clientes/${id}`, values);
  expect([saved.status, saved.location]).toEqual([303, "/admin/clientes"]);
  return ana.get("/admin/clientes");
}

describe("a client's record", () => {
  test("shows nothing that is empty for a client with only a name", async () => {
    const id = await createCliente({ nombre: "Sola" });
    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    expect([page.status, page.text("h1")]).toEqual([200, "Sola"]);
    expect(figures(page)).toBe("");
    expect(page.texts("main h2")).toEqual(["Próxima cita", "Historial"]);
    for (const text of ["No tiene citas agendadas", "Todavía no tiene citas anteriores"]) expect(page.text()).toContain(text);
    expect(page.text("main")).not.toMatch(/Sin |\b0\b/);
    expect(page.text()).not.toContain("Otras fichas con este");
  });

  test("counts visits, absences and cancellations, sums the charges to the cent, and shows what is to come apart from the history", async () => {
    const whole = {
      servicio_id: await createServicio(),
      empleado_id: await createEmpleado({ nombre: "Eva", apellido: "Paz" }),
      precio: "350.10",
    };
    const id = await createCliente({ nombre: "Lucía", created_at: "2025-03-01T01:00:00Z" });
    const otra = await createCliente({ nombre: "Otra" });
    await addCita(id, -30, { ...whole, estado: "completada", cobrado: "350.10", notas: "Quedó <b>contenta</b>" });
    // Two services of one visit.
    const visita_id = crypto.randomUUID();
    await addCita(id, -20, { estado: "completada", precio: "100", cobrado: "9999999.20", visita_id });
    await addCita(id, -21, { estado: "completada", visita_id });
    await addCita(id, -10, { estado: "cancelada", no_asistio: true, cobrado: "50.00" });
    await addCita(id, -5, { estado: "cancelada" });
    await addCita(id, 2, { estado: "cancelada" });
    const next = await addCita(id, 3, { ...whole, estado: "confirmada" });
    const later = await addCita(id, 9, { estado: "programada" });
    await addCita(otra, 1, { estado: "programada", cobrado: "77.00" });

    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    expect(figures(page)).toBe("6 citas anteriores · 2 canceladas · faltó 1 vez · ha pagado $10,000,399.30 por sus citas");
    // In the studio's zone it was still February.
    expect(page.text("main header")).toContain("Clienta desde el 28/02/2025 · 2 visitas · la última el ");
    expect(page.hrefs(`section[aria-labelledby=proxima] a`)).toEqual(
      [next, later].map((cita) => `/admin/citas/${cita}/detalle?de=${encodeURIComponent(`/admin/clientes/${id}/ficha`)}`),
    );
    expect(page.texts("section[aria-labelledby=proxima] li")).toEqual([
      expect.stringMatching(/Diseño de cejascon Eva Paz · \$350\.10confirmada$/),
      expect.stringMatching(/Servicio eliminadoSin especialista.*programada$/),
    ]);
    const history = (await ana.get(`/admin/clientes/${id}/ficha?pagina=1`)).texts("section[aria-labelledby=historia] li");
    expect([page.all("section[aria-labelledby=historia] li").length, history.length]).toEqual([5, 6]);
    expect(history[0]).toMatch(/cancelada$/);
    expect(history[2]).toMatch(/cobrado \$50.00.*canceladano asistió/);
    expect(history[3]).toMatch(/\$100.00 · cobrado \$9,999,999.20.*completada/);
    expect(history[5]).toMatch(/Diseño de cejascon Eva Paz · \$350.10Quedó <b>contenta<\/b>completada/);
  });

  test("says what is not paid yet of a completed visit, and of no other appointment", async () => {
    const id = await createCliente({ nombre: "Lucía" });
    await addCita(id, -1, { estado: "completada", precio: "680" });
    await addCita(id, -2, { estado: "completada", precio: "680", cobrado: "100.50" });
    await addCita(id, -3, { estado: "completada", precio: "680", cobrado: "680" });
    await addCita(id, -4, { estado: "completada", precio: "680", cobrado: "700" });
    await addCita(id, -5, { estado: "cancelada", precio: "680" });
    await addCita(id, 3, { precio: "680" });
    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    const owed = page.texts("main ol li").map((cita) => /Falta cobrar \$\d+\.\d\d/.exec(cita)?.[0] ?? "");
    expect(owed).toEqual(["", "Falta cobrar $680.00", "Falta cobrar $579.50", "", "", ""]);
  });

  test("shows next appointment and history first, then what is known of her, and last what changes her", async () => {
    const id = await createCliente({ nombre: "Lucía", edad: 36, estado_civil: "Casada", servicio: "Cejas" });
    await addCita(id, 3);
    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    expect(page.texts("main h2")).toEqual(["Próxima cita", "Historial", "Datos"]);
    expect(page.texts("section[aria-labelledby=datos] p")).toEqual(["36 años · Casada", "Le interesa: Cejas"]);
    expect(page.texts("main a").slice(-2)).toEqual(["Está repetida: juntar con otra", "Eliminar a Lucía"]);
  });

  test("has one appointment ahead and nothing in the history, until its day has passed without an end", async () => {
    const id = await createCliente({ nombre: "Lucía" });
    const cita = await addCita(id, 3);
    const counts = async () => {
      const page = await ana.get(`/admin/clientes/${id}/ficha`);
      return [...page.texts("main h2").slice(0, 1), figures(page), page.all("#proxima ~ ol li, #historia ~ ol li").length];
    };
    expect(await counts()).toEqual(["Próxima cita", "", 1]);
    const move = (by: string) =>
      sql(
        "UPDATE citas_susa SET fecha_hora = now() - $2::interval, fin = now() - $2::interval + interval '1 hour' WHERE id = $1",
        [cita, by],
      );
    // The one of today that has begun is still hers to come to.
    await move("1 ms");
    expect(await counts()).toEqual(["Próxima cita", "", 1]);
    await move("1 day");
    expect(await counts()).toEqual(["Próxima cita", "1 cita anterior", 1]);
    await addCita(id, 3);
    await addCita(id, 4);
    expect(await counts()).toEqual(["Próximas citas", "1 cita anterior", 3]);
  });

  test("shows the latest five of the history, then all by pages, and the last one for a page past the end", async () => {
    const id = await createCliente({ nombre: "Lucía" });
    await sql(
      `INSERT INTO citas_susa (cliente_id, fecha_hora, fin, notas)
        SELECT $1, now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour', 'Nota ' || n || '.' FROM generate_series(1, 23) n`,
      [id],
    );
    const items = (page: Page) => page.all("section[aria-labelledby=historia] li").length;
    const latest = await ana.get(`/admin/clientes/${id}/ficha`);
    expect([items(latest), latest.all("a[rel=next]")]).toEqual([5, []]);
    const all = latest.all("section[aria-labelledby=historia] a").at(-1);
    expect([all?.textContent, all?.getAttribute("href")]).toEqual([
      "Ver las 23 citas",
      `/admin/clientes/${id}/ficha?pagina=1#historia`,
    ]);
    const first = await ana.get(`/admin/clientes/${id}/ficha?pagina=1`);
    expect([items(first), first.text()]).toEqual([10, expect.stringContaining("23 citas")]);
    expect(first.text("main")).toContain("Ver solo las últimas 5");
    expect(first.href("a[rel=next]")).toContain("pagina=2");
    const last = await ana.get(`/admin/clientes/${id}/ficha?pagina=900`);
    expect([items(last), last.text()]).toEqual([3, expect.stringContaining("Página 3 de 3")]);
    expect(last.text()).toContain("Nota 23.");
  });

  test("shows her name, but not in its title and URLs, and no health notes", async () => {
    await save({
      nombre: "Íñiga <Peña>",
      telefono: "222 123 4567",
      correo: "i@ejemplo.mx",
      medicina: "Insulina",
      enfermedades: "",
    });
    const id = await sqlValue("SELECT id FROM clientes_susa");
    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    expect(page.text("h1")).toBe("Íñiga <Peña>");
    expect(page.document.title).toBe("Ficha de la clienta");
    expect(page.html).not.toContain("Insulina");
    const hrefs = page.hrefs("main a");
    expect(hrefs).toContain("https://wa.me/522221234567");
    expect(hrefs).toContain(`/admin/citas/nueva?cliente_id=${id}`);
    expect(hrefs).toContain(`/admin/clientes/${id}?de=${encodeURIComponent(`/admin/clientes/${id}/ficha`)}`);
    expect(hrefs).toContain(`/admin/clientes/${id}/fusionar`);
  });

  test("offers no WhatsApp link for an invalid number", async () => {
    const id = await createCliente({ nombre: "Lejana", telefono: "415 555" });
    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    expect(page.html).not.toContain("wa.me");
    expect(page.text()).toContain("(revisa el número)");
  });

  test("links a foreign number to WhatsApp and tel:", async () => {
    const id = await createCliente({ nombre: "Vecina", telefono: "+1 (619) 555-0100" });
    const page = await ana.get(`/admin/clientes/${id}/ficha`);
    expect(page.html).toContain('href="https://wa.me/16195550100"');
    expect(page.html).toContain('href="tel:+16195550100"');
    expect(page.text()).toContain("+1 (619) 555-0100");
  });

  test("is linked from the list, and answers 404 for an unknown id", async () => {
    const id = await createCliente({ nombre: "Lucía" });
    const link = (await ana.get("/admin/clientes")).document.querySelector("main li h2 a");
    expect([link?.textContent, link?.getAttribute("href")]).toEqual(["Lucía", `/admin/clientes/${id}/ficha`]);
    for (const wrong of ["abc", "00000000-0000-4000-8000-000000000000", "nuevo"])
      expect((await ana.get(`/admin/clientes/${wrong}/ficha`)).status).toBe(404);
  });

  test("answers 503 when it cannot be read", async () => {
    const id = await createCliente({ nombre: "Lucía" });
    expect((await withoutTable("clientes_susa", () => ana.get(`/admin/clientes/${id}/ficha`))).status).toBe(503);
  });
});

describe("a duplicate phone or e-mail", () => {
  const COMPARE = "Otra ficha tiene el mismo teléfono o correo.Comparar las fichas";

  test("is saved with a notice that links to the comparison", async () => {
    const ella = await createCliente({ nombre: "Ella", telefono: "+522221234567" });
    const list = await save({ nombre: "La misma", telefono: "222 123 4567" });
    expect(list.flash).toBe(`Cliente creado${COMPARE}`);
    const mine = await sqlValue<string>("SELECT id FROM clientes_susa WHERE nombre = 'La misma'");
    const href = list.href('main [role="status"] a');
    expect(href).toBe(`/admin/clientes/${mine}/fusionar`);
    const compare = await ana.get(String(href));
    expect(compare.hrefs("section[aria-labelledby=iguales] li a")).toEqual([`/admin/clientes/${mine}/fusionar?otra=${ella}`]);
    expect((await save({ ocupacion: "Maestra" }, mine)).flash).toBe(`Cliente actualizado${COMPARE}`);
    expect((await save({ telefono: "222 123 4568" }, mine)).flash).toBe("Cliente actualizado");
  });

  test("is detected in any format, and not for texts too short to be a phone", async () => {
    await createCliente({ nombre: "Lejana", telefono: "+1 (415) 555-0100" });
    await createCliente({ nombre: "Sin número", telefono: "no tiene" });
    await createCliente({ nombre: "Extensión", telefono: "12" });
    expect((await save({ nombre: "Otra lejana", telefono: "1 415 555 0100" })).flash).toContain(COMPARE);
    expect((await save({ nombre: "Sin número", telefono: "no tiene" })).flash).not.toContain("mismo teléfono");
    expect((await save({ nombre: "Extensión", telefono: "12" })).flash).not.toContain("mismo teléfono");
    expect((await save({ nombre: "Nadie" })).flash).toBe("Cliente creado");
  });

  test("is detected for e-mails too, and listed once for a record that shares both", async () => {
    const una = await createCliente({ nombre: "Una", telefono: "+522221234567", correo: "una@ejemplo.mx" });
    const ambas = await createCliente({ nombre: "Ambas", telefono: "222 123 4567", correo: "UNA@ejemplo.mx" });
    const correo = await createCliente({ nombre: "Solo correo", correo: "una@Ejemplo.mx" });
    await createCliente({ nombre: "Nadie", correo: "nadie@ejemplo.mx" });
    const page = await ana.get(`/admin/clientes/${una}/ficha`);
    const section = "section[aria-labelledby=otras-fichas]";
    expect(page.text(`${section} h2`)).toBe("Otras fichas con este teléfono o correo");
    expect(page.hrefs(`${section} li a:first-child`)).toEqual([
      `/admin/clientes/${ambas}/ficha`,
      `/admin/clientes/${correo}/ficha`,
    ]);
    expect((await save({ nombre: "Otra", correo: "nadie@ejemplo.mx" })).flash).toBe(`Cliente creado${COMPARE}`);
  });

  test("is shown on each record with links to the others", async () => {
    const ids: string[] = [];
    for (const nombre of ["Una", "Dos", "Tres"]) ids.push(await createCliente({ nombre, telefono: "+522221234567" }));
    const page = await ana.get(`/admin/clientes/${ids[0]}/ficha`);
    const links = page.hrefs("section[aria-labelledby=otras-fichas] a");
    expect(new Set(links)).toEqual(
      new Set(ids.slice(1).flatMap((id) => [`/admin/clientes/${id}/ficha`, `/admin/clientes/${ids[0]}/fusionar?otra=${id}`])),
    );
    const list = await save({ nombre: "Cuatro", telefono: "2221234567" });
    expect(list.flash).toContain("Otras fichas tienen el mismo teléfono o correo.");
  });
});

describe("the list", () => {
  test("shows who came last first, with her last completed appointment, then who never came, with what she asked about", async () => {
    const id = await createCliente({ nombre: "Ana", telefono: "2381234567", servicio: "Pestañas" });
    const sol = await createCliente({ nombre: "Sol", telefono: "2387654321" });
    await createCliente({ nombre: "Eva", correo: "eva@ejemplo.mx", servicio: "Cejas" });
    const cita = { cliente_id: id, estado: "completada", servicio_id: await createServicio() };
    // In the studio's zone it is still the day before.
    await createCita(`${await studioDayFromNow(-2)}T01:00:00Z`, cita);
    await createCita("2026-02-01T18:00:00Z", cita);
    await createCita(`${await studioDayFromNow(-30)}T18:00:00Z`, { ...cita, cliente_id: sol });
    await createCita("2026-04-01T18:00:00Z", { ...cita, estado: "cancelada" });
    const rows = (await ana.get("/admin/clientes")).texts("main li.card .about");
    expect(rows.map((row) => row.replaceAll("\u00a0", " "))).toEqual([
      "Ana2381234567vino hace 3 días",
      "Sol2387654321vino hace 4 semanas",
      "Evaeva@ejemplo.mxLe interesa: Cejas",
    ]);
  });

  test("says before a deletion what she has ahead, as her own page and the question by itself do", async () => {
    const id = await createCliente({ nombre: "Ana" });
    await createCita("2099-05-06T02:30:00Z", { cliente_id: id, estado: "confirmada" });
    const sentence = "Tiene 1 cita por venir, el martes 5 de mayo";
    for (const screen of ["ficha", "eliminar"])
      expect((await ana.get(`/admin/clientes/${id}/${screen}`)).html).toContain(sentence);
    // The list says it in the browser's dialog.
    expect((await ana.get("/admin/clientes")).html).toContain('"ahead":{"citas":1,"proxima":"2099-05-05"}');
  });

  test("has the import as its second action while it is empty, and neither a number nor a download", async () => {
    const page = await ana.get("/admin/clientes");
    expect(page.texts("main .empty-state a")).toEqual(["Nueva clienta", "Traer mi lista"]);
    expect(page.text("main")).not.toMatch(/\d|Descargar/);
  });
});
