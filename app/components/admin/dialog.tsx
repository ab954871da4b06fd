import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";

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
