import { useLocation, useOutlet } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";

/** The header of a screen: its title, a subtitle, and its main action, which is inert while an editor is open. */
export function ScreenHeader({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  const editor = useOutlet();
  return (
    <header className="screen-header">
      <h1>{title}</h1>
      {children ? <p>{children}</p> : null}
      <div inert={editor ? "" : undefined} className="inert:hidden print:hidden">
        {action}
      </div>
    </header>
  );
}

/** What a list found, which screen readers say when a search or a filter has changed it: `4 clientas`, `1 clienta para «ana»`. */
export function Found({ q, children }: { q?: string; children: string }) {
  return <span role="status">{q ? `${children} para «${q}»` : children}</span>;
}

type ScreenSectionProps = { id: string; title: string; text?: string; className?: string; children: ReactNode };

/** A part of a screen under its own heading, with a sentence about it. */
export function ScreenSection({ id, title, text, className, children }: ScreenSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={text ? "text-2xl" : "mb-4 text-2xl"}>
        {title}
      </h2>
      {text ? <p className="mt-1 mb-4 text-soft">{text}</p> : null}
      {children}
    </section>
  );
}

/** The link back to the parent screen, above the title. */
export function BackLink({ to, children = "Volver" }: { to: string; children?: ReactNode }) {
  return (
    <p className="mb-3 print:hidden">
      <Link to={to} className="link inline-flex min-h-11 items-center gap-2">
        <Icon name="back" />
        {children}
      </Link>
    </p>
  );
}

/** The link to the editor of a new record, which returns to the list with its present search. */
export function NewLink({ to = "nuevo", search, children }: { to?: string; search?: string; children: ReactNode }) {
  const location = useLocation();
  return (
    <Link to={to + (search ?? location.search)} preventScrollReset className="button">
      <Icon name="plus" />
      {children}
    </Link>
  );
}

/** An empty list: `title` and `children`, or, if it is `filtered`, that no record matches and a link that clears the filters. */
export function EmptyState({ title, filtered = false, children }: { title: string; filtered?: boolean; children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div
      className={`${filtered ? "" : "empty-state"} grid justify-items-center gap-4 rounded-xl border border-dashed border-line px-6 py-14 text-center`}
    >
      <img src="/art/hoja.svg" alt="" width="72" height="72" />
      <p className="font-display text-xl text-balance">{filtered ? "Nada coincide con lo que buscas" : title}</p>
      {filtered ? (
        <Link className="link py-2.5" to={pathname}>
          Quitar la búsqueda y los filtros
        </Link>
      ) : (
        children
      )}
    </div>
  );
}

type ListScreenProps = {
  title: string;
  subtitle: ReactNode;
  action?: ReactNode;
  /** The link to the parent screen, above the title. */
  back?: ReactNode;
  inline?: boolean;
  children: ReactNode;
};

/**
 * A list with its header, and the editor of a nested route: as a dialog over the list or, with `inline`, above it. The list is inert
 * while an editor is open, so that no click in it discards what is being typed. The key gives each URL a new editor without the
 * state of the previous one.
 */
export function ListScreen({ title, subtitle, action, back, inline = false, children }: ListScreenProps) {
  const outlet = useOutlet();
  const { pathname } = useLocation();
  const editor = <Fragment key={pathname}>{outlet}</Fragment>;
  const inert = outlet ? "" : undefined;
  return (
    <>
      <div inert={inline ? undefined : inert} className="@container">
        {back}
        <ScreenHeader title={title} action={action}>
          {subtitle}
        </ScreenHeader>
      </div>
      {inline ? editor : null}
      <div inert={inert} className="@container inert:opacity-50">
        {children}
      </div>
      {inline ? null : editor}
    </>
  );
}
