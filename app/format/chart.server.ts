import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { formatCalendarDay, formatMonth, formatShortMonth } from "./dates";
import { formatAxisMoney, formatMoney } from "./numbers";

// Charts are drawn on the server, so that the browser does not load d3. Amounts become floating-point numbers here only to place
// pixels; they are never summed.

/** One position of the axis: its day, month or year (`2026-11-21`, `2026-11`, `2026`) and its amounts as decimal strings. */
export type Point = { cuando: string; ingresos: string; egresos: string; neto: string };

export type Drawing = {
  width: number;
  height: number;
  /** Where the grid lines begin and end, and each with its amount. */
  left: number;
  right: number;
  rules: { y: number; label: string; isZero: boolean }[];
  names: { x: number; label: string }[];
  /** One path for all bars of a kind, and the line of the net amounts, which is null with too many points. */
  ingresos: string;
  egresos: string;
  neto: string | null;
  dots: { x: number; y: number }[];
};

const CHARACTER_WIDTH = 6.6;
const TOP = 12;
const BOTTOM = 28;
const MAX_LINE_POINTS = 24;

/** Draws one chart in two widths, because the text of a scaled drawing would be too small on a phone. */
export function drawChart(points: Point[]): { narrow: Drawing; wide: Drawing } {
  const names = axisLabels(points.map(({ cuando }) => cuando));
  return { narrow: draw(points, names, 320, 230, 4), wide: draw(points, names, 700, 290, 6) };
}

/** The label of each position, without the parts that all positions share. */
function axisLabels(all: string[]): string[] {
  const [first = ""] = all;
  const isWithin = (length: number) => all.every((cuando) => cuando.startsWith(first.slice(0, length)));
  return all.map((cuando) => {
    const [year = "", , day] = cuando.split("-");
    if (cuando.length === 4) return cuando;
    const name = formatShortMonth(cuando);
    if (day === undefined) return isWithin(4) ? name : `${name} ${year}`;
    return isWithin(7) ? String(Number(day)) : `${Number(day)} ${name}`;
  });
}

/** Describes a chart in words: its totals, and the position with the highest income. */
export function describeChart(points: Point[], { ingresos, egresos, neto }: Omit<Point, "cuando">): string {
  // Without a word joiner a line could end between the minus and its amount.
  const net = formatMoney(neto).replace("−", "−\u2060");
  const sums = `Ingresos ${formatMoney(ingresos)}, egresos ${formatMoney(egresos)}, utilidad neta ${net}.`;
  const highest = points.reduce<Point | undefined>(
    (best, point) => (Number(point.ingresos) > Number(best?.ingresos ?? 0) ? point : best),
    undefined,
  );
  if (!highest || points.length === 1) return sums;
  const { cuando } = highest;
  const when =
    cuando.length === 10
      ? `El mejor día fue el ${formatCalendarDay(cuando)}`
      : `El mejor ${cuando.length === 7 ? `mes fue ${formatMonth(cuando)}` : `año fue ${cuando}`}`;
  return `${sums} ${when}: ${formatMoney(highest.ingresos)}.`;
}

function draw(points: Point[], names: string[], width: number, height: number, ruleCount: number): Drawing {
  const hasLine = points.length <= MAX_LINE_POINTS;
  const values = points.flatMap(({ ingresos, egresos, neto }) => [ingresos, egresos, hasLine ? neto : 0].map(Number));
  const isEmpty = values.every((value) => value === 0);
  const y = scaleLinear()
    .domain(isEmpty ? [0, 1000] : [Math.min(0, ...values), Math.max(0, ...values)])
    .nice(ruleCount)
    .range([height - BOTTOM, TOP]);
  const ticks = y.ticks(ruleCount);
  const labels = ticks.map(axisFormatter(ticks));
  const left = Math.ceil(Math.max(...labels.map(({ length }) => length)) * CHARACTER_WIDTH) + 10;
  const right = width - 4;
  const x = scaleBand<number>(
    points.map((_point, index) => index),
    [left, right],
  )
    .paddingInner(0.25)
    .paddingOuter(0.15);
  const half = x.bandwidth() / 2;
  const at = (index: number) => x(index) ?? left;
  const zero = y(0);
  const bars = (side: 0 | 1, name: "ingresos" | "egresos") =>
    points.map((point, index) => bar(at(index) + side * half, half, zero, y(Number(point[name])))).join("");
  const dots =
    hasLine && !isEmpty ? points.map(({ neto }, index) => ({ x: round(at(index) + half), y: round(y(Number(neto))) })) : [];
  const path = line<(typeof dots)[number]>(
    (dot) => dot.x,
    (dot) => dot.y,
  );

  return {
    width,
    height,
    left,
    right,
    rules: ticks.map((tick, index) => ({ y: round(y(tick)), label: labels[index] ?? "", isZero: tick === 0 })),
    names: names.map((label, index) => ({ x: round(at(index) + half), label })).filter(labelFilter(names, x.step())),
    ingresos: isEmpty ? "" : bars(0, "ingresos"),
    egresos: isEmpty ? "" : bars(1, "egresos"),
    neto: hasLine ? (path(dots) ?? "") : null,
    dots,
  };
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

function bar(x: number, width: number, zero: number, y: number): string {
  const tall = round(zero - y);
  return tall === 0 ? "" : `M${round(x)},${round(zero)}v${-tall}h${round(width)}v${tall}z`;
}

/** A filter that keeps as many labels as fit under the axis: all, or every second, fifth, tenth or twentieth. */
function labelFilter(names: string[], step: number): (name: unknown, index: number) => boolean {
  const longest = Math.max(...names.map(({ length }) => length)) * CHARACTER_WIDTH + 6;
  const every = [1, 2, 5, 10, 20].find((many) => many * step >= longest) ?? names.length;
  return (_name, index) => index % every === 0;
}

/** Gives the format of an axis: with cents if its steps have any, in thousands for long amounts. */
function axisFormatter(ticks: number[]): (amount: number) => string {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
  const isLong = Math.max(...ticks.map(Math.abs)) >= 1e7;
  return (amount) => formatAxisMoney(amount, step < 1 ? "cents" : isLong ? "thousands" : "pesos");
}
