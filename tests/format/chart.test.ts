import { expect, test } from "vitest";
import { describeChart, drawChart, type Point } from "~/format/chart.server";

const point = (cuando: string, ingresos = "0.00", egresos = "0.00", neto = "0.00"): Point => ({
  cuando,
  ingresos,
  egresos,
  neto,
});
const months = (values: string[][]) =>
  values.map(([...amounts], n) => point(`2026-${String(n + 1).padStart(2, "0")}`, ...amounts));
const axisLabels = (points: Point[]) => drawChart(points).wide.rules.map(({ label }) => label);

test("bars start at the zero line and are as tall as their amounts", () => {
  const { wide } = drawChart(
    months([
      ["100.00", "50.00", "50.00"],
      ["0.00", "100.00", "-100.00"],
    ]),
  );
  const bars = (path: string) => [...path.matchAll(/M([\d.]+),([\d.]+)v(-?[\d.]+)/g)].map((match) => match.slice(1).map(Number));
  const zero = wide.rules.find(({ isZero }) => isZero)?.y;
  const [first] = bars(wide.ingresos);
  const [half, whole] = bars(wide.egresos);
  expect(bars(wide.ingresos)).toHaveLength(1);
  expect([first?.[1], half?.[1], whole?.[1]]).toEqual([zero, zero, zero]);
  expect(first?.[2]).toBeLessThan(0);
  expect(whole?.[2]).toBe(first?.[2]);
  expect(Number(half?.[2]) * 2).toBeCloseTo(Number(whole?.[2]), 0);
  expect(wide.dots.map(({ y }) => Math.sign(y - Number(zero)))).toEqual([-1, 1]);
});

test("a negative amount draws a bar below zero, inside the drawing", () => {
  const { wide, narrow } = drawChart(
    months([
      ["-50.00", "0.00", "-50.00"],
      ["10.00", "0.00", "10.00"],
    ]),
  );
  expect(wide.ingresos).toMatch(/^M[\d.]+,[\d.]+v[\d.]+h/);
  for (const { rules, height } of [wide, narrow]) {
    for (const { y } of rules) expect(y > 0 && y < height).toBe(true);
    expect(rules.map(({ label }) => label)).toContain("−$40");
  }
});

test.each([
  ["no amounts", "0.00", "$1,000"],
  ["cents", "0.30", "$0.30"],
  ["one day", "1234.50", "$1,200"],
  ["one year", "811750.00", "$800,000"],
  ["millions", "12345678.90", "$12 M"],
])("the axis labels for %s are round amounts in pesos", (_name, amount, label) => {
  expect(axisLabels(months([[amount]]))).toContain(label);
});

test("an empty chart has an axis and no bars", () => {
  const { wide, narrow } = drawChart(months([[], [], []]));
  for (const { ingresos, egresos, neto, dots, rules } of [wide, narrow]) {
    expect([ingresos, egresos, neto, dots]).toEqual(["", "", "", []]);
    expect(rules.length).toBeGreaterThan(1);
  }
});

test("the horizontal axis names only what differs between periods, and only as many as fit", () => {
  const names = (all: string[]) => drawChart(all.map((cuando) => point(cuando))).wide.names.map(({ label }) => label);
  expect(names(["2026-01", "2026-02"])).toEqual(["ene", "feb"]);
  expect(names(["2025-12", "2026-01"])).toEqual(["dic 2025", "ene 2026"]);
  expect(names(["2026-11-01", "2026-11-02"])).toEqual(["1", "2"]);
  expect(names(["2026-10-31", "2026-11-01"])).toEqual(["31 oct", "1 nov"]);
  expect(names(["2025", "2026"])).toEqual(["2025", "2026"]);
  const days = Array.from({ length: 31 }, (_, n) => `2026-10-${String(n + 1).padStart(2, "0")}`);
  expect(names(days)).toHaveLength(31);
  const { narrow, wide } = drawChart(days.map((cuando) => point(cuando, "5.00", "5.00", "0.00")));
  expect(narrow.names.map(({ label }) => label)).toEqual(["1", "6", "11", "16", "21", "26", "31"]);
  expect([narrow.neto, wide.neto, wide.dots]).toEqual([null, null, []]);
});

test("the description gives the sums and the period with the highest income", () => {
  const sums = { ingresos: "1234.50", egresos: "2000.00", neto: "-765.50" };
  const said = "Ingresos $1,234.50, egresos $2,000.00, utilidad neta −\u2060$765.50.";
  expect(describeChart(months([["234.50"], ["1000.00"]]), sums)).toBe(`${said} El mejor mes fue febrero de 2026: $1,000.00.`);
  expect(describeChart([point("2026-11-01", "1.00"), point("2026-11-02")], sums)).toBe(
    `${said} El mejor día fue el 01/11/2026: $1.00.`,
  );
  expect(describeChart([point("2025", "1.00"), point("2026", "2.00")], sums)).toBe(`${said} El mejor año fue 2026: $2.00.`);
  expect(describeChart(months([[], []]), sums)).toBe(said);
});
