import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { forgetSent } from "~/http/pending.server";
import { endSession } from "~/http/session.server";

/** Signing out is a POST: no link, image or prefetch can do it. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = new Headers({ "Set-Cookie": await endSession(request) });
  headers.append("Set-Cookie", await forgetSent(request));
  return redirect("/auth", { status: 303, headers });
}

export function loader() {
  return redirect("/dashboard");
}
