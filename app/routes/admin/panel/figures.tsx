import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Stat } from "~/components/money/stat";
import { formatMoney, formatNumber } from "~/format/numbers";

/** The four figures of the dashboard; one that could not be read is undefined. `ingresos` is null for who may not see money. */
export function FigureCards({
  cifras,
  total,
  ingresos,
}: {
  cifras: { clientes?: number; servicios?: number };
  total: number | undefined;
  ingresos: string | null | undefined;
}) {
  return (
    <dl className="grid grid-cols-2 gap-3 @3xl:@max-4xl:grid-cols-4 @4xl:grid-cols-1 @4xl:*:flex-row @4xl:*:flex-wrap @4xl:*:items-center @4xl:*:justify-between @4xl:*:py-3 @4xl:[&_dd]:text-xl">
      <Stat icon="clientes" label="Total Clientes">
        {cifras.clientes === undefined ? (
          <UnavailablePart>No se pudo contar a las clientas.</UnavailablePart>
        ) : (
          formatNumber(cifras.clientes)
        )}
      </Stat>
      <Stat icon="citas" label="Citas Hoy">
        {total === undefined ? <UnavailablePart>No se pudieron contar las citas de hoy.</UnavailablePart> : formatNumber(total)}
      </Stat>
      {ingresos === null ? null : (
        <Stat icon="ingresos" label="Ingresos del Mes">
          {ingresos === undefined ? (
            <UnavailablePart>No se pudieron sumar los ingresos del mes.</UnavailablePart>
          ) : (
            formatMoney(ingresos)
          )}
        </Stat>
      )}
      <Stat icon="servicios" label="Servicios Activos">
        {cifras.servicios === undefined ? (
          <UnavailablePart>No se pudieron contar los servicios.</UnavailablePart>
        ) : (
          formatNumber(cifras.servicios)
        )}
      </Stat>
    </dl>
  );
}
