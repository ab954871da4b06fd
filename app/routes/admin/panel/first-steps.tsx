import { Badge } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";

/** A first step of a new studio: where it is done, and whether it is. */
type Paso = { href: string; title: string; text: string; isDone: boolean };

/** The first steps of a new studio, in their order. */
export const PASOS: (Omit<Paso, "isDone"> & { name: "datos" | "servicios" | "equipo" | "cita" })[] = [
  {
    name: "datos",
    href: "/admin/configuracion/general",
    title: "Tu horario y tus datos",
    text: "Nombre, dirección, teléfono y a qué hora abres: así te encuentran tus clientas.",
  },
  {
    name: "servicios",
    href: "/admin/servicios",
    title: "Tus servicios",
    text: "Qué haces, cuánto dura y cuánto cuesta.",
  },
  {
    name: "equipo",
    href: "/admin/empleados",
    title: "Tu equipo",
    text: "Quién atiende y en qué horario. Si trabajas sola, agrégate tú.",
  },
  {
    name: "cita",
    href: "/admin/citas/nueva",
    title: "Tu primera cita",
    text: "Agéndala y aquí verás lo que sigue en el día.",
  },
];

/** What a new studio does first, each step with its screen. `sinDatos`: the name its site shows while it has no facts of its own. */
export function ParaEmpezar({ pasos, sinDatos }: { pasos: Paso[]; sinDatos: string | null }) {
  const next = pasos.find(({ isDone }) => !isDone)?.href;
  return (
    <section className="mb-10" aria-labelledby="para-empezar">
      <h2 id="para-empezar" className="text-2xl">
        Para empezar
      </h2>
      {sinDatos === null ? null : (
        <p className="mt-1">
          <a className="link" href="/">
            Tu sitio ya se ve
          </a>
          {`: dice «${sinDatos}», sin dirección, teléfono ni WhatsApp. Google no lo muestra hasta que escribas los tuyos.`}
        </p>
      )}
      <p className="mt-1 mb-4 text-soft">Con esto tu estudio queda listo para recibir citas.</p>
      <ol className="grid gap-3 @2xl:grid-cols-2 md:gap-4">
        {pasos.map(({ href, title, text, isDone }, index) => (
          <li key={href}>
            <Link to={href} className={`card h-full hover:bg-sand ${href === next ? "border-accent" : ""}`}>
              <span className="flex items-center gap-x-3">
                <span className="font-display text-xl">
                  {index + 1}. {title}
                </span>
                {isDone ? (
                  <Badge tone="good">Listo</Badge>
                ) : (
                  <span className="ml-auto rotate-180 text-accent">
                    <Icon name="back" />
                  </span>
                )}
              </span>
              <span className="text-soft">{text}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
