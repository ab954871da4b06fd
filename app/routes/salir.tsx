import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/http/session.server";

/** Signing out is a POST: no link, image or prefetch can do it. */
export async function action({ request }: ActionFunctionArgs) {
  return redirect("/auth", { status: 303, headers: { "Set-Cookie": await endSession(request) } });
}

export function loader() {
  return redirect("/dashboard");
}
