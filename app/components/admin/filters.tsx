import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { MONTH_PATTERN } from "~/format/dates";

/** The search form of a list, with its filters as `children`. Both are kept in the URL. */
export function SearchForm({ q, label, children }: { q: string; label: string; children?: ReactNode }) {
  return (
    <Form role="search" className="mb-5 flex flex-wrap items-end gap-3">
      <div className="grid max-w-xl flex-1 basis-56 gap-1.5">
        <label htmlFor="buscar" className="font-semibold">
          {label}
        </label>
        <input id="buscar" type="search" name="q" defaultValue={q} key={q} className="control" autoComplete="off" />
      </div>
      {children}
      <button type="submit" className="button button-quiet">
        <Icon name="search" />
        Buscar
      </button>
    </Form>
  );
}

/** A select that filters a list; `all` is the label of its empty option. */
export function Filter({
  name,
  label,
  value,
  all,
  options,
}: {
  name: string;
  label: string;
  value: string;
  all: string;
  options: { value: string; label: string }[];
}) {
  return (
    <div className="grid gap-1.5 max-sm:flex-[1_1_9rem]">
      <label htmlFor={`filtro-${name}`} className="font-semibold">
        {label}
      </label>
      <select id={`filtro-${name}`} name={name} defaultValue={value} key={value} className="control sm:max-w-60">
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Links to the same screen with each value of the parameter `name`. Of the other parameters those in `keep` stay. */
export function ViewLinks({
  label,
  name,
  value,
  options,
  keep,
}: {
  label: string;
  name: string;
  value: string;
  options: Record<string, string>;
  keep: string[];
}) {
  const { pathname, search } = useLocation();
  const current = new URLSearchParams(search);
  const to = (choice: string) => {
    const params = new URLSearchParams(keep.flatMap((key) => (current.get(key) ? [[key, current.get(key) ?? ""]] : [])));
    if (choice) params.set(name, choice);
    return `${pathname}?${params}`;
  };
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {Object.entries(options).map(([choice, text]) => (
          <li key={choice}>
            <Link to={to(choice)} aria-current={choice === value ? "true" : undefined} className="choice">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A filter by month (`2026-11`), with a pattern for browsers without a month picker. */
export function MonthFilter({ value }: { value: string }) {
  return (
    <div className="grid gap-1.5 max-sm:flex-[1_1_9rem]">
      <label htmlFor="filtro-mes" className="font-semibold">
        Mes
      </label>
      <input
        id="filtro-mes"
        type="month"
        name="mes"
        defaultValue={value}
        key={value}
        placeholder="2026-11"
        pattern={MONTH_PATTERN}
        title="El año y el mes, como 2026-11"
        className="control"
      />
    </div>
  );
}

/** The links to the previous and next page of a list with `last` pages. The other parameters of the URL stay. */
export function Pagination({ page, last }: { page: number; last: number }) {
  const { search } = useLocation();
  if (last === 1) return null;
  const to = (number: number) => {
    const params = new URLSearchParams(search);
    params.set("pagina", String(number));
    return `?${params}`;
  };
  return (
    <nav aria-label="Páginas" className="mt-8 flex items-center justify-between gap-4">
      {page > 1 ? (
        <Link className="button button-quiet" rel="prev" to={to(page - 1)}>
          Anterior
        </Link>
      ) : (
        <span />
      )}
      <p className="text-soft">
        Página {page} de {last}
      </p>
      {page < last ? (
        <Link className="button button-quiet" rel="next" to={to(page + 1)}>
          Siguiente
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
