import type { LoaderFunctionArgs } from "@remix-run/node";
import { findUser } from "~/http/current-user.server";

/** The root check: who has a session goes to the panel, who has none to the door. */
export async function loader({ request }: LoaderFunctionArgs) {
  const location = (await findUser(request)) ? "/admin" : "/auth";
  return new Response("Cargando...", {
    status: 302,
    headers: { Location: location, "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** Never shown: without a page, what cannot be read could not be said on one. */
export default function Dashboard() {
  return null;
}
