import { redirect } from "@remix-run/node";
import { calendarDay } from "~/database/fields.server";
import { isYearMonth } from "~/format/days.server";
import { PAGE_SIZE } from "~/limits";

/** The rows with only the columns that the page shows, because the page contains its data twice: as HTML and as JSON. */
export function pickColumns<Row, Column extends keyof Row>(rows: Row[], ...columns: Column[]): Pick<Row, Column>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>);
}

/** Reads the search `q` (cut to 100 characters) and the page (from 1) of a list from the URL. */
export function readList(request: Request): { q: string; pagina: number } {
  const params = new URL(request.url).searchParams;
  const pagina = Number(params.get("pagina") ?? 1);
  return {
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100),
    pagina: Number.isInteger(pagina) && pagina >= 1 && pagina <= 100_000 ? pagina : 1,
  };
}

/** Reads a filter from the URL: one of `choices`, or an empty string for no filter. */
export function readChoice<Choice extends string>(request: Request, name: string, choices: readonly Choice[]): Choice | "" {
  const text = new URL(request.url).searchParams.get(name);
  return choices.find((choice) => choice === text) ?? "";
}

/** Reads a calendar day (`2026-11-21`) from the URL, or gives an empty string. */
export function readDay(request: Request, name: string): string {
  const day = calendarDay().safeParse(new URL(request.url).searchParams.get(name));
  return day.success ? day.data : "";
}

/** Reads a month (`2026-11`) from the URL, or gives an empty string. */
export function readMonth(request: Request): string {
  const text = new URL(request.url).searchParams.get("mes") ?? "";
  return isYearMonth(text) ? text : "";
}

/**
 * The number of the last page of a list of `total` rows. Throws a redirect to it from a later page, whose last row was deleted.
 * An editor over the list is not redirected, so that its input is not lost.
 */
export function lastPage(request: Request, total: number, size = PAGE_SIZE): number {
  const last = Math.max(1, Math.ceil(total / size));
  const { pathname, searchParams } = new URL(request.url);
  const isList = /^\/admin\/(configuracion\/)?[^/]+\/?$/.test(pathname);
  if (!isList || readList(request).pagina <= last) return last;
  searchParams.set("pagina", String(last));
  throw redirect(`${pathname}?${searchParams}`);
}
