import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Page } from "../../../support/browser";
import { createAusencia, createDemoConfiguracion, createEmpleado, createServicio } from "../../../support/factories";
import { emptyTables, sql, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
await createDemoConfiguracion();
beforeEach(async () => {
  await emptyTables("ausencias_susa", "empleados_susa");
  await createEmpleado();
});

describe("the home page", () => {
  const location = async () => (await site.visitor().get("/")).text("#location");

  test("lists the closed days of the next sixty days, and the end of those that have begun", async () => {
    await createAusencia(null, await studioDayFromNow(-1), await studioDayFromNow(-1), { motivo: "Ya pasó" });
    await createAusencia(null, await studioDayFromNow(61), await studioDayFromNow(61), { motivo: "Muy lejos" });
    expect(await location()).not.toContain("Cerramos");
    await createAusencia(null, await studioDayFromNow(-3), await studioDayFromNow(0));
    await createAusencia(null, await studioDayFromNow(60), await studioDayFromNow(70), { motivo: "Navidad" });
    const id = await createAusencia(null, await studioDayFromNow(5), await studioDayFromNow(5));
    const page = await site.visitor().get("/");
    const [begun, one, many] = page.texts("#location dd").filter((text) => text?.startsWith("Cerramos"));
    expect(begun).toMatch(/^Cerramos hasta el \S+ \d+ de \S+\.$/);
    expect(one).toMatch(/^Cerramos el \S+ \d+ de \S+\.$/);
    expect(many).toMatch(/^Cerramos del \S+ \d+( de \S+)? al \S+ \d+ de \S+ \(Navidad\)\.$/);
    const data = JSON.parse(page.document.querySelector("script[type='application/ld+json']")?.textContent ?? "");
    expect(data.specialOpeningHoursSpecification).toHaveLength(3);
    await sql("DELETE FROM ausencias_susa WHERE id = $1", [id]);
    expect((await site.visitor().get("/")).text("#location")).not.toContain(String(one));
  });

  test("announces closed hours that end, not those of every day, and never as days closed to search engines", async () => {
    await createAusencia(null, await studioDayFromNow(5), await studioDayFromNow(5), { de: "14:00", a: "18:00" });
    await createAusencia(null, await studioDayFromNow(0), null, { de: "14:00", a: "15:00", motivo: "Comida" });
    const page = await site.visitor().get("/");
    expect(page.texts("#location dd").filter((text) => text?.startsWith("Cerramos"))).toEqual([
      expect.stringMatching(/^Cerramos el \S+ \d+ de \S+, de 2:00 a 6:00 p\.m\.$/),
    ]);
    const data = JSON.parse(page.document.querySelector("script[type='application/ld+json']")?.textContent ?? "");
    expect(data).not.toHaveProperty("specialOpeningHoursSpecification");
  });

  test("is rendered again on the next day", async () => {
    const closed = async () => (await site.visitor().get("/")).text("#location").includes("Cerramos");
    await createAusencia(null, await studioDayFromNow(0), await studioDayFromNow(0));
    expect(await closed()).toBe(true);
    // Only the clock changes, no row.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    try {
      expect(await closed()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the page of a service", () => {
  const links = (page: Page) => page.all(".slots dd a").map((link) => decodeURIComponent(String(link.getAttribute("href"))));
  let path: string;
  beforeEach(async () => {
    await emptyTables("servicios_susa", "citas_susa");
    path = `/servicio/${await createServicio({ nombre: "Diseño & <cejas>", precio: 1350 })}`;
  });

  test("links the next free slots to WhatsApp messages with service, price, day, time and code, the same for every visitor", async () => {
    // Today is closed, because its first free slot changes every half hour.
    await createAusencia(null, await studioDayFromNow(-1), await studioDayFromNow(1));
    const page = await site.visitor().get(path);
    expect(page.text(".slots h2")).toBe("Próximos horarios libres");
    expect(links(page)).toHaveLength(6);
    for (const link of links(page))
      expect(link).toMatch(
        /^https:\/\/wa\.me\/520000000000\?text=Hola, me gustaría reservar Diseño & <cejas> \(\$1,350\.00\) el \S+ \d+ de \S+ a las? \d+:\d\d [ap]\.m\. Código: [0-9A-Z]{5}$/,
      );
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    const pages = await Promise.all(Array.from({ length: 3 }, () => site.visitor().get(path)));
    expect(new Set(pages.map((other) => JSON.stringify(links(other))))).toEqual(new Set([JSON.stringify(links(page))]));
    expect(await sql("SELECT 1 FROM codigos_susa")).toHaveLength(6);
  });

  test("no longer offers a booked slot at the next request", async () => {
    const before = links(await site.visitor().get(path));
    const [slot] = await sql<{ fecha_hora: Date }>("SELECT fecha_hora FROM codigos_susa ORDER BY fecha_hora LIMIT 1");
    const forEverySpecialist =
      "INSERT INTO citas_susa (empleado_id, fecha_hora, fin) SELECT id, $1::timestamptz, $1::timestamptz + interval '1 hour' FROM empleados_susa WHERE activo";
    await sql(forEverySpecialist, [slot?.fecha_hora]);
    const after = links(await site.visitor().get(path));
    expect(after).not.toContain(before[0]);
    expect(after.length).toBeGreaterThan(0);
  });

  test("says when no slot is free and keeps the contact link, and omits the slots when they cannot be read", async () => {
    const broken = await withoutTable("codigos_susa", () => site.visitor().get(path));
    expect([broken.status, broken.all(".slots").length, broken.text(".actions a")]).toEqual([200, 0, "Agendar Cita"]);
    await createAusencia(null, "2000-01-01", "2099-12-31");
    const page = await site.visitor().get(path);
    expect(page.text(".slots")).toContain("Por ahora no hay horarios libres en los próximos días.");
    expect(page.text(".actions a")).toBe("Agendar Cita");
  });

  test("is compressed, and answers HEAD", async () => {
    const page = await site.visitor().send(path, { headers: { "accept-encoding": "br" } });
    expect(page.headers["content-encoding"]).toBe("br");
    const head = await site.visitor().send(path, { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
  });
});
