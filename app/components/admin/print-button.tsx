import { useEffect, useState } from "react";

/** A button that prints the page. Without JavaScript it keeps its place, unseen. */
export function PrintButton() {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <button type="button" className={`button button-quiet print:hidden ${isReady ? "" : "invisible"}`} onClick={() => print()}>
      Imprimir
    </button>
  );
}
