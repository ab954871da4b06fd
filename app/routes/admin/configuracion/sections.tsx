import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader } from "~/components/admin";
import { Link } from "~/components/link";
import { isDemo } from "~/content/estudio";
import { env } from "~/env.server";
import { formatDate } from "~/format/dates";
import { plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { signUpMode } from "~/http/sign-up.server";
import { countQueued } from "~/media/avif-queue.server";
import { getBaseDeDatos } from "~/models/estudio/base-de-datos.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { type Fact, FactList } from "./fact-list";

export async function loader({ request }: LoaderFunctionArgs) {
  const { rol } = await requireUser(request, "agenda");
  return { isOwner: rol === "propietaria", estado: await readEstado() };
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

const CARDS = [
  { title: "General", text: "Nombre, dirección, horario, días cerrados y textos del sitio", to: "general" },
  { title: "Notificaciones", text: "Los mensajes de WhatsApp para las clientas", to: "notificaciones" },
  { title: "Seguridad", text: "Tu contraseña, tus sesiones y las cuentas del equipo", to: "seguridad" },
  { title: "Base de Datos", text: "Qué hay guardado, respaldo y exportación", to: "base-de-datos", ownerOnly: true },
  { title: "Apariencia", text: "Color, logotipo e imagen de la portada", to: "apariencia" },
  { title: "Integración", text: "Imágenes y calendarios de las especialistas", to: "integracion", ownerOnly: true },
];

export const meta: MetaFunction = () => [{ title: "Configuración" }];

export default function Configuracion() {
  const { isOwner, estado } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Configuración" />
      <ul className="grid gap-4 @md:grid-cols-2 @4xl:grid-cols-3">
        {CARDS.map(({ title, text, to, ownerOnly }) => (
          <li key={title} className="card">
            <h2 className="text-2xl">{title}</h2>
            <p className="text-soft">{text}</p>
            <p className="mt-auto pt-2">
              {isOwner || !ownerOnly ? (
                <Link className="button button-quiet" to={to}>
                  Abrir<span className="sr-only"> {title}</span>
                </Link>
              ) : (
                <span className="inline-block py-2.5 text-soft">Solo la propietaria</span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="estado" className="mt-10">
        <h2 id="estado" className="mb-4 text-2xl">
          Estado del sistema
        </h2>
        <FactList facts={estado} />
      </section>
    </div>
  );
}
