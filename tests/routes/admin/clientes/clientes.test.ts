import { beforeEach, describe, expect, test } from "vitest";
import { createCita } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { countOf, sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();
// Clients with the same phone would add a duplicate notice, which ficha.test.ts tests.
beforeEach(() => sql("DELETE FROM clientes_susa"));

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
  alerta: "Látex",
};

async function create(values: Record<string, string> = WHOLE): Promise<string> {
  const saved = await ana.submit("/admin/clientes/nuevo", values);
  expect(saved.status).toBe(303);
  return String(await sqlValue("SELECT id FROM clientes_susa ORDER BY created_at DESC LIMIT 1"));
}

testFormContract(
  {
    path: "/admin/clientes",
    table: "clientes_susa",
    whole: { ...WHOLE, enfermedades: "Alergia al látex\ny al polen" },
    normalized: { telefono: "+522221234567" },
    required: { nombre: "Escribe el nombre." },
    optional: ["correo", "telefono", "edad", "ocupacion", "estado_civil", "medicina", "enfermedades", "alerta", "servicio"],
    invalid: [
      ["edad", "-1"],
      ["edad", "121"],
      ["edad", "1e309"],
      ["edad", "30.5"],
      ["nombre", "x".repeat(121)],
      ["nombre", "con\0nulo"],
      ["nombre", "\u200b\u200b"],
      ["medicina", "x".repeat(2001)],
      ["alerta", "x".repeat(41)],
      ["correo", "no es correo"],
      ["correo", `${"x".repeat(250)}@ejemplo.mx`],
    ],
    textField: "nombre",
    edits: {
      telefono: "+525511112222",
      correo: "",
      edad: "35",
      ocupacion: "Doctora",
      estado_civil: "",
      servicio: "Pestañas",
      medicina: "",
      enfermedades: "Ninguna",
    },
    messages: { created: "Cliente creado", updated: "Cliente actualizado", deleted: "Cliente eliminado" },
    question: "¿Estás segura de que quieres eliminar a Íñigo Ñandú Peña?",
  },
  () => ana,
);

describe("the list of clients", () => {
  test("finds names, e-mails and phones, regardless of accents and case", async () => {
    await create();
    for (const q of ["inigo", "nandú íñigo", "INIGO@EJEMPLO", "222 123", "2221234567"]) {
      const page = await ana.get(`/admin/clientes?q=${encodeURIComponent(q)}`);
      expect(page.text(), q).toContain("1 clienta");
    }
    await create({ nombre: "Søren O’Neill Weiß Pen\u0303a" });
    for (const q of ["soren", "O’NEILL", "weiß", "Pen\u0303a o'neill", "peña weiss"]) {
      const page = await ana.get(`/admin/clientes?q=${encodeURIComponent(q)}`);
      expect(page.text(), q).toContain("1 clienta");
    }
    const noMatch = await ana.get("/admin/clientes?q=%25");
    expect(noMatch.text()).toContain("Nada coincide");
    expect(noMatch.status).toBe(200);
  });
});

describe("the client editor", () => {
  test("stores health notes encrypted", async () => {
    await create();
    for (const column of ["medicina", "enfermedades", "alerta"])
      expect(await sqlValue(`SELECT ${column} FROM clientes_susa`), column).toMatch(/^v2\.[\w.+/=-]+$/);
  });

  test("does not report a difference of format as a conflict", async () => {
    const id = await create({ nombre: "Con teléfono", telefono: "222 123 4567", medicina: "Una\r\nal día" });
    const mine = await ana.get(`/admin/clientes/${id}`);
    await ana.submit(`/admin/clientes/${id}`, { telefono: "55 1111 2222", edad: "31" });
    const saved = await mine.submit({ telefono: "(222) 123-4567", medicina: " Una\r\nal día ", edad: " 31" });
    expect(saved.status).toBe(303);
    expect((await ana.get(`/admin/clientes/${id}`)).values()).toMatchObject({
      telefono: "+525511112222",
      medicina: "Una\nal día",
      edad: "31",
    });
  });
});

test("deleting a client keeps her appointments", async () => {
  const id = await create();
  await createCita(new Date(), { cliente_id: id });
  await ana.submit(`/admin/clientes/${id}/eliminar`, {}, "dialog form");
  expect([await countOf("clientes_susa"), await countOf("citas_susa", "cliente_id IS NULL")]).toEqual([0, 1]);
});
