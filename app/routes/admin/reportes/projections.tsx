import { formatMonth } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { capitalize } from "~/format/text";
import type { MesEsperado, Proyeccion } from "~/models/dinero/proyeccion.server";

/** The expected income of this month and of the next one, with what each is computed from and how sure it is. */
export function Projections({ proyeccion }: { proyeccion: Proyeccion }) {
  const { meses, este, siguiente } = proyeccion;
  if (!este || !siguiente)
    return (
      <p className="card text-soft">
        {meses.length === 0 ? "Todavía no hay ningún mes completo de ingresos." : "Solo hay un mes completo de ingresos."} Con dos
        se puede calcular.
      </p>
    );
  const certainty = sayCertainty(proyeccion);
  return (
    <ul className="grid gap-4 @2xl:grid-cols-2">
      <Projection month={este} label="Para este mes se espera" certainty={certainty} reasons={reasonsOfThis(proyeccion, este)} />
      <Projection
        month={siguiente}
        label="Para el mes que viene se espera"
        certainty={certainty}
        reasons={reasonsOfNext(proyeccion, siguiente)}
      />
    </ul>
  );
}

type ProjectionProps = { month: MesEsperado; label: string; certainty: string; reasons: string[] };

function Projection({ month: { mes, esperado, desde, hasta }, label, certainty, reasons }: ProjectionProps) {
  return (
    <li className="card">
      <h3 className="text-xl">{capitalize(formatMonth(mes))}</h3>
      <p className="grid gap-1">
        <span className="text-soft">{label}</span>
        <span className="font-display text-3xl tabular-nums">{formatMoney(esperado)}</span>
        {desde === hasta ? null : (
          <span className="tabular-nums">
            Entre {formatMoney(desde)} y {formatMoney(hasta)}
          </span>
        )}
      </p>
      <p className="font-semibold">{certainty}</p>
      <div>
        <h4 className="text-sm font-semibold">Cómo se calcula</h4>
        <ul className="list-disc pl-5 text-soft">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function sayCertainty({ meses, variacion, seguridad }: Proyeccion): string {
  if (meses.length < 3) return `Poco confiable: solo hay ${meses.length} meses de datos.`;
  if (variacion === null) return "Poco confiable: en los últimos 3 meses no entró nada.";
  if (seguridad === "poca") return "Poco confiable: los últimos 3 meses fueron muy distintos entre sí.";
  if (seguridad === "media") return `Más o menos confiable: los últimos 3 meses cambiaron hasta ${variacion} % entre sí.`;
  return "Bastante confiable: los últimos 3 meses se parecen.";
}

function reasonsOfThis({ meses, entrado, faltan, resto, pagado }: Proyeccion, { agendado }: MesEsperado): string[] {
  return [
    `Ya entraron ${formatMoney(entrado)}.`,
    faltan === 0
      ? "Hoy es el último día del mes."
      : `${faltan === 1 ? "En el último día" : `En los últimos ${faltan} días`} de ${sayMonths(meses)} entraron en promedio ${formatMoney(resto ?? "0.00")}.`,
    sayBooked(agendado, pagado, "lo que falta de este mes"),
  ];
}

function reasonsOfNext({ meses, temporada, pagado }: Proyeccion, { mes, agendado }: MesEsperado): string[] {
  return [
    `El promedio de ${sayMonths(meses)}.`,
    ...(temporada === null
      ? []
      : [
          `Hace un año, en ${formatMonth(mes).split(" ")[0]} entró ${temporada} veces lo de esos mismos meses; aquí se calcula igual.`,
        ]),
    sayBooked(agendado, pagado, "ese mes"),
  ];
}

/** What is booked and which part of it is usually paid: the projection is never below that. */
function sayBooked(agendado: string, pagado: string | null, when: string): string {
  const booked = `En citas para ${when} hay ${formatMoney(agendado)} por cobrar`;
  return pagado === null
    ? `${booked}.`
    : `${booked}; de lo agendado se suele pagar el ${pagado} %. Si eso da más, se usa esa cantidad.`;
}

/** The names of some months of one or two years: `agosto, septiembre y octubre`. */
function sayMonths(meses: string[]): string {
  const names = meses.map((mes) => formatMonth(mes).split(" ")[0] ?? mes);
  return `${names.slice(0, -1).join(", ")} y ${names.at(-1)}`;
}
