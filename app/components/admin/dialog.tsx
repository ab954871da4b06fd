import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useFormState } from "~/components/form/form-state";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";

/**
 * A dialog with a URL, rendered open over an inert list. With JavaScript it is modal, Esc navigates to `back`, and closing returns
 * the focus to the link that opened it.
 */
export function Dialog({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (!element) return;
    // The person may have started typing before hydration.
    const isInside = element.contains(previousFocus);
    element.close();
    element.showModal();
    // Focus the errors or the title instead of the close button, which is the browser's default.
    const first = element.querySelector<HTMLElement>('[role="alert"]') ?? element.querySelector("h2");
    (isInside ? previousFocus : first)?.focus();
    return () => {
      if (!isInside && previousFocus?.isConnected) previousFocus.focus({ preventScroll: true });
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
        <EditorTitle id="titulo-dialogo" className="min-w-0">
          {title}
        </EditorTitle>
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
 * An editor with a URL, shown as a card above its list. After hydration or a client-side navigation the focus moves to the errors
 * or the title.
 */
export function InlineCard({ title, children }: { title: string; children: ReactNode }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const previousFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const isInside = card.current?.contains(previousFocus);
    const first = card.current?.querySelector<HTMLElement>('[role="alert"]') ?? card.current?.querySelector("h2");
    if (isInside) return;
    first?.focus();
    return () => {
      if (previousFocus?.isConnected) previousFocus.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={card}
      aria-labelledby="titulo-ficha"
      className="editor mb-8 grid gap-5 rounded-2xl border border-line bg-card p-5 md:p-8"
    >
      <EditorTitle id="titulo-ficha">{title}</EditorTitle>
      {children}
    </section>
  );
}

/** The title of an editor, which without JavaScript takes the focus; given back, the errors or the field that is asked about has it. */
function EditorTitle({ id, className = "", children }: { id: string; className?: string; children: string }) {
  const isAnswered = useFormState() !== undefined;
  return (
    // biome-ignore lint/a11y/noAutofocus: the person has asked for this editor, and the list behind it is inert.
    <h2 id={id} tabIndex={-1} autoFocus={!isAnswered} className={`${className} text-2xl outline-none`}>
      {children}
    </h2>
  );
}
