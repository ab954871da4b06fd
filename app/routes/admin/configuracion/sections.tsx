import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader, ScreenSection } from "~/components/admin";
import { Link } from "~/components/link";
import { type Estudio, hasFacts, isDemo } from "~/content/estudio";
import { or503, type Right, requireUser } from "~/http/guards.server";
import { signUpMode } from "~/http/session/sign-up.server";
import { countPendientes } from "~/models/cuentas/cuenta.server";
import { can } from "~/models/cuentas/permiso.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { type Fact, FactList, SIGN_UP_SENTENCES, UNREADABLE } from "./fact-list";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const isOwner = can(user, "propietaria");
  const [estado, waiting] = isOwner ? await Promise.all([readEstado(), or503(countPendientes(), UNREADABLE)]) : [null, 0];
  const cards = CARDS.filter(({ right = "propietaria" }) => can(user, right)).map(({ title, text, to, forStaff = text }) => ({
    title,
    text: isOwner ? text : forStaff,
    to,
  }));
  return { cards, estado, waiting };
}

/** The present state of the system, as the owner would ask for it. */
async function readEstado(): Promise<Fact[]> {
  const configuracion = await or503(getConfiguracion(), UNREADABLE);
  return [
    { label: "Base de datos", value: "Base de datos conectada" },
    { label: "Autenticación", value: `Autenticación activa. ${signUpSentence()}` },
    { label: "Datos del estudio", value: describeFacts(configuracion) },
  ];
}

function describeFacts(configuracion: Estudio): string {
  if (isDemo(configuracion)) return "De ejemplo: cámbialos en General";
  return hasFacts(configuracion) ? "Los tuyos" : "Todavía faltan: escríbelos en General";
}

// Where anyone can sign up, anyone can read the clients' names and telephones.
function signUpSentence(): string {
  const mode = signUpMode();
  return mode === "open" ? "Atención: cualquiera puede crear una cuenta y entrar." : SIGN_UP_SENTENCES[mode];
}

const CARDS: { title: string; text: string; to: string; right?: Right; forStaff?: string }[] = [
  { title: "General", text: "Nombre, dirección, horario, contacto y días cerrados", to: "general" },
  { title: "Notificaciones", text: "Los mensajes de WhatsApp para las clientas", to: "notificaciones" },
  {
    title: "Seguridad",
    text: "Tu contraseña, tus sesiones y las cuentas del equipo",
    forStaff: "Tu contraseña y dónde está abierta tu cuenta",
    to: "seguridad",
    right: "agenda",
  },
  { title: "Base de Datos", text: "Lo que tienes guardado, y tu respaldo", to: "base-de-datos" },
  { title: "Apariencia", text: "Color, logotipo, portada y retrato", to: "apariencia" },
  { title: "Integración", text: "Las citas en el calendario de cada especialista", to: "integracion" },
  { title: "Textos del sitio", text: "Los títulos, frases y cifras que leen tus visitas", to: "textos" },
  { title: "Categorías y dibujos", text: "En qué orden se ven tus servicios, y qué dibujos los acompañan", to: "categorias" },
  { title: "Beneficios", text: "Lo que tu sitio promete en cada categoría", to: "beneficios", right: "catalogo" },
  { title: "Bitácora", text: "Quién hizo qué y cuándo", to: "bitacora" },
  { title: "Papelera", text: "Recupera lo que se eliminó en los últimos 30 días", to: "papelera" },
];

export const meta: MetaFunction = () => [{ title: "Configuración" }];

export default function Configuracion() {
  const { cards, estado, waiting } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Configuración" />
      <ul className="grid gap-4 @md:grid-cols-2 @4xl:grid-cols-3">
        {cards.map(({ title, text, to }) => (
          <li key={title} className="card max-sm:flex-row max-sm:items-center max-sm:justify-between max-sm:gap-4">
            <div className="grid gap-1">
              <h2 className="text-2xl max-sm:text-xl">{title}</h2>
              <p className="text-soft">{text}</p>
              {waiting > 0 && to === "seguridad" ? (
                <p className="font-semibold">
                  {waiting === 1 ? "Una cuenta espera que la apruebes" : `${waiting} cuentas esperan que las apruebes`}
                </p>
              ) : null}
            </div>
            <p className="shrink-0 sm:mt-auto sm:pt-2">
              <Link className="button button-quiet" to={to}>
                Abrir<span className="sr-only"> {title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
      {estado ? (
        <ScreenSection id="estado" title="Estado del sistema" className="mt-10">
          <FactList facts={estado} />
          <p className="mt-6">
            <Link className="link inline-block py-2.5 text-soft" to="instalacion">
              Para quien instaló Susa
            </Link>
          </p>
        </ScreenSection>
      ) : null}
    </div>
  );
}
