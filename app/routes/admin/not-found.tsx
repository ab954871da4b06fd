import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/http/guards.server";

// Any other URL under /admin: a redirect to the sign-in page without a session, otherwise NotFoundPage.

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  throw new Response(null, { status: 404 });
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "agenda");
  throw new Response(null, { status: 404 });
}

export default function Nowhere() {
  return null;
}
