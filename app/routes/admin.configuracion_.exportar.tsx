import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { studioDay } from "~/format/dates";
import { orBack } from "~/http/csv.server";
import { downloadReply } from "~/http/download.server";
import { requireOwner } from "~/http/guards.server";
import { getZona } from "~/models/configuracion.server";
import { exportRespaldo } from "~/models/respaldo.server";

export const handle = { isFile: true };

const SCREEN = "/admin/configuracion/base-de-datos";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOwner(request);
  return redirect(SCREEN);
}

/** The whole studio as a file. It writes nothing, so sending it twice needs no token; a post, for no link may begin it. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireOwner(request);
  const zona = await orBack(getZona(), SCREEN, "No se pudo preparar el respaldo");
  const zip = await orBack(exportRespaldo(), SCREEN, "No se pudo preparar el respaldo");
  return downloadReply(`susa-${studioDay(new Date(), zona)}.zip`, "application/zip", zip, request, context.drained);
}
