import type { ReactNode } from "react";
import { RecordLabel } from "~/components/record-label";

type ConfirmDisclosureProps = { label: string; recordName?: string; question: string; children: ReactNode };

/** A button that opens a question before a change that cannot be undone; the form in `children` makes the change. */
export function ConfirmDisclosure({ label, recordName, question, children }: ConfirmDisclosureProps) {
  return (
    <details className="group">
      <summary className="button button-quiet w-fit list-none group-open:hidden">
        <RecordLabel of={recordName}>{label}</RecordLabel>
      </summary>
      <div className="grid gap-4 rounded-xl border border-line bg-sand p-4">
        <p>{question}</p>
        {children}
      </div>
    </details>
  );
}
