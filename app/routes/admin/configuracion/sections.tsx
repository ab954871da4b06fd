import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader } from "~/components/admin";
import { Link } from "~/components/link";
import { isDemo } from "~/content/estudio";
import { env } from "~/env.server";
import { formatDate } from "~/format/dates";
import { plural } from "~/format/text";
import { or503, type Right, requireUser } from "~/http/guards.server";
import { signUpMode } from "~/http/session/sign-up.server";
import { countQueued } from "~/media/avif-queue.server";
import { countPendientes } from "~/models/cuentas/cuenta.server";
import { can } from "~/models/cuentas/permiso.server";
import { getBaseDeDatos } from "~/models/estudio/base-de-datos.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { type Fact, FactList } from "./fact-list";

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

const UNREADABLE = "La base de datos no responde. Espera un momento y vuelve a cargar la página.";

const MODES = { open: "cualquiera puede registrarse", approval: "las cuentas nuevas se aprueban", closed: "sin cuentas nuevas" };

/** The present state of the system, from the database and the environment. */
async function readEstado(): Promise<Fact[]> {
  const [{ version, migration }, configuracion, waiting] = await or503(
    Promise.all([getBaseDeDatos(), getConfiguracion(), countQueued()]),
    UNREADABLE,
  );
  const on = migration?.at ? ` · ${formatDate(migration.at, configuracion.zona_horaria)}` : "";
  return [
    { label: "Base de datos", value: `Base de datos conectada · PostgreSQL ${version}` },
    { label: "Autenticación", value: `Autenticación activa · ${MODES[signUpMode()]}` },
    { label: "Imágenes", value: env().CLOUDINARY_URL ? "En Cloudinary" : "En el disco" },
    {
      label: "Imágenes por aligerar (AVIF)",
      value: waiting === 0 ? "Ninguna" : plural(waiting, "en espera", "en espera"),
    },
    { label: "Última migración", value: migration ? migration.name + on : "Ninguna" },
    { label: "Datos del estudio", value: isDemo(configuracion) ? "De ejemplo: cámbialos en General" : "Propios" },
  ];
}

const CARDS: { title: string; text: string; to: string; right?: Right; forStaff?: string }[] = [
  { title: "General", text: "Nombre, dirección, horario, días cerrados y textos del sitio", to: "general" },
  { title: "Notificaciones", text: "Los mensajes de WhatsApp para las clientas", to: "notificaciones" },
  {
    title: "Seguridad",
    text: "Tu contraseña, tus sesiones y las cuentas del equipo",
    forStaff: "Tu contraseña y dónde está abierta tu cuenta",
    to: "seguridad",
    right: "agenda",
  },
  { title: "Base de Datos", text: "Qué hay guardado, respaldo y exportación", to: "base-de-datos" },
  { title: "Apariencia", text: "Color, logotipo e imagen de la portada", to: "apariencia" },
  { title: "Integración", text: "Imágenes y calendarios de las especialistas", to: "integracion" },
  { title: "Beneficios", text: "Lo que el sitio promete en cada categoría", to: "beneficios", right: "catalogo" },
  { title: "Bitácora", text: "Quién hizo qué, y cuándo", to: "bitacora" },
  { title: "Papelera", text: "Lo que se eliminó en los últimos 30 días, para recuperarlo", to: "papelera" },
];

export const meta: MetaFunction = () => [{ title: "Configuración" }];

export default function Configuracion() {
  const { cards, estado, waiting } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Configuración" />
      <ul className="grid gap-4 @md:grid-cols-2 @4xl:grid-cols-3">
        {cards.map(({ title, text, to }) => (
          <li key={title} className="card">
            <h2 className="text-2xl">{title}</h2>
            <p className="text-soft">{text}</p>
            {waiting > 0 && to === "seguridad" ? (
              <p className="font-semibold">
                {waiting === 1 ? "Una cuenta espera" : `${waiting} cuentas esperan`} que la apruebes
              </p>
            ) : null}
            <p className="mt-auto pt-2">
              <Link className="button button-quiet" to={to}>
                Abrir<span className="sr-only"> {title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
      {estado ? (
        <section aria-labelledby="estado" className="mt-10">
          <h2 id="estado" className="mb-4 text-2xl">
            Estado del sistema
          </h2>
          <FactList facts={estado} />
        </section>
      ) : null}
    </div>
  );
}
