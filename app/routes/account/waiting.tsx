import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WriteForm } from "~/components/form/write-form";
import { takeFlash } from "~/http/flash.server";
import { findUser } from "~/http/session/current-user.server";
import { AuthCard } from "./auth-card";
import { getStudio } from "./studio.server";

export const meta: MetaFunction = () => [{ title: "Cuenta pendiente" }];

/** The only page for an account that the owner has not approved yet. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await findUser(request);
  if (user?.estado !== "pendiente") throw redirect(user ? "/admin" : "/auth");
  // Taken and not shown: a welcome contradicts this page, and would be late when the account is approved.
  const [estudio, { setCookie }] = await Promise.all([getStudio(), takeFlash(request)]);
  return json({ estudio, email: user.email }, { headers: setCookie ? { "Set-Cookie": setCookie } : {} });
}

export default function Espera() {
  const { estudio, email } = useLoaderData<typeof loader>();
  return (
    <AuthCard estudio={estudio} title="Tu cuenta está pendiente de aprobación">
      <p>
        La propietaria del estudio tiene que aprobar <strong className="wrap-anywhere">{email}</strong>. Cuando lo haga, vuelve a
        esta página para entrar al panel.
      </p>
      <a className="button" href="/dashboard">
        Revisar otra vez
      </a>
      <WriteForm action="/salir" className="grid">
        <button type="submit" className="button button-quiet">
          Salir
        </button>
      </WriteForm>
    </AuthCard>
  );
}
