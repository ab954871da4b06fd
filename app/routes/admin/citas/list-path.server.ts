import { addDays } from "~/format/days.server";
import { readReturnPath } from "~/http/return-path.server";
import { readDay } from "~/http/search-params.server";

const LIST_PARAMS = ["vista", "dia", "q", "cuando", "empleado", "estado", "pagina"];

/** The path of the list with its own parameters of `search`, without those that fill in a new appointment. */
export function listPath(search: string): string {
  const params = new URLSearchParams(search);
  const kept = LIST_PARAMS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return kept.length > 0 ? `/admin/citas?${new URLSearchParams(kept)}` : "/admin/citas";
}

/** Where the editor was opened from: the list as it was, unless the URL names another screen. */
export function backOf(request: Request): string {
  return readReturnPath(request, listPath(new URL(request.url).search));
}

/** The day (`2026-11-21`) that the list or the agenda behind the editor shows; `hoy` when it shows no single day. */
export function shownDay(request: Request, hoy: string): string {
  const { vista, cuando } = Object.fromEntries(new URL(request.url).searchParams);
  const dia = vista === "semana" ? "" : readDay(request, "dia");
  if (vista === "dia" || dia) return dia || hoy;
  return !vista && cuando === "manana" ? addDays(hoy, 1) : hoy;
}
