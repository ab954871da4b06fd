import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { type Columns, createCita } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { ANA, at, BETY, CEJAS, LUCIA, staff, TOMORROW } from "./agenda";

beforeEach(() => sql("DELETE FROM citas_susa"));

const add = (clock: string, minutes: number, columns: Columns = {}) =>
  createCita(at(clock), { duracion_minutos: minutes, empleado_id: ANA, ...columns });

const openDay = () => staff.get(`/admin/citas?vista=dia&dia=${TOMORROW}`);

const words = (element: Element | undefined) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/** A time that a class stands for, in minutes: `en-h-2 en-m-35` is 155. */
const minutesOf = (element: Element | null | undefined, word: "en" | "por") => {
  const [, hours, minutes] = new RegExp(`\\b${word}-h-(\\d+) ${word}-m-(\\d+)\\b`).exec(element?.className ?? "") ?? [];
  return Number(hours) * 60 + Number(minutes);
};

const section = (page: Page, name: string, inside: string) =>
  page.all(`${inside} section, section`).find((each) => each.getAttribute("aria-label") === name && each.matches(`${inside} *`));

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
    const names = page.all(".agenda-dia a.libre").map(words);
    expect(names).toContain("Agendar a las 11:10 a.m. con Ana Núñez");
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the list of a day on a phone", () => {
  test("offers the gaps between appointments, of a quarter of an hour or more, with the specialist and the hour", async () => {
    await add("10:00", 60, { cliente_id: LUCIA });
    await add("11:10", 50);
    await add("13:30", 60);
    const list = section(await openDay(), "Ana Núñez", "main .grid");
    expect([...(list?.querySelectorAll("li") ?? [])].map(words).map((text) => text.split(" Servicio")[0])).toEqual([
      "Libre de 12:00 a 10:00 · Agendar con Ana Núñez",
      expect.stringContaining("Lucía Peña"),
      "11:10 a.m. a 12:00 p.m. Clienta eliminada",
      "Libre de 12:00 a 1:30 · Agendar con Ana Núñez",
      "1:30 p.m. a 2:30 p.m. Clienta eliminada",
      "Libre de 2:30 a 11:59 · Agendar con Ana Núñez",
    ]);
    const gap = new URLSearchParams(list?.querySelectorAll("a.libre")[1]?.getAttribute("href")?.split("?")[1]);
    expect([gap.get("fecha"), gap.get("hora"), gap.get("empleado_id")]).toEqual([TOMORROW, "12:00", ANA]);
  });
});

describe("a printed day", () => {
  test("has a line for each appointment, by time, with what one needs to know", async () => {
    await add("11:00", 30, { empleado_id: BETY, precio: "480.00" });
    await add("10:00", 30, { cliente_id: LUCIA, servicio_id: CEJAS, precio: "350.00", notas: "Trae foto" });
    const page = await openDay();
    const rows = page.all("table.hoja tr").map((row) => [...row.children].map(words));
    expect(rows).toEqual([
      ["Hora", "Clienta", "Teléfono", "Servicio", "Especialista", "Precio", "Notas"],
      ["10:00 a.m.", "Lucía Peña", "55 1234 5678", "Diseño de cejas", "Ana Núñez", "$350.00", "Trae foto"],
      ["11:00 a.m.", "Clienta eliminada", "", "Servicio eliminado", "Bety Paz", "$480.00", ""],
    ]);
    expect(page.text("main")).not.toContain("de tu navegador");
  });
});
