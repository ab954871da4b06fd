import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createServicio } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql } from "../../../support/test-database";
import { ana, MARIANA, saved, site, WHOLE } from "./services";

testFormContract(
  {
    path: "/admin/servicios",
    table: "servicios_susa",
    whole: WHOLE,
    normalized: { precio: "1450.50" },
    required: {
      nombre: "Escribe el nombre del servicio.",
      precio: "Escribe el precio.",
      categoria: "Elige una categoría de la lista.",
    },
    optional: ["descripcion", "empleado_id", "retoque_semanas"],
    invalid: [
      ["nombre", "x".repeat(121)],
      ["nombre", "con\0nulo"],
      ["descripcion", "x".repeat(4001)],
      ["precio", "-1"],
      ["precio", "450,5"],
      ["precio", "4 50"],
      ["duracion_minutos", "0"],
      ["duracion_minutos", "1441"],
      ["limpieza_minutos", "241"],
      ["limpieza_minutos", "-5"],
      ["retoque_semanas", "0"],
      ["retoque_semanas", "105"],
      ["categoria", "pestanas"],
      ["categoria", "toString"],
      ["empleado_id", "nadie"],
      ["empleado_id", "00000000-0000-4000-8000-000000000000"],
      ["insumos[0].cantidad", "0"],
      ["insumos[0].cantidad", "10000"],
      ["insumos[1].nombre", "x".repeat(121)],
      ["insumos[1].nombre", "a\0b"],
      ["insumos[50].nombre", "Uno de más"],
    ],
    textField: "nombre",
    edits: {
      descripcion: "",
      precio: "99.00",
      duracion_minutos: "50",
      limpieza_minutos: "0",
      retoque_semanas: "",
      categoria: "cejas",
      empleado_id: "",
      "insumos[0].nombre": "Tinte",
    },
    messages: { created: "Servicio creado", updated: "Servicio actualizado", deleted: "Servicio desactivado" },
    question: "¿Estás segura de que quieres eliminar el servicio Diseño de cejas?",
    softDelete: true,
  },
  () => ana,
);

const names = (page: Page) => page.texts("main li h3");
const list = async (query = "") => names(await ana.get(`/admin/servicios${query}`));

describe("the list of services", () => {
  beforeEach(() => sql("DELETE FROM servicios_susa"));

  test("shows the active ones by category and name, and filters by category, status and words", async () => {
    await createServicio({ nombre: "Ñoquis de cera", categoria: "depilación" });
    await createServicio({ nombre: "Nube", categoria: "pestañas", descripcion: "Algodón" });
    await createServicio({ nombre: "oleo" });
    await createServicio({ nombre: "Ido", categoria: "pestañas", activo: false });
    await createServicio({ nombre: "Aceites" });
    expect(await list()).toEqual(["Aceites", "oleo", "Nube", "Ñoquis de cera"]);
    const page = await ana.get("/admin/servicios");
    expect(page.texts("main section > h2")).toEqual(["Cejas", "Pestañas", "Depilación"]);
    // Each link jumps to its heading.
    expect(page.hrefs(".jumps a").map((href) => page.text(`[id="${href.slice(1)}"]`))).toEqual(page.texts(".jumps a"));
    expect(await list(`?categoria=${encodeURIComponent("pestañas")}`)).toEqual(["Nube"]);
    expect(await list(`?categoria=${encodeURIComponent("depilación")}`)).toEqual(["Ñoquis de cera"]);
    expect(await list("?estado=desactivados")).toEqual(["Ido"]);
    expect(await list(`?estado=todos&categoria=${encodeURIComponent("pestañas")}`)).toEqual(["Ido", "Nube"]);
    expect(await list("?q=ALGODON")).toEqual(["Nube"]);
    const noMatches = await ana.get("/admin/servicios?q=nada");
    expect(noMatches.text()).toContain("Nada coincide con lo que buscas");
    const chosen = await ana.get(`/admin/servicios?estado=todos&categoria=${encodeURIComponent("pestañas")}`);
    expect(chosen.values("form[role=search]")).toEqual({ q: "", categoria: "pestañas", estado: "todos" });
    expect(chosen.text()).toContain("2 servicios");
  });

  test("shows category, price, duration, specialist, description and supplies of each service", async () => {
    await createServicio({
      nombre: "Laminado",
      precio: "1450.50",
      duracion_minutos: 75,
      categoria: "depilación",
      empleado_id: MARIANA,
      descripcion: "Con <cuidado>",
      insumos: JSON.stringify([
        { nombre: "Henna", cantidad: 2 },
        { nombre: "Hilo", cantidad: 1 },
      ]),
    });
    const page = await ana.get("/admin/servicios");
    const card = page.text("main li.card");
    expect(page.texts("main section > h2")).toEqual(["Depilación"]);
    for (const part of ["$1,450.50", "75 min", "con Mariana Núñez", "Con <cuidado>", "2 insumos: 2 × Henna, 1 × Hilo"])
      expect(card).toContain(part);
    expect(card).not.toContain("Desactivado");
  });
});

describe("a service", () => {
  const onPublicPage = async () => (await site.visitor().get("/")).text("body").includes("Cera única");
  const flash = async () => (await ana.get("/admin/servicios")).flash;

  test("that is deleted leaves the site but keeps its row, and can be reactivated", async () => {
    const id = await createServicio({ nombre: "Cera única" });
    expect(await onPublicPage()).toBe(true);
    const before = await saved(id);
    await ana.submit(`/admin/servicios/${id}/eliminar`, {}, "dialog form");
    expect(await flash()).toBe("Servicio desactivado");
    expect(await onPublicPage()).toBe(false);
    expect(await list("?q=cera+unica")).toEqual([]);

    const page = await ana.get("/admin/servicios?q=cera+unica&estado=desactivados");
    expect(page.text("main li")).toContain("Desactivado");
    expect(page.all(`a[href*="/${id}/eliminar"]`)).toEqual([]);
    const back = await page.submit({}, `form[action^="/admin/servicios/${id}/activo"]`);
    expect([back.status, back.location]).toEqual([303, "/admin/servicios?q=cera+unica&estado=desactivados"]);
    expect(await flash()).toBe("Servicio actualizadoVuelve a ofrecerse en el sitio.");
    expect(await onPublicPage()).toBe(true);
    const { updated_at, ...rest } = await saved(id);
    expect({ ...rest, updated_at: before.updated_at }).toEqual(before);
  });

  test("that is inactive stays inactive when it is edited, and the editor says so", async () => {
    const id = await createServicio({ nombre: "Guardado", activo: false });
    const page = await ana.get(`/admin/servicios/${id}`);
    expect(page.text("dialog")).toContain("Está desactivado");
    expect((await page.submit({ precio: "5" })).status).toBe(303);
    expect(await saved(id)).toMatchObject({ activo: false, precio: "5.00" });
  });

  test("ends in the status that the button sent, however often it is sent, and an invalid status changes nothing", async () => {
    const id = await createServicio({ nombre: "Varias veces", activo: false });
    const form = `form[action^="/admin/servicios/${id}/activo"]`;
    const [one, two] = [await ana.get("/admin/servicios?estado=todos"), await ana.get("/admin/servicios?estado=todos")];
    for (const wanted of ["", "true", "quizás"]) {
      await two.submit({ activo: wanted }, form);
      expect((await ana.get("/admin/servicios")).alert).toContain("El envío llegó incompleto");
    }
    expect((await saved(id)).activo).toBe(false);
    await one.submitThrice({}, form);
    await two.submit({}, form);
    expect((await saved(id)).activo).toBe(true);
    const unknown = await ana.post("/admin/servicios/00000000-0000-4000-8000-000000000000/activo", one.values(form));
    expect(unknown.status).toBe(303);
    expect((await ana.get("/admin/servicios")).alert).toContain("Ese registro ya no existe");
  });
});

test("an empty cleanup time is stored as zero minutes", async () => {
  await ana.submit("/admin/servicios/nuevo", { ...WHOLE, nombre: "Sin limpieza", limpieza_minutos: " " });
  expect(await sql("SELECT limpieza_minutos, retoque_semanas FROM servicios_susa WHERE nombre = 'Sin limpieza'")).toEqual([
    { limpieza_minutos: 0, retoque_semanas: 4 },
  ]);
});

test("a price of zero is accepted", async () => {
  await ana.submit("/admin/servicios/nuevo", { ...WHOLE, nombre: "De cortesía", precio: "0", duracion_minutos: "" });
  expect(await sql("SELECT precio, duracion_minutos, activo FROM servicios_susa WHERE nombre = 'De cortesía'")).toEqual([
    { precio: "0.00", duracion_minutos: 60, activo: true },
  ]);
});
