import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { studioDay } from "~/format/dates";
import { csvReply, orRedirect } from "~/http/csv-download.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { readPeriodo } from "~/http/report-period.server";
import { readChoice } from "~/http/search-params.server";
import { getTabla, NOMBRES } from "~/models/dinero/reporte.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** One table of the report, all its rows, as a file; without its total, which whoever adds up the column would count twice. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const tabla = notFoundIfNull(readChoice(request, "tabla", NOMBRES) || null);
  const { search } = new URL(request.url);
  const back = <T,>(query: Promise<T>) => orRedirect(query, `/admin/reportes${search}`, "No se pudieron cargar los reportes");
  const zona = await back(getZona());
  const { periodo, error } = readPeriodo(request, studioDay(new Date(), zona));
  // The screen says what is wrong with the period, and keeps it.
  if (error !== null) throw redirect(`/admin/reportes${search}`, 303);
  const { columnas, filas } = await back(getTabla(tabla, periodo, zona));
  return csvReply(
    `reporte-${tabla}-${periodo.desde}-a-${periodo.hasta}`,
    columnas.map(({ titulo }) => titulo),
    filas,
  );
}
