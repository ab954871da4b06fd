import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Page, type Site, startSite, type Visitor } from "../../../support/browser";
import { testFormContract } from "../../../support/form-contract";
import { sql, withoutTable } from "../../../support/test-database";

const EVA = "11111111-1111-4111-8111-111111111111";
const PATH = `/admin/empleados/${EVA}/horario`;
const CLOSED = "/admin/configuracion/dias-cerrados";

let site: Site;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff();
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql("DELETE FROM ausencias_susa");
  await sql("INSERT INTO empleados_susa (id, nombre, apellido) VALUES ($1, 'Eva', 'Ñandú') ON CONFLICT DO NOTHING", [EVA]);
  await sql("UPDATE empleados_susa SET horario = NULL WHERE horario IS NOT NULL");
});

const WHOLE = { desde: "2099-12-21", hasta: "2099-12-31", motivo: "Vacaciones" };

const contract = {
  table: "ausencias_susa",
  whole: WHOLE,
  required: { desde: "Escribe el primer día." },
  optional: ["motivo"],
  invalid: [
    ["desde", "2099-02-30"],
    ["desde", "mañana"],
    ["desde", "1999-12-31"],
    ["hasta", "2099-12-20"],
    ["hasta", "31/12/2099"],
    ["motivo", "x".repeat(121)],
    ["motivo", "con\0nulo"],
  ] as [string, string][],
  textField: "motivo",
};

describe("the absences of a specialist", () => {
  testFormContract(
    {
      ...contract,
      path: PATH,
      messages: {
        created: "Ausencia registrada",
        updated: "Ausencia actualizada",
        deleted: "Ausencia eliminada",
        notSaved: "No se pudo guardar la ausencia",
        notDeleted: "No se pudo eliminar la ausencia",
      },
      question: "¿Estás segura de que quieres eliminar la ausencia del lunes 21 de diciembre al jueves 31 de diciembre?",
    },
    () => ana,
  );
});

describe("the closed days of the studio", () => {
  testFormContract(
    {
      ...contract,
      path: CLOSED,
      messages: {
        created: "Días cerrados registrados",
        updated: "Días cerrados actualizados",
        deleted: "Días cerrados eliminados",
        notSaved: "No se pudieron guardar los días cerrados",
        notDeleted: "No se pudieron eliminar los días cerrados",
      },
      question: "¿Estás segura de que quieres eliminar el cierre del lunes 21 de diciembre al jueves 31 de diciembre?",
    },
    () => ana,
  );
});

const titles = (page: Page) => page.all("main li h3").map((title) => title.textContent);
const flash = async (path: string) => (await ana.get(path)).text('main [role="status"]');

/** The date `offset` days from the database's today. */
async function day(offset: number): Promise<string> {
  const [row] = await sql<{ day: string }>("SELECT ((now() AT TIME ZONE 'America/Mexico_City')::date + $1::int)::text AS day", [
    offset,
  ]);
  return String(row?.day);
}

describe("the schedule page of a specialist", () => {
  test("says that she has the studio's hours and no absences", async () => {
    const page = await ana.get(PATH);
    expect(page.text()).toContain("Eva Ñandú");
    expect(page.text()).toContain("Martes a sábado, de 10:00 a.m. a 6:00 p.m.Es el horario del estudio.");
    expect(page.text()).toContain("No hay ausencias registradas");
    expect(page.text("title")).not.toContain("Eva");
    expect((await ana.get("/admin/empleados")).all(`a[href="${PATH}"]`)).toHaveLength(1);
  });

  test("lists her upcoming absences in order, and the past ones in a closed details element", async () => {
    const [other] = await sql<{ id: string }>(
      "INSERT INTO empleados_susa (nombre, apellido) VALUES ('Otra', 'Paz') RETURNING id",
    );
    await sql(
      `INSERT INTO ausencias_susa (empleado_id, desde, hasta, motivo) VALUES ($1, '2099-12-25', '2099-12-25', 'Última'), ($1, $3, $4, 'En curso'),
        ($1, '2020-01-01', $3, 'Pasada'), ($2, '2099-12-25', '2099-12-25', 'De otra'), (NULL, '2099-12-25', '2099-12-25', 'De todas')`,
      [EVA, other?.id, await day(-1), await day(0)],
    );
    const page = await ana.get(PATH);
    expect(page.all("main li h3 + p").map((motivo) => motivo.textContent)).toEqual(["En curso", "Última", "Pasada"]);
    expect(page.all("main details li")).toHaveLength(1);
    expect(titles(page)[1]).toBe("Viernes 25 de diciembre");
    expect(page.text("main details summary")).toBe("Anteriores (1)");
    const closed = await ana.get(CLOSED);
    expect(closed.all("main li h3 + p").map((motivo) => motivo.textContent)).toEqual(["De todas"]);
  });

  test("answers 404 for an absence under another specialist's URL", async () => {
    const [row] = await sql<{ id: string }>(
      "INSERT INTO ausencias_susa (empleado_id, desde, hasta) VALUES ($1, '2099-12-25', '2099-12-25') RETURNING id",
      [EVA],
    );
    for (const path of [
      `${CLOSED}/${row?.id}`,
      `/admin/empleados/nadie/horario/${row?.id}`,
      `${PATH}/nada`,
      "/admin/empleados/nadie/horario",
    ])
      expect((await ana.get(path)).status, path).toBe(404);
    const form = { ...(await ana.get(`${PATH}/${row?.id}`)).values() };
    expect((await ana.post(`${CLOSED}/${row?.id}`, form)).status).toBe(404);
    await ana.post(`${CLOSED}/${row?.id}/eliminar`, form);
    expect(await sql("SELECT 1 FROM ausencias_susa")).toHaveLength(1);
  });

  test("saves an absence without a last day as one day, and counts the appointments on its days", async () => {
    await sql("INSERT INTO citas_susa (fecha_hora, fin, empleado_id) VALUES ('2099-12-25 18:00Z', '2099-12-25 19:00Z', $1)", [
      EVA,
    ]);
    await (await ana.get(`${PATH}/nuevo`)).submit({ desde: "2099-12-25", hasta: "" });
    expect(await flash(PATH)).toBe("Ausencia registradaTiene 1 cita en esos días.Ver la agenda");
    expect(await sql("SELECT desde::text, hasta::text FROM ausencias_susa")).toEqual([
      { desde: "2099-12-25", hasta: "2099-12-25" },
    ]);
    await (await ana.get(`${PATH}/nuevo`)).submit({ desde: "2099-12-26", hasta: "" });
    expect(await flash(PATH)).toBe("Ausencia registrada");
    await (await ana.get(`${CLOSED}/nuevo`)).submit({ desde: "2099-12-24", hasta: "2099-12-25" });
    expect(await flash(CLOSED)).toBe("Días cerrados registradosHay 1 cita en esos días.Ver la agenda");
    await sql("DELETE FROM citas_susa");
  });

  test("answers 503 when it cannot be read, and gives back the typed values when the specialist was deleted", async () => {
    const page = await withoutTable("ausencias_susa", () => ana.get(PATH));
    expect([page.status, page.text("main [role=alert]:not(:empty)")]).toEqual([503, "ErrorNo se pudo cargar el horario"]);
    const closed = await withoutTable("ausencias_susa", () => ana.get(CLOSED));
    expect([closed.status, closed.text("main [role=alert]:not(:empty)")]).toEqual([
      503,
      "ErrorNo se pudieron cargar los días cerrados",
    ]);
    const form = await ana.get(`${PATH}/nuevo`);
    await sql("DELETE FROM empleados_susa WHERE id = $1", [EVA]);
    const gone = await form.submit(WHOLE);
    expect(gone.status).toBe(404);
    expect(gone.text("section")).toContain("Vacaciones");
  });
});

describe("the week of a specialist", () => {
  const stored = async () =>
    (await sql<{ horario: unknown }>("SELECT horario FROM empleados_susa WHERE id = $1", [EVA]))[0]?.horario;
  const open = () => ana.get(`${PATH}/semana?q=x`);
  /** Submits the form as a browser does, without the checkbox if it is unchecked. */
  const send = async (page: Page, changes: Record<string, string> = {}) => {
    const { del_estudio, ...values } = { ...page.values(), ...changes };
    return ana.post(`${PATH}/semana?q=x`, del_estudio === "on" ? { ...values, del_estudio } : values);
  };

  test("is the studio's until she has individual hours, which start as the studio's", async () => {
    const page = await open();
    expect(page.values()).toMatchObject({ del_estudio: "on", "horario[0].abre": "", "horario[1].abre": "10:00" });
    const saved = await send(page, {
      del_estudio: "",
      "horario[1].abre": "",
      "horario[1].cierra": "",
      "horario[5].cierra": "14:00",
    });
    expect([saved.status, saved.location]).toEqual([303, `${PATH}?q=x`]);
    const screen = await ana.get(PATH);
    expect(screen.text('main [role="status"]')).toBe("Horario actualizado");
    const day = { abre: "10:00", cierra: "18:00" };
    expect(await stored()).toEqual([null, null, day, day, day, { abre: "10:00", cierra: "14:00" }, null]);
    expect(screen.text()).toContain("Sábado, de 10:00 a.m. a 2:00 p.m.Es su propio horario.");
    expect((await open()).values()).not.toHaveProperty("del_estudio");
    expect((await send(await open(), { del_estudio: "on" })).status).toBe(303);
    expect(await stored()).toBeNull();
  });

  test("ignores invalid hours while the studio's are chosen, and rejects and keeps them otherwise", async () => {
    const wrong = { "horario[2].abre": "08:60", "horario[3].abre": "", "horario[4].abre": "19:00" };
    expect((await send(await open(), wrong)).status).toBe(303);
    expect(await stored()).toBeNull();
    const page = await send(await open(), { ...wrong, del_estudio: "" });
    expect(page.status).toBe(400);
    expect(page.values()).toMatchObject({ "horario[3].abre": "", "horario[4].abre": "19:00", "horario[4].cierra": "18:00" });
    expect(page.values()).not.toHaveProperty("del_estudio");
    expect(page.all('[role="alert"] a').map((link) => link.textContent)).toEqual([
      "Escribe la hora como 10:00 o 18:30.",
      "Escribe las dos horas, o ninguna si ese día no trabaja.",
      "La hora de salida va después de la de entrada.",
    ]);
    for (const link of page.all('[role="alert"] a')) {
      const field = page.document.getElementById(String(link.getAttribute("href")).slice(1));
      expect(field?.getAttribute("aria-invalid"), String(link.textContent)).toBe("true");
    }
    expect(await stored()).toBeNull();
  });

  test("is not changed by the specialist editor", async () => {
    await send(await open(), { del_estudio: "", "horario[1].cierra": "12:00" });
    const before = await stored();
    await (await ana.get(`/admin/empleados/${EVA}`)).submit({ apellido: "Otro" });
    expect(await stored()).toEqual(before);
  });

  test("shows both versions of a stale edit, saves once when sent twenty times, and needs its idempotency key", async () => {
    const [mine, hers] = [await open(), await open()];
    await send(hers, { del_estudio: "", "horario[1].cierra": "12:00" });
    const conflict = await send(mine, { del_estudio: "", "horario[1].cierra": "13:00" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Horario, martes.*10:00 a 12:00.*10:00 a 13:00/);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(conflict, { del_estudio: "" })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await stored()).toMatchObject({ 1: { abre: "10:00", cierra: "13:00" } });
    expect((await send(await open(), { token: "", del_estudio: "on" })).status).toBe(400);
    expect(await stored()).not.toBeNull();
    const last = await open();
    await sql("DELETE FROM empleados_susa WHERE id = $1", [EVA]);
    expect((await send(last, { del_estudio: "on" })).status).toBe(404);
  });

  test("answers malformed values with a 400 page", async () => {
    const { token = "", updated_at = "" } = (await open()).values();
    const bodies: Record<string, string>[] = [
      {},
      { horario: "x" },
      { "horario[0]": "x" },
      { "horario[0].abre": "10:00" },
      { "horario[9].abre": "10:00" },
      { del_estudio: "sí" },
    ];
    for (const body of bodies) {
      const page = await ana.post(`${PATH}/semana`, { token, updated_at, ...body });
      expect(page.status, JSON.stringify(body)).toBe(400);
    }
    expect(await stored()).toBeNull();
  });
});

describe("the home page", () => {
  const location = async () => (await site.visitor().get("/")).text("#location");

  test("lists the closed days of the next sixty days, and the end of those that have begun", async () => {
    await sql("INSERT INTO ausencias_susa (desde, hasta, motivo) VALUES ($1, $1, 'Ya pasó'), ($2, $2, 'Muy lejos')", [
      await day(-1),
      await day(61),
    ]);
    expect(await location()).not.toContain("Cerramos");
    await sql("INSERT INTO ausencias_susa (desde, hasta, motivo) VALUES ($1, $2, NULL), ($3, $4, 'Navidad')", [
      await day(-3),
      await day(0),
      await day(60),
      await day(70),
    ]);
    const [row] = await sql<{ id: string }>("INSERT INTO ausencias_susa (desde, hasta) VALUES ($1, $1) RETURNING id", [
      await day(5),
    ]);
    const page = await site.visitor().get("/");
    const [begun, one, many] = page
      .all("#location dd")
      .map((dd) => dd.textContent)
      .filter((text) => text?.startsWith("Cerramos"));
    expect(begun).toMatch(/^Cerramos hasta el \S+ \d+ de \S+\.$/);
    expect(one).toMatch(/^Cerramos el \S+ \d+ de \S+\.$/);
    expect(many).toMatch(/^Cerramos del \S+ \d+ de \S+ al \S+ \d+ de \S+ \(Navidad\)\.$/);
    const data = JSON.parse(page.document.querySelector("script[type='application/ld+json']")?.textContent ?? "");
    expect(data.specialOpeningHoursSpecification).toHaveLength(3);
    await sql("DELETE FROM ausencias_susa WHERE id = $1", [row?.id]);
    expect((await site.visitor().get("/")).text("#location")).not.toContain(String(one));
  });

  test("is rendered again on the next day", async () => {
    const closed = async () => (await site.visitor().get("/")).text("#location").includes("Cerramos");
    await sql("INSERT INTO ausencias_susa (desde, hasta) VALUES ($1, $1)", [await day(0)]);
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
  const links = (page: Page) => page.all(".slots a").map((link) => decodeURIComponent(String(link.getAttribute("href"))));
  let path: string;
  beforeEach(async () => {
    await sql("TRUNCATE servicios_susa, citas_susa CASCADE");
    const [row] = await sql<{ id: string }>(
      "INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Diseño & <cejas>', 1350, 'cejas') RETURNING id",
    );
    path = `/servicio/${row?.id}`;
  });

  test("links the next free slots to WhatsApp messages with service, price, day, time and code, the same for every visitor", async () => {
    // Today is closed, because its first free slot changes every half hour.
    await sql("INSERT INTO ausencias_susa (desde, hasta) VALUES ($1, $2)", [await day(-1), await day(1)]);
    const page = await site.visitor().get(path);
    expect(page.text(".slots h2")).toBe("Próximos horarios libres");
    expect(links(page)).toHaveLength(6);
    for (const link of links(page))
      expect(link).toMatch(
        /^https:\/\/wa\.me\/520000000000\?text=Hola, me gustaría reservar Diseño & <cejas> \(\$1,350\.00\) el \S+ \d+ de \S+ a las? \d+:\d\d [ap]\.m\. Código: [0-9A-Z]{5}$/,
      );
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    const pages = await Promise.all(Array.from({ length: 10 }, () => site.visitor().get(path)));
    expect(new Set(pages.map((other) => JSON.stringify(links(other))))).toEqual(new Set([JSON.stringify(links(page))]));
    expect(await sql("SELECT 1 FROM codigos_susa")).toHaveLength(6);
  });

  test("no longer offers a booked slot at the next request", async () => {
    const before = links(await site.visitor().get(path));
    const [slot] = await sql<{ fecha_hora: Date }>("SELECT fecha_hora FROM codigos_susa ORDER BY fecha_hora LIMIT 1");
    const everybody =
      "INSERT INTO citas_susa (empleado_id, fecha_hora, fin) SELECT id, $1::timestamptz, $1::timestamptz + interval '1 hour' FROM empleados_susa WHERE activo";
    await sql(everybody, [slot?.fecha_hora]);
    const after = links(await site.visitor().get(path));
    expect(after).not.toContain(before[0]);
    expect(after.length).toBeGreaterThan(0);
  });

  test("says when no slot is free and keeps the contact link, and omits the slots when they cannot be read", async () => {
    const broken = await withoutTable("codigos_susa", () => site.visitor().get(path));
    expect([broken.status, broken.all(".slots").length, broken.text(".actions a")]).toEqual([200, 0, "Agendar Cita"]);
    await sql("UPDATE empleados_susa SET activo = false");
    try {
      const page = await site.visitor().get(path);
      expect(page.text(".slots")).toContain("Por ahora no hay horarios libres en los próximos días.");
      expect(page.text(".actions a")).toBe("Agendar Cita");
    } finally {
      await sql("UPDATE empleados_susa SET activo = true");
    }
  });

  test("is compressed, and answers HEAD", async () => {
    const page = await site.visitor().send(path, { headers: { "accept-encoding": "br" } });
    expect(page.headers["content-encoding"]).toBe("br");
    const head = await site.visitor().send(path, { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
  });
});
