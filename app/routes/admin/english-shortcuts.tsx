import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFoundIfNull, requireUser } from "~/http/guards.server";

/** The English paths of the specification and their screens. */
const SCREENS: Record<string, string> = {
  employees: "/admin/empleados",
  inventory: "/admin/inventario",
  providers: "/admin/proveedores",
  services: "/admin/servicios",
  "service-images": "/admin/galeria",
  testimonials: "/admin/testimonios",
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const name = decodeURIComponent(new URL(request.url).pathname).toLowerCase().split("/").filter(Boolean).at(-1) ?? "";
  return redirect(notFoundIfNull(SCREENS[name]), 301);
}
