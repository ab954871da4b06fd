import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, Badge, EmptyState, Found, Pagination, ScreenHeader, ScreenSection, SearchForm } from "~/components/admin";
import { ButtonForm, SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import { browserName } from "~/format/browser";
import { formatDate, formatMoment } from "~/format/dates";
import { plural } from "~/format/text";
import { requireUser } from "~/http/guards.server";
import { FIRST_STEPS, readReturnPath } from "~/http/return-path.server";
import { lastPage, readList } from "~/http/search-params.server";
import { sessionSecret } from "~/http/session/current-user.server";
import { signUpMode } from "~/http/session/sign-up.server";
import { type CuentaRow, listCuentas } from "~/models/cuentas/cuenta.server";
import { asPermisosValues } from "~/models/cuentas/cuenta-permisos.server";
import { listSesiones } from "~/models/cuentas/sesion.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { SIGN_UP_SENTENCES } from "../fact-list";
import { OpenSignUp } from "../open-sign-up";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { q, pagina } = readList(request);
  const [list, sesiones, zona] = await Promise.all([
    user.rol === "propietaria" ? listCuentas({ q, pagina }) : null,
    listSesiones(user.id, await sessionSecret(request)),
    getZona(),
  ]);
  return {
    email: user.email,
    list: list && {
      q,
      pagina,
      total: list.total,
      last: lastPage(request, list.total),
      cuentas: list.cuentas.map(({ created_at, ...cuenta }) => ({
        ...cuenta,
        puesto: puestoOf(cuenta),
        since: formatDate(created_at, zona),
      })),
    },
    sesiones: sesiones.map(({ name, agente, created_at, last_used_at, isThis }) => ({
      name,
      browser: browserName(agente),
      begun: formatMoment(created_at, zona),
      used: formatMoment(last_used_at, zona),
      isThis,
    })),
    panel: readReturnPath(request, "") === FIRST_STEPS ? FIRST_STEPS : null,
    // What happens to new accounts is the owner's business.
    mode: list && SIGN_UP_SENTENCES[signUpMode()],
  };
}

const PRESET_NAMES = { recepcion: "Recepción", especialista: "Especialista", medida: "A la medida" };

/** What an account is in the studio. */
function puestoOf({ rol, permisos, estado }: Pick<CuentaRow, "rol" | "permisos" | "estado">): string {
  if (rol === "propietaria") return "Propietaria";
  return estado === "pendiente" ? "Sin aprobar" : PRESET_NAMES[asPermisosValues(permisos, null).preset];
}

const ESTADOS = {
  pendiente: { label: "Pendiente", tone: "plain" },
  activa: { label: "Activa", tone: "good" },
  desactivada: { label: "Desactivada", tone: "bad" },
} as const;

export const meta: MetaFunction = () => [{ title: "Seguridad · Configuración" }];

export default function Seguridad() {
  const { email, list, sesiones, mode, panel } = useLoaderData<typeof loader>();
  const isOpen = mode === SIGN_UP_SENTENCES.open;
  return (
    <>
      {panel ? <BackLink to={panel}>Dashboard</BackLink> : <BackLink to="/admin/configuracion">Configuración</BackLink>}
      <ScreenHeader title="Seguridad">{mode && !isOpen ? mode : "Tu contraseña y dónde está abierta tu cuenta."}</ScreenHeader>
      {isOpen ? <OpenSignUp /> : null}
      <div className="grid gap-10">
        {list ? <Cuentas {...list} /> : null}
        <section aria-labelledby="contrasena">
          <h2 id="contrasena" className="text-2xl">
            Tu contraseña
          </h2>
          <p className="mt-1 mb-4 text-soft">
            Entras como <span className="wrap-anywhere">{email}</span>.
          </p>
          <Link className="button button-quiet" to="/admin/configuracion/seguridad/contrasena">
            Cambiar contraseña
          </Link>
        </section>
        <Sesiones sesiones={sesiones} />
      </div>
    </>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Cuentas({ q, pagina, last, total, cuentas }: NonNullable<Data["list"]>) {
  const { pathname, search } = useLocation();
  const estadoPath = (id: string) => `/admin/cuentas/${id}/estado?de=${encodeURIComponent(pathname + search)}`;
  return (
    <ScreenSection id="cuentas" title="Cuentas" text="Si alguien no puede entrar, créale un enlace de acceso.">
      {/* A studio has few accounts, but strangers may have signed up many. */}
      {last > 1 || q ? (
        <>
          <SearchForm q={q} label="Buscar por correo" />
          <p className="sr-only">
            <Found q={q}>{plural(total, "cuenta", "cuentas")}</Found>
          </p>
        </>
      ) : null}
      {cuentas.length === 0 ? <EmptyState title="No hay cuentas" filtered /> : null}
      <ul className="divide-y divide-line rounded-2xl border border-line bg-card empty:hidden">
        {cuentas.map((cuenta) => (
          <li key={cuenta.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">{cuenta.email}</p>
              <p className="text-sm text-soft">
                {cuenta.puesto} · desde el {cuenta.since}
              </p>
            </div>
            <Badge tone={ESTADOS[cuenta.estado].tone}>{ESTADOS[cuenta.estado].label}</Badge>
            {cuenta.rol === "propietaria" ? (
              <Link to={`/admin/configuracion/seguridad/cuentas/${cuenta.id}`} className="button button-quiet">
                Mi día<span className="sr-only"> de {cuenta.email}</span>
              </Link>
            ) : (
              <div className="flex flex-wrap gap-2">
                {cuenta.estado === "desactivada" ? null : (
                  <Link
                    to={`/admin/configuracion/seguridad/cuentas/${cuenta.id}`}
                    className={cuenta.estado === "pendiente" ? "button" : "button button-quiet"}
                  >
                    <RecordLabel of={cuenta.email}>{cuenta.estado === "pendiente" ? "Aprobar" : "Permisos"}</RecordLabel>
                  </Link>
                )}
                {cuenta.estado === "activa" ? (
                  <WriteForm action={`/admin/cuentas/${cuenta.id}/acceso`}>
                    <SubmitButton className="button button-quiet" pending="Creando...">
                      Crear enlace de acceso<span className="sr-only"> para {cuenta.email}</span>
                    </SubmitButton>
                  </WriteForm>
                ) : null}
                {cuenta.estado === "activa" || cuenta.estado === "pendiente" ? null : (
                  <ButtonForm action={estadoPath(cuenta.id)} values={{ estado: "activa" }} labelSuffix={cuenta.email}>
                    Reactivar
                  </ButtonForm>
                )}
                {cuenta.estado === "desactivada" ? null : (
                  <ButtonForm
                    action={estadoPath(cuenta.id)}
                    values={{ estado: "desactivada" }}
                    labelSuffix={cuenta.email}
                    className="button button-quiet"
                  >
                    {cuenta.estado === "pendiente" ? "Rechazar" : "Desactivar"}
                  </ButtonForm>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Pagination page={pagina} last={last} />
      <p className="mt-2">
        <Link to="/admin/configuracion/seguridad/ceder" className="link inline-block py-2.5">
          Ceder el estudio a otra persona
        </Link>
      </p>
    </ScreenSection>
  );
}

function Sesiones({ sesiones }: { sesiones: Data["sesiones"] }) {
  return (
    <ScreenSection
      id="sesiones"
      title="Tus sesiones abiertas"
      text="Dónde está abierta tu cuenta. Si no reconoces una, ciérrala y cambia tu contraseña."
    >
      {sesiones.length > 1 ? (
        <WriteForm action="/admin/configuracion/seguridad/sesiones/otras" preventScrollReset className="mb-4">
          <SubmitButton className="button button-quiet" pending="Cerrando...">
            Cerrar las demás
          </SubmitButton>
        </WriteForm>
      ) : null}
      <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
        {sesiones.map(({ name, browser, begun, used, isThis }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{browser}</p>
              <p className="text-sm text-soft">
                Empezó el {begun} · último uso el {used}
              </p>
            </div>
            {isThis ? (
              <Badge tone="good">Esta sesión</Badge>
            ) : (
              <ButtonForm
                action={`/admin/configuracion/seguridad/sesiones/${name}`}
                labelSuffix={`de ${browser}, del ${begun}`}
                className="button button-quiet"
                pending="Cerrando..."
              >
                Cerrar esta sesión
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </ScreenSection>
  );
}
