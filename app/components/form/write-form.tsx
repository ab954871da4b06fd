import { Form, type FormProps, useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { Flash } from "~/http/flash.server";
import { type LongWork, SendingNotice, useSending } from "./sending";

// What every write needs: its form, its button, and the message it leaves. Apart from the fields (form.tsx), so that a
// list loads none of what an editor needs.

/** Whether the form that a button belongs to is under way (another row is no sending), and says itself how to cancel that. */
export const SendingContext = createContext({ isSending: false, canCancel: false });

/**
 * A form that writes: posts, and carries the one-use token of its page (its loader's, or its layout's). With `work` it says how
 * far it has come, and can be cancelled.
 */
export function WriteForm({
  children,
  action,
  work,
  ...props
}: Omit<FormProps, "method" | "noValidate" | "onSubmit"> & { work?: LongWork }) {
  const token = useMatches().reduce((found, { data }) => (data as { token?: string } | undefined)?.token ?? found, "");
  const { onSubmit, ...sending } = useSending(props);
  const isSending = sending.state !== null && !sending.state.hasRows;
  return (
    <Form method="post" action={action} discover="none" {...props} onSubmit={onSubmit}>
      <input type="hidden" name="token" value={token} />
      <SendingContext.Provider value={{ isSending, canCancel: isSending && work !== undefined }}>
        {children}
      </SendingContext.Provider>
      <SendingNotice {...sending} work={work} />
    </Form>
  );
}

/** The button that sends a form; while its form is under way it says so. */
export function SubmitButton({
  children,
  pending = "Guardando...",
  className = "button",
}: {
  children: ReactNode;
  pending?: string;
  className?: string;
}) {
  const { isSending: busy } = useContext(SendingContext);
  return (
    <button type="submit" className={className} aria-disabled={busy || undefined} data-submit="">
      {busy ? pending : children}
    </button>
  );
}

/**
 * What the last action had to say, in view however far down the list it was asked for; the regions are always there, so that
 * a screen reader hears it arrive. It takes the focus when the button that was pressed has gone. `close` stands in its corner.
 */
export function FlashMessage({ flash, close }: { flash: Flash | null; close?: ReactNode }) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (flash && document.activeElement === document.body) said.current?.focus({ preventScroll: true });
  }, [flash]);
  const message = flash ? (
    <div
      ref={said}
      tabIndex={-1}
      className={`mb-6 rounded-lg border px-4 py-3 ${close ? "pr-14" : ""} wrap-anywhere outline-none ${flash.destructive ? "border-bad bg-bad-paper text-bad" : "border-good bg-good-paper text-good"}`}
    >
      <p className="font-semibold">{flash.title}</p>
      {flash.description ? <p>{flash.description}</p> : null}
      {flash.link ? (
        <a href={flash.link.href} className="link inline-block py-2.5">
          {flash.link.label}
        </a>
      ) : null}
    </div>
  ) : null;
  return (
    <div className="sticky top-20 z-10 print:hidden">
      <div role="status">{flash?.destructive ? null : message}</div>
      <div role="alert">{flash?.destructive ? message : null}</div>
      {flash ? close : null}
    </div>
  );
}
