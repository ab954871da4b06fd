import type { ReactNode } from "react";
import { formatMonth } from "~/format/dates";
import { formatEstimate, formatMoney } from "~/format/numbers";
import { capitalize, joinWords } from "~/format/text";
import type { MesEsperado, Proyeccion } from "~/models/dinero/proyeccion.server";

/** The expected income of this month and of the next one, with what each is computed from. */
export function Projections({ proyeccion }: { proyeccion: Proyeccion }) {
  const { meses, promedio, entrado, faltan, resto, este, siguiente } = proyeccion;
  if (!este || !siguiente) return <p className="card text-soft">Se calcula cuando haya dos meses completos con ingresos.</p>;
  const names = joinWords(meses.map((mes) => formatMonth(mes).split(" ")[0] ?? mes));
  const days = faltan === 1 ? "En el día que falta" : `En los ${faltan} días que faltan`;
  return (
    <ul className="grid gap-2 @2xl:grid-cols-2 @2xl:gap-4">
      <Projection month={este}>
        <li>Ya entraron {formatMoney(entrado)}.</li>
        <li>
          {faltan === 0 ? "Hoy es el último día del mes." : `${days} entrarían ${formatEstimate(resto)}, al ritmo de ${names}.`}
        </li>
        <Booked month={este} when="lo que falta de este mes" />
      </Projection>
      <Projection month={siguiente}>
        <li>
          En {names} entraron en promedio {formatEstimate(promedio)} al mes.
        </li>
        <Booked month={siguiente} when="ese mes" />
      </Projection>
    </ul>
  );
}

function Projection({ month, children }: { month: MesEsperado; children: ReactNode }) {
  return (
    <li className="card gap-1 @max-2xl:px-4 @max-2xl:py-3">
      <h3 className="text-xl">{capitalize(formatMonth(month.mes))}</h3>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-soft">Esperamos</span>
        <span className="text-xl font-semibold tabular-nums">{formatEstimate(month.esperado)}</span>
      </p>
      <details className="datos">
        <summary className="link">Cómo se calcula</summary>
        <ul className="list-disc pl-5 text-soft">{children}</ul>
      </details>
    </li>
  );
}

function Booked({ month: { agendado }, when }: { month: MesEsperado; when: string }) {
  return (
    <li>
      En citas para {when} hay {formatMoney(agendado)} por cobrar. Si con eso sale más, usamos esa cifra.
    </li>
  );
}
