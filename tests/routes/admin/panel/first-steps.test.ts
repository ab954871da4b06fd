import { beforeEach, expect, test } from "vitest";
import { emptyTables, sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// What a new owner does first: each step leads back to the list of them, which says what is done.

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => emptyTables());

const steps = async () => {
  const page = await ana.get("/admin");
  const all = page.all("section[aria-labelledby=para-empezar] li");
  return { page, all, done: all.flatMap((item) => (item.querySelector(".badge") ? item.querySelector("a")?.textContent : [])) };
};
const hrefOf = async (title: string) => {
  const { all } = await steps();
  return (
    all
      .map((item) => item.querySelector("a"))
      .find((link) => link?.textContent === title)
      ?.getAttribute("href") ?? ""
  );
};

test("each step is ticked by what is there, and its page leads back to the list and says what was done", async () => {
  const did = async (title: string, values: Record<string, string>, form?: string) => {
    const saved = await (await ana.get(await hrefOf(title))).submit(values, form);
    expect([saved.status, saved.location], title).toEqual([303, "/admin"]);
    const { page, done } = await steps();
    return [page.flash, done] as const;
  };
  expect((await steps()).done).toEqual([]);
  const named = await did("Tu nombre y tu contacto", { nombre: "Uñas Lola" }, "#general-estudio");
  expect(named).toEqual([expect.stringContaining("Nombre y contacto: los cambios ya se ven en el sitio. Te falta"), []]);
  const facts = { whatsapp: "238 123 4567", direccion: "Calle 5" };
  const found = ["Tu nombre y tu contacto", "Tu aviso de privacidad"];
  expect((await did("Tu nombre y tu contacto", facts, "#general-estudio"))[1]).toEqual(found);
  const [said, hours] = await did("Tu horario", { comida_de: "14:00", comida_a: "15:00" }, "#general-horario");
  expect(said).toBe("Configuración guardadaHorario: los cambios ya se ven en el sitio.");
  expect(hours).toContain("Tu horario");
  const [team, withTeam] = await did("Tu equipo", { nombre: "Lola", apellido: "Paz" });
  expect(team).toBe("Empleado creado exitosamenteAgregar otra persona");
  expect(withTeam).toContain("Tu equipo");
  // Who does it is proposed first.
  const form = await ana.get(await hrefOf("Tus servicios"));
  const asked = await form.submit({ nombre: "Gelish", precio: "250", categoria: "manicura" });
  const saved = asked.status === 303 ? asked : await asked.submit();
  expect([saved.status, saved.location]).toEqual([303, "/admin"]);
  const last = await steps();
  expect([last.page.flash, last.done]).toEqual([
    "Servicio creadoAgregar otro",
    [...found.slice(0, 1), "Tu horario", "Tu equipo", "Tus servicios", ...found.slice(1)],
  ]);
  // A step that is done leads to what is there.
  expect(await hrefOf("Tu equipo")).toBe("/admin/empleados");
});

test("General opens at the part of the step, and leads back to the steps", async () => {
  const page = await ana.get(await hrefOf("Tu horario"));
  expect(page.texts("details[open] legend")).toEqual(["Horario"]);
  expect(page.href("main a")).toBe("/admin");
  await sql("DELETE FROM configuracion_susa");
  const plain = await ana.get("/admin/configuracion/general");
  expect([plain.texts("details[open] legend"), plain.href("main a")]).toEqual([["Nombre y contacto"], "/admin/configuracion"]);
});

test("the list is nobody's redirect: another address than a screen of ours is not followed", async () => {
  const saved = await (await ana.get("/admin/configuracion/general?de=//otra.example")).submit(
    { nombre: "Lola" },
    "#general-estudio",
  );
  expect(saved.location).toBe("/admin/configuracion/general");
});
