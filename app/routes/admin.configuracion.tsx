import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ScreenHeader } from "~/components/admin";
import { requireUser } from "~/http/guards.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

const CARDS = [
  { title: "General", text: "Nombre, dirección, horario y textos del sitio", to: "general" },
  { title: "Notificaciones", text: "Mensajes para las clientas" },
  { title: "Seguridad", text: "Cuentas del equipo y quién puede entrar", to: "seguridad" },
  { title: "Base de Datos", text: "Respaldo y exportación" },
  { title: "Apariencia", text: "Logotipo y color" },
  { title: "Integración", text: "Imágenes y calendario" },
];

export const meta: MetaFunction = () => [{ title: "Configuración" }];

export default function Configuracion() {
  return (
    <div className="@container">
      <ScreenHeader title="Configuración" />
      <ul className="grid gap-4 @md:grid-cols-2 @4xl:grid-cols-3">
        {CARDS.map(({ title, text, to }) => (
          <li key={title} className="card">
            <h2 className="text-2xl">{title}</h2>
            <p className="text-soft">{text}</p>
            <p className="mt-auto pt-2">
              {to ? (
                <Link className="button button-quiet" to={to}>
                  Abrir<span className="sr-only"> {title}</span>
                </Link>
              ) : (
                <span className="inline-block py-2.5 text-soft">Próximamente</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
