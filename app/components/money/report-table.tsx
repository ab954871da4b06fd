import { Icon } from "~/components/icon";
import { formatCalendarDay, formatMonth } from "~/format/dates";
import { formatChange, formatMoney, formatNumber, formatOneDecimal } from "~/format/numbers";
import { softHyphens } from "~/format/soft-hyphens";
import { capitalize } from "~/format/text";

type Columna = { titulo: string; clase: "texto" | "fecha" | "cuenta" | "dinero" | "cambio" | "porcentaje" };
type Celda = string | null;

/** Formats a cell by the type of its column; null, an unknown value, is a dash. */
function formatCell(cell: Celda, clase: Columna["clase"]): string {
  if (cell === null) return "—";
  if (clase === "dinero") return formatMoney(cell);
  if (clase === "cambio") return formatChange(cell);
  if (clase === "porcentaje") return `${Number(cell) > 0 ? "+" : ""}${formatOneDecimal(Number(cell))}%`;
  if (clase === "cuenta") return formatNumber(Number(cell));
  if (clase === "fecha" && cell.length === 10) return formatCalendarDay(cell);
  if (clase === "fecha" && cell.length === 7) return capitalize(formatMonth(cell));
  return clase === "texto" ? softHyphens(cell) : cell;
}

// On narrow screens a table of four or more columns shows each row as its name and a grid of titled values.
const STACKED = {
  group: "@max-lg:block",
  head: "@max-lg:sr-only",
  row: "@max-lg:grid @max-lg:gap-x-1.5 @max-lg:py-1.5",
  name: "@max-lg:static @max-lg:col-span-full @max-lg:py-0 @max-lg:font-semibold",
  cell: "@max-lg:pt-0 @max-lg:pb-0.5 @max-lg:pl-0 @max-lg:text-left @max-lg:before:block @max-lg:before:text-xs @max-lg:before:font-normal @max-lg:before:whitespace-normal @max-lg:before:text-soft @max-lg:before:content-[attr(data-titulo)]",
};
const AS_MANY_AS_FIT = "@max-lg:grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]";
const TWO_BY_TWO = "@max-lg:grid-cols-[repeat(auto-fill,minmax(max(6rem,40%),1fr))]";
// That of the specialists: four counts in a line, and three sums below, each as wide as its title.
const FOUR_AND_THREE =
  "@max-lg:@min-[18.5rem]:grid-cols-16 @max-lg:@min-[18.5rem]:gap-x-1 @max-lg:@min-[18.5rem]:[&>td]:col-span-5 @max-lg:@min-[18.5rem]:[&>td:nth-child(2)]:col-span-2 @max-lg:@min-[18.5rem]:[&>td:nth-child(4)]:col-span-4 @max-lg:@min-[18.5rem]:[&>td:nth-child(7)]:col-span-6";
const WIDE = { group: "", head: "", row: "", name: "@max-lg:w-full @max-lg:py-1.5", cell: "@max-lg:py-1.5 @max-lg:pl-3" };

type ReportTableProps = { caption: string; columnas: Columna[]; filas: Celda[][]; total: Celda[] | null };

/** A table of a report, with an optional row of totals. It scrolls sideways. */
export function ReportTable({ caption, columnas, filas, total }: ReportTableProps) {
  const align = (clase: Columna["clase"]) => (clase === "texto" || clase === "fecha" ? "text-left" : "text-right tabular-nums");
  const narrow = columnas.length > 3 ? STACKED : WIDE;
  const columns = columnas.length === 5 ? TWO_BY_TWO : `${AS_MANY_AS_FIT} ${columnas.length === 8 ? FOUR_AND_THREE : ""}`;
  const line = `${narrow.row} ${narrow === STACKED ? columns : ""}`;
  const name = `sticky left-0 min-w-28 wrap-anywhere bg-card py-2 pr-3 text-left font-normal @xl:max-w-96 ${narrow.name}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section aria-label={`Tabla: ${caption}`} tabIndex={0} className="@container overflow-x-auto print:overflow-visible">
      <table className={`w-full border-collapse @max-3xl:text-sm ${narrow.group}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={narrow.head}>
          <tr className="border-b border-line text-xs text-soft @3xl:text-sm">
            {columnas.map(({ titulo, clase }, index) =>
              clase === "porcentaje" ? null : (
                <th
                  key={titulo}
                  scope="col"
                  className={`py-2 align-bottom font-semibold ${align(clase)} ${index === 0 ? "sticky left-0 bg-card pr-3" : "pl-2.5 @3xl:pl-4"}`}
                >
                  {titulo}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className={`divide-y divide-line ${narrow.group}`}>
          {filas.map(([first, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and their order never changes.
            <tr key={row} className={line}>
              <th scope="row" className={name}>
                {formatCell(first ?? null, columnas[0]?.clase ?? "texto")}
              </th>
              <Cells cells={cells} columnas={columnas} className={narrow.cell} />
            </tr>
          ))}
        </tbody>
        {total && filas.length > 0 ? (
          <tfoot className={narrow.group}>
            <tr className={`border-t-2 border-line font-semibold ${line}`}>
              <th scope="row" className={`${name} font-semibold`}>
                {total[0]}
              </th>
              <Cells cells={total.slice(1)} columnas={columnas} className={narrow.cell} />
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

function Cells({ cells, columnas, className }: { cells: (string | null)[]; columnas: Columna[]; className: string }) {
  return cells.map((cell, index) => {
    const { titulo, clase } = columnas[index + 1] ?? { titulo: "", clase: "texto" };
    const percent = columnas[index + 2]?.clase === "porcentaje" ? (cells[index + 1] ?? null) : null;
    // A per cent stands beside the change that it is of.
    if (clase === "porcentaje") return null;
    const look =
      clase === "texto"
        ? "text-left wrap-anywhere @lg:min-w-24 @3xl:min-w-28 @max-lg:last:col-span-2 @max-lg:empty:hidden"
        : "text-right whitespace-nowrap tabular-nums";
    return (
      <td key={titulo} data-titulo={titulo} className={`py-2 pl-2.5 @3xl:pl-4 ${look} ${className}`}>
        {formatCell(cell, clase)}
        {percent && (
          <span className="text-soft @max-lg:block @lg:inline-block @lg:min-w-18"> {formatCell(percent, "porcentaje")}</span>
        )}
      </td>
    );
  });
}

/** The link that downloads a table. Without the `download` attribute, which would save an error page as the file. */
export function TableCsvLink({ href, titulo }: { href: string; titulo: string }) {
  return (
    <a href={href} className="link -my-2 inline-flex min-h-11 items-center gap-2 print:hidden">
      <Icon name="download" />
      CSV<span className="sr-only"> de {titulo}</span>
    </a>
  );
}
