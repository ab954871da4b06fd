import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/http/guards.server";

/** Where clients alone were brought until 1.4. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return redirect("/admin/traer", 301);
}
