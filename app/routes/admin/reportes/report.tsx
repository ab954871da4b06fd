import { json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { ScreenHeader } from "~/components/admin";
import { Chart } from "~/components/admin/chart";
import { ReportTable, TableCsvLink } from "~/components/admin/report-table";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { describeChart, drawChart } from "~/format/chart.server";
import { formatCalendarDay, studioDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { formatPeriodo, nextOf, periodoSearch, previousOf } from "~/format/periodo.server";
import { plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { readPeriodo } from "~/http/report-period.server";
import { MAX_REPORT_ROWS } from "~/limits";
import { getReporte } from "~/models/dinero/reporte.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { PeriodoForms, PeriodoLink } from "./period-forms";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const zona = await or503(getZona(), LOAD_ERRORS.reportes);
  const hoy = studioDay(new Date(), zona);
  const { periodo, input, error } = readPeriodo(request, hoy);
  const { sumas, tramos, tablas } = await or503(getReporte(periodo, zona), LOAD_ERRORS.reportes);
  const [anterior, siguiente] = [previousOf(periodo), nextOf(periodo)];
  const neighbour = (other: typeof periodo) => ({ search: periodoSearch(other), name: formatPeriodo(other) });
  return json(
    {
      input,
      error,
      mes: periodo.desde.slice(0, 7),
      nombre: formatPeriodo(periodo),
      search: periodoSearch(periodo),
      anterior: { ...neighbour(anterior), isThere: anterior.desde >= "2000" },
      siguiente: { ...neighbour(siguiente), isThere: siguiente.hasta < "2100" },
      acaba: periodo.desde <= hoy && hoy < periodo.hasta ? periodo.hasta : null,
      sumas,
      chart: tramos && sumas && { ...drawChart(tramos), sentence: describeChart(tramos, sumas.actual) },
      tablas: tablas.map(({ tabla, ...named }) => ({
        ...named,
        tabla: tabla && { ...tabla, filas: tabla.filas.slice(0, MAX_REPORT_ROWS), cuantas: tabla.filas.length },
      })),
    },
    { status: error === null ? 200 : 400 },
  );
}

// Tables with few columns, shown side by side on wide screens.
const HALVES = ["categorias", "conceptos", "citas", "clientes"];

export const meta: MetaFunction = () => [{ title: "Reportes Financieros" }];

export default function Reportes() {
  const { input, error, mes, nombre, search, anterior, siguiente, acaba, sumas, chart, tablas } = useLoaderData<typeof loader>();
  const figures = [
    { title: "Ingresos", name: "ingresos" },
    { title: "Egresos", name: "egresos" },
    { title: "Utilidad neta", name: "neto" },
  ] as const;
  return (
    <div className="@container">
      <ScreenHeader
        title="Reportes Financieros"
        action={
          <Link to="/admin/reportes/cuadre" className="button button-quiet print:hidden">
            Revisar el cuadre
          </Link>
        }
      >
        <span className="inline-block first-letter:uppercase">{nombre}</span>
      </ScreenHeader>
      <PeriodoForms input={input} mes={mes} error={error} />
      <nav aria-label="Otros periodos" className="mb-4 flex flex-wrap justify-between gap-x-6 print:hidden">
        {anterior.isThere ? <PeriodoLink search={anterior.search}>← {anterior.name}</PeriodoLink> : <span />}
        {siguiente.isThere ? <PeriodoLink search={siguiente.search}>{siguiente.name} →</PeriodoLink> : null}
      </nav>

      {sumas ? (
        <dl className="grid gap-4 @2xl:grid-cols-3">
          {figures.map(({ title, name }) => (
            <FigureCard
              key={name}
              title={title}
              amount={sumas.actual[name]}
              before={sumas.anterior[name]}
              change={sumas.cambio[name]}
              when={anterior.name.startsWith("del ") ? anterior.name : `en ${anterior.name}`}
            />
          ))}
        </dl>
      ) : (
        <UnavailablePart>No se pudieron sumar los ingresos y egresos.</UnavailablePart>
      )}
      <p className="mt-2 text-sm text-soft">
        Los ingresos, según la fecha del ingreso; los egresos, según la fecha del egreso.
        {acaba ? ` El periodo acaba el ${formatCalendarDay(acaba)}; el anterior está completo.` : null}
      </p>

      <div className="grid gap-x-6 @4xl:grid-cols-2">
        {tablas.map(({ nombre: id, titulo, tabla }) => (
          <section key={id} aria-labelledby={id} className={`mt-10 min-w-0 ${HALVES.includes(id) ? "" : "col-span-full"}`}>
            <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
              <div>
                <h2 id={id} className="text-2xl">
                  {titulo}
                </h2>
                <p className="text-sm text-soft">{tabla?.segun}</p>
              </div>
              {tabla ? <TableCsvLink href={`/admin/reportes.csv${search}&tabla=${id}`} titulo={titulo} /> : null}
            </div>
            {tabla ? (
              <Rows tabla={tabla} chart={id === "serie" && chart ? { id, title: `${titulo}: ${nombre}`, ...chart } : null} />
            ) : (
              <UnavailablePart>No se pudo cargar esta tabla.</UnavailablePart>
            )}
          </section>
        ))}
      </div>

      <section aria-labelledby="futuros" className="mt-10 print:hidden">
        <h2 id="futuros" className="mb-3 text-2xl">
          Análisis futuros
        </h2>
        <ul className="grid gap-4 @md:grid-cols-2">
          {["Tendencias de ventas", "Proyecciones"].map((titulo) => (
            <li key={titulo} className="card">
              <h3 className="text-xl">{titulo}</h3>
              <p className="text-soft">Próximamente</p>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-sm text-soft">
          Para imprimir este reporte o guardarlo como PDF, usa «Imprimir» en el menú de tu navegador.
        </p>
      </section>
    </div>
  );
}

type Shown = NonNullable<SerializeFrom<typeof loader>["tablas"][number]["tabla"]>;

/** A table with its chart, if it has one. */
function Rows({ tabla, chart }: { tabla: Shown; chart: Omit<ComponentProps<typeof Chart>, "children"> | null }) {
  const { titulo, columnas, filas, total, cuantas } = tabla;
  const table = <ReportTable caption={titulo} columnas={columnas} filas={filas} total={total} />;
  return (
    <>
      {chart ? (
        <Chart {...chart}>{table}</Chart>
      ) : filas.length === 0 ? (
        <p className="card text-soft">Nada en este periodo.</p>
      ) : (
        <div className="card">{table}</div>
      )}
      {cuantas > filas.length ? (
        <p className="mt-2 text-sm text-soft">
          Se muestran {filas.length} de {plural(cuantas, "renglón", "renglones")}: el CSV los tiene todos.
        </p>
      ) : null}
    </>
  );
}

/** An amount of the period, the same of the previous period, and their difference. */
function FigureCard({
  title,
  amount,
  before,
  change,
  when,
}: {
  title: string;
  amount: string;
  before: string;
  change: string;
  when: string;
}) {
  const sign = change.startsWith("-") || !/[1-9]/.test(change) ? "" : "+";
  return (
    <div className="card">
      <dt className="text-soft">{title}</dt>
      <dd className="grid gap-1">
        <span className="font-display text-3xl tabular-nums wrap-anywhere">{formatMoney(amount)}</span>
        <span className="text-sm text-soft">
          <span className="tabular-nums">{formatMoney(before)}</span> {when}
        </span>
        <span className="text-sm">
          Diferencia:{" "}
          <strong className="tabular-nums">
            {sign}
            {formatMoney(change)}
          </strong>
        </span>
      </dd>
    </div>
  );
}
