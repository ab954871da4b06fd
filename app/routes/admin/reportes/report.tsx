import { json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { EmptyState, ScreenHeader } from "~/components/admin";
import { PrintButton } from "~/components/admin/print-button";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Link } from "~/components/link";
import { Chart } from "~/components/money/chart";
import { ReportTable, TableCsvLink } from "~/components/money/report-table";
import { LOAD_ERRORS } from "~/content/load-errors";
import { describeChart, drawChart } from "~/format/chart.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { formatChange, formatMoney } from "~/format/numbers";
import { comparedWith, formatPeriodo, nextOf, periodoSearch, previousOf } from "~/format/periodo.server";
import { capitalize, plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { MAX_REPORT_ROWS } from "~/limits";
import { getReporte } from "~/models/dinero/reporte.server";
import { getResumen } from "~/models/dinero/reporte-resumen.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { DaySummary } from "./day-summary";
import { readPeriodo } from "./period.server";
import { PeriodoForms } from "./period-forms";
import { Projections } from "./projections";
import { formatWhen, hasNothing, summarizeReporte } from "./summary";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const zona = await or503(getZona(), LOAD_ERRORS.reportes);
  const hoy = studioDay(new Date(), zona);
  const { periodo, input, error } = readPeriodo(request, hoy);
  const isChosen = error === null && Object.values(input).some(Boolean);
  const dias = isChosen ? periodo : { desde: hoy, hasta: hoy };
  const [reporte, resumen] = await or503(
    Promise.all([getReporte(periodo, zona, hoy), orUndefined(getResumen(dias, zona))]),
    LOAD_ERRORS.reportes,
  );
  const { sumas, tramos, proyeccion, tablas } = reporte;
  const isEmpty = hasNothing(reporte);
  const [anterior, siguiente] = [previousOf(periodo), nextOf(periodo)];
  const neighbour = (other: typeof periodo) => ({ search: periodoSearch(other), name: capitalize(formatPeriodo(other)) });
  return json(
    {
      input,
      error,
      resumen,
      dias: dias.desde === hoy && dias.hasta === hoy ? "Hoy" : capitalize(formatPeriodo(periodo)),
      ayer: isChosen ? null : periodoSearch({ tipo: "rango", desde: addDays(hoy, -1), hasta: addDays(hoy, -1) }),
      mes: periodo.desde.slice(0, 7),
      nombre: formatPeriodo(periodo),
      antes: formatWhen(comparedWith(periodo, hoy), hoy),
      search: periodoSearch(periodo),
      anterior: { ...neighbour(anterior), isThere: anterior.desde >= "2000" },
      siguiente: { ...neighbour(siguiente), isThere: siguiente.desde <= hoy },
      isEmpty,
      isNow: periodo.desde <= hoy && hoy <= periodo.hasta,
      frases: summarizeReporte(reporte, periodo, hoy),
      sumas,
      proyeccion,
      // Of nothing there is no chart, and no table of zeros.
      chart: tramos && sumas && !isEmpty && { ...drawChart(tramos), sentence: describeChart(tramos, sumas.actual) },
      tablas: tablas.map(({ tabla, ...named }) => {
        const filas = isEmpty ? [] : (tabla?.filas ?? []);
        return { ...named, tabla: tabla && { ...tabla, filas: filas.slice(0, MAX_REPORT_ROWS), cuantas: filas.length } };
      }),
    },
    { status: error === null ? 200 : 400 },
  );
}

// Tables with few columns, shown side by side on wide screens.
const HALVES = ["conceptos", "categorias", "citas", "clientes"];

export const meta: MetaFunction = () => [{ title: "Reportes Financieros" }];

export default function Reportes() {
  const { resumen, dias, ayer, input, error, mes, nombre, anterior, siguiente, isEmpty, frases } = useLoaderData<typeof loader>();
  return (
    <div className="report @container max-lg:[&_header_button>span]:sr-only">
      <ScreenHeader title="Reportes Financieros" action={isEmpty ? null : <PrintButton />}>
        <span className="inline-block first-letter:uppercase">{nombre}</span>
      </ScreenHeader>
      <DaySummary {...{ resumen, dias, ayer }} />
      <PeriodoForms {...{ input, mes, error, anterior, siguiente }} />
      <div className="frases mb-4 grid gap-1 text-lg/snug">
        {(isEmpty ? [] : frases).map((frase) => (
          <p key={frase} className="text-balance wrap-anywhere first:text-xl first:font-semibold">
            {frase}
          </p>
        ))}
      </div>
      <Parts />
    </div>
  );
}

/** Says that a period has nothing yet, and leads to where it gets something. */
function NothingHere() {
  const { frases, isNow } = useLoaderData<typeof loader>();
  return (
    <div className="mb-4">
      <EmptyState title={(frases[0] ?? "Nada en este periodo").replace(/\.$/, "")}>
        <p className="text-balance text-soft">Aquí verás los ingresos, los egresos y las citas de estos días.</p>
        {isNow ? (
          <Link to="/admin/ingresos/nuevo" className="button button-quiet">
            Registrar un ingreso
          </Link>
        ) : null}
      </EmptyState>
    </div>
  );
}

const FIGURES = [
  { title: "Ingresos", name: "ingresos" },
  { title: "Egresos", name: "egresos" },
  { title: "Utilidad neta", name: "neto" },
] as const;

/** The sums of the period, next to those that they are compared with, and its tables. */
function Parts() {
  const { antes, sumas, tablas, isEmpty } = useLoaderData<typeof loader>();
  return (
    <>
      {sumas ? (
        <dl className="grid gap-2 @2xl:grid-cols-3 @2xl:gap-4">
          {FIGURES.map(({ title, name }) => (
            <div
              key={name}
              className="card @max-2xl:grid @max-2xl:grid-cols-[auto_1fr] @max-[17rem]:grid-cols-1 @max-2xl:px-4 @max-2xl:py-3"
            >
              <dt className="text-soft">{title}</dt>
              <dd className="grid gap-1 @max-2xl:gap-0 @max-2xl:text-right @max-[17rem]:text-left">
                <span className="text-[min(1.75rem,7.5vw)] font-semibold tabular-nums wrap-anywhere">
                  {formatMoney(sumas.actual[name])}
                </span>
                <span className="text-sm text-soft">
                  <span className="tabular-nums">{formatMoney(sumas.anterior[name])}</span> {antes}
                </span>
                <span className="text-sm">
                  Diferencia: <strong className="whitespace-nowrap tabular-nums">{formatChange(sumas.cambio[name])}</strong>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <UnavailablePart>No se pudieron sumar los ingresos y egresos.</UnavailablePart>
      )}
      <Link to="/admin/reportes/cuadre" className="link ml-auto block w-fit py-2.5 print:hidden">
        Revisar que todo cuadre
      </Link>
      {isEmpty ? <NothingHere /> : null}
      <nav
        aria-label="Partes del reporte"
        className="-mx-4 flex gap-2 overflow-x-auto bg-paper px-4 py-1.5 [scrollbar-width:none] md:-mx-5 lg:-mx-8 md:px-5 lg:px-8 @max-2xl:sticky @max-2xl:top-14 @max-2xl:z-10 @max-2xl:md:top-16 @2xl:-mx-2 @2xl:flex-wrap @2xl:gap-x-1 @2xl:gap-y-0 @2xl:px-0 print:hidden"
      >
        {tablas.map(({ nombre: id, titulo }) => (
          <a
            key={id}
            href={`#${id}`}
            className="choice shrink-0 px-3 text-sm @2xl:border-transparent @2xl:px-2 @2xl:font-normal @2xl:underline @2xl:underline-offset-4"
          >
            {titulo}
          </a>
        ))}
      </nav>

      <Tables tablas={tablas.slice(0, FIRST_TABLES)} />
      <details className="datos mt-7">
        <summary className="link">Ver las otras {tablas.length - FIRST_TABLES} partes</summary>
        <Tables tablas={tablas.slice(FIRST_TABLES)} />
      </details>
    </>
  );
}

// The others are folded; a link to one of them opens the fold.
const FIRST_TABLES = 6;

function Tables({ tablas }: { tablas: SerializeFrom<typeof loader>["tablas"] }) {
  const { nombre, search, chart, proyeccion, isEmpty } = useLoaderData<typeof loader>();
  return (
    <div className="report-tables grid gap-x-6 @4xl:grid-cols-2">
      {tablas.map(({ nombre: id, titulo, tabla }) => (
        <section
          key={id}
          aria-labelledby={id}
          className={`min-w-0 ${isEmpty ? "mt-3" : "mt-7 @2xl:mt-10"} ${HALVES.includes(id) ? "" : "col-span-full"}`}
        >
          <div className="report-heading mb-2 flex flex-wrap items-center justify-between gap-x-4">
            <h2 id={id} className="min-w-0 flex-1 text-2xl">
              {titulo}
            </h2>
            {tabla ? <TableCsvLink href={`/admin/reportes.csv${search}&tabla=${id}`} titulo={titulo} /> : null}
            {isEmpty || !tabla?.segun ? null : (
              <details className="datos w-full text-sm">
                <summary className="link">
                  ¿Cómo se cuenta?<span className="sr-only"> {titulo}</span>
                </summary>
                <p className="text-soft">{tabla.segun}</p>
              </details>
            )}
          </div>
          {id === "proyecciones" && proyeccion ? (
            <Projections proyeccion={proyeccion} />
          ) : tabla ? (
            <Rows tabla={tabla} chart={id === "serie" && chart ? { id, title: `${titulo}: ${nombre}`, ...chart } : null} />
          ) : (
            <UnavailablePart>No se pudo cargar esta tabla.</UnavailablePart>
          )}
        </section>
      ))}
    </div>
  );
}

type Shown = NonNullable<SerializeFrom<typeof loader>["tablas"][number]["tabla"]>;

/** A table with its chart, if it has one. */
function Rows({ tabla, chart }: { tabla: Shown; chart: Omit<ComponentProps<typeof Chart>, "children"> | null }) {
  const { isEmpty } = useLoaderData<typeof loader>();
  const { titulo, columnas, filas, total, cuantas, vacia = "Nada en este periodo." } = tabla;
  // Below the first rows only, the total must not read as theirs.
  const totals = total && filas.length > 6 ? [`Total (${cuantas})`, ...total.slice(1)] : total;
  const table = <ReportTable caption={titulo} columnas={columnas} filas={filas} total={totals} />;
  return (
    <>
      {chart ? (
        <Chart {...chart}>{table}</Chart>
      ) : filas.length === 0 ? (
        <p className={isEmpty ? "text-soft" : "card text-soft"}>{vacia}</p>
      ) : (
        <div className="card first-rows gap-1 @max-2xl:px-3 @max-2xl:py-2">
          {table}
          {filas.length > 6 ? (
            <details className="open:hidden print:hidden">
              <summary className="link">
                Ver todo<span className="sr-only"> de {titulo}</span>
              </summary>
            </details>
          ) : null}
        </div>
      )}
      {cuantas > filas.length ? (
        <p className="mt-2 text-sm text-soft">
          Se muestran {filas.length} de {plural(cuantas, "renglón", "renglones")}: el archivo los tiene todos.
        </p>
      ) : null}
    </>
  );
}
