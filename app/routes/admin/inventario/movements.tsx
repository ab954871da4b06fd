import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { Badge } from "~/components/admin";
import { Fold } from "~/components/form/fold";
import { Link } from "~/components/link";
import { formatDay, formatTime, studioDay } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import { capitalize, plural } from "~/format/text";
import type { listMovimientos } from "~/models/inventario/movimiento.server";

/** The URL of the list with the panel of movements of all items (`si`), of one item (its id), or without it (empty). */
export function withMovimientos(search: string, panel: string): string {
  const params = new URLSearchParams(search);
  if (panel) params.set("movimientos", panel);
  else params.delete("movimientos");
  return `/admin/inventario?${params}`;
}

/** The stock of an item, with a badge when it is low. */
export function Existencias({ cantidad, minimo, isLow }: { cantidad: number; minimo: number; isLow: boolean }) {
  return (
    <div className="existencias">
      <p>
        <span className={`cuantas ${cantidad < 0 ? "text-bad" : ""}`}>{formatNumber(cantidad)}</span>
        <span className="text-soft">{` en existencia, mínimo\u00a0${formatNumber(minimo)}`}</span>
      </p>
      {cantidad <= 0 ? <Badge tone="bad">Agotado</Badge> : isLow ? <Badge tone="bad">Por agotarse</Badge> : null}
    </div>
  );
}

type MovimientosProps = NonNullable<SerializeFrom<typeof listMovimientos>> & { zona: string };

/** The panel of movements by day, newest first, of all items or of the one named `item`. */
export function Movimientos({ item, movimientos, zona }: MovimientosProps) {
  const { search } = useLocation();
  return (
    <section aria-labelledby="movimientos" className="mb-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="movimientos" className="min-w-0 text-2xl">
          {item === null ? "Movimientos" : `Movimientos de ${item}`}
        </h2>
        {item === null ? null : (
          <Link to={withMovimientos(search, "si")} preventScrollReset className="link py-2.5">
            Ver los de todos los artículos
          </Link>
        )}
      </div>
      {movimientos.length === 0 ? (
        <p className="text-soft">Todavía no hay movimientos.</p>
      ) : (
        <>
          <Dias movimientos={movimientos.slice(0, AT_ONCE)} zona={zona} />
          {movimientos.length > AT_ONCE ? (
            <Fold title={plural(movimientos.length - AT_ONCE, "anterior", "anteriores")} isOpen={false}>
              <Dias movimientos={movimientos.slice(AT_ONCE)} zona={zona} />
            </Fold>
          ) : null}
        </>
      )}
    </section>
  );
}

// The list of the stock stands below the panel.
const AT_ONCE = 8;

function Dias({ movimientos, zona }: Pick<MovimientosProps, "movimientos" | "zona">) {
  const dayOf = ({ created_at }: { created_at: string }) => studioDay(new Date(created_at), zona);
  return [...new Set(movimientos.map(dayOf))].map((day) => (
    <section key={day}>
      <h3 className="mt-4 mb-2 font-sans text-base font-semibold">{capitalize(formatDay(day, "UTC"))}</h3>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
        {movimientos.flatMap((movimiento) =>
          dayOf(movimiento) === day ? <Movimiento key={movimiento.id} {...movimiento} zona={zona} /> : [],
        )}
      </ol>
    </section>
  ));
}

type MovimientoProps = MovimientosProps["movimientos"][number] & { zona: string };

function Movimiento({ tipo, cantidad, item_nombre, motivo, created_at, quien, zona }: MovimientoProps) {
  const isIn = tipo === "entrada";
  return (
    <li className="movimiento">
      <div className="min-w-0 items-baseline gap-x-4 @2xl:grid @2xl:grid-cols-[18rem_1fr]">
        <p className="font-semibold">{item_nombre}</p>
        <p className="text-sm text-soft">
          <time dateTime={created_at}>{formatTime(created_at, zona)}</time>
          {[motivo, quien].map((fact) => (fact ? ` · ${fact}` : ""))}
        </p>
      </div>
      <p className={`text-lg font-semibold ${isIn ? "text-good" : ""}`}>
        <span className="sr-only">{isIn ? "Entrada: " : "Salida: "}</span>
        <span>{`${isIn ? "+" : "−"}${formatNumber(cantidad)}`}</span>
      </p>
    </li>
  );
}
