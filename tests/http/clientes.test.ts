import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../database";
import { type Site, startSite, type Visitor } from "./browser";

let site: Site;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff();
});
afterAll(() => site.close());

const WHOLE = {
  nombre: "Íñigo Ñandú Peña",
  telefono: "044 222 123 4567",
  correo: "inigo@ejemplo.mx",
  edad: "34",
  ocupacion: "Maestra",
  estado_civil: "Casada",
  servicio: "Diseño de cejas",
  medicina: "Paracetamol",
  enfermedades: "Alergia al látex\r\ny al polen",
};

async function create(values: Record<string, string> = WHOLE): Promise<string> {
  const saved = await (await ana.get("/admin/clientes/nuevo")).submit(values);
  expect(saved.status).toBe(303);
  const [row] = await sql<{ id: string }>("SELECT id FROM clientes_susa ORDER BY created_at DESC LIMIT 1");
  if (!row) throw new Error("nobody was created");
  return row.id;
}

const count = async () => (await sql<{ n: number }>("SELECT count(*)::int AS n FROM clientes_susa"))[0]?.n;

describe("the list", () => {
  test("says so when it is empty, and offers to begin", async () => {
    await sql("DELETE FROM clientes_susa");
    const page = await ana.get("/admin/clientes");
    expect(page.status).toBe(200);
    expect(page.text()).toContain("No hay clientes registrados");
    expect(page.all('a[href="/admin/clientes/nuevo"]').length).toBeGreaterThan(0);
  });

  test("shows fifty to a page, newest first, with links to the others", async () => {
    await sql("DELETE FROM clientes_susa");
    await sql(
      "INSERT INTO clientes_susa (nombre, created_at) SELECT 'Clienta ' || n, now() - n * interval '1 hour' FROM generate_series(1, 120) n",
    );
    const first = await ana.get("/admin/clientes");
    expect(first.all("main li h2").map((name) => name.textContent)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Clienta ${n + 1}`),
    );
    expect(first.text()).toContain("120 clientes");
    const last = await ana.get("/admin/clientes?pagina=3");
    expect(last.all("main li h2").length).toBe(20);
    expect(last.all("a[rel=next]").length).toBe(0);
    for (const wrong of ["0", "-1", "x", "1e9", "1.5"])
      expect((await ana.get(`/admin/clientes?pagina=${wrong}`)).status).toBe(200);
    await sql("DELETE FROM clientes_susa");
  });

  test("past its end shows its last page, not an empty studio", async () => {
    await create();
    const page = await ana.send("/admin/clientes?q=inigo&pagina=900");
    expect(page.location).toBe("/admin/clientes?q=inigo&pagina=1");
  });

  test("finds names, e-mails and telephones, whatever the accents and the case", async () => {
    await sql("DELETE FROM clientes_susa");
    await create();
    for (const q of ["inigo", "ÑANDU", "nandú íñigo", "peña", "INIGO@EJEMPLO", "222 123", "2221234567"]) {
      const page = await ana.get(`/admin/clientes?q=${encodeURIComponent(q)}`);
      expect(page.text(), q).toContain("1 cliente");
    }
    await create({ nombre: "Søren O’Neill Weiß Pen\u0303a" });
    for (const q of ["soren", "o'neill", "O’NEILL", "weiss", "weiß søren", "Pen\u0303a o'neill", "peña weiss"]) {
      const page = await ana.get(`/admin/clientes?q=${encodeURIComponent(q)}`);
      expect(page.text(), q).toContain("1 cliente");
    }
    const none = await ana.get("/admin/clientes?q=%25");
    expect(none.text()).toContain("Nada coincide");
    expect(none.status).toBe(200);
  });
});

describe("the editor", () => {
  test("keeps every field, and gives it back", async () => {
    const id = await create();
    const page = await ana.get(`/admin/clientes/${id}`);
    const { token, updated_at, ...values } = page.values();
    expect(values).toEqual({ ...WHOLE, telefono: "+522221234567", enfermedades: "Alergia al látex\ny al polen" });
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    expect(updated_at).not.toBe("");
  });

  test("stores what clients confide sealed, never as text", async () => {
    const id = await create();
    const [row] = await sql<{ medicina: string; enfermedades: string }>(
      "SELECT medicina, enfermedades FROM clientes_susa WHERE id = $1",
      [id],
    );
    expect(row?.medicina).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain("Alergia");
  });

  test("says once, on the list, that it was created and changed", async () => {
    const page = await ana.get("/admin/clientes/nuevo?q=lu");
    const saved = await page.submit({ nombre: "Lucía" });
    expect(saved.location).toBe("/admin/clientes?q=lu");
    expect((await ana.get("/admin/clientes")).text('main [role="status"]')).toBe("Cliente creado");
    expect((await ana.get("/admin/clientes")).text('main [role="status"]')).toBe("");
    const [row] = await sql<{ id: string }>("SELECT id FROM clientes_susa WHERE nombre = 'Lucía'");
    await (await ana.get(`/admin/clientes/${row?.id}`)).submit({ edad: "20" });
    expect((await ana.get("/admin/clientes")).text('main [role="status"]')).toBe("Cliente actualizado");
  });

  test("clears an optional field to null", async () => {
    const id = await create();
    const emptied = Object.fromEntries(Object.keys(WHOLE).map((name) => [name, name === "nombre" ? "Solo nombre" : "  "]));
    const saved = await (await ana.get(`/admin/clientes/${id}`)).submit({ ...emptied, edad: "" });
    expect(saved.status).toBe(303);
    const [row] = await sql(
      "SELECT correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, servicio FROM clientes_susa WHERE id = $1",
      [id],
    );
    expect(Object.values(row ?? {})).toEqual(Array(8).fill(null));
  });

  test("refuses with every value kept, the summary first, each message beside its field", async () => {
    const before = await count();
    const page = await (await ana.get("/admin/clientes/nuevo")).submit({
      ...WHOLE,
      nombre: "   ",
      edad: "treinta",
      correo: "no es correo",
    });
    expect(page.status).toBe(400);
    expect(page.values()).toMatchObject({
      ...WHOLE,
      nombre: "   ",
      edad: "treinta",
      correo: "no es correo",
      enfermedades: "Alergia al látex\ny al polen",
    });
    const links = page.all('[role="alert"] a');
    expect(links.length).toBe(3);
    for (const link of links) {
      const field = page.document.querySelector(String(link.getAttribute("href")));
      expect(field?.getAttribute("aria-invalid")).toBe("true");
      const message = page.document.getElementById(String(field?.getAttribute("aria-describedby")?.split(" ")[0]));
      expect(message?.textContent).toBe(link.textContent);
    }
    expect(await count()).toBe(before);
  });

  test.each([
    ["edad", "-1"],
    ["edad", "121"],
    ["edad", "1e309"],
    ["edad", "NaN"],
    ["edad", "30.5"],
    ["nombre", "x".repeat(121)],
    ["nombre", "con\0nulo"],
    ["nombre", "\u200b\u200b"],
    ["medicina", "x".repeat(2001)],
    ["correo", `${"x".repeat(250)}@ejemplo.mx`],
  ])("refuses %s = %j", async (name, value) => {
    const before = await count();
    const page = await (await ana.get("/admin/clientes/nuevo")).submit({ ...WHOLE, [name]: value });
    expect(page.status).toBe(400);
    expect(page.text('[role="alert"]:not(:empty)')).toContain("Revisa estos datos");
    expect(await count()).toBe(before);
  });

  test("gives back what was typed when the client was deleted meanwhile", async () => {
    const id = await create();
    const page = await ana.get(`/admin/clientes/${id}`);
    await sql("DELETE FROM clientes_susa WHERE id = $1", [id]);
    const answer = await page.submit({ ocupacion: "Maestra <de> danza", medicina: "Una\nal día", edad: "" });
    expect(answer.status).toBe(404);
    expect(answer.text('[role="alert"]')).toContain("Este registro ya no existe");
    const lines = answer.all("section p").map((line) => line.textContent);
    expect(lines).toEqual(expect.arrayContaining(["ocupacionMaestra <de> danza", "medicinaUna\nal día"]));
    expect(lines.join("\n")).not.toMatch(/^(edad|token|updated)/m);
  });

  test("answers 404 for an id that is none, is nobody's, or was deleted", async () => {
    for (const id of ["abc", "00000000-0000-4000-8000-000000000000", "__proto__", "1%27--"]) {
      expect((await ana.get(`/admin/clientes/${id}`)).status).toBe(404);
      const page = await ana.get("/admin/clientes/nuevo");
      expect((await ana.post(`/admin/clientes/${id}`, { ...page.values(), nombre: "Nadie" })).status).toBe(404);
    }
  });
});

describe("a form sent more than once", () => {
  test("twenty times at once makes one client, and every answer is the same", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    const before = Number(await count());
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({ nombre: "Una sola" })));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set(["303 /admin/clientes"]));
    expect(await count()).toBe(before + 1);
  });

  test("with other values comes back with a sentence and a fresh token, and then is taken", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    await page.submit({ nombre: "Primera" });
    const again = await page.submit({ nombre: "Segunda" });
    expect(again.status).toBe(409);
    expect(again.text('[role="alert"]:not(:empty)')).toContain("ya se había enviado");
    expect(again.values().nombre).toBe("Segunda");
    expect(again.values().token).not.toBe(page.values().token);
    expect((await again.submit()).status).toBe(303);
    expect(await sql("SELECT 1 FROM clientes_susa WHERE nombre IN ('Primera', 'Segunda')")).toHaveLength(2);
  });

  test("without its token is refused with its values", async () => {
    const before = await count();
    const page = await ana.post("/admin/clientes/nuevo", { nombre: "Sin sello" });
    expect(page.status).toBe(400);
    expect(page.values().nombre).toBe("Sin sello");
    expect(await count()).toBe(before);
  });
});

describe("two people editing one client", () => {
  test("the second sees both versions, loses nothing, and decides", async () => {
    const id = await create();
    const mine = await ana.get(`/admin/clientes/${id}`);
    const hers = await ana.get(`/admin/clientes/${id}`);
    expect((await hers.submit({ nombre: "Nombre de ella" })).status).toBe(303);

    const conflict = await mine.submit({ nombre: "Nombre mío", edad: "35" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Nombre de ella.*Nombre mío/);
    expect(conflict.values()).toMatchObject({ nombre: "Nombre mío", edad: "35" });
    expect(await sql("SELECT nombre FROM clientes_susa WHERE id = $1", [id])).toEqual([{ nombre: "Nombre de ella" }]);

    expect((await conflict.submit()).status).toBe(303);
    expect(await sql("SELECT nombre, edad FROM clientes_susa WHERE id = $1", [id])).toEqual([{ nombre: "Nombre mío", edad: 35 }]);
  });

  test("what is only written otherwise is no difference", async () => {
    const id = await create({ nombre: "Con teléfono", telefono: "222 123 4567", medicina: "Una\r\nal día" });
    const mine = await ana.get(`/admin/clientes/${id}`);
    await (await ana.get(`/admin/clientes/${id}`)).submit({ ocupacion: "La de ella" });
    const conflict = await mine.submit({ telefono: "(222) 123-4567", medicina: " Una\r\nal día " });
    expect(conflict.all("section[aria-labelledby=versiones] dt").map((label) => label.textContent)).toEqual(["Ocupación"]);
    expect(conflict.values().telefono).toBe("(222) 123-4567");
  });

  test("a refusal in between does not make the stale version pass", async () => {
    const id = await create();
    const mine = await ana.get(`/admin/clientes/${id}`);
    const refused = await mine.submit({ edad: "200" });
    await (await ana.get(`/admin/clientes/${id}`)).submit({ nombre: "Cambio ajeno" });
    const again = await refused.submit({ edad: "300" });
    expect(again.status).toBe(400);
    expect((await again.submit({ edad: "40" })).status).toBe(409);
    expect(await sql("SELECT nombre FROM clientes_susa WHERE id = $1", [id])).toEqual([{ nombre: "Cambio ajeno" }]);
  });
});

describe("deleting", () => {
  test("asks first, then deletes, leaving the appointments", async () => {
    const id = await create();
    await sql("INSERT INTO citas_susa (fecha_hora, fin, cliente_id) VALUES (now(), now() + interval '1 hour', $1)", [id]);
    const ask = await ana.get(`/admin/clientes/${id}/eliminar`);
    expect(ask.text("dialog")).toContain("¿Estás segura de que quieres eliminar a Íñigo Ñandú Peña?");
    expect(await sql("SELECT 1 FROM clientes_susa WHERE id = $1", [id])).toHaveLength(1);
    const done = await ask.submit({}, "dialog form");
    expect(done.location).toBe("/admin/clientes");
    expect((await ana.get("/admin/clientes")).text('main [role="status"]')).toBe("Cliente eliminado");
    expect(await sql("SELECT 1 FROM clientes_susa WHERE id = $1", [id])).toHaveLength(0);
    expect(await sql("SELECT 1 FROM citas_susa WHERE cliente_id IS NULL")).toHaveLength(1);
    expect((await ask.submit({}, "dialog form")).location).toBe("/admin/clientes");
  });

  test("the card holds the same question in a popover", async () => {
    const id = await create();
    const page = await ana.get("/admin/clientes");
    expect(page.text(`#eliminar-${id}`)).toContain("¿Estás segura de que quieres eliminar a");
    expect((await page.submit({}, `#eliminar-${id} form`)).status).toBe(303);
    expect(await sql("SELECT 1 FROM clientes_susa WHERE id = $1", [id])).toHaveLength(0);
  });
});
