import { formatMoney } from "~/format/money";

/** An amount that came in (`1234.50`) or went out (`-1234.50`): sign and colour, and the minus as a word for who only hears it. */
export function Amount({ amount }: { amount: string }) {
  const isZero = !/[1-9]/.test(amount);
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
