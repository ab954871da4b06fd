import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { requireRecoverable } from "~/http/recoverable.server";
import { recoveredFlash } from "~/http/recovered-flash.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { StorageError } from "~/media/error";
import { getEntrada } from "~/models/papelera/papelera.server";
import { recuperar } from "~/models/papelera/recuperar.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect(readReturnPath(request, "/admin"));
}

const REJECTIONS = {
  missing: "Ya no está en la papelera: ya se recuperó o se eliminó para siempre.",
  exists: "Ya se había recuperado.",
  archivo: "Esa foto ya no está guardada.",
  sin_cliente: "Su clienta ya no está. Si la eliminaste, recupérala primero.",
  otra_nota: "Ya tiene otra nota en su lugar. Borra primero la de ahora, que también queda en la papelera.",
  venta_cancelada: "Su venta ya se canceló: ese dinero ya no cuenta.",
};

/** Brings back what was deleted: *Deshacer* for the account that deleted it, *Recuperar* for the owner. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const back = readReturnPath(request, "/admin");
  const entrada = await getEntrada(params.id);
  // Without one it may be a repeated submission, which is answered as the first time.
  if (entrada) await requireRecoverable(request, user, entrada);
  const done = await recuperar(params.id, user.id, key).catch((error: unknown) => {
    if (error instanceof StorageError) return error;
    throw error;
  });
  const reject = (description: string) => redirectWithFlash(back, { title: "No se recuperó", description, destructive: true });
  if (done instanceof StorageError) return reject(done.sentence);
  if (isOk(done)) return redirectWithFlash(back, recoveredFlash(done.result));
  if (done.outcome === "overlap") {
    return redirect(`/admin/citas/nueva?${new URLSearchParams({ papelera: params.id ?? "", de: back })}`, 303);
  }
  if (done.outcome === "reused" || done.outcome === "missing_key" || done.outcome === "too_large" || done.outcome === "failed") {
    return redirectWithError(back, done.outcome, "No se pudo recuperar");
  }
  return reject(REJECTIONS[done.outcome]);
}
