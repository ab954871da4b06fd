import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { isOk } from "~/database/idempotency.server";
import { env } from "~/env.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { getCuenta } from "~/models/cuentas/cuenta-permisos.server";
import { createEnlace, pathOfEnlace } from "~/models/cuentas/enlace-acceso.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form/sending";

const LIST = "/admin/configuracion/seguridad";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { email } = notFoundIfNull(await getCuenta(params.id));
  return { email };
}

/** Makes the access link of an account and shows it: its secret is stored nowhere, so no other page can. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const made = await createEnlace(params.id, String(values.get("token")), key);
  if (made.outcome === "owner" || made.outcome === "inactive") {
    const description =
      made.outcome === "owner"
        ? "El enlace de la propietaria lo crea quien instaló Susa."
        : "Esa cuenta no está activa. Actívala primero.";
    return redirectWithFlash(LIST, { title: "Error", description, destructive: true });
  }
  if (!isOk(made)) return redirectWithError(LIST, made.outcome);
  if (made.result.secret === null) {
    return redirectWithFlash(LIST, { title: "Error", description: "Ese enlace ya se usó. Crea otro.", destructive: true });
  }
  const { nombre } = await getConfiguracion();
  const link = `${env().PUBLIC_URL ?? new URL(request.url).origin}${pathOfEnlace(made.result.secret)}`;
  return json({
    message: `Con este enlace escribes una contraseña nueva para entrar a ${nombre}. Sirve una sola vez y dura 24 horas: ${link}`,
  });
}

export const meta: MetaFunction = () => [{ title: "Enlace de acceso · Seguridad" }];

export default function EnlaceDeAcceso() {
  const { email } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  return (
    <>
      <BackLink to={LIST}>Seguridad</BackLink>
      <ScreenHeader title="Enlace de acceso">
        Para <span className="wrap-anywhere">{email}</span>, si no puede entrar: con él escribe una contraseña nueva.
      </ScreenHeader>
      <div className="grid max-w-xl gap-6">
        {made ? (
          <div className="grid gap-1.5">
            <label htmlFor="mensaje" className="font-semibold">
              Mensaje para copiar
            </label>
            <textarea
              id="mensaje"
              readOnly
              rows={5}
              value={made.message}
              className="control wrap-anywhere"
              aria-describedby="mensaje-ayuda"
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <p id="mensaje-ayuda" className="text-sm text-soft">
              Envíaselo por WhatsApp, solo a esa persona. Cópialo ahora: después no se vuelve a mostrar.
            </p>
          </div>
        ) : null}
        <p>
          El enlace sirve una sola vez y dura 24 horas; si ya le habías dado otro, ese deja de servir. Cuando lo use, se cierran
          las sesiones que tenga abiertas.
        </p>
        <WriteForm>
          <SubmitButton className={made ? "button button-quiet" : "button"} pending="Creando...">
            {made ? "Crear otro enlace" : "Crear enlace de acceso"}
          </SubmitButton>
        </WriteForm>
      </div>
    </>
  );
}
