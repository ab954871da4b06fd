import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { SIDEBAR_COOKIE_MS } from "~/limits";

/** Without JavaScript: saves the width of the sidebar and redirects back to the same screen. */
export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "agenda");
  const { values: form } = await readForm(request);
  const from = String(form.get("de") ?? "");
  const width = form.get("barra") === "angosta" ? "angosta" : "ancha";
  return redirect(/^\/admin(\/[\w-]+)*(\?[\w=&%+.-]*)?$/.test(from) ? from : "/admin", {
    status: 303,
    headers: { "Set-Cookie": `barra=${width}; Path=/admin; Max-Age=${SIDEBAR_COOKIE_MS / 1000}; SameSite=Lax` },
  });
}

export async function loader({ request }: ActionFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect("/admin");
}
