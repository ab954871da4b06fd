import { type Apertura, describeApertura } from "~/format/hours";

/** `Abierto ahora · cierra a las 6:00 p.m.`, or when the studio opens next. A copy of the page that is served later leaves it out. */
export function OpenNow({ apertura }: { apertura: Apertura | null }) {
  if (!apertura) return null;
  const [state, next] = describeApertura(apertura);
  return (
    <while-fresh>
      <p className={"cierra" in apertura ? "now open" : "now"}>
        <b>{state}</b>
        {next ? ` · ${next}` : null}
      </p>
    </while-fresh>
  );
}
