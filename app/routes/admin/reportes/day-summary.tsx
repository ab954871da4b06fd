import type { SerializeFrom } from "@remix-run/node";
import type { ReactNode } from "react";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Link } from "~/components/link";
import { formatMoney, isNonZero } from "~/format/numbers";
import type { getResumen } from "~/models/dinero/reporte-resumen.server";

type Resumen = SerializeFrom<typeof getResumen>;

type DaySummaryProps = {
  resumen: Resumen | undefined;
  /** What the days are called. */
  dias: string;
  /** The search of the report of yesterday, if it is offered. */
  ayer: string | null;
};

/** What is asked at the end of the day: what came in by method, to be held against the drawer and the terminal, and what else was given or is owed. */
export function DaySummary({ resumen, dias, ayer }: DaySummaryProps) {
  return (
    <section aria-labelledby="resumen" className="card mb-4 gap-2 py-3 @max-2xl:px-4">
      <div className="flex items-center justify-between gap-x-4">
        <h2 id="resumen" className="text-2xl">
          {dias}
        </h2>
        {ayer ? (
          <Link to={ayer} className="link -my-2 inline-flex min-h-11 items-center print:hidden">
            Ver ayer
          </Link>
        ) : null}
      </div>
      {resumen ? <Figures {...resumen} /> : <UnavailablePart>No se pudo sumar lo que entró.</UnavailablePart>}
    </section>
  );
}

function Figures({ metodos, propinas, descuentos, por_cobrar }: Resumen) {
  const shown = metodos.filter(({ metodo, entro, propinas }) => metodo !== "Otro" || isNonZero(entro) || isNonZero(propinas));
  return (
    <>
      <p className="text-sm text-soft">Lo que entró, con sus propinas: compáralo con la caja y con la terminal.</p>
      <dl className="divide-y divide-line @2xl:flex @2xl:flex-wrap @2xl:gap-x-10 @2xl:gap-y-3 @2xl:divide-y-0">
        {shown.map((metodo) => (
          <Method key={metodo.metodo} {...metodo} />
        ))}
      </dl>
      <dl className="flex flex-wrap justify-between gap-x-3 border-t border-line pt-2 @2xl:flex @2xl:gap-x-10">
        <Figure title="Propinas">{formatMoney(propinas)}</Figure>
        <Figure title="Descuentos">{formatMoney(descuentos)}</Figure>
        <Figure title="Por cobrar">
          {isNonZero(por_cobrar) ? (
            <Link to="/admin/ventas/por-cobrar" className="link -my-2.5 inline-block py-2.5">
              {formatMoney(por_cobrar)}
            </Link>
          ) : (
            formatMoney(por_cobrar)
          )}
        </Figure>
      </dl>
    </>
  );
}

/** What came in by a method, and what of it were tips. Only the drawer also pays expenses and hands tips over. */
function Method({ metodo, entro, ingresos, propinas, salio, quedo }: Resumen["metodos"][number]) {
  const sign = propinas.startsWith("-") ? "−" : "+";
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 @2xl:block @2xl:py-0">
      <dt className="text-soft">{metodo}</dt>
      <dd className="text-xl font-semibold tabular-nums wrap-anywhere">{formatMoney(entro)}</dd>
      {isNonZero(propinas) ? (
        <dd className="w-full text-right text-sm text-soft tabular-nums @2xl:text-left">
          {formatMoney(ingresos)} {sign} {formatMoney(propinas.replace("-", ""))} de propinas
        </dd>
      ) : null}
      {metodo === "Efectivo" && isNonZero(salio) ? (
        <dd className="w-full text-right text-sm text-soft tabular-nums @2xl:text-left">
          Salieron {formatMoney(salio)}
          {quedo.startsWith("-") ? `, ${formatMoney(quedo.slice(1))} más de lo que entró` : `: quedan ${formatMoney(quedo)}`}
        </dd>
      ) : null}
    </div>
  );
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{title}</dt>
      <dd className="font-semibold tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
