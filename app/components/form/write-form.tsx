import { Form, type FormProps, useActionData, useLocation, useMatches } from "@remix-run/react";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef } from "react";
import type { Flash } from "~/http/flash.server";
import type { FormState } from "~/http/replies.server";
import { type LongWork, SendingNotice, useSending } from "./sending";

// The form, button and flash message that every write needs. They are not in fields.tsx, so that lists do not load the fields.

/** Whether a button's form is being sent (not for adding a row), and whether the form shows its own cancel button. */
export const SendingContext = createContext({ isSending: false, canCancel: false });

type WriteFormProps = Omit<FormProps, "method" | "noValidate" | "onSubmit"> & { work?: LongWork };

/**
 * A form that posts, with the token of its page's or layout's loader, from which its idempotency key is made. With `work` it shows
 * its progress and can be cancelled.
 */
export function WriteForm({ children, action, work, ...props }: WriteFormProps) {
  const token = useMatches().reduce((found, { data }) => (data as { token?: string } | undefined)?.token ?? found, "");
  const { onSubmit, ...sending } = useSending();
  const isSending = sending.state !== null && !sending.state.hasRows;
  return (
    <Form method="post" action={action} discover="none" {...props} onSubmit={onSubmit}>
      <input type="hidden" name="token" value={token} />
      <SendingContext.Provider value={{ isSending, canCancel: isSending && work !== undefined }}>
        {/* Browsers show a default value once: the fields of a merged form are mounted anew. */}
        <Fragment key={useActionData<FormState>()?.merged}>{children}</Fragment>
      </SendingContext.Provider>
      <SendingNotice {...sending} work={work} />
    </Form>
  );
}

type SubmitButtonProps = { children: ReactNode; pending?: string; className?: string };

/** The submit button of a form, with another label while the form is being sent. */
export function SubmitButton({ children, pending = "Guardando...", className = "button" }: SubmitButtonProps) {
  const { isSending } = useContext(SendingContext);
  return (
    <button type="submit" className={className} aria-disabled={isSending || undefined} data-submit="">
      {isSending ? pending : children}
    </button>
  );
}

type ButtonFormProps = {
  action: string;
  values?: Record<string, string>;
  /** Text that only screen readers get after the label, where several buttons have the same label. */
  labelSuffix?: string;
  pending?: string;
  className?: string;
  children: ReactNode;
};

/** A form of one button, which sends `values`. */
export function ButtonForm({ action, values = {}, labelSuffix, children, ...button }: ButtonFormProps) {
  return (
    <WriteForm action={action} preventScrollReset>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton {...button}>
        {children}
        {labelSuffix ? <span className="sr-only"> {labelSuffix}</span> : null}
      </SubmitButton>
    </WriteForm>
  );
}

/**
 * The flash message, which stays in view while the page scrolls. Its live regions are always rendered, so that screen readers
 * announce it. It takes the focus when the pressed button was removed. `close` is shown in its corner.
 */
export function FlashMessage({ flash, close }: { flash: Flash | null; close?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (flash && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [flash]);
  const button = flash?.undo
    ? { action: `/admin/papelera/${flash.undo}/deshacer?de=${encodeURIComponent(pathname + search)}` }
    : flash?.button;
  const message = flash ? (
    <div
      ref={box}
      tabIndex={-1}
      className={`mb-6 rounded-lg border px-4 py-3 ${close ? "pr-14" : ""} ${button ? "pb-18" : ""} wrap-anywhere outline-none ${flash.destructive ? "border-bad bg-bad-paper text-bad" : "border-good bg-good-paper text-good"}`}
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
      {button ? <FlashButton {...button} /> : null}
      {flash ? close : null}
    </div>
  );
}

function FlashButton({ label = "Deshacer", pending = "Recuperando...", ...form }: NonNullable<Flash["button"]>) {
  return (
    <div className="absolute bottom-3 left-4">
      <ButtonForm {...form} className="button button-quiet" pending={pending}>
        {label}
      </ButtonForm>
    </div>
  );
}
