import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";

/** A part of a form that opens with a press. */
export function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="link flex min-h-11 w-fit cursor-pointer items-center">{title}</summary>
      <div className="mt-2 grid gap-4">{children}</div>
    </details>
  );
}

/** Whether any of these fields has a value or an error: a fold does not hide it. */
export function hasAnswer(...fields: Pick<FieldMetadata<unknown>, "initialValue" | "errors">[]): boolean {
  return fields.some(({ initialValue, errors }) => initialValue || errors);
}
