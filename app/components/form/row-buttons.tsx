import type { ReactNode } from "react";

/** The hidden first button of a form with row buttons: Enter in a field presses the first button of the form. */
export function HiddenSubmitButton() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}

/** The button that adds a row to a form's list, or removes row `remove`. It submits the form without saving it. */
export function RowsButton({ remove, takesFocus, children }: { remove?: number; takesFocus?: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="intent"
      value={remove === undefined ? "add-row" : `remove-row:${remove}`}
      formNoValidate
      // biome-ignore lint/a11y/noAutofocus: only after the person has pressed a button like it.
      autoFocus={takesFocus}
      className={remove === undefined ? "button button-quiet justify-self-start" : "square"}
    >
      {children}
    </button>
  );
}
