import { redirect } from "@remix-run/node";
import { calendarDay } from "~/database/fields.server";
import { PAGE_SIZE } from "~/database/paging.server";

/** The rows with only the columns that the page shows: it carries them twice, as text and as data. */
export function onlyShown<Row, Column extends keyof Row>(rows: Row[], ...columns: Column[]): Pick<Row, Column>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>);
}

/** Reads what every list keeps in its address: the search `q` (100 characters at most) and the page, from 1. */
export function readList(request: Request): { q: string; pagina: number } {
  const params = new URL(request.url).searchParams;
  const pagina = Number(params.get("pagina") ?? 1);
  return {
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100),
    pagina: Number.isInteger(pagina) && pagina >= 1 && pagina <= 100_000 ? pagina : 1,
  };
}

/** Reads a filter of the address: one of `choices`, or the empty text, which filters nothing. */
export function readChoice<Choice extends string>(request: Request, name: string, choices: readonly Choice[]): Choice | "" {
  const text = new URL(request.url).searchParams.get(name);
  return choices.find((choice) => choice === text) ?? "";
}

/** Reads a calendar day of the address (`2026-11-21`), or the empty text. */
export function readDay(request: Request, name: string): string {
  const day = calendarDay("").safeParse(new URL(request.url).searchParams.get(name));
  return day.success ? day.data : "";
}

/** Reads a month of the address (`2026-11`), or the empty text. */
export function readMonth(request: Request): string {
  const text = new URL(request.url).searchParams.get("mes") ?? "";
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : "";
}

/**
 * Gives the last page of a list of `total` rows. Throws a redirect to it from a page past it: the last row of the last page
 * was deleted, or the address is old, and the list is not empty. Not from the editor over the list: what is typed there
 * matters more.
 */
export function lastPage(request: Request, total: number, size = PAGE_SIZE): number {
  const last = Math.max(1, Math.ceil(total / size));
  const { pathname, searchParams } = new URL(request.url);
  const isList = /^\/admin\/(configuracion\/)?[^/]+\/?$/.test(pathname);
  if (!isList || readList(request).pagina <= last) return last;
  searchParams.set("pagina", String(last));
  throw redirect(`${pathname}?${searchParams}`);
}
