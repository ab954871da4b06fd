import type { LoaderFunctionArgs } from "@remix-run/node";
import { findUser } from "~/http/session/current-user.server";

/** Redirects to the back-office with a session, otherwise to the sign-in page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const location = (await findUser(request)) ? "/admin" : "/auth";
  return new Response("Cargando...", {
    status: 302,
    headers: { Location: location, "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** Never shown, but a route without a page could not render its error page. */
export default function Dashboard() {
  return null;
}
