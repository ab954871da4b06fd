import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ESTUDIO } from "../../../app/content/estudio";
import { type Page, type Site, startSite, type Visitor } from "../../support/browser";
import { sql, withoutTable } from "../../support/test-database";

const CENTRO = "America/Mexico_City";
const TIJUANA = "America/Tijuana";

let site: Site;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff("ana@ejemplo.mx");
});
afterAll(() => site.close());
beforeEach(() =>
  sql(
    "TRUNCATE clientes_susa, citas_susa, servicios_susa, empleados_susa, ingresos_susa, egresos_susa, configuracion_susa CASCADE",
  ),
);

const stats = (page: Page) =>
  Object.fromEntries(
    page.all("dl > div").map((card) => [card.querySelector("dt")?.textContent, card.querySelector("dd")?.textContent]),
  );
// The first three parts of each line; its buttons follow.
const today = (page: Page) =>
  page.all("ol > li").map((item) =>
    [...item.children]
      .slice(0, 3)
      .map(({ textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim())
      .join(""),
  );

/** Inserts an appointment at a clock time of the studio: day 0 is today, -1 yesterday. */
async function addCita(day: number, clock: string, zone: string, values: Record<string, unknown> = {}): Promise<void> {
  const names = Object.keys(values);
  await sql(
    `INSERT INTO citas_susa (fecha_hora, fin${names.map((name) => `, ${name}`).join("")})
     SELECT m, m + interval '30 minutes'${names.map((_, n) => `, $${n + 4}`).join("")}
     FROM (SELECT (((now() AT TIME ZONE $1)::date + $2::int) + $3::time) AT TIME ZONE $1 AS m) AS at`,
    [zone, day, clock, ...Object.values(values)],
  );
}

async function addIngreso(monto: string, fecha: string, zone = CENTRO): Promise<void> {
  await sql(`INSERT INTO ingresos_susa (monto, fecha) SELECT $1, ${fecha} FROM (SELECT (now() AT TIME ZONE $2)::date AS hoy) d`, [
    monto,
    zone,
  ]);
}

async function setZone(zone: string): Promise<void> {
  const { horario, ...texts } = ESTUDIO;
  const row = { ...texts, horario: JSON.stringify(horario), zona_horaria: zone };
  await sql(
    `INSERT INTO configuracion_susa (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
    Object.values(row),
  );
}

describe("the dashboard", () => {
  test("of an empty studio shows zeros", async () => {
    const page = await ana.get("/admin");
    expect(stats(page)).toEqual({
      "Total Clientes": "0",
      "Citas Hoy": "0",
      "Ingresos del Mes": "$0.00",
      "Servicios Activos": "0",
    });
    expect(page.text("section[aria-labelledby=citas-de-hoy]")).toContain("No hay citas para hoy");
    expect(page.text("section[aria-labelledby=rendimiento] figcaption")).toBe(
      "Ingresos $0.00, egresos $0.00, utilidad neta $0.00.",
    );
    expect(page.all("section[aria-labelledby=rendimiento] tbody tr").length).toBe(12);
  });

  test("counts the rows in the database", async () => {
    await sql("INSERT INTO clientes_susa (nombre) SELECT 'Clienta ' || n FROM generate_series(1, 1234) n");
    await sql(
      "INSERT INTO servicios_susa (nombre, precio, categoria, activo) SELECT 'S' || n, 1, 'cejas', n <= 3 FROM generate_series(1, 5) n",
    );
    await addCita(0, "10:00", CENTRO);
    await addCita(0, "12:00", CENTRO, { estado: "completada" });
    await addIngreso("1234567.89", "hoy");
    expect(stats(await ana.get("/admin"))).toEqual({
      "Total Clientes": "1,234",
      "Citas Hoy": "2",
      "Ingresos del Mes": "$1,234,567.89",
      "Servicios Activos": "3",
    });
  });

  test.each([CENTRO, TIJUANA])("counts today from midnight to midnight in %s", async (zone) => {
    if (zone !== CENTRO) await setZone(zone);
    await addCita(-1, "23:59", zone);
    await addCita(0, "23:59", zone);
    await addCita(0, "00:00", zone);
    await addCita(1, "00:00", zone);
    const page = await ana.get("/admin");
    expect(stats(page)["Citas Hoy"]).toBe("2");
    expect(page.all("ol time").map((time) => time.textContent)).toEqual(["12:00 a.m.", "11:59 p.m."]);
    const [day] = await sql<{ day: string }>("SELECT extract(day FROM now() AT TIME ZONE $1)::int::text AS day", [zone]);
    expect(page.text("main header")).toMatch(new RegExp(`\\b${day?.day} de `));
  });

  test("assigns the same moments to other days when the studio's time zone changes", async () => {
    await addCita(0, "00:30", CENTRO);
    await addCita(1, "00:30", CENTRO);
    const centro = (await ana.get("/admin")).all("ol time").map((time) => time.getAttribute("datetime"));
    expect(centro.length).toBe(1);
    await setZone(TIJUANA);
    const [expected] = await sql<{ at: Date }>(
      "SELECT fecha_hora AS at FROM citas_susa WHERE (fecha_hora AT TIME ZONE $1)::date = (now() AT TIME ZONE $1)::date",
      [TIJUANA],
    );
    const page = await ana.get("/admin");
    expect(page.all("ol time").map((time) => time.getAttribute("datetime"))).toEqual([expected?.at.toISOString()]);
    expect(page.all("ol time")[0]?.textContent).toMatch(/^(10|11):30 p.m.$/);
  });

  test("sums the studio's month to the cent, from its first day to its last", async () => {
    for (let n = 0; n < 3; n++) await addIngreso("0.10", "hoy");
    expect(stats(await ana.get("/admin"))["Ingresos del Mes"]).toBe("$0.30");
    await addIngreso("1000.00", "date_trunc('month', hoy)::date");
    await addIngreso("200.00", "(date_trunc('month', hoy) + interval '1 month - 1 day')::date");
    await addIngreso("77777.00", "(date_trunc('month', hoy) - interval '1 day')::date");
    await addIngreso("88888.00", "(date_trunc('month', hoy) + interval '1 month')::date");
    expect(stats(await ana.get("/admin"))["Ingresos del Mes"]).toBe("$1,200.30");
    await addIngreso("9999999999.99", "hoy");
    expect(stats(await ana.get("/admin"))["Ingresos del Mes"]).toBe("$10,000,001,200.29");
  });

  test("shows income and expenses for each month of the studio's year", async () => {
    const [at] = await sql<{ year: string; month: string }>(
      "SELECT to_char(now() AT TIME ZONE $1, 'YYYY') AS year, to_char(now() AT TIME ZONE $1, 'MM') AS month",
      [CENTRO],
    );
    await addIngreso("1000.10", "hoy");
    await addIngreso("5.00", "date_trunc('year', hoy)::date - 1");
    await addIngreso("7.00", "(date_trunc('year', hoy) + interval '1 year')::date");
    await sql("INSERT INTO egresos_susa (monto, fecha, descripcion) SELECT 1500, (now() AT TIME ZONE $1)::date, 'Renta'", [
      CENTRO,
    ]);
    const page = await ana.get("/admin");
    const section = "section[aria-labelledby=rendimiento]";
    expect(page.text(`${section} figcaption`)).toMatch(
      new RegExp(
        `^Ingresos \\$1,000.10, egresos \\$1,500.00, utilidad neta -\\$499.90. En .+ de ${at?.year} entró más: \\$1,000.10.$`,
      ),
    );
    const months = page.all(`${section} tbody tr`).map((row) => [...row.children].map((cell) => cell.textContent));
    expect(months.length).toBe(12);
    expect(months[Number(at?.month) - 1]?.slice(1)).toEqual(["$1,000.10", "$1,500.00", "-$499.90"]);
    expect(months.filter(([, ingresos]) => ingresos !== "$0.00").length).toBe(1);
    for (const drawing of page.all(`${section} svg[role=img]`)) {
      const names = ["aria-labelledby", "aria-describedby"].map((name) => page.text(`#${drawing.getAttribute(name)}`));
      expect(names).toEqual(["Ingresos y egresos por mes", page.text(`${section} figcaption`)]);
    }
  });

  test("lists today's appointments in order with client, service and specialist, and names deleted ones as deleted", async () => {
    const id = async (text: string, values: unknown[] = []) => (await sql<{ id: string }>(`${text} RETURNING id`, values))[0]?.id;
    const cliente_id = await id("INSERT INTO clientes_susa (nombre) VALUES ('Íñigo <i>Ñandú</i>')");
    const otra = await id("INSERT INTO clientes_susa (nombre) VALUES ('Quien se fue')");
    const servicio_id = await id(
      "INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Diseño de cejas', 450.5, 'cejas')",
    );
    const empleado_id = await id("INSERT INTO empleados_susa (nombre, apellido) VALUES ('Luz', 'Paz')");
    await addCita(0, "16:05", CENTRO, { cliente_id: otra, servicio_id, precio: "450.50", estado: "cancelada" });
    await addCita(0, "09:00", CENTRO, { cliente_id, servicio_id, precio: "450.50", empleado_id, estado: "confirmada" });
    await addCita(0, "12:30", CENTRO, { cliente_id, empleado_id });
    await sql("DELETE FROM clientes_susa WHERE id = $1", [otra]);
    expect(today(await ana.get("/admin"))).toEqual([
      "9:00 a.m.Íñigo <i>Ñandú</i>Diseño de cejas, $450.50 · con Luz Pazconfirmada",
      "12:30 p.m.Íñigo <i>Ñandú</i>Servicio eliminado · con Luz Pazprogramada",
      "4:05 p.m.Cliente eliminadoDiseño de cejas, $450.50 · Sin especialistacancelada",
    ]);
  });

  // For each card alone see unavailable-parts.test.ts.
  test("shows an error in place of the appointments when they cannot be read", async () => {
    const page = await withoutTable("citas_susa", () => ana.get("/admin"));
    expect(page.status).toBe(200);
    expect(page.text("section[aria-labelledby=citas-de-hoy]")).toBe(
      "Citas de hoyNo se pudieron cargar las citas de hoy. Volver a intentar",
    );
    expect(page.text("header")).toContain("ana@ejemplo.mx");
    expect(page.all("nav a").length).toBeGreaterThan(12);
    expect(page.html).not.toMatch(/relation|does not exist|perdida|prisma/i);
    expect((await ana.get("/admin")).status).toBe(200);
  });

  test("is an error page when the settings or the session cannot be read", async () => {
    for (const table of ["configuracion_susa", "sesiones_susa"]) {
      const page = await withoutTable(table, () => ana.get("/admin"));
      expect(page.status, table).toBeGreaterThanOrEqual(500);
      expect(page.text("main"), table).toContain("vuelve a intentarlo");
      expect(page.html, table).not.toMatch(/relation|does not exist|perdida|prisma|\bat .+:\d+:\d+/i);
    }
  });

  test("has six cards whose English addresses redirect to the Spanish screens", async () => {
    const page = await ana.get("/admin");
    const targets = {
      "/admin/services": "/admin/servicios",
      "/admin/employees": "/admin/empleados",
      "/admin/inventory": "/admin/inventario",
      "/admin/providers": "/admin/proveedores",
      "/admin/service-images": "/admin/galeria",
      "/admin/testimonials": "/admin/testimonios",
    };
    expect(page.all("section[aria-labelledby=accesos] a").map((link) => link.getAttribute("href"))).toEqual(Object.keys(targets));
    for (const [from, to] of Object.entries(targets)) {
      const moved = await ana.send(from);
      expect([moved.status, moved.location]).toEqual([301, to]);
      expect((await ana.get(to)).status).toBe(200);
    }
  });
});

describe("the admin layout", () => {
  const SECTIONS = [
    ["/admin", "Dashboard"],
    ["/admin/citas", "Citas"],
    ["/admin/clientes", "Clientes"],
    ["/admin/servicios", "Servicios"],
    ["/admin/empleados", "Empleados"],
    ["/admin/inventario", "Inventario"],
    ["/admin/proveedores", "Proveedores"],
    ["/admin/testimonios", "Testimonios"],
    ["/admin/galeria", "Galería"],
    ["/admin/ingresos", "Ingresos"],
    ["/admin/egresos", "Egresos"],
    ["/admin/reportes", "Reportes"],
    ["/admin/configuracion", "Configuración"],
  ];
  const links = (page: Page) =>
    page.all('nav[aria-label="Secciones"] a').map((link) => [link.getAttribute("href"), link.textContent]);

  test("links to the thirteen sections and marks the current one", async () => {
    expect(links(await ana.get("/admin"))).toEqual(SECTIONS);
    const titles: string[] = [""];
    for (const [path = ""] of SECTIONS) {
      const page = await ana.get(path);
      expect(page.status, path).toBe(200);
      expect(page.all("h1").length, path).toBe(1);
      expect(
        page.all('nav[aria-label="Secciones"] [aria-current=page]').map((link) => link.getAttribute("href")),
        path,
      ).toEqual([path]);
      expect(page.text("header"), path).toContain("Susa Admin");
      expect(titles, path).not.toContain(page.document.title);
      titles.push(page.document.title);
      expect(page.headers["x-robots-tag"], path).toBe("noindex");
    }
  });

  test("shows a 404 page for an unknown address", async () => {
    for (const path of ["/admin/no-existe", "/admin/clientes/a/b/c", "/admin/configuracion/otra", "/admin/index.php"]) {
      const page = await ana.get(path);
      expect(page.status, path).toBe(404);
      expect(page.text("main h1"), path).toBe("Oops! Page not found");
      expect(page.document.querySelector("main h1")?.getAttribute("lang")).toBe("en");
      expect(page.text("main"), path).toContain("No encontramos esa página.");
      expect(links(page), path).toEqual(SECTIONS);
    }
    expect((await ana.post("/admin/no-existe", { a: "b" })).status).toBe(404);
  });
});

describe("the sidebar", () => {
  const isNarrow = async () => (await ana.get("/admin")).all('nav[aria-label="Secciones"] a span.sr-only').length > 0;

  test("is collapsed and expanded by a form, remembered for seven days, and returns to the same screen", async () => {
    expect(await isNarrow()).toBe(false);
    const page = await ana.get("/admin/clientes");
    const button = page.document.querySelector('form[action="/admin/barra"] button');
    expect([button?.getAttribute("name"), button?.getAttribute("value"), button?.getAttribute("aria-label")]).toEqual([
      "barra",
      "angosta",
      "Angostar el menú",
    ]);
    const answer = await page.submit({ barra: "angosta" }, 'form[action="/admin/barra"]');
    expect([answer.status, answer.location]).toEqual([303, "/admin/clientes"]);
    expect(answer.headers["set-cookie"]).toEqual(["barra=angosta; Path=/admin; Max-Age=604800; SameSite=Lax"]);
    expect(await isNarrow()).toBe(true);
    await (await ana.get("/admin")).submit({ barra: "ancha" }, 'form[action="/admin/barra"]');
    expect(await isNarrow()).toBe(false);
  });

  test.each(["citas", "servicios", "empleados", "galeria", "reportes"])("does not redirect to %j", async (de) => {
    const answer = await ana.post("/admin/barra", { de, barra: 'x"; Path=/; Domain=otra.example' });
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    expect(answer.headers["set-cookie"]).toEqual(["barra=ancha; Path=/admin; Max-Age=604800; SameSite=Lax"]);
  });

  test("returns to a search", async () => {
    const path = "/admin/clientes?q=%C3%B1and%C3%BA+luz&pagina=1";
    const page = await ana.get(path);
    const answer = await page.submit({}, 'form[action="/admin/barra"]');
    expect([answer.status, answer.location]).toEqual([303, path]);
  });

  test("returns to an editor", async () => {
    const answer = await ana.post("/admin/barra", { de: "/admin/clientes/11111111-1111-4111-8111-111111111111", barra: "ancha" });
    expect(answer.location).toBe("/admin/clientes/11111111-1111-4111-8111-111111111111");
  });
});

test("a form sent while the session cannot be read comes back complete and can be sent again", async () => {
  const form = (await ana.get("/admin/clientes/nuevo")).values();
  const path = "/admin/clientes/nuevo?q=a%20b";
  const page = await withoutTable("sesiones_susa", () =>
    ana.post(path, { ...form, nombre: "Íñigo <b>", medicina: "Una\r\nal día", password: "secreta-secreta" }),
  );
  expect(page.status).toBe(503);
  expect(page.text("[role=alert]")).toContain("No se ha perdido");
  expect(page.text("section")).toMatch(/Lo que escribiste.*Íñigo <b>.*Una al día/);
  expect(page.html).not.toMatch(/secreta|relation|does not exist|perdida_|prisma/i);
  expect(page.document.querySelector("form")?.getAttribute("action")).toBe("/admin/clientes/nuevo?q=a+b");
  const answers = await Promise.all([1, 2, 3].map(() => page.submit({}, "form")));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await sql("SELECT nombre FROM clientes_susa WHERE nombre LIKE 'Íñigo <%'")).toEqual([{ nombre: "Íñigo <b>" }]);
});

test("the list of clients answers 503 with an error message when it cannot be read", async () => {
  const page = await withoutTable("clientes_susa", () => ana.get("/admin/clientes"));
  expect(page.status).toBe(503);
  expect(page.text("main [role=alert]:not(:empty)")).toBe("ErrorNo se pudieron cargar los clientes");
});
