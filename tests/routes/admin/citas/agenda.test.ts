import { beforeEach, describe, expect, test } from "vitest";
import { type Columns, createAusencia, createCita, createEmpleado } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { ANA, at, BETY, CEJAS, LUCIA, staff, TOMORROW } from "./agenda";

beforeEach(async () => {
  await sql("DELETE FROM citas_susa");
  await sql("DELETE FROM ausencias_susa");
});

const add = (clock: string, minutes: number, columns: Columns = {}) =>
  createCita(at(clock), { duracion_minutos: minutes, empleado_id: ANA, ...columns });

const openDay = () => staff.get(`/admin/citas?vista=dia&dia=${TOMORROW}`);

const words = (element: Element | undefined) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/** A time that a class stands for, in minutes: `en-h-2 en-m-35` is 155. */
const minutesOf = (element: Element | null | undefined, word: "en" | "por") => {
  const [, hours, minutes] = new RegExp(`\\b${word}-h-(\\d+) ${word}-m-(\\d+)\\b`).exec(element?.className ?? "") ?? [];
  return Number(hours) * 60 + Number(minutes);
};

describe("the grid of a day", () => {
  test("gives every minute the same height, whatever the text of an appointment", async () => {
    await add("10:00", 20, { cliente_id: LUCIA, servicio_id: CEJAS, notas: "x".repeat(500) });
    await add("10:20", 40);
    await add("11:07", 90, { empleado_id: BETY });
    const page = await openDay();
    const placed = page.all(".agenda-dia li:has(> .cita)");
    expect(placed.map((li) => [minutesOf(li, "en"), minutesOf(li, "por")])).toEqual([
      [600, 20],
      [620, 40],
      [667, 90],
    ]);
    // The studio of these tests is open from midnight on.
    expect(minutesOf(page.all(".agenda-dia ol")[0], "por")).toBe(24 * 60);
    expect(page.all(".agenda-dia [style], .agenda-dia table")).toEqual([]);
  });

  test("names each appointment whole for screen readers, and shows its state by class, icon and word", async () => {
    await add("10:00", 15, { cliente_id: LUCIA, servicio_id: CEJAS, estado: "confirmada" });
    await add("11:00", 60, { estado: "completada" });
    const page = await openDay();
    const [first, second] = page.all(".agenda-dia a.cita");
    expect(words(first)).toBe("10:00 a.m. a 10:15 a.m. Lucía Peña Diseño de cejas confirmada");
    expect(first?.getAttribute("title")).toBe("10:00 a.m. a 10:15 a.m. · Lucía Peña · Diseño de cejas · confirmada");
    expect(first?.classList.contains("confirmada")).toBe(true);
    expect(first?.querySelector("use")?.getAttribute("href")).toMatch(/#confirmada$/);
    expect(words(second)).toContain("Clienta eliminada Servicio eliminado completada");
  });

  test("has the colour and the name of each specialist, and leaves cancelled appointments out", async () => {
    await sql("UPDATE empleados_susa SET color = 'azul' WHERE id = $1", [ANA]);
    await sql("UPDATE empleados_susa SET color = 'uva' WHERE id = $1", [BETY]);
    await add("10:00", 30);
    await add("12:10", 30, { empleado_id: null });
    await add("16:00", 30, { empleado_id: BETY, estado: "cancelada", cliente_id: LUCIA });
    const page = await openDay();
    const columns = page.all(".agenda-dia > section");
    expect(columns.map((each) => [each.getAttribute("aria-label"), /color-\w+/.exec(each.className)?.[0]])).toEqual([
      ["Ana Núñez", "color-azul"],
      ["Bety Paz", "color-uva"],
      ["Sin especialista", undefined],
    ]);
    expect(words(columns[0])).toContain("Ana Núñez");
    expect(page.all(".agenda-dia a.cita")).toHaveLength(2);
    expect(page.text("section[aria-labelledby=canceladas]")).toContain("4:00 p.m. · Lucía Peña");
    expect(page.all("section[aria-labelledby=canceladas] s")).toHaveLength(1);
  });

  test("puts appointments at the same time side by side", async () => {
    await add("10:00", 60, { empleado_id: null });
    await add("10:30", 60, { empleado_id: null });
    await add("11:00", 15, { empleado_id: null });
    await add("13:00", 30, { empleado_id: null });
    const lanes = (await openDay()).all(".agenda-dia li:has(> .cita)").map((li) => /carril-\d de-\d/.exec(li.className)?.[0]);
    expect(lanes).toEqual(["carril-0 de-2", "carril-1 de-2", "carril-0 de-2", "carril-0 de-1"]);
  });

  test("offers the free half hours, and what is left of one", async () => {
    await add("10:00", 70);
    const page = await openDay();
    const free = page.all(".agenda-dia a.libre").map((link) => new URLSearchParams(link.getAttribute("href")?.split("?")[1]));
    const hoursOf = (id: string) => free.filter((each) => each.get("empleado_id") === id).map((each) => each.get("hora"));
    expect(hoursOf(ANA).slice(18, 22)).toEqual(["09:00", "09:30", "11:10", "11:30"]);
    expect(hoursOf(BETY)).toContain("10:00");
    expect(free.every((each) => each.get("fecha") === TOMORROW)).toBe(true);
    const names = page.all(".agenda-dia a.libre").map((link) => link.getAttribute("aria-label"));
    expect(names).toContain("11:10 a.m. con Ana Núñez: agendar");
    expect(new Set(names).size).toBe(names.length);
  });

  test("offers a quarter of an hour with the half hour beside it, and not alone", async () => {
    await add("09:00", 105);
    await add("11:45", 15);
    await add("12:15", 15);
    const free = (await openDay()).all(".agenda-dia section:first-of-type li:has(> .libre)");
    const after = free.map((li) => [minutesOf(li, "en"), minutesOf(li, "por")]).filter(([from = 0]) => from >= 9 * 60);
    expect(after.slice(0, 2)).toEqual([
      [10 * 60 + 45, 60],
      [12 * 60 + 30, 30],
    ]);
  });

  test("shows a pause as what it is, with its hours, and offers none of them", async () => {
    await createAusencia(ANA, TOMORROW, TOMORROW, { motivo: "Comida", de: "14:00", a: "15:00" });
    await add("10:00", 30);
    const page = await openDay();
    const pausa = page.all(".agenda-dia li:has(> .pausa)");
    expect(pausa.map((li) => [words(li), minutesOf(li, "en"), minutesOf(li, "por")])).toEqual([
      ["Comida de 2:00 a 3:00 p.m.", 840, 60],
    ]);
    expect(page.all(".agenda-lista li:has(.pausa)").map(words)).toEqual(["Ana Comida de 2:00 a 3:00 p.m."]);
    expect(page.texts("table.hoja tr").map((text) => text.startsWith("2:00 a 3:00 p.m.Comida"))).toEqual([false, false, true]);
    const hours = page.hrefs(`a.libre, .agenda-lista a.choice`).map((href) => new URLSearchParams(href.split("?")[1]));
    const hers = hours.filter((each) => each.get("empleado_id") === ANA).map((each) => each.get("hora") ?? "");
    expect(hers.filter((hora) => "14:00" <= hora && hora < "15:00")).toEqual([]);
    expect(hers).toContain("15:00");
  });
});

describe("the list of a day on a phone", () => {
  test("reads down by time, with the specialist's name in her colour", async () => {
    await sql("UPDATE empleados_susa SET color = 'uva' WHERE id = $1", [BETY]);
    await add("13:30", 60);
    await add("10:00", 60, { cliente_id: LUCIA });
    await add("11:00", 50, { empleado_id: BETY });
    const items = (await openDay()).all(".agenda-lista li:has(> .cita)");
    expect(
      items.map(
        (li) =>
          words(li)
            .replace(/ Servicio| Diseño/, " ·")
            .split(" ·")[0],
      ),
    ).toEqual([
      "10:00 a.m. a 11:00 a.m. Lucía Peña",
      "11:00 a.m. a 11:50 a.m. Clienta eliminada",
      "1:30 p.m. a 2:30 p.m. Clienta eliminada",
    ]);
    expect([items[1]?.className, words(items[1]?.querySelector(".quien") ?? undefined)]).toEqual(["color-uva", "Bety"]);
  });

  test("offers each half hour of a gap with its specialist, in a long gap hours further apart and any other", async () => {
    await add("00:00", 600);
    await add("11:10", 50);
    await add("13:30", 60);
    const page = await openDay();
    const gaps = page.all(".agenda-lista li:has(> .libre)").filter((li) => words(li).startsWith("Ana"));
    expect(gaps.map((li) => [words(li.querySelector("p") ?? undefined), ...[...li.querySelectorAll("a")].map(words)])).toEqual([
      ["Ana libre", "10:00", "10:30"],
      ["Ana libre", "12:00", "12:30", "1:00"],
      ["Ana libre", "2:30", "4:00", "8:00"],
    ]);
    const links = gaps.flatMap((li) => [...li.querySelectorAll("a")]);
    const params = new URLSearchParams(links[3]?.getAttribute("href")?.split("?")[1]);
    expect([params.get("fecha"), params.get("hora"), params.get("empleado_id")]).toEqual([TOMORROW, "12:30", ANA]);
    expect(links[3]?.getAttribute("aria-label")).toBe("12:30 p.m. con Ana Núñez: agendar");
  });

  test("says at the end, in a line each, who is away", async () => {
    await createAusencia(ANA, TOMORROW, TOMORROW, { motivo: "Vacaciones" });
    const page = await openDay();
    expect(page.texts(".agenda-lista + ul li")).toEqual(["Ana Núñez Ausente: Vacaciones"]);
    expect(page.text(".agenda-lista")).not.toContain("Ana Núñez");
  });
});

describe("a week", () => {
  test("has a line for each appointment, with the specialist's first name where it is hers alone", async () => {
    await createEmpleado({ nombre: "Bety", apellido: "Ríos" });
    await add("10:00", 30, { cliente_id: LUCIA, servicio_id: CEJAS });
    await add("11:00", 30, { empleado_id: BETY, cliente_id: LUCIA, servicio_id: CEJAS, estado: "confirmada" });
    const page = await staff.get(`/admin/citas?vista=semana&dia=${TOMORROW}`);
    expect(page.all(".compacta a.cita").map(words)).toEqual([
      "10:00 a.m. a 10:30 a.m. Lucía Peña Diseño de cejas con Ana programada",
      "11:00 a.m. a 11:30 a.m. Lucía Peña Diseño de cejas con Bety Paz confirmada",
    ]);
    expect(page.texts("section:has(.compacta .cita) h3 + p")).toEqual(["2 citas"]);
    // In a narrow column a name is cut: it stands whole in the tooltip.
    expect(page.all(".agenda-semana a.cita").map((link) => link.getAttribute("title"))).toEqual([
      "10:00 a.m. a 10:30 a.m. · Lucía Peña · Diseño de cejas · programada",
      "11:00 a.m. a 11:30 a.m. · Lucía Peña · Diseño de cejas · confirmada",
    ]);
    await sql("DELETE FROM empleados_susa WHERE apellido = 'Ríos'");
  });
});

describe("a printed day", () => {
  test("has a line for each appointment, by time, with what one needs to know", async () => {
    await add("11:00", 30, { empleado_id: BETY, precio: "480.00" });
    await add("10:00", 30, { cliente_id: LUCIA, servicio_id: CEJAS, precio: "350.00", notas: "Trae foto" });
    const page = await openDay();
    const rows = page.all("table.hoja tr").map((row) => [...row.children].map(words));
    expect(rows).toEqual([
      ["Hora", "Clienta", "Teléfono", "Servicio", "Especialista", "Estado", "Precio", "Notas"],
      ["10:00 a 10:30 a.m.", "Lucía Peña", "55 1234 5678", "Diseño de cejas", "Ana Núñez", "Programada", "$350.00", "Trae foto"],
      ["11:00 a 11:30 a.m.", "Clienta eliminada", "", "Servicio eliminado", "Bety Paz", "Programada", "$480.00", ""],
    ]);
    expect(page.text("main")).not.toContain("de tu navegador");
  });
});
