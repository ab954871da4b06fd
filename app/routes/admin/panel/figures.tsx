import { UnavailablePart } from "~/components/admin/unavailable-part";
import type { IconName } from "~/components/icon";
import { Stat } from "~/components/money/stat";
import { formatMoney, formatNumber } from "~/format/numbers";

type FigureCardsProps = {
  cifras: { clientes?: number; servicios?: number };
  total: number | undefined;
  ingresos: string | null | undefined;
};

/** The four figures of the dashboard; one that could not be read is undefined. `ingresos` is null for who may not see money. */
export function FigureCards({ cifras, total, ingresos }: FigureCardsProps) {
  const count = (value?: number) => (value === undefined ? undefined : formatNumber(value));
  const sum = ingresos === undefined || ingresos === null ? undefined : formatMoney(ingresos);
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 @3xl:grid-cols-4">
      <Figure icon="clientes" label="Total Clientes" value={count(cifras.clientes)} failed="No se pudo contar a las clientas." />
      <Figure icon="citas" label="Citas Hoy" value={count(total)} failed="No se pudieron contar las citas de hoy." />
      {ingresos === null ? null : (
        <Figure icon="ingresos" label="Ingresos del Mes" value={sum} failed="No se pudieron sumar los ingresos del mes." />
      )}
      <Figure
        icon="servicios"
        label="Servicios Activos"
        value={count(cifras.servicios)}
        failed="No se pudieron contar los servicios."
      />
    </dl>
  );
}

function Figure({ icon, label, value, failed }: { icon: IconName; label: string; value: string | undefined; failed: string }) {
  return (
    <Stat icon={icon} label={label}>
      {value ?? <UnavailablePart>{failed}</UnavailablePart>}
    </Stat>
  );
}
