import { Form, Link, NavLink, useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon, type IconName } from "./icon";
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

/** The thirteen sections; `narrow` leaves their icons, with the words as titles. */
export function SectionLinks({ narrow = false }: { narrow?: boolean }) {
  return SECTIONS.map(({ title, links }) => (
    <div key={title} className="grid gap-0.5">
      <p className={narrow ? "sr-only" : "px-3 pt-4 pb-1 text-xs font-semibold tracking-widest text-soft uppercase"}>{title}</p>
      {links.map(({ to, label, icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/admin"}
          title={narrow ? label : undefined}
          className={({ isActive }) =>
            `flex min-h-11 items-center gap-3 rounded-lg ${isActive ? "bg-blush font-semibold" : "hover:bg-sand"} ${narrow ? "justify-center" : "px-3"}`
          }
        >
          <Icon name={icon} />
          <span className={narrow ? "sr-only" : ""}>{label}</span>
        </NavLink>
      ))}
    </div>
  ));
}

/** The head of a screen: its title, what it is about, its main action. */
export function ScreenHeader({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {children ? <p className="mt-1 text-soft">{children}</p> : null}
      </div>
      {action}
    </header>
  );
}

/** What a list says when it has nothing to show. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-xl border border-dashed border-line px-6 py-14 text-center">
      <img src="/art/hoja.svg" alt="" width="72" height="72" />
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  );
}

/** A search that stays in the address; the button is there for who has no keyboard. */
export function SearchForm({ q, label }: { q: string; label: string }) {
  return (
    <Form role="search" className="mb-5 grid max-w-xl gap-1.5">
      <label htmlFor="buscar" className="font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input id="buscar" type="search" name="q" defaultValue={q} key={q} className="control" autoComplete="off" />
        <button type="submit" className="button button-quiet">
          <Icon name="search" />
          <span className="max-sm:sr-only">Buscar</span>
        </button>
      </div>
    </Form>
  );
}

/** Links to the pages of a list of `total` rows; keeps the rest of the address as it is. */
export function Pages({ total, size, page }: { total: number; size: number; page: number }) {
  const { search } = useLocation();
  const last = Math.max(1, Math.ceil(total / size));
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
        <h2 id="titulo-dialogo" tabIndex={-1} className="text-2xl outline-none">
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

/** The form of a confirmation: the question, the button that does it, the way out. Posts to `action`. */
export function ConfirmForm({
  action,
  question,
  confirm = "Eliminar",
  cancel,
}: {
  action: string;
  question: string;
  confirm?: string;
  cancel: ReactNode;
}) {
  return (
    <WriteForm action={action} preventScrollReset className="grid gap-4">
      <p>{question}</p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton className="button button-bad" pending="Eliminando...">
          {confirm}
        </SubmitButton>
        {cancel}
      </div>
    </WriteForm>
  );
}

/**
 * A delete that asks first: in place where the browser has popovers, on a page of its own (`action`) where it does not.
 * `of` names the record for who cannot see the card around the button.
 */
export function DeleteWithConfirmation({
  id,
  action,
  question,
  of,
}: {
  id: string;
  action: string;
  question: string;
  of: string;
}) {
  const popover = `eliminar-${id}`;
  const face = (
    <>
      <Icon name="trash" />
      Eliminar<span className="sr-only"> {of}</span>
    </>
  );
  return (
    <>
      <button type="button" className="button button-quiet with-popover" popovertarget={popover}>
        {face}
      </button>
      <Link to={action} preventScrollReset className="button button-quiet without-popover">
        {face}
      </Link>
      <div id={popover} popover="auto" className="popover">
        <ConfirmForm
          action={action}
          question={question}
          cancel={
            <button type="button" className="button button-quiet" popovertarget={popover} popovertargetaction="hide">
              Cancelar
            </button>
          }
        />
      </div>
    </>
  );
}

/** A section that is not built yet: says so, and pretends nothing. */
export function ComingSoon({ title }: { title: string }) {
  return (
    <>
      <ScreenHeader title={title} />
      <EmptyState title="Próximamente" />
    </>
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
