import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFormState } from "./form-state";

/** A part of a form that opens with a press, and by itself when an answer or the browser's own check needs it. */
export function Fold({ title, isOpen, children }: { title: ReactNode; isOpen: boolean; children: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  const answer = useFormState();
  // It never closes by itself, as when the answer is gone after a jump to a field.
  const [startsOpen] = useState(isOpen);
  useEffect(() => {
    if (answer && isOpen) fold.current?.setAttribute("open", "");
  }, [answer, isOpen]);
  return (
    <details
      ref={fold}
      open={startsOpen}
      // What is open is a part of its form under a heading.
      className="group/fold col-span-full open:w-full open:border-t open:border-line open:pt-2"
      onInvalidCapture={({ currentTarget }) => currentTarget.setAttribute("open", "")}
    >
      <summary className="link group-open/fold:font-semibold group-open/fold:text-soft">{title}</summary>
      <div className="mt-2 grid gap-4">{children}</div>
    </details>
  );
}

/** Whether any of these fields has a value other than 0, or an error. Then their fold starts open. */
export function hasAnswer(...fields: Pick<FieldMetadata<unknown>, "initialValue" | "errors">[]): boolean {
  return fields.some(({ initialValue, errors }) => errors || !["", "0"].includes(String(initialValue ?? "")));
}
