import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/http/guards.server";

// Any other address under /admin: a stranger learns nothing from it, staff see that it leads nowhere.

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  throw new Response(null, { status: 404 });
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request);
  throw new Response(null, { status: 404 });
}

export default function Nowhere() {
  return null;
}
