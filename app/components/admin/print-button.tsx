import { useEffect, useState } from "react";
import { Icon } from "~/components/icon";

/** A button that prints the page. Without JavaScript it keeps its place, unseen. */
export function PrintButton() {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <button type="button" className={`choice gap-2 print:hidden ${isReady ? "" : "invisible"}`} onClick={() => print()}>
      <Icon name="print" />
      <span className="max-md:sr-only">Imprimir</span>
    </button>
  );
}
