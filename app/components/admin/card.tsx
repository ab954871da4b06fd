import type { ReactNode } from "react";

type CardProps = { id: string; title: string; isLarge?: boolean; children: ReactNode };

/** A part of a screen as a card with its heading. */
export function Card({ id, title, isLarge = false, children }: CardProps) {
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className={isLarge ? "text-2xl" : "text-xl"}>
        {title}
      </h2>
      {children}
    </section>
  );
}
