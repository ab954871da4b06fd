import { beforeEach, describe, expect, test } from "vitest";
import { createCita, createEmpleado, createServicio } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql, sqlValue, studioDayFromNow } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();

const WHOLE = {
  nombre: "Íñigo",
  apellido: "Ñandú Peña",
  telefono: "01 222 123 4567",
  email: "inigo@ejemplo.mx",
  especialidades: "Henna, Laminado de cejas",
  comision: "12.5",
  comision_desde: "2026-11-30",
  color: "menta",
  activo: "on",
  en_sitio: "on",
};

testFormContract(
  {
    path: "/admin/empleados",
    table: "empleados_susa",
    whole: WHOLE,
    normalized: { telefono: "222 123 4567" },
    required: { nombre: "Escribe el nombre.", apellido: "Escribe el apellido." },
    optional: ["telefono", "email"],
    invalid: [
      ["nombre", "x".repeat(121)],
      ["apellido", "\u200b"],
      ["apellido", "con\0nulo"],
      ["email", "no es correo"],
      ["telefono", "x".repeat(41)],
      ["especialidades", `Henna, ${"x".repeat(121)}`],
      ["especialidades", Array.from({ length: 31 }, (_, n) => `e${n}`).join()],
      ["especialidades", "a\0b"],
      ["comision", "-1"],
      ["comision", "101"],
      ["comision", "100.01%"],
      ["comision", "cuarenta"],
      ["comision", "12.555"],
      ["comision_desde", "30/02/2026"],
      ["color", "negro"],
      ["activo", "quizás"],
      ["en_sitio", "quizás"],
    ],
    textField: "nombre",
    edits: {
      apellido: "Paz",
      telefono: "",
      email: "otra@ejemplo.mx",
      especialidades: "Henna",
      comision: "40",
      comision_desde: "2026-12-01",
      color: "uva",
      activo: "",
      en_sitio: "",
    },
    messages: {
      created: "Empleado creado exitosamente",
      updated: "Empleado actualizado exitosamente",
      deleted: "Empleado eliminado exitosamente",
      notSaved: "Error al guardar empleado",
      notDeleted: "Error al eliminar empleado",
    },
    question: "¿Estás segura de que quieres eliminar a Íñigo Ñandú Peña?",
  },
  () => ana,
);

const names = async (query = "") => (await ana.get(`/admin/empleados${query}`)).texts("main li h2");

describe("a specialist's colour", () => {
  const chosen = async (path: string) => (await ana.get(path)).values().color;

  test("is chosen from eight by name, and a new one gets the colour that the fewest have", async () => {
    await sql("DELETE FROM empleados_susa");
    for (const color of ["arcilla", "rosa", "ambar", "menta", "azul", "lila", "uva"]) await createEmpleado({ color });
    const page = await ana.get("/admin/empleados/nuevo");
    const labels = page.texts("fieldset label");
    expect(labels).toEqual(["Arcilla", "Rosa", "Ámbar", "Oliva", "Menta", "Azul", "Lila", "Uva"]);
    expect(page.values().color).toBe("oliva");
    expect((await page.submit({ nombre: "Olga", apellido: "Paz" })).status).toBe(303);
    expect(await sql("SELECT color FROM empleados_susa WHERE nombre = 'Olga'")).toEqual([{ color: "oliva" }]);
    expect(await chosen("/admin/empleados/nuevo")).toBe("arcilla");
  });
});

describe("a specialist's commission", () => {
  const NEW = "/admin/empleados/nuevo";
  const saved = (nombre: string) =>
    sqlValue("SELECT concat_ws(' ', comision, comision_desde::text) FROM empleados_susa WHERE nombre = $1", [nombre]);

  test.each([
    ["40", "40.00"],
    ["40%", "40.00"],
    ["12,5 %", "12.50"],
    [" 33.33 por ciento ", "33.33"],
    ["0", "0.00"],
    ["100", "100.00"],
  ])("may be typed as %j, and counts from the studio's today", async (typed, comision) => {
    const nombre = `Con ${typed.trim()}`;
    expect((await ana.submit(NEW, { nombre, apellido: "Sol", comision: typed })).status).toBe(303);
    expect(await saved(nombre)).toBe(`${comision} ${await studioDayFromNow()}`);
  });

  test("is refused beside its field, which opens with what was typed", async () => {
    const page = await ana.submit(NEW, { nombre: "Eva", apellido: "Sol", comision: "101", comision_desde: "2026-11-30" });
    expect([page.status, page.values()]).toEqual([
      400,
      expect.objectContaining({ comision: "101", comision_desde: "2026-11-30" }),
    ]);
    expect(page.alert).toContain("Escribe el porcentaje de 0 a 100, como 40 o 12.5.");
    expect(page.document.querySelector("details:has([name=comision])")?.hasAttribute("open")).toBe(true);
  });

  test("keeps its day when it changes, and has none when it is emptied", async () => {
    const id = await createEmpleado({ nombre: "Noemí", comision: 40, comision_desde: "2026-11-01" });
    const edit = (typed: Record<string, string>) => ana.submit(`/admin/empleados/${id}`, typed);
    expect((await ana.get(`/admin/empleados/${id}`)).values()).toMatchObject({ comision: "40", comision_desde: "2026-11-01" });
    await edit({ comision: "45" });
    expect(await saved("Noemí")).toBe("45.00 2026-11-01");
    await edit({ comision_desde: "2026-12-05" });
    expect(await saved("Noemí")).toBe("45.00 2026-12-05");
    await edit({ comision: "" });
    expect(await saved("Noemí")).toBe("");
    await edit({ comision_desde: "2026-12-05" });
    expect(await saved("Noemí")).toBe("");
    await edit({ comision: "50" });
    expect(await saved("Noemí")).toBe(`50.00 ${await studioDayFromNow()}`);
  });
});

describe("the list of specialists", () => {
  beforeEach(() => sql("DELETE FROM empleados_susa"));

  test("shows the newest first, marks those who are not active, and filters by it", async () => {
    await createEmpleado({ nombre: "Ana", apellido: "Paz", created_at: "2026-11-03" });
    await createEmpleado({ nombre: "Luz", apellido: "Paz", created_at: "2026-11-02", activo: false });
    await createEmpleado({ nombre: "Eva", apellido: "Paz", created_at: "2026-11-01" });
    expect(await names()).toEqual(["Ana Paz", "Luz Paz", "Eva Paz"]);
    expect(await names("?activo=no")).toEqual(["Luz Paz"]);
    expect(await names("?activo=si")).toEqual(["Ana Paz", "Eva Paz"]);
    const page = await ana.get("/admin/empleados");
    expect(page.texts("main li .badge")).toEqual(["Inactivo"]);
    expect(page.text()).toContain("3 empleados");
  });

  test("finds by name, surname, specialty, e-mail and phone, regardless of accents and case", async () => {
    await ana.submit("/admin/empleados/nuevo", WHOLE);
    for (const q of ["ÑANDU inigo", "laminado", "inigo@ejemplo", "222 123"])
      expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual(["Íñigo Ñandú Peña"]);
    const noMatch = await ana.get("/admin/empleados?q=_");
    expect(noMatch.text()).toContain("Nada coincide con lo que buscas");
    expect(noMatch.text()).toContain("0 empleados");
  });
});

describe("the specialties field", () => {
  const stored = () => sqlValue("SELECT especialidades FROM empleados_susa WHERE nombre = 'Varias'");
  beforeEach(() => sql("DELETE FROM empleados_susa"));

  test("splits at commas, trims, and drops empty and duplicate entries", async () => {
    await ana.submit("/admin/empleados/nuevo", {
      ...WHOLE,
      nombre: "Varias",
      especialidades: " Uñas ,, Diseño   de cejas,unas, DISEÑO DE CEJAS , - ,Henna, ,",
    });
    expect(await stored()).toEqual(["Uñas", "Diseño de cejas", "Henna"]);
    const page = await ana.get("/admin/empleados");
    expect(page.text("main li")).toContain("Uñas, Diseño de cejas, Henna");
  });

  test("stores an empty list when emptied, and shows both versions of a conflict as typed", async () => {
    await ana.submit("/admin/empleados/nuevo", { ...WHOLE, nombre: "Varias" });
    const path = `/admin/empleados/${await sqlValue("SELECT id FROM empleados_susa")}`;
    const mine = await ana.get(path);
    await ana.submit(path, { especialidades: " , " });
    expect(await stored()).toEqual([]);
    const conflict = await mine.submit({ especialidades: "Henna,Hilo" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toContain(
      "EspecialidadesTu versión: Henna, HiloLo guardado: (vacío)",
    );
  });
});

test("an unchecked box makes a specialist inactive, and the service form does not offer her", async () => {
  const { activo, ...rest } = (await ana.get("/admin/empleados/nuevo")).values();
  expect(activo).toBe("on");
  await ana.post("/admin/empleados/nuevo", { ...rest, nombre: "Sin marcar", apellido: "Paz" });
  expect(await sql("SELECT activo FROM empleados_susa WHERE nombre = 'Sin marcar'")).toEqual([{ activo: false }]);
  expect((await ana.get("/admin/servicios/nuevo")).text('select[name="empleado_id"]')).not.toContain("Sin marcar");
});

test("deleting a specialist keeps her services and appointments without a specialist, and the confirmation says so", async () => {
  const id = await createEmpleado({ nombre: "Se va" });
  await createServicio({ nombre: "Suyo", empleado_id: id });
  await createCita(new Date(), { empleado_id: id });
  const ask = await ana.get(`/admin/empleados/${id}/eliminar`);
  expect(ask.text("section:has(> #titulo-ficha)")).toContain("Sus servicios y sus citas se conservan como «Sin especialista».");
  await ask.submit({}, `form[action^="/admin/empleados/${id}/eliminar"]`);
  expect(await sql("SELECT empleado_id, activo FROM servicios_susa WHERE nombre = 'Suyo'")).toEqual([
    { empleado_id: null, activo: true },
  ]);
  expect(await sql("SELECT 1 FROM citas_susa WHERE empleado_id IS NULL")).toHaveLength(1);
});
