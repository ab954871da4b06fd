import type { ReactNode } from "react";

const TONES = {
  plain: "border-line bg-sand",
  done: "border-line bg-blush",
  good: "border-good bg-good-paper text-good",
  bad: "border-bad bg-bad-paper text-bad",
};

/** A state as a word with a colour. */
export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return <span className={`badge ${TONES[tone]}`}>{children}</span>;
}
