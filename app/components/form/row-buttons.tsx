import type { ReactNode } from "react";

/** What Enter in a field presses where a list's rows have buttons: the browser takes the first button of the form. */
export function EnterButton() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}

/** The button that gives the form back with one more row in its list, or without row `remove`; nothing is written. */
export function RowsButton({ remove, takesFocus, children }: { remove?: number; takesFocus?: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="filas"
      value={remove ?? "agregar"}
      formNoValidate
      // biome-ignore lint/a11y/noAutofocus: only where the person has just pressed one like it.
      autoFocus={takesFocus}
      className={remove === undefined ? "button button-quiet justify-self-start" : "square"}
    >
      {children}
    </button>
  );
}
