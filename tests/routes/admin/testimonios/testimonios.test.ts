import { describe, expect, test } from "vitest";
import { createTestimonio } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();

const WHOLE = { nombre: "Fernanda Ñ.", testimonio: "Salí feliz.\nY volví.", rating: "4", activo: "on" };

testFormContract(
  {
    path: "/admin/testimonios",
    table: "testimonios_susa",
    whole: WHOLE,
    required: {
      nombre: "Escribe el nombre de quien lo dice.",
      testimonio: "Escribe el testimonio.",
      rating: "Elige una calificación de 1 a 5 estrellas.",
    },
    optional: [],
    invalid: [
      ["rating", "0"],
      ["rating", "6"],
      ["rating", "4.5"],
      ["activo", "quizás"],
      ["testimonio", "x".repeat(2001)],
      ["nombre", "x".repeat(121)],
      ["nombre", "con\0nulo"],
    ],
    textField: "nombre",
    edits: { testimonio: "Salí como nueva.", rating: "5", activo: "" },
    messages: {
      created: "ÉxitoTestimonio creado correctamente.",
      updated: "ÉxitoTestimonio actualizado correctamente.",
      deleted: "ÉxitoTestimonio eliminado correctamente.",
      notSaved: "No se pudo guardar el testimonio",
      notDeleted: "No se pudo eliminar el testimonio",
    },
    question: "¿Estás segura de que quieres eliminar el testimonio de Fernanda Ñ.?",
  },
  () => ana,
);

const list = async (query = "") => (await ana.get(`/admin/testimonios${query}`)).texts("main li h2");

describe("the list of testimonials", () => {
  test("shows all of them newest first, filters by visibility and searches their words", async () => {
    await sql("DELETE FROM testimonios_susa");
    await createTestimonio({ nombre: "Íñigo", created_at: "2026-11-20" });
    await createTestimonio({ nombre: "Luz", activo: false, created_at: "2026-11-21" });
    await createTestimonio({ nombre: "Ana", testimonio: "Qué emoción", created_at: "2026-11-22" });
    expect(await list()).toEqual(["Ana", "Luz", "Íñigo"]);
    expect(await list("?visible=no")).toEqual(["Luz"]);
    expect(await list("?visible=si&q=INIGO")).toEqual(["Íñigo"]);
    expect(await list("?q=emocion")).toEqual(["Ana"]);
  });
});

describe("the visibility switch", () => {
  const add = () => createTestimonio({ nombre: "Con interruptor" });
  const activo = (id: string) => sqlValue("SELECT activo FROM testimonios_susa WHERE id = $1", [id]);
  const onPublicPage = async () => (await site.visitor().get("/")).text("body").includes("Con interruptor");

  test("shows its state, and hides and shows the testimonial on the public page at once", async () => {
    await sql("DELETE FROM testimonios_susa");
    const id = await add();
    expect(await onPublicPage()).toBe(true);
    const page = await ana.get("/admin/testimonios?visible=");
    const button = () => page.document.querySelector(`form[action^="/admin/testimonios/${id}/visible"] button`);
    expect([button()?.getAttribute("role"), button()?.getAttribute("aria-checked")]).toEqual(["switch", "true"]);
    const hidden = await page.submit({}, `form[action^="/admin/testimonios/${id}/visible"]`);
    expect([hidden.status, hidden.location]).toEqual([303, "/admin/testimonios?visible="]);
    expect((await ana.get("/admin/testimonios")).flash).toBe("ÉxitoTestimonio desactivado correctamente.");
    expect(await activo(id)).toBe(false);
    expect(await onPublicPage()).toBe(false);
    await ana.submit("/admin/testimonios", {}, `form[action^="/admin/testimonios/${id}/visible"]`);
    expect((await ana.get("/admin/testimonios")).flash).toBe("ÉxitoTestimonio activado correctamente.");
    expect(await onPublicPage()).toBe(true);
  });

  test("ends in the wanted state when it is sent three times at once or from two pages", async () => {
    const id = await add();
    const form = `form[action^="/admin/testimonios/${id}/visible"]`;
    const [one, two] = [await ana.get("/admin/testimonios"), await ana.get("/admin/testimonios")];
    await one.submitThrice({}, form);
    expect(await activo(id)).toBe(false);
    await two.submit({}, form);
    expect(await activo(id)).toBe(false);
  });

  test("rejects an invalid state and changes nothing", async () => {
    const id = await add();
    const page = await ana.get("/admin/testimonios");
    for (const wanted of ["", "true", "quizás", "si\0"]) {
      const answer = await page.submit({ activo: wanted }, `form[action^="/admin/testimonios/${id}/visible"]`);
      expect(answer.status).toBe(303);
      expect((await ana.get("/admin/testimonios")).alert).toContain("El envío llegó incompleto");
    }
    expect(await activo(id)).toBe(true);
    const values = page.values(`form[action^="/admin/testimonios/${id}/visible"]`);
    expect((await ana.post("/admin/testimonios/00000000-0000-4000-8000-000000000000/visible", values)).status).toBe(303);
    expect((await ana.get("/admin/testimonios")).alert).toContain("Ese registro ya no existe");
  });
});

test("an unchecked box in the editor hides the testimonial", async () => {
  const { activo, ...rest } = (await ana.get("/admin/testimonios/nuevo")).values();
  expect(activo).toBe("on");
  await ana.post("/admin/testimonios/nuevo", { ...rest, ...WHOLE, nombre: "Sin marcar", activo: "" });
  expect(await sql("SELECT activo, rating FROM testimonios_susa WHERE nombre = 'Sin marcar'")).toEqual([
    { activo: false, rating: 4 },
  ]);
});
