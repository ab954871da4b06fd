import { formatMoney, isNonZero } from "~/format/numbers";

/** A positive or negative amount (a decimal string) with sign and colour. Screen readers get the minus as a word. */
export function Amount({ amount }: { amount: string }) {
  const isZero = !isNonZero(amount);
  const isOut = amount.startsWith("-");
  const tone = isZero ? "" : isOut ? "text-bad" : "text-good";
  return (
    <span className={`whitespace-nowrap tabular-nums ${tone}`}>
      {isZero ? null : <span aria-hidden="true">{isOut ? "−" : "+"}</span>}
      {isOut && !isZero ? <span className="sr-only">menos </span> : null}
      {formatMoney(amount.replace("-", ""))}
    </span>
  );
}
