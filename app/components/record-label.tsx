import { completeAction } from "~/format/action-name";

/** The label of a control, completed for screen readers with the record that it is about: `el egreso de Renta`, `a Ana`. */
export function RecordLabel({ children: label, of: record }: { children: string; of: string | undefined }) {
  return (
    <>
      {label}
      {record ? <span className="sr-only">{completeAction(label, record)}</span> : null}
    </>
  );
}
