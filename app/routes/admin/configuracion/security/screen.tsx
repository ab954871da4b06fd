import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, Badge, EmptyState, Found, Pagination, ScreenHeader, ScreenSection, SearchForm } from "~/components/admin";
import { EditLink, MoreActions } from "~/components/admin/record-card";
import { ButtonForm, SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import { nameApart } from "~/format/action-name";
import { formatAge } from "~/format/ago";
import { browserName } from "~/format/browser";
import { formatDate, formatMoment, keepTimes } from "~/format/dates";
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
    sesiones: describeSesiones(sesiones, zona),
    panel: readReturnPath(request, "") === FIRST_STEPS ? FIRST_STEPS : null,
    // What happens to new accounts is the owner's business.
    mode: list && SIGN_UP_SENTENCES[signUpMode()],
  };
}

/** The present session first, each with a name of its own. */
function describeSesiones(rows: Awaited<ReturnType<typeof listSesiones>>, zona: string) {
  const sesiones = rows
    .map(({ name, agente, created_at, last_used_at, isThis }) => ({
      id: name,
      browser: browserName(agente),
      used: formatAge(last_used_at),
      begun: keepTimes(formatMoment(created_at, zona)),
      isThis,
    }))
    .sort((one, other) => Number(other.isThis) - Number(one.isThis));
  const names = nameApart(
    sesiones,
    ({ browser }) => browser,
    ({ begun }) => ` del ${begun}`,
  );
  return sesiones.map((sesion) => ({ ...sesion, label: names.get(sesion.id) }));
}

const PRESET_NAMES = { recepcion: "Recepción", especialista: "Especialista", medida: "A la medida" };

/** What an account is in the studio. */
function puestoOf({ rol, permisos, estado }: Pick<CuentaRow, "rol" | "permisos" | "estado">): string {
  if (rol === "propietaria") return "Propietaria";
  return estado === "pendiente" ? "Sin aprobar" : PRESET_NAMES[asPermisosValues(permisos, null).preset];
}

const ESTADOS = {
  pendiente: { label: "Pendiente", tone: "plain" },
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
    <ScreenSection
      id="cuentas"
      title="Cuentas"
      text="Toca una para cambiar lo que puede hacer. ¿Alguien no puede entrar? En los tres puntos le creas un enlace."
    >
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
      <ul className="compact empty:hidden">
        {cuentas.map(({ id, email, rol, estado, puesto, since }) => {
          const path = `/admin/configuracion/seguridad/cuentas/${id}`;
          const button = (to: "activa" | "desactivada", label: string) => (
            <ButtonForm action={estadoPath(id)} values={{ estado: to }} labelSuffix={email} className="button button-quiet">
              {label}
            </ButtonForm>
          );
          return (
            <li key={id} className="card">
              <div className="about">
                <div className="title">
                  <h3>{email}</h3>
                  {estado === "activa" ? null : <Badge tone={ESTADOS[estado].tone}>{ESTADOS[estado].label}</Badge>}
                </div>
                <p>
                  {puesto}, <span className="whitespace-nowrap">desde el {since}</span>
                </p>
              </div>
              {estado === "activa" ? (
                <EditLink path={path} recordName={rol === "propietaria" ? "mi cuenta" : `los permisos de ${email}`} />
              ) : null}
              {estado === "activa" && rol !== "propietaria" ? (
                <MoreActions path={path} title={email} recordName={email}>
                  <div className="flex flex-wrap justify-end gap-2">
                    {" "}
                    <WriteForm action={`/admin/cuentas/${id}/acceso`}>
                      <SubmitButton className="button button-quiet" pending="Creando...">
                        Crear enlace de acceso<span className="sr-only"> para {email}</span>
                      </SubmitButton>
                    </WriteForm>
                    {button("desactivada", "Desactivar")}
                  </div>{" "}
                </MoreActions>
              ) : null}
              {estado === "pendiente" ? (
                <div className="below flex flex-wrap gap-2 pb-1">
                  <Link to={path} className="button">
                    <RecordLabel of={email}>Aprobar</RecordLabel>
                  </Link>
                  {button("desactivada", "Rechazar")}
                </div>
              ) : null}
              {estado === "desactivada" ? <div className="below pb-1">{button("activa", "Reactivar")}</div> : null}
            </li>
          );
        })}
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

// The others are folded: who signs in every day without signing out has many.
const FIRST_SESSIONS = 4;

function Sesiones({ sesiones }: { sesiones: Data["sesiones"] }) {
  const rest = sesiones.slice(FIRST_SESSIONS);
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
      <SesionList sesiones={sesiones.slice(0, FIRST_SESSIONS)} />
      {rest.length > 0 ? (
        <details className="mt-2">
          <summary className="link">{rest.length === 1 ? "Ver la otra sesión" : `Ver las otras ${rest.length} sesiones`}</summary>
          <SesionList sesiones={rest} />
        </details>
      ) : null}
    </ScreenSection>
  );
}

function SesionList({ sesiones }: { sesiones: Data["sesiones"] }) {
  return (
    <ul className="max-w-3xl divide-y divide-line rounded-2xl border border-line bg-card">
      {sesiones.map(({ id, label, browser, begun, used, isThis }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-semibold">{browser}</p>
            <p className="text-sm text-soft">
              Usada {used}, <span className="inline-block">abierta el {begun}</span>
            </p>
          </div>
          {isThis ? (
            <Badge tone="good">Esta sesión</Badge>
          ) : (
            <ButtonForm
              action={`/admin/configuracion/seguridad/sesiones/${id}`}
              labelSuffix={`la sesión de ${label}`}
              className="button button-quiet"
              pending="Cerrando..."
            >
              Cerrar
            </ButtonForm>
          )}
        </li>
      ))}
    </ul>
  );
}
