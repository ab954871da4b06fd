import type { ReactNode } from "react";
import { formatMoney, isNonZero } from "~/format/numbers";

/** A positive or negative amount (a decimal string) with its sign and, unless it `isPlain`, a colour. Screen readers get the minus as a word. */
export function Amount({ amount, isPlain = false }: { amount: string; isPlain?: boolean }) {
  const isZero = !isNonZero(amount);
  const isOut = amount.startsWith("-");
  const tone = isZero || isPlain ? "" : isOut ? "text-bad" : "text-good";
  return (
    <span className={`whitespace-nowrap tabular-nums ${tone}`}>
      {isZero ? null : <span aria-hidden="true">{isOut ? "−" : "+"}</span>}
      {isOut && !isZero ? <span className="sr-only">menos </span> : null}
      {formatMoney(amount.replace("-", ""))}
    </span>
  );
}

/** A row of a `dl` of amounts, whose last may be their total. */
export function AmountRow({ label, amount, isTotal = false }: { label: ReactNode; amount: string; isTotal?: boolean }) {
  return (
    <>
      <dt className={isTotal ? "font-semibold" : "text-soft"}>{label}</dt>
      <dd className={`text-right ${isTotal ? "text-lg font-semibold" : ""}`}>{formatMoney(amount)}</dd>
    </>
  );
}
