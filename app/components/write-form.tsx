import { Form, type FormProps, useFormAction, useMatches, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { Flash } from "~/http/session.server";

// What every write needs: its form, its button, and the message it leaves. Apart from the fields (form.tsx), so that a
// list loads none of what an editor needs.

// Which form a button belongs to, so that only the one under way says so.
const ActionOfForm = createContext("");

/** A form that writes: posts, and carries the one-use token of its page (its loader's, or its layout's). */
export function WriteForm({ children, action, ...props }: Omit<FormProps, "method" | "noValidate">) {
  const token = useMatches().reduce((found, { data }) => (data as { token?: string } | undefined)?.token ?? found, "");
  const address = useFormAction(action);
  return (
    <Form method="post" action={address} {...props}>
      <input type="hidden" name="token" value={token} />
      <ActionOfForm.Provider value={address}>{children}</ActionOfForm.Provider>
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
  const { formAction, formData } = useNavigation();
  // Another row is no sending.
  const busy = formAction === useContext(ActionOfForm) && !formData?.has("filas");
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
