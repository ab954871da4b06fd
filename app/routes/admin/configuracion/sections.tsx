import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader, ScreenSection } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { isDemo } from "~/content/estudio";
import { joinWords } from "~/format/text";
import { or503, type Right, requireUser } from "~/http/guards.server";
import { signUpMode } from "~/http/session/sign-up.server";
import { countPendientes } from "~/models/cuentas/cuenta.server";
import { can } from "~/models/cuentas/permiso.server";
import { type Configuracion, getConfiguracion } from "~/models/estudio/configuracion.server";
import { FactList, SIGN_UP_SENTENCES, UNREADABLE } from "./fact-list";
import { OpenSignUp } from "./open-sign-up";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const isOwner = can(user, "propietaria");
  const warnings: Record<string, string> = isOwner ? await readWarnings() : {};
  const rows = ROWS.filter(({ right = "propietaria" }) => can(user, right)).map(
    ({ group, title, text, to, forStaff = text }) => ({
      ...{ group, title, to, text: isOwner ? text : forStaff, warning: warnings[to] },
    }),
  );
  return { rows, access: isOwner ? SIGN_UP_SENTENCES[signUpMode()] : null };
}

/** What is missing or waits for the owner, by the row of the screen where she sees to it. */
async function readWarnings() {
  const [estudio, waiting] = await or503(Promise.all([getConfiguracion(), countPendientes()]), UNREADABLE);
  const accounts = waiting === 1 ? "Una cuenta espera que la apruebes" : `${waiting} cuentas esperan que las apruebes`;
  return { general: describeFacts(estudio), seguridad: waiting === 0 ? "" : accounts };
}

function describeFacts(estudio: Configuracion): string {
  if (isDemo(estudio)) return "Tiene datos de ejemplo: cámbialos por los tuyos";
  const { direccion, whatsapp, hasHorario } = estudio;
  const missing = [!direccion && "tu dirección", !whatsapp && "tu WhatsApp", !hasHorario && "tu horario"].filter(
    (fact) => fact !== false,
  );
  return missing.length > 0 ? `Te falta poner ${joinWords(missing)}` : "";
}

type Row = { group: string; title: string; text: string; to: string; right?: Right; forStaff?: string };

const ROWS: Row[] = [
  { group: "Tu sitio", title: "General", text: "Nombre, contacto, horario y días cerrados", to: "general" },
  { group: "Tu sitio", title: "Apariencia", text: "Color, logotipo, portada y retrato", to: "apariencia" },
  { group: "Tu sitio", title: "Textos del sitio", text: "Los títulos, frases y cifras que leen tus visitas", to: "textos" },
  { group: "Tu sitio", title: "Categorías y dibujos", text: "El orden de tus servicios, y sus dibujos", to: "categorias" },
  {
    ...{ group: "Tu sitio", title: "Beneficios", text: "Lo que tu sitio promete en cada categoría", to: "beneficios" },
    right: "catalogo",
  },
  {
    ...{ group: "Tu equipo", title: "Seguridad", text: "Tu contraseña, tus sesiones y las cuentas del equipo", to: "seguridad" },
    forStaff: "Tu contraseña y dónde está abierta tu cuenta",
    right: "agenda",
  },
  { group: "Tu equipo", title: "Notificaciones", text: "Los mensajes de WhatsApp para las clientas", to: "notificaciones" },
  {
    ...{ group: "Tu equipo", title: "Citas en línea", text: "Si te piden cita en tu sitio, y tu aviso de privacidad" },
    to: "citas-en-linea",
  },
  {
    group: "Tu equipo",
    title: "Integración",
    text: "Que cada especialista vea sus citas en el calendario de su teléfono",
    to: "integracion",
  },
  { group: "Datos", title: "Traer mis hojas", text: "Tu equipo, precios, clientas y citas, desde Excel", to: "/admin/traer" },
  { group: "Datos", title: "Base de Datos", text: "Lo que tienes guardado, y tu respaldo", to: "base-de-datos" },
  { group: "Datos", title: "Papelera", text: "Recupera lo que se eliminó en los últimos 30 días", to: "papelera" },
  { group: "Datos", title: "Bitácora", text: "Quién hizo qué y cuándo", to: "bitacora" },
];

export const meta: MetaFunction = () => [{ title: "Configuración" }];

export default function Secciones() {
  const { rows, access } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Configuración" />
      {access === SIGN_UP_SENTENCES.open ? (
        <OpenSignUp>
          <Link to="seguridad" className="link block w-fit pt-2.5">
            Ver las cuentas
          </Link>
        </OpenSignUp>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 @2xl:@max-4xl:*:first:row-span-2 @2xl:@max-4xl:grid-rows-[auto_1fr] @2xl:grid-cols-2 @4xl:grid-cols-3">
        {[...new Set(rows.map(({ group }) => group))].map((name) => (
          <ScreenSection key={name} id={name.replace(" ", "-").toLowerCase()} title={name}>
            <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
              {rows
                .filter(({ group }) => group === name)
                .map(({ title, text, to, warning }) => (
                  <li key={to} className="relative flex items-center gap-3 px-4 py-3 hover:bg-sand">
                    <div className="min-w-0 grow">
                      <h3 className="font-sans font-semibold tracking-normal">
                        <Link to={to} className="after:absolute after:inset-0">
                          {title}
                        </Link>
                      </h3>
                      <p className="text-sm text-soft">{text}</p>
                      {warning ? <p className="text-sm font-semibold text-accent">{warning}</p> : null}
                    </div>
                    <span className="rotate-180 text-soft">
                      <Icon name="back" />
                    </span>
                  </li>
                ))}
            </ul>
          </ScreenSection>
        ))}
      </div>
      {access === null ? null : (
        <ScreenSection id="estado" title="Estado del sistema" className="mt-10 [&_dl]:max-w-none">
          <FactList
            facts={[
              { label: "Base de datos", value: "Base de datos conectada" },
              {
                label: "Autenticación", // What the alarm says is not said twice.
                value: access === SIGN_UP_SENTENCES.open ? "Autenticación activa" : `Autenticación activa. ${access}`,
              },
            ]}
          />
          <p className="mt-3">
            <Link className="link inline-flex min-h-11 items-center text-soft" to="instalacion">
              Para quien instaló Susa
            </Link>
          </p>
        </ScreenSection>
      )}
    </div>
  );
}
