import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createCita, createIngreso, createVenta, insertRow } from "../../../support/factories";
import { emptyTables, sql, sqlColumn, sqlValue, whileRejecting } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => emptyTables("clientes_susa", "citas_susa", "ingresos_susa"));

/** Creates a client in the editor, which encrypts her health notes, and gives her id. */
async function create(values: Record<string, string>): Promise<string> {
  const saved = await ana.submit("/admin/clientes/nuevo", values);
  expect(saved.status).toBe(303);
  await ana.get("/admin/clientes");
  return String(await sqlValue("SELECT id FROM clientes_susa ORDER BY created_at DESC, id LIMIT 1"));
}

/** Adds an appointment with its charge and its history. */
async function addCita(cliente_id: string, inicio = "2026-11-21T16:00:00Z"): Promise<string> {
  const cita_id = await createCita(inicio, { cliente_id, precio: 100, cobrado: 100 });
  await createIngreso("2026-11-21", 100, { concepto: "cita", cita_id });
  await insertRow("cambios_cita_susa", { cita_id, accion: "creada", estado: "programada" });
  return cita_id;
}

const compare = (esta: string, otra: string) => ana.get(`/admin/clientes/${esta}/fusionar?otra=${otra}`);
const clientes = () => sql<{ id: string; nombre: string }>("SELECT id, nombre FROM clientes_susa ORDER BY nombre");
/** The parts of the appointments that a merge must not change. */
const history = () =>
  sql(`SELECT c.id, c.fecha_hora, c.precio, c.cobrado, c.estado, i.monto, m.accion FROM citas_susa c
    JOIN ingresos_susa i ON i.cita_id = c.id JOIN cambios_cita_susa m ON m.cita_id = c.id ORDER BY c.id`);

const ELLA = { nombre: "María Luna", telefono: "222 123 4567", edad: "30", medicina: "Insulina", ocupacion: "" };
const OTRA = {
  nombre: "Mari Luna",
  telefono: "222 123 4567",
  correo: "mari@ejemplo.mx",
  edad: "31",
  medicina: "Paracetamol",
  enfermedades: "Alergia al látex",
  ocupacion: "Maestra",
};

const createBoth = async () => [await create(ELLA), await create(OTRA)] as const;

describe("choosing a record to merge", () => {
  test("offers records with the same phone, finds others by name and phone, and excludes the record itself", async () => {
    const id = await create(ELLA);
    const igual = await create(OTRA);
    const lejana = await create({ nombre: "Luna Lejana", telefono: "55 1234 5678" });
    const page = await ana.get(`/admin/clientes/${id}/fusionar?q=luna`);
    const links = (section: string) => page.hrefs(`section[aria-labelledby=${section}] li a`);
    const to = (otra: string) => `/admin/clientes/${id}/fusionar?otra=${otra}`;
    expect(links("iguales")).toEqual([to(igual)]);
    expect(new Set(links("otras"))).toEqual(new Set([to(lejana), to(igual)]));
    expect((await ana.get(`/admin/clientes/${id}/fusionar?q=1234+5678`)).text("section[aria-labelledby=otras]")).toContain(
      "Lejana",
    );
    expect((await ana.get(`/admin/clientes/${id}/fusionar?q=zzz`)).text()).toContain("Ninguna otra ficha coincide");
    expect((await compare(id, id)).all("form[id]").length).toBe(0);
    expect(page.document.title).toBe("Fusionar fichas");
  });

  test.each(["abc", "00000000-0000-4000-8000-000000000000"])("answers 404 for the id %s", async (wrong) => {
    expect((await ana.get(`/admin/clientes/${wrong}/fusionar`)).status).toBe(404);
    expect((await compare(await create(ELLA), wrong)).status).toBe(404);
  });
});

describe("merging two clients", () => {
  test("brings the emptied notes of both to the one that stays", async () => {
    const [id, otra] = await createBoth();
    await ana.submit(`/admin/clientes/${otra}`, { enfermedades: "" });
    expect((await (await compare(id, otra)).submit()).status).toBe(303);
    const papelera = await ana.get("/admin/configuracion/papelera");
    expect(papelera.text("main li")).toContain("María Luna · Enfermedades");
    await papelera.submit({}, 'form[action*="/deshacer"]');
    expect((await ana.get(`/admin/clientes/${id}`)).values()).toMatchObject({ enfermedades: OTRA.enfermedades });
  });

  test("shows a preview, moves the appointments and sales, keeps history and money, and deletes the other record", async () => {
    const [id, otra] = await createBoth();
    await sql("UPDATE clientes_susa SET created_at = '2024-05-05T18:00:00Z' WHERE id = $1", [otra]);
    // Two appointments at the same time stay separate: two people may have come.
    const citas = [await addCita(id), await addCita(otra), await addCita(otra, "2026-11-22T16:00:00Z")];
    const before = await history();
    await createVenta({ cliente_id: otra });

    const page = await compare(id, otra);
    expect(page.text("section[aria-labelledby=pasa]")).toMatch(
      /\(2 citas\) pasan a esta, que tiene 1 cita\..*05\/05\/2024.*«Mari Luna», se elimina/,
    );
    expect(page.text("form[id]")).toMatch(/222 123 4567\s?Igual en las dos.*mari@ejemplo.mx\s?De la otra.*Maestra\s?De la otra/);
    expect(page.values()).toMatchObject({ nombre: "esta", edad: "esta", medicina: "Insulina\nParacetamol" });
    const done = await page.submit({ edad: "otra" });
    expect([done.status, done.location]).toEqual([303, `/admin/clientes/${id}/ficha`]);
    expect((await ana.get(`/admin/clientes/${id}/ficha`)).flash).toBe(
      "Fichas fusionadasPasaron 2 citas a esta ficha, y la otra se eliminó.",
    );

    expect(await clientes()).toEqual([{ id, nombre: "María Luna" }]);
    const { token, updated_at, base, ...values } = (await ana.get(`/admin/clientes/${id}`)).values();
    expect(values).toEqual({
      nombre: "María Luna",
      telefono: "222 123 4567",
      correo: "mari@ejemplo.mx",
      edad: "31",
      ocupacion: "Maestra",
      estado_civil: "",
      servicio: "",
      medicina: "Insulina\nParacetamol",
      enfermedades: "Alergia al látex",
      alerta: "",
    });
    const [row] = await sql<{ medicina: string; created_at: Date }>("SELECT medicina, created_at FROM clientes_susa");
    expect(row?.medicina).toMatch(/^v2\./);
    expect(row?.created_at.toISOString()).toBe("2024-05-05T18:00:00.000Z");
    expect(await sql("SELECT id FROM citas_susa WHERE cliente_id = $1", [id])).toHaveLength(citas.length);
    expect(await history()).toEqual(before);
    expect(await sql("SELECT cliente_id FROM ventas_susa")).toEqual([{ cliente_id: id }]);
  });

  test.each(["medicina", "enfermedades"])(
    "is recorded as seen when one of them has only %s, and merging is one line",
    async (campo) => {
      const id = await create({ nombre: "Una" });
      const otra = await create({ nombre: "Otra", [campo]: "Algo" });
      const lines = () =>
        sql("SELECT accion, registro_id FROM bitacora_susa WHERE registro_id IN ($1, $2) ORDER BY orden", [id, otra]);
      const added = [id, otra].map((registro_id) => ({ accion: "alta", registro_id }));
      const page = await compare(id, otra);
      const seen = { accion: "revelacion", registro_id: otra };
      expect(await lines()).toEqual([...added, seen]);
      await page.submit();
      const merged = [
        { accion: "eliminacion", registro_id: otra },
        { accion: "fusion", registro_id: id },
      ];
      expect(await lines()).toEqual([...added, seen, ...merged]);
    },
  );

  test("can keep the other record instead", async () => {
    const [id, otra] = await createBoth();
    const page = await compare(id, otra);
    const href = page.href("section[aria-labelledby=pasa] a");
    expect(href).toBe(`/admin/clientes/${otra}/fusionar?otra=${id}`);
    expect((await ana.submit(String(href))).status).toBe(303);
    expect(await clientes()).toEqual([{ id: otra, nombre: "Mari Luna" }]);
  });

  test("covers every table that references clients", async () => {
    // A new reference to clients must also be moved by the merge.
    const references = await sqlColumn(
      "SELECT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND confrelid = 'clientes_susa'::regclass",
    );
    expect(references.sort()).toEqual(["citas_susa", "esperas_susa", "ventas_susa"]);
  });

  test("saves the notes as typed, joins both when the field is emptied, and never truncates them", async () => {
    const id = await create({ nombre: "Una", medicina: "a".repeat(1500), enfermedades: "Asma" });
    const otra = await create({ nombre: "Otra", medicina: "b".repeat(1500), enfermedades: "Polen" });
    const page = await compare(id, otra);
    expect(page.values().medicina).toBe(`${"a".repeat(1500)}\n${"b".repeat(1500)}`);
    const long = await page.submit();
    expect([long.status, long.values().medicina?.length]).toEqual([400, 3001]);
    expect(long.alert).toContain("Escribe 2000 caracteres o menos.");
    const emptied = await long.submit({ medicina: " " });
    expect(emptied.status).toBe(400);
    expect(emptied.alert).toContain("Las dos notas juntas pasan de 2000 caracteres");
    expect(emptied.document.querySelector("#fusion-medicina")?.getAttribute("aria-invalid")).toBe("true");
    expect(await clientes()).toHaveLength(2);
    expect((await emptied.submit({ medicina: "Las dos, en breve", enfermedades: "" })).status).toBe(303);
    const values = (await ana.get(`/admin/clientes/${id}`)).values();
    expect([values.medicina, values.enfermedades]).toEqual(["Las dos, en breve", "Asma\nPolen"]);
  });

  test("joins two alerts on one line, and asks for a shorter one where both are too long", async () => {
    const id = await create({ nombre: "Una", alerta: "Látex" });
    const otra = await create({ nombre: "Otra", alerta: "Níquel" });
    expect((await compare(id, otra)).values().alerta).toBe("Látex, Níquel");
    const larga = await create({ nombre: "Larga", alerta: "x".repeat(40) });
    const page = await compare(id, larga);
    const emptied = await page.submit({ alerta: "" });
    expect([emptied.status, emptied.alert]).toEqual([400, expect.stringContaining("Las dos alertas juntas pasan de 40")]);
    expect(await clientes()).toHaveLength(3);
    expect((await emptied.submit({ alerta: "Látex y más" })).status).toBe(303);
    expect((await ana.get(`/admin/clientes/${id}`)).values().alerta).toBe("Látex y más");
  });

  test("merges once when the form is sent several times at once, with the same answer each time", async () => {
    const [id, otra] = await createBoth();
    await addCita(otra);
    const page = await compare(id, otra);
    expect(await page.submitThrice()).toEqual([`303 /admin/clientes/${id}/ficha`]);
    expect(await clientes()).toHaveLength(1);
    expect((await page.submit({ nombre: "otra" })).status).toBe(409);
  });

  test("leaves one record with all appointments when six forms merge a pair in both directions at once", async () => {
    const ids = [await create(ELLA), await create(OTRA)];
    for (const id of ids) for (const day of ["21", "22", "23"]) await addCita(id, `2026-11-${day}T16:00:00Z`);
    const before = await history();
    const [mine = "", hers = ""] = ids;
    const pages = [await compare(mine, hers), await compare(hers, mine)];
    // Six forms, each with its own idempotency key.
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => pages.map((page) => page.submit({ token: randomUUID() }))).flat(),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 404]));
    const left = await clientes();
    expect(left).toHaveLength(1);
    expect(await sql("SELECT FROM citas_susa WHERE cliente_id = $1", [left[0]?.id])).toHaveLength(6);
    expect(await history()).toEqual(before);
  });

  test.each(["esta", "otra"])(
    "shows the current values when %s was edited in the meantime, and merges when sent again",
    async (which) => {
      const [id, otra] = await createBoth();
      const page = await compare(id, otra);
      const rejected = await page.submit({ medicina: "x".repeat(2001), edad: "otra" });
      expect(rejected.status).toBe(400);
      await ana.submit(`/admin/clientes/${which === "esta" ? id : otra}`, { nombre: "María Luz" });
      // Neither the page opened earlier nor its invalid reply may overwrite the change.
      for (const old of [page, rejected]) {
        const stale = await old.submit({ medicina: "Insulina, a veces", edad: "otra" });
        expect(stale.status).toBe(409);
        expect(stale.alert).toContain("Alguien más cambió");
        expect(stale.text("form[id]")).toContain("María Luz");
        expect(stale.values()).toMatchObject({ medicina: "Insulina, a veces", edad: "otra" });
        expect(await clientes()).toHaveLength(2);
      }
      const stale = await page.submit({ medicina: "Insulina, a veces", edad: "otra" });
      expect((await stale.submit()).status).toBe(303);
      const values = (await ana.get(`/admin/clientes/${id}`)).values();
      expect([values.medicina, values.edad]).toEqual(["Insulina, a veces", "31"]);
    },
  );

  test.each(["esta", "otra"])("gives back the typed values when %s was deleted", async (which) => {
    const [id, otra] = await createBoth();
    const page = await compare(id, otra);
    await sql("DELETE FROM clientes_susa WHERE id = $1", [which === "esta" ? id : otra]);
    const deleted = await page.submit({ medicina: "Lo que <escribí>" });
    expect(deleted.status).toBe(404);
    expect(deleted.text("section")).toContain("Lo que <escribí>");
    expect(await clientes()).toHaveLength(1);
  });

  test("changes nothing and keeps the typed values when the database rejects it", async () => {
    const [id, otra] = await createBoth();
    const cita = await addCita(otra);
    const page = await compare(id, otra);
    const rejected = await whileRejecting("clientes_susa", () => page.submit({ edad: "otra", medicina: "Solo una" }));
    expect([rejected.status, rejected.values().edad, rejected.values().medicina]).toEqual([503, "otra", "Solo una"]);
    expect(await sql("SELECT cliente_id FROM citas_susa WHERE id = $1", [cita])).toEqual([{ cliente_id: otra }]);
    expect((await rejected.submit()).status).toBe(303);
  });

  test("answers malformed requests with a 4xx page and deletes no record", async () => {
    const [id, otra] = await createBoth();
    const { token = "", updated_at = "", otra_updated_at = "" } = (await compare(id, otra)).values();
    const whole = { token, updated_at, otra_updated_at };
    const at = `/admin/clientes/${id}/fusionar`;
    const sent: [path: string, values: Record<string, string>][] = [
      [`${at}?otra=${otra}`, {}],
      [`${at}?otra=${otra}`, { ...whole, token: "" }],
      [`${at}?otra=${otra}`, { ...whole, nombre: "ninguna" }],
      [`${at}?otra=${otra}`, { ...whole, updated_at: "ayer" }],
      [`${at}?otra=${otra}`, { ...whole, otra_updated_at: "" }],
      [`${at}?otra=${otra}`, { ...whole, medicina: "a\0b" }],
      [`${at}?otra=${otra}`, { ...whole, "nombre.x": "1" }],
      [`${at}?otra=${id}`, whole],
      [`${at}?otra=%00`, whole],
      [`${at}?otra=${otra}&otra=${id}`, { ...whole, updated_at: "" }],
      [at, whole],
      [`/admin/clientes/nuevo/fusionar?otra=${otra}`, whole],
    ];
    for (const [path, values] of sent) {
      const page = await ana.post(path, values);
      const of = `${path} ${JSON.stringify(values)}`;
      expect(page.status, of).toBeGreaterThanOrEqual(400);
      expect(page.status, of).toBeLessThan(500);
      expect(page.html, of).toContain('lang="es-MX"');
    }
    expect(await clientes()).toHaveLength(2);
  });
});
