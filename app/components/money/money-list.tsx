import { useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { Badge } from "~/components/admin";
import { EditLink, MoreActions } from "~/components/admin/record-card";
import { Icon } from "~/components/icon";
import { formatCalendarDay, formatDay, formatMonth } from "~/format/dates";
import { capitalize } from "~/format/text";
import { Amount } from "./amount";

type TotalCardProps = {
  title: string;
  amount: string;
  delMes: { mes: string; amount: string } | null;
  label: string;
  mes: string;
  chosen: string[];
  children?: ReactNode;
};

/**
 * The totals of a list of money: first that of this month (`delMes`), then that of all, which `label` names. A filtered list, with
 * its month or the `chosen` filters, has only its own. `children` are further actions.
 */
export function TotalCard({ title, amount, delMes, label, mes, chosen, children }: TotalCardProps) {
  const filters = [mes ? formatMonth(mes) : "todas las fechas", ...chosen.filter(Boolean)];
  const isFiltered = Boolean(mes) || filters.length > 1;
  return (
    <section aria-labelledby="resumen" className="card mb-4 gap-0 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="resumen" className="text-xl">
          {title}
        </h2>
        {children}
      </div>
      <div className="grid min-w-0 gap-1">
        {delMes ? (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-[min(1.75rem,8vw)] font-semibold tabular-nums @2xl:text-3xl">
              <Amount amount={delMes.amount} />
            </span>
            <span className="max-sm:text-sm first-letter:uppercase">{formatMonth(delMes.mes)}</span>
          </p>
        ) : null}
        <p className="flex flex-wrap items-baseline gap-x-2 text-soft max-sm:text-sm">
          <span className={`font-semibold tabular-nums ${delMes ? "" : "text-[1.75rem] @2xl:text-3xl"}`}>
            <Amount amount={amount} />
          </span>
          <span className="wrap-anywhere">{isFiltered ? `${label} de ${filters.join(", ")}` : label}</span>
        </p>
      </div>
    </section>
  );
}

type GroupsProps<Row> = { rows: Row[]; by: "day" | "month"; children: (row: Row) => ReactNode };

/** The records of a page under the headings of their days or months. */
export function MoneyGroups<Row extends { id: string; fecha: string }>({ rows, by, children }: GroupsProps<Row>) {
  const groupOf = ({ fecha }: Row) => (by === "day" ? fecha : fecha.slice(0, 7));
  return [...new Set(rows.map(groupOf))].map((group) => (
    <section key={group} aria-labelledby={`de-${group}`}>
      <h2 id={`de-${group}`} className="mt-5 mb-2 font-sans text-base font-semibold">
        {capitalize(by === "day" ? formatDay(group, "UTC") : formatMonth(group))}
      </h2>
      <ul className="rounded-2xl border border-line bg-card">
        {rows.flatMap((row) => (groupOf(row) === group ? <Fragment key={row.id}>{children(row)}</Fragment> : []))}
      </ul>
    </section>
  ));
}

type RowProps = {
  amount: string;
  /** Where it is edited or deleted; null where it cannot be. */
  record: { path: string; recordName: string; title: string; question: string } | null;
  /** Its list is of expenses, or by day. */
  isExpense?: boolean;
  isUnderItsDay?: boolean;
  fecha: string;
  what: ReactNode;
  more?: ReactNode;
  facts: string[];
  mark?: ReactNode;
};

/** A record of the list: what it is for, its amount, `more` about it, its day with `facts` as badges and a `mark`. A press on it edits it. */
export function MoneyRow({ amount, record, isExpense = false, isUnderItsDay = false, fecha, what, more, facts, mark }: RowProps) {
  return (
    <li className="card money-row">
      <div className="what">{what}</div>
      <p className="amount">
        <Amount amount={amount} isPlain={isExpense} />
      </p>
      {more ? <p className="more-about">{more}</p> : null}
      <p className="marks">
        <time dateTime={fecha} className={isUnderItsDay ? "sr-only" : ""}>
          {formatCalendarDay(fecha)}
        </time>
        {facts.map((fact, index) =>
          index === 0 ? (
            <Badge key={fact} tone="plain">
              {fact}
            </Badge>
          ) : (
            <span key={fact} className="badge border-0 px-0 font-normal">
              {fact}
            </span>
          ),
        )}
        {mark}
      </p>
      {record ? (
        <div className="actions">
          <EditLink {...record} />
          <MoreActions {...record} />
        </div>
      ) : null}
    </li>
  );
}

/** The link that downloads all pages of the list. Without the `download` attribute, which would save an error page as the file. */
export function CsvLink({ path }: { path: string }) {
  const { search } = useLocation();
  return (
    <a href={path + search} className="link inline-flex min-h-11 items-center gap-2">
      <Icon name="download" />
      <span>
        <span className="max-sm:sr-only">Descargar </span>CSV
      </span>
    </a>
  );
}

/** The link to a receipt, in a new tab without a referrer. A database constraint allows only http and https URLs. */
export function ComprobanteLink({ url, recordName }: { url: string; recordName: string }) {
  return (
    <a
      className="link inline-flex min-h-11 items-center"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <span>
        Ver comprobante <span aria-hidden="true">→</span>
        <span className="sr-only"> del egreso de {recordName} (se abre en otra pestaña)</span>
      </span>
    </a>
  );
}
