import { Form, useLocation, useNavigate, useNavigation, useOutlet } from "@remix-run/react";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { dialable, formatPhone } from "~/format/phone";
import { Icon, type IconName } from "./icon";
import { Link, opensElsewhere } from "./link";
import { SubmitButton, WriteForm } from "./write-form";

type Section = { to: string; label: string; icon: IconName };

const SECTIONS: { title: string; links: Section[] }[] = [
  {
    title: "Principal",
    links: [
      { to: "/admin", label: "Dashboard", icon: "dashboard" },
      { to: "/admin/citas", label: "Citas", icon: "citas" },
      { to: "/admin/clientes", label: "Clientes", icon: "clientes" },
      { to: "/admin/servicios", label: "Servicios", icon: "servicios" },
      { to: "/admin/empleados", label: "Empleados", icon: "empleados" },
    ],
  },
  {
    title: "Gestión",
    links: [
      { to: "/admin/inventario", label: "Inventario", icon: "inventario" },
      { to: "/admin/proveedores", label: "Proveedores", icon: "proveedores" },
      { to: "/admin/testimonios", label: "Testimonios", icon: "testimonios" },
      { to: "/admin/galeria", label: "Galería", icon: "galeria" },
    ],
  },
  {
    title: "Finanzas",
    links: [
      { to: "/admin/ingresos", label: "Ingresos", icon: "ingresos" },
      { to: "/admin/egresos", label: "Egresos", icon: "egresos" },
      { to: "/admin/reportes", label: "Reportes", icon: "reportes" },
    ],
  },
  { title: "Sistema", links: [{ to: "/admin/configuracion", label: "Configuración", icon: "configuracion" }] },
];

// What the specification says while a list is on its way; of the others it only says that something is.
const LOADING: Record<string, string> = {
  "/admin/galeria": "Cargando imágenes...",
  "/admin/ingresos": "Cargando ingresos...",
  "/admin/egresos": "Cargando egresos...",
};

/** Says that the next page is on its way. */
export function Loading() {
  const { state, location } = useNavigation();
  return (
    <p role="status" className="text-sm text-soft">
      {state === "loading" ? (LOADING[location.pathname] ?? "Cargando...") : ""}
    </p>
  );
}

/** The thirteen sections; `narrow` leaves their icons, with the words as titles. */
export function SectionLinks({ narrow = false }: { narrow?: boolean }) {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname === to || (to !== "/admin" && pathname.startsWith(`${to}/`));
  return SECTIONS.map(({ title, links }) => (
    <div key={title} className="grid gap-0.5">
      <p className={narrow ? "sr-only" : "px-3 pt-4 pb-1 text-xs font-semibold tracking-widest text-soft uppercase"}>{title}</p>
      {links.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={isHere(to) ? "page" : undefined}
          title={narrow ? label : undefined}
          className={`section-link ${narrow ? "justify-center" : "px-3"}`}
        >
          <Icon name={icon} />
          {narrow ? <span className="sr-only">{label}</span> : label}
        </Link>
      ))}
    </div>
  ));
}

/** The head of a screen: its title, what it is about, its main action (out of reach while an editor is open). */
export function ScreenHeader({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  const editor = useOutlet();
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {children ? <p className="mt-1 text-soft">{children}</p> : null}
      </div>
      <div inert={editor ? "" : undefined} className="inert:grayscale print:hidden">
        {action}
      </div>
    </header>
  );
}

/** The way back, above the title. */
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

/** The way to a new record of the list; it comes back to the list as it is now. */
export function NewLink({ to = "nuevo", children }: { to?: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={to + search} preventScrollReset className="button">
      <Icon name="plus" />
      {children}
    </Link>
  );
}

/** What a list says when it has nothing to show: `title` and the way to begin, or that nothing is as it was looked for. */
export function EmptyState({ title, filtered = false, children }: { title: string; filtered?: boolean; children?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className="grid justify-items-center gap-4 rounded-xl border border-dashed border-line px-6 py-14 text-center">
      <img src="/art/hoja.svg" alt="" width="72" height="72" />
      <p className="font-display text-xl">{filtered ? "Nada coincide con lo que buscas" : title}</p>
      {filtered ? (
        <Link className="link py-2" to={pathname}>
          Quitar la búsqueda y los filtros
        </Link>
      ) : (
        children
      )}
    </div>
  );
}

/**
 * A list under its header, and the editor of an address below it: over the list as a dialog, or `inline`, before it. The
 * list is inert meanwhile, so that nothing in it throws away what is being typed; and each address has an editor of its own,
 * which knows nothing of what stood in the one before.
 */
export function ListScreen({ header, inline = false, children }: { header: ReactNode; inline?: boolean; children: ReactNode }) {
  const outlet = useOutlet();
  const { pathname } = useLocation();
  const editor = <Fragment key={pathname}>{outlet}</Fragment>;
  const inert = outlet ? "" : undefined;
  return (
    <>
      <div inert={inline ? undefined : inert} className="@container">
        {header}
      </div>
      {inline ? editor : null}
      <div inert={inert} className="@container inert:grayscale">
        {children}
      </div>
      {inline ? null : editor}
    </>
  );
}

/** A search that stays in the address, and its filters; the button is there for who has no keyboard. */
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

/** A filter of a list; without a choice it filters nothing, and says so with `all`. */
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

/** A choice that is a row of links, each to the same screen seen otherwise; of the rest of the address it keeps what `keep` names. */
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
  const now = new URLSearchParams(search);
  const to = (choice: string) => {
    const params = new URLSearchParams(keep.flatMap((key) => (now.get(key) ? [[key, now.get(key) ?? ""]] : [])));
    if (choice) params.set(name, choice);
    return `${pathname}?${params}`;
  };
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {Object.entries(options).map(([choice, words]) => (
          <li key={choice}>
            <Link to={to(choice)} aria-current={choice === value ? "true" : undefined} className="choice">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A filter by month (`2026-11`); where the browser has no months to choose from, it is written so. */
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
        pattern="20\d\d-(0[1-9]|1[0-2])"
        title="El año y el mes, como 2026-11"
        className="control"
      />
    </div>
  );
}

/** Links to the pages of a list, from 1 to `last`; keeps the rest of the address as it is. */
export function Pages({ page, last }: { page: number; last: number }) {
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

/**
 * A dialog that is an address: open as the server rendered it, over a list that is inert. With JavaScript it becomes
 * modal, closes with Esc by going to `back`, and gives the focus back to the link that opened it.
 */
export function Dialog({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (!element) return;
    // Somebody may have begun to type before the script came.
    const isInside = element.contains(before);
    element.close();
    element.showModal();
    // Otherwise not the button that closes, where the browser would go: what is wrong, or the title.
    const first = element.querySelector<HTMLElement>('[role="alert"]') ?? element.querySelector("h2");
    (isInside ? before : first)?.focus();
    return () => {
      if (!isInside && before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="titulo-dialogo"
      className="dialog"
      onCancel={(event) => {
        event.preventDefault();
        navigate(back, { preventScrollReset: true });
      }}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="titulo-dialogo" tabIndex={-1} className="min-w-0 text-2xl wrap-anywhere outline-none">
          {title}
        </h2>
        <Link
          to={back}
          preventScrollReset
          className="-m-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-blush"
          aria-label="Cerrar"
        >
          <Icon name="close" />
        </Link>
      </div>
      {children}
    </dialog>
  );
}

/**
 * The editor that opens within its list: a card that is an address. Once the page is alive, arriving there moves the focus
 * to what is wrong, or to its title.
 */
export function InlineCard({ title, children }: { title: string; children: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const isInside = card.current?.contains(before);
    const first = card.current?.querySelector<HTMLElement>('[role="alert"]') ?? card.current?.querySelector("h2");
    if (isInside) return;
    first?.focus();
    return () => {
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={card}
      aria-labelledby="titulo-ficha"
      className="mb-8 grid gap-5 rounded-2xl border border-line bg-card p-5 md:p-8"
    >
      <h2 id="titulo-ficha" tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

function ConfirmForm({ action, question, cancel }: { action: string; question: ReactNode; cancel: ReactNode }) {
  return (
    <WriteForm action={action} preventScrollReset className="grid gap-4">
      {question}
      <div className="flex flex-wrap gap-3">
        <SubmitButton className="button button-bad" pending="Eliminando...">
          Eliminar
        </SubmitButton>
        {cancel}
      </div>
    </WriteForm>
  );
}

/** The question before a deletion, on an address of its own, as a dialog or within its list; the way out is `back`. */
export function Confirm({
  title,
  question,
  back,
  inline = false,
}: {
  title: string;
  question: string;
  back: string;
  inline?: boolean;
}) {
  const { pathname, search } = useLocation();
  const form = (
    <ConfirmForm
      question={<p className="wrap-anywhere">{question}</p>}
      action={pathname + search}
      cancel={
        <Link to={back} preventScrollReset className="button button-quiet">
          Cancelar
        </Link>
      }
    />
  );
  return inline ? (
    <InlineCard title={title}>{form}</InlineCard>
  ) : (
    <Dialog title={title} back={back}>
      {form}
    </Dialog>
  );
}

/** A change that cannot be taken back: its button opens the question, and the form inside it does it. */
export function Ask({ label, of, question, children }: { label: string; of?: string; question: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="button button-quiet w-fit list-none group-open:hidden">
        {label}
        {of ? <span className="sr-only"> de {of}</span> : null}
      </summary>
      <div className="grid gap-4 rounded-xl border border-line bg-sand p-4">
        <p className="wrap-anywhere">{question}</p>
        {children}
      </div>
    </details>
  );
}

type Deletion = { question: string; action: string };

const AskBeforeDeletion = createContext<(deletion: Deletion) => void>(() => undefined);

/**
 * One question for all the records of a page: a card's delete link opens it in place, filled with that record's form. It
 * goes away with the page it was asked on. The page's token serves all of them, because it is used once for each address.
 */
export function DeletionQuestion({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [asked, setAsked] = useState<Deletion & { page: string }>();
  return (
    <AskBeforeDeletion.Provider value={(deletion) => setAsked({ ...deletion, page: key })}>
      {children}
      {asked?.page === key ? <QuestionDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </AskBeforeDeletion.Provider>
  );
}

function QuestionDialog({ question, action, onClose }: Deletion & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    dialog.current?.showModal();
    // Not the button that deletes, where the browser would go.
    title.current?.focus();
    return () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} className="popover" aria-labelledby="pregunta" closedby="any" onClose={onClose}>
      <ConfirmForm
        question={
          <p ref={title} id="pregunta" tabIndex={-1} className="wrap-anywhere outline-none">
            {question}
          </p>
        }
        action={action}
        cancel={
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancelar
          </button>
        }
      />
    </dialog>
  );
}

/**
 * What a card lets one do with its record, whose address is `path`: edit it, and delete it after `question`, if there is one:
 * in place once the script runs, at `{path}/eliminar` otherwise. `of` names the record for who cannot see the card.
 */
export function RecordActions({
  path,
  of,
  question,
  children,
}: {
  path: string;
  of: string;
  question?: string;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  const ask = useContext(AskBeforeDeletion);
  const action = `${path}/eliminar${search}`;
  const which = <span className="sr-only">{` ${of}`}</span>;
  return (
    <div className="actions">
      <Link to={path + search} preventScrollReset className="button button-quiet">
        <Icon name="edit" />
        Editar{which}
      </Link>
      {children}
      {question === undefined ? null : (
        <Link
          to={action}
          preventScrollReset
          className="button button-quiet"
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            ask({ question, action });
          }}
        >
          <Icon name="trash" />
          Eliminar{which}
        </Link>
      )}
    </div>
  );
}

const TONES = {
  plain: "border-line bg-sand",
  done: "border-line bg-blush",
  good: "border-good bg-good-paper text-good",
  bad: "border-bad bg-bad-paper text-bad",
};

/** A state: the word, and a colour that says it again. */
export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return <span className={`badge ${TONES[tone]}`}>{children}</span>;
}

/** A telephone that dials; one that is no whole number stands as it was typed, with a note. */
export function Phone({ phone }: { phone: string }) {
  const number = dialable(phone);
  return (
    <span className="contact">
      <Icon name="phone" />
      {number ? (
        <a className="link" href={`tel:${number}`}>
          {formatPhone(phone)}
        </a>
      ) : (
        <span className="min-w-0 wrap-anywhere">
          {phone} <span className="text-sm text-soft">(revisa el número)</span>
        </span>
      )}
    </span>
  );
}

/** An e-mail address that writes; it breaks before its @, rather than within a word. */
export function Email({ email }: { email: string }) {
  const [name, host] = email.split("@");
  return (
    <span className="contact">
      <Icon name="mail" />
      <a className="link" href={`mailto:${email}`}>
        {name}
        <wbr />@{host}
      </a>
    </span>
  );
}
