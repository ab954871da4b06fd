import { json, redirect } from "@remix-run/node";
import { calendarDay, isId } from "~/database/fields.server";
import { isYearMonth } from "~/format/days.server";
import { PAGE_SIZE } from "~/limits";
import type { ErrorPageData } from "./error-pages.server";

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

/**
 * Reads a filter from the URL: one of `choices`, or an empty string for no filter. Like the readers below it throws 400 with a
 * sentence for anything else in the URL of a list, which would otherwise show every record as if it were filtered.
 */
export function readChoice<Choice extends string>(request: Request, name: string, choices: readonly Choice[]): Choice | "" {
  const text = textOf(request, name);
  return choices.find((choice) => choice === text) ?? refuseUnknown(request, name, UNKNOWN_CHOICE);
}

/** Reads a filter by a record from the URL: its id, one of `choices`, or an empty string for no filter. */
export function readId(request: Request, name: string, choices: readonly string[] = []): string {
  const text = textOf(request, name);
  return isId(text) ? text : readChoice(request, name, choices);
}

/** Reads a calendar day (`2026-11-21`) from the URL, or gives an empty string. */
export function readDay(request: Request, name: string): string {
  const day = calendarDay().safeParse(textOf(request, name));
  return day.success ? day.data : refuseUnknown(request, name, "no es un día. Escríbelo como año-mes-día: 2026-11-21.");
}

/** Reads a month (`2026-11`) from the URL, or gives an empty string. */
export function readMonth(request: Request): string {
  const text = textOf(request, "mes");
  return isYearMonth(text) ? text : refuseUnknown(request, "mes", "no es un mes. Escríbelo como año-mes: 2026-11.");
}

const UNKNOWN_CHOICE = "no es una opción de este filtro. Abre la lista y elige una.";

const textOf = (request: Request, name: string) => new URL(request.url).searchParams.get(name) ?? "";

/**
 * Gives "" (no filter) when the parameter is empty, or on a screen that is not a list. Throws 400 with the unknown value and
 * `sentence`; for a CSV file a redirect to its list, which says so.
 */
function refuseUnknown(request: Request, name: string, sentence: string): "" {
  const text = textOf(request, name).replaceAll("\0", "").slice(0, 40);
  if (text === "" || !isList(request)) return "";
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.endsWith(".csv")) throw redirect(pathname.replace(/\.csv$/, "") + search, 303);
  searchParams.delete(name);
  throw json<ErrorPageData>({ sentence: `«${text}» ${sentence}`, listPath: `${pathname}?${searchParams}` }, { status: 400 });
}

/** Whether a URL is a list. An editor opened over a list ignores the list's parameters, so that its input is not lost. */
function isList(request: Request): boolean {
  return /^\/admin\/(configuracion\/)?[^/]+\/?$/.test(new URL(request.url).pathname);
}

/**
 * The number of the last page of a list of `total` rows. Throws a redirect to it from a later page, whose last row was deleted.
 */
export function lastPage(request: Request, total: number, size = PAGE_SIZE): number {
  const last = Math.max(1, Math.ceil(total / size));
  const { pathname, searchParams } = new URL(request.url);
  if (!isList(request) || readList(request).pagina <= last) return last;
  searchParams.set("pagina", String(last));
  throw redirect(`${pathname}?${searchParams}`);
}
