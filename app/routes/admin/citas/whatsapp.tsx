import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { readReturnPath } from "~/http/return-path.server";
import { asTipoDeCita } from "~/models/citas/mensaje.server";
import { Message } from "./message";
import { answerOpening, readMensaje } from "./message-answer.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const back = readReturnPath(request);
  const mensaje = await readMensaje(params.id, asTipoDeCita(params.tipo));
  // A message has to be opened by the POST first, which records it.
  if (!mensaje) throw redirect(back);
  return { mensaje, back };
}

/** Records that a message was opened and redirects to the page with the WhatsApp link. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const tipo = notFoundIfNull(asTipoDeCita(params.tipo));
  const { pathname, search } = new URL(request.url);
  const opening = { cuenta_id: user.id, key, ready: pathname + search, back: readReturnPath(request) };
  return answerOpening(params.id, tipo, opening);
}

export const meta: MetaFunction = () => [{ title: "Mensaje de WhatsApp" }];

export default function WhatsappMessage() {
  const { mensaje, back } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHeader title="Mensaje de WhatsApp">Para {mensaje.cliente.nombre}</ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <Message {...mensaje} />
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
