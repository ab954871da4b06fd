import { Badge } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import type { FirstSteps } from "~/models/estudio/primeros-pasos.server";

type Step = { name: keyof FirstSteps; href: string; title: string; text: string };

/** The way back here from the page of a step. */
const DE = "de=/admin";

/** What a new studio needs before its first appointment, in the order in which each needs the one before. */
const STEPS: Step[] = [
  {
    ...{ name: "datos", href: `/admin/configuracion/general?parte=estudio&${DE}`, title: "Tu nombre y tu contacto" },
    text: "Cómo te llamas, dónde estás y el WhatsApp que recibe las citas.",
  },
  {
    ...{ name: "horario", href: `/admin/configuracion/general?parte=horario&${DE}`, title: "Tu horario" },
    text: "A qué hora abres y a qué hora comen. Hasta que lo guardes, tu sitio no lo dice.",
  },
  {
    ...{ name: "equipo", href: `/admin/empleados/nuevo?${DE}`, title: "Tu equipo" },
    text: "Quién atiende. Si trabajas sola, agrégate tú.",
  },
  {
    ...{ name: "servicios", href: `/admin/servicios/nuevo?${DE}`, title: "Tus servicios" },
    text: "Qué haces, cuánto dura, cuánto cuesta y quién lo hace.",
  },
  {
    ...{ name: "cita", href: "/admin/citas/nueva", title: "Tu primera cita" },
    text: "Agéndala y aquí verás lo que sigue en el día.",
  },
];

/** What can wait. */
const WISHES: Step[] = [
  {
    ...{ name: "logo", href: `/admin/configuracion/apariencia/logo?${DE}`, title: "Tu logotipo" },
    text: "Sin él se lee el nombre de tu estudio.",
  },
  {
    ...{ name: "portada", href: `/admin/configuracion/apariencia/portada?${DE}`, title: "Tu foto de portada" },
    text: "Lo primero que se ve de tu sitio.",
  },
  { ...{ name: "fotos", href: `/admin/galeria?${DE}`, title: "Tus fotos" }, text: "Los trabajos que ya hiciste, en tu galería." },
  {
    ...{ name: "clientas", href: "/admin/traer", title: "Tus clientas" },
    text: "Tráelas todas de una hoja que ya tengas.",
  },
  {
    ...{ name: "aviso", href: `/admin/configuracion/citas-en-linea?${DE}`, title: "Tu aviso de privacidad" },
    text: "Hay uno escrito con tus datos: léelo y cámbialo si hace falta.",
  },
  {
    ...{ name: "cuentas", href: `/admin/configuracion/seguridad?${DE}`, title: "Quién puede entrar" },
    text: "Que nadie abra una cuenta sin que tú lo sepas.",
  },
];

// Of a step that is done the next thing is to look at what is there.
const LISTS: Partial<Record<keyof FirstSteps, string>> = { equipo: "/admin/empleados", servicios: "/admin/servicios" };

/** What a new studio does first, each step with its screen. `sinDatos`: the name its site shows while it has no facts of its own. */
export function ParaEmpezar({ pasos, sinDatos }: { pasos: FirstSteps; sinDatos: string | null }) {
  const next = STEPS.find(({ name }) => !pasos[name])?.name;
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
      <div className="mt-4 grid gap-6 @4xl:grid-cols-2 @4xl:items-start">
        <div>
          <h3 className="mb-2 text-xl">Para recibir citas</h3>
          <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
            {STEPS.map((step, index) => (
              <StepRow key={step.name} {...step} number={index + 1} isDone={pasos[step.name]} isNext={step.name === next} />
            ))}
          </ol>
        </div>
        <div>
          <h3 className="mb-2 text-xl">Cuando quieras</h3>
          <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
            {WISHES.map((step) => (
              <StepRow key={step.name} {...step} isDone={pasos[step.name]} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

type StepRowProps = Step & { number?: number; isDone: boolean; isNext?: boolean };

function StepRow({ name, href, title, text, number, isDone, isNext = false }: StepRowProps) {
  return (
    <li
      className={`relative flex items-center gap-3 px-4 py-3 first:rounded-t-2xl last:rounded-b-2xl hover:bg-sand ${isNext ? "bg-sand" : ""}`}
    >
      {number === undefined ? null : (
        <span
          className={`w-4 shrink-0 text-center font-display text-2xl ${isNext ? "text-accent" : "text-soft"}`}
          aria-hidden="true"
        >
          {number}
        </span>
      )}
      <div className="min-w-0 grow">
        <h4 className="font-sans font-semibold tracking-normal">
          <Link to={(isDone && LISTS[name]) || href} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h4>
        {isDone ? null : <p className="text-sm text-soft">{text}</p>}
      </div>
      {isDone ? (
        <Badge tone="good">Listo</Badge>
      ) : (
        <span className={`rotate-180 ${isNext ? "text-accent" : "text-soft"}`}>
          <Icon name="back" />
        </span>
      )}
    </li>
  );
}
