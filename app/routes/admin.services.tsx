import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/http/guards.server";

/** The specification's English path of a shortcut. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect("/admin/servicios", 301);
}
