import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportRespaldo } from "~/backup/export.server";
import { studioDay } from "~/format/dates";
import { requireUser } from "~/http/guards.server";
import type { RouteHandle } from "~/http/route-handle";
import { orRedirect, recordExport } from "~/http/transfer/csv-download.server";
import { downloadReply } from "~/http/transfer/stream-download.server";
import { logError } from "~/log.server";
import { getZona } from "~/models/estudio/configuracion.server";

export const handle: RouteHandle = { isFile: true };

const FAILED = "No se pudo preparar el respaldo";
const SCREEN = "/admin/configuracion/base-de-datos";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect(SCREEN);
}

/** Downloads the export of the studio. It writes nothing, so it needs no token. A POST, so that no link can start it. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const zona = await orRedirect(getZona(), SCREEN, FAILED);
  await orRedirect(recordExport(request, "respaldo"), SCREEN, FAILED);
  const zip = await orRedirect(exportRespaldo(), SCREEN, FAILED);
  zip.once("error", (error) => logError("export", error));
  return downloadReply(`susa-${studioDay(new Date(), zona)}.zip`, "application/zip", zip, request, context.drained);
}
