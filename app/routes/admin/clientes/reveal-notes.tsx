import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { actorOf } from "~/http/actor.server";
import { readForm } from "~/http/form/form.server";
import { forbid, notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { getNombre } from "~/models/clientes/cliente.server";
import { canSeeSalud, recordRevelacion } from "~/models/clientes/salud.server";
import { openNotes } from "./open-notes.server";

export { clientAction } from "~/components/form/sending";

/** Opens a client's health notes on her page for fifteen minutes, and records who did; without the record they stay closed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  await readForm(request);
  const { id } = notFoundIfNull(await or503(getNombre(params.id)));
  if (!(await or503(canSeeSalud(user, id)))) await forbid(request, "salud");
  await or503(recordRevelacion(actorOf(request), id));
  // Without a hash: the router takes a redirect to another one on the same page for a jump, and loads nothing.
  return redirect(`/admin/clientes/${id}/ficha`, {
    status: 303,
    headers: { "Set-Cookie": await openNotes(user.id, id) },
  });
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const { id } = notFoundIfNull(await or503(getNombre(params.id)));
  return redirect(`/admin/clientes/${id}/ficha`);
}
