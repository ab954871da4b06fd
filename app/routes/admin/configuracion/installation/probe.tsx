import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/http/guards.server";
import { redirectWithFlash } from "~/http/replies.server";
import { probeCloudinary } from "~/media/probe.server";

export { clientAction } from "~/components/form/sending";

const BACK = "/admin/configuracion/instalacion";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect(BACK);
}

/** Tests the connection to Cloudinary. It changes no data, so it needs no token. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { ok, sentence } = await probeCloudinary();
  return redirectWithFlash(BACK, {
    title: ok ? "Cloudinary responde" : "Cloudinary no está listo",
    description: sentence,
    destructive: !ok,
  });
}
