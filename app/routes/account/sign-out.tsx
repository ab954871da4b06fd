import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/http/session/current-user.server";
import { discardPendingSubmission } from "~/http/session/pending-submission.server";

export { clientAction } from "~/components/form/sending";

/** Signs out. A POST, so that no link, image or prefetch can do it. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = new Headers({ "Set-Cookie": await endSession(request) });
  headers.append("Set-Cookie", await discardPendingSubmission(request));
  return redirect("/auth", { status: 303, headers });
}

export function loader() {
  return redirect("/dashboard");
}
