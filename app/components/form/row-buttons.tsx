import type { ReactNode } from "react";

/** The hidden first button of a form with row buttons: Enter in a field presses the first button of the form. */
export function HiddenSubmitButton() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}

type IntentButtonProps = {
  value: string;
  takesFocus?: boolean;
  className?: string;
  "aria-current"?: true;
  "aria-describedby"?: string;
  children: ReactNode;
};

/** A button that asks something of its form and does not save it; `takesFocus` where the person has just pressed one like it. */
export function IntentButton({ takesFocus, className = "button button-quiet", ...button }: IntentButtonProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: only after the person has pressed a button like it.
    <button type="submit" name="intent" formNoValidate autoFocus={takesFocus} className={className} {...button} />
  );
}

/** The button that adds a row to a form's list, or removes row `remove`. */
export function RowsButton({ remove, ...button }: Omit<IntentButtonProps, "value"> & { remove?: number }) {
  if (remove !== undefined) return <IntentButton value={`remove-row:${remove}`} className="square" {...button} />;
  return <IntentButton value="add-row" className="button button-quiet justify-self-start" {...button} />;
}
