import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { LOAD_ERRORS } from "~/content/load-errors";
import { studioDay } from "~/format/dates";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { csvReply, orRedirect, recordExport } from "~/http/transfer/csv-download.server";
import { getTabla, NOMBRES } from "~/models/dinero/reporte.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { readPeriodo } from "./period.server";

/**
 * All rows of one table of the report as a CSV file. Its columns are those of the table (app/models/dinero/reporte-*.server.ts),
 * without the totals, which a spreadsheet's sum would count twice.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { search, searchParams } = new URL(request.url);
  const tabla = notFoundIfNull(NOMBRES.find((nombre) => nombre === searchParams.get("tabla")));
  const orReport = <T,>(query: Promise<T>) => orRedirect(query, `/admin/reportes${search}`, LOAD_ERRORS.reportes);
  const zona = await orReport(getZona());
  const { periodo, error } = readPeriodo(request, studioDay(new Date(), zona));
  // The screen shows what is wrong with the period.
  if (error !== null) throw redirect(`/admin/reportes${search}`, 303);
  await orReport(recordExport(request, "reporte"));
  const { columnas, filas } = await orReport(getTabla(tabla, periodo, zona));
  return csvReply(
    `reporte-${tabla}-${periodo.desde}-a-${periodo.hasta}`,
    columnas.map(({ titulo }) => titulo),
    filas,
  );
}
