import { Form, useLocation } from "@remix-run/react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";

type SearchFormProps = {
  q?: string;
  label?: string;
  /** The filters that are set, as words; "" for one that is not. */
  chosen?: string[];
  children?: ReactNode;
};

/**
 * The search form of a list, with its filters as `children`; without `q` only these. Both are kept in the URL. Where there is little
 * room the filters fold into a line that names those that are `chosen`, and the label is the placeholder.
 */
export function SearchForm({ q, label, chosen = [], children }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null);
  // A key would draw the field anew, and take the focus from it.
  useEffect(() => {
    if (input.current) input.current.value = q ?? "";
  }, [q]);
  return (
    <Form role="search" className="search" onSubmit={fold}>
      {q === undefined ? null : (
        <>
          <label htmlFor="buscar">{label}</label>
          <input
            id="buscar"
            type="search"
            name="q"
            defaultValue={q}
            ref={input}
            placeholder={label}
            // As wide as its placeholder, whose letters are smaller: the filters stand beside it where there is room.
            size={Math.ceil(0.75 * (label?.length ?? 20))}
            className="control"
            autoComplete="off"
          />
          <button type="submit" className="button button-quiet" title="Buscar">
            <Icon name="search" />
            <span>Buscar</span>
          </button>
        </>
      )}
      {children ? (
        <details className="filters">
          <summary className="choice">{["Filtrar", chosen.filter(Boolean).join(", ")].filter(Boolean).join(" · ")}</summary>
          <div>
            {children}
            <button type="submit" className="button button-quiet">
              Aplicar
            </button>
          </div>
        </details>
      ) : null}
    </Form>
  );
}

/**
 * Folds the filters, which would otherwise hide what they found. A focus in the fold goes to what opens it, but who types a search
 * goes on typing it.
 */
function fold({ currentTarget }: SyntheticEvent<HTMLElement>) {
  const isTyping = document.activeElement?.matches("[type=search]");
  const filters = (isTyping ? null : currentTarget.closest("details")) ?? currentTarget.querySelector("details");
  if (filters?.contains(document.activeElement)) filters.querySelector("summary")?.focus();
  filters?.removeAttribute("open");
}

type FilterProps = { name: string; label: string; value: string; all: string; options: { value: string; label: string }[] };

/** A select that filters a list; `all` is the label of its empty option. */
export function Filter({ name, label, value, all, options }: FilterProps) {
  return (
    <div className="filter">
      <label htmlFor={`filtro-${name}`}>{label}</label>
      <select id={`filtro-${name}`} name={name} defaultValue={value} key={value} className="control">
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

type ViewLinksProps = { label: string; name: string; value: string; options: Record<string, string>; keep: string[] };

/** Links to the same screen with each value of the parameter `name`. Of the other parameters those in `keep` stay. */
export function ViewLinks({ label, name, value, options, keep }: ViewLinksProps) {
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
            <Link to={to(choice)} aria-current={choice === value ? "true" : undefined} className="choice" onClick={fold}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The links to the previous and next page of a list with `last` pages, and to its ends. The other parameters of the URL stay. */
export function Pagination({ page, last }: { page: number; last: number }) {
  const { search } = useLocation();
  if (last === 1) return null;
  const link = (number: number, text: string, rel?: "prev" | "next") => {
    const params = new URLSearchParams(search);
    params.set("pagina", String(number));
    return (
      <Link className={rel ? "button button-quiet px-3" : "link p-2.5"} rel={rel} to={`?${params}`}>
        {text}
      </Link>
    );
  };
  return (
    <nav aria-label="Páginas" className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] items-start gap-x-2">
      <div className="flex flex-wrap-reverse items-center gap-x-2">
        {page > 2 ? link(1, "Primera") : null}
        {page > 1 ? link(page - 1, "Anterior", "prev") : null}
      </div>
      <p className="py-2.5 text-center text-soft">
        Página {page} de {last}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-x-2">
        {page < last ? link(page + 1, "Siguiente", "next") : null}
        {page < last - 1 ? link(last, "Última") : null}
      </div>
    </nav>
  );
}
