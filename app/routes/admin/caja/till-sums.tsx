import { AmountRow } from "~/components/money/amount";
import { formatMoney, isNonZero } from "~/format/numbers";
import type { SumasDeMetodo } from "~/models/dinero/corte.server";

/** How the cash that is expected comes about, for a `dl`; `queda` is what the cut before left in the drawer. */
export function ExpectedCash({ queda, efectivo, esperado }: { queda: string; efectivo: SumasDeMetodo; esperado: string }) {
  const { ingresos, propinas, egresos, entregado } = efectivo;
  const more = [
    { label: "Propinas en efectivo", amount: propinas },
    { label: "Egresos en efectivo", amount: negative(egresos) },
    { label: "Propinas que se entregaron", amount: negative(entregado) },
  ];
  return (
    <>
      <AmountRow label="Quedó del corte anterior" amount={queda} />
      <AmountRow label="Cobros en efectivo" amount={ingresos} />
      {more.map((row) => (isNonZero(row.amount) ? <AmountRow key={row.label} {...row} /> : null))}
      <AmountRow label="Esperábamos" amount={esperado} isTotal />
    </>
  );
}

const negative = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

/** What came in otherwise, tips included, to hold against the slip of the terminal and the bank, for a `dl`. */
export function SlipRows({ tarjeta, transferencia, otro }: Record<"tarjeta" | "transferencia" | "otro", SumasDeMetodo>) {
  const slips = [
    { name: "Tarjeta", sumas: tarjeta },
    { name: "Transferencia", sumas: transferencia },
    ...(isNonZero(otro.recibido) ? [{ name: "Otro", sumas: otro }] : []),
  ];
  return slips.map(({ name, sumas: { recibido, propinas } }) => {
    const tips = isNonZero(propinas) ? <span className="block text-sm">de ellos {formatMoney(propinas)} de propina</span> : null;
    const label = (
      <>
        {name}
        {tips}
      </>
    );
    return <AmountRow key={name} label={label} amount={recibido} />;
  });
}
