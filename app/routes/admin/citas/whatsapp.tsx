import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { ScreenHeader, WhatsappLink } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { isOk } from "~/database/idempotency.server";
import { formatDate, formatTimeWithArticle } from "~/format/dates";
import { clientePath } from "~/format/links";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { asTipoDeCita, getMensaje, openMensaje } from "~/models/citas/mensaje.server";
import { NOT_DIALABLE } from "./sentences.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const back = readReturnPath(request);
  const mensaje = await getMensaje(params.id, asTipoDeCita(params.tipo));
  // A message has to be opened by the POST first, which records it.
  if (!mensaje) throw redirect(back);
  return { ...mensaje, unreachable: mensaje.url ? null : NOT_DIALABLE, back };
}

/** Records that a message was opened and redirects to the page with the WhatsApp link: the CSP lets no form post to another site. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const tipo = notFoundIfNull(asTipoDeCita(params.tipo));
  const back = readReturnPath(request);
  const done = await openMensaje(params.id, tipo, user.id, key);
  const { pathname, search } = new URL(request.url);
  if (isOk(done)) return redirect(pathname + search, 303);
  if (done.outcome !== "unreachable") return redirectWithError(back, done.outcome);
  const description = `${NOT_DIALABLE} Corrígelo en su ficha.`;
  return redirectWithFlash(back, { title: "No se puede abrir WhatsApp", description, destructive: true });
}

export const meta: MetaFunction = () => [{ title: "Mensaje de WhatsApp" }];

export default function WhatsappMessage() {
  const { cliente, texto, url, unreachable, abierto, zona, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <>
      <ScreenHeader title="Mensaje de WhatsApp">Para {cliente.nombre}</ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <blockquote className="rounded-2xl border border-line bg-card p-5 whitespace-pre-line wrap-anywhere">{texto}</blockquote>
        {url ? (
          <WhatsappLink url={url} isMain>
            Abrir en WhatsApp
          </WhatsappLink>
        ) : (
          <p className="text-bad">
            {unreachable}{" "}
            <Link to={clientePath(cliente.id, pathname + search)} className="link py-2">
              Corregir
            </Link>
          </p>
        )}
        <p className="text-sm text-soft wrap-anywhere">
          Puedes cambiarlo en WhatsApp antes de enviarlo. Se abrió el{" "}
          <time dateTime={abierto.created_at}>
            {formatDate(abierto.created_at, zona)} {formatTimeWithArticle(abierto.created_at, zona)}
          </time>
          {abierto.quien ? ` (${abierto.quien})` : null}; si se envió, solo se ve en WhatsApp.
        </p>
        <p>
          <Link to={back} className="button button-quiet">
            <Icon name="back" />
            Volver
          </Link>
        </p>
      </div>
    </>
  );
}
