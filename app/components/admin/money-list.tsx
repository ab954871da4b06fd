import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/components/icon";
import { formatMonth } from "~/format/dates";
import { Amount } from "./amount";

/**
 * The total of a list of money: `label` names it, with the month and the `chosen` filters when the list is filtered. `children` are
 * further actions.
 */
export function TotalCard({
  title,
  amount,
  label,
  mes,
  chosen,
  children,
}: {
  title: string;
  amount: string;
  label: string;
  mes: string;
  chosen: string[];
  children?: ReactNode;
}) {
  const filters = [mes ? formatMonth(mes) : "todas las fechas", ...chosen.filter(Boolean)];
  return (
    <section aria-labelledby="resumen" className="card mb-6 sm:flex-row sm:flex-wrap sm:items-end sm:justify-between">
      <div className="grid min-w-0 gap-1">
        <h2 id="resumen" className="text-xl">
          {title}
        </h2>
        <p className="font-display text-3xl @2xl:text-5xl">
          <Amount amount={amount} />
        </p>
        <p className="text-soft wrap-anywhere">{mes || filters.length > 1 ? `${label} de ${filters.join(", ")}` : label}</p>
      </div>
      {children}
    </section>
  );
}

/** The link that downloads all pages of the list. Without the `download` attribute, which would save an error page as the file. */
export function CsvLink({ path }: { path: string }) {
  const { search } = useLocation();
  return (
    <a href={path + search} className="button button-quiet">
      <Icon name="download" />
      Descargar CSV
    </a>
  );
}

/** The link to a receipt, in a new tab without a referrer. A database constraint allows only http and https URLs. */
export function ComprobanteLink({ url, recordName }: { url: string; recordName: string }) {
  return (
    <p>
      <a className="link py-1" href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
        Ver comprobante →<span className="sr-only"> del egreso de {recordName} (se abre en otra pestaña)</span>
      </a>
    </p>
  );
}
