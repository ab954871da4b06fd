import { describe, expect, test } from "vitest";
import { WriteRejection } from "~/database/idempotency.server";
import { Prisma } from "~/generated/client";
import { allocate, settle } from "~/models/ventas/settle.server";

type Typed = Parameters<typeof settle>[2];

const decimal = (amount: string) => new Prisma.Decimal(amount);

/** Settles `due` pesos and a tip: `efectivo 500.00, tarjeta 330.00; cambio 20.00; propina tarjeta`, or the reason why not. */
function settled(due: string, typed: Partial<Typed> = {}, { tip = "0", isDebt = false } = {}): string {
  const whole: Typed = { por_cobrar: due, monto: due, metodo_pago: "efectivo", parte_monto: null, ...typed };
  try {
    const { pagos, cambio, tipMethod } = settle(decimal(due), decimal(tip), whole, isDebt);
    const paid = pagos.map(({ metodo_pago, monto }) => `${metodo_pago} ${monto.toFixed(2)}`).join(", ");
    return [paid, cambio.isZero() ? "" : `cambio ${cambio.toFixed(2)}`, tip === "0" ? "" : `propina ${tipMethod}`]
      .filter(Boolean)
      .join("; ");
  } catch (error) {
    if (error instanceof WriteRejection) return error.reason;
    throw error;
  }
}

describe("a payment", () => {
  test.each([
    ["of all by one method", settled("830"), "efectivo 830.00"],
    ["left empty is all", settled("830", { monto: null }), "efectivo 830.00"],
    [
      "that shows the former sum is all of the present one",
      settled("750", { por_cobrar: "830.00", monto: "830.00" }),
      "efectivo 750.00",
    ],
    ["by two methods", settled("830", { parte_metodo: "tarjeta", parte_monto: "330" }), "efectivo 500.00, tarjeta 330.00"],
    ["all by the second method", settled("830", { parte_metodo: "tarjeta", parte_monto: "830" }), "tarjeta 830.00"],
    ["of cash above what is due gives change", settled("830", { monto: "1000" }), "efectivo 830.00; cambio 170.00"],
    [
      "of cash gives change after the tip",
      settled("830", { monto: "1000" }, { tip: "50" }),
      "efectivo 830.00; cambio 120.00; propina efectivo",
    ],
    [
      "of two methods gives change",
      settled("830", { monto: "850", parte_metodo: "tarjeta", parte_monto: "330" }),
      "efectivo 500.00, tarjeta 330.00; cambio 20.00",
    ],
    ["on another day", settled("830", { metodo_pago: "despues" }), ""],
    [
      "in part on another day",
      settled("830", { metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: "300" }),
      "efectivo 300.00",
    ],
    ["of a part of a debt", settled("830", { monto: "100" }, { isDebt: true }), "efectivo 100.00"],
    ["of nothing", settled("0"), ""],
    ["on another day, of what a discount took whole", settled("0", { metodo_pago: "despues" }, { isDebt: true }), ""],
  ])("%s", (_what, result, expected) => expect(result).toBe(expected));

  test.each([
    ["of less than is due", settled("830", { monto: "829.99" }), "short"],
    ["by card of more than is due", settled("830", { monto: "900", metodo_pago: "tarjeta" }), "no_change"],
    ["by transfer of more than is due", settled("830", { monto: "900", metodo_pago: "transferencia" }), "no_change"],
    ["by another method of more than is due", settled("830", { monto: "900", metodo_pago: "otro" }), "no_change"],
    ["on another day of what was typed as paid now", settled("830", { monto: "300", metodo_pago: "despues" }), "short"],
    ["of a debt with zero", settled("830", { monto: "0" }, { isDebt: true }), "short"],
    ["with a part above all", settled("830", { parte_metodo: "tarjeta", parte_monto: "830.01" }), "part"],
    ["of cash that does not cover the tip", settled("830", { monto: "850" }, { tip: "50" }), "tip_short"],
    ["of a debt with nothing, on another day", settled("830", { metodo_pago: "despues" }, { isDebt: true }), "short"],
    ["on another day with a tip", settled("830", { metodo_pago: "despues" }, { tip: "50" }), "tip_unpaid"],
    [
      "of a debt with a part above what is paid",
      settled("830", { monto: "100", parte_metodo: "tarjeta", parte_monto: "200" }, { isDebt: true }),
      "part",
    ],
  ])("is refused %s", (_what, result, expected) => expect(result).toBe(expected));

  const card = (parte_monto: string) => ({ parte_metodo: "tarjeta", parte_monto }) as const;
  const cash = (parte_monto: string) => ({ parte_metodo: "efectivo", parte_monto }) as const;
  const later = { metodo_pago: "despues" } as const;

  // Each is what came into the till: the payments, and the tip by its own method.
  test.each<[what: string, due: string, tip: string, typed: Partial<Typed>, expected: string]>([
    ["in cash", "750", "50", {}, "efectivo 750.00; propina efectivo"],
    ["in cash that is handed over with it", "750", "50", { monto: "800" }, "efectivo 750.00; propina efectivo"],
    ["in cash with change", "750", "50", { monto: "1000" }, "efectivo 750.00; cambio 200.00; propina efectivo"],
    ["by card", "750", "50", { metodo_pago: "tarjeta" }, "tarjeta 750.00; propina tarjeta"],
    ["by card, charged with it", "750", "50", { metodo_pago: "tarjeta", monto: "800" }, "tarjeta 750.00; propina tarjeta"],
    ["by card, with less than it", "750", "50", { metodo_pago: "tarjeta", monto: "780" }, "tip_short"],
    ["by card, with more than it", "750", "50", { metodo_pago: "tarjeta", monto: "820" }, "no_change"],
    ["by transfer", "750", "50", { metodo_pago: "transferencia" }, "transferencia 750.00; propina transferencia"],
    [
      "of 800, 100 by card and the rest in cash",
      "750",
      "50",
      { monto: "800", ...card("100") },
      "efectivo 650.00, tarjeta 100.00; propina efectivo",
    ],
    [
      "of 1,000, 100 by card and the rest in cash",
      "750",
      "50",
      { monto: "1000", ...card("100") },
      "efectivo 650.00, tarjeta 100.00; cambio 200.00; propina efectivo",
    ],
    ["in cash and by card, on top", "830", "50", card("330"), "efectivo 500.00, tarjeta 330.00; propina efectivo"],
    [
      "by card and in cash, on top",
      "830",
      "50",
      { metodo_pago: "tarjeta", ...cash("330") },
      "tarjeta 500.00, efectivo 330.00; propina efectivo",
    ],
    [
      "by card and in cash, handed over with it",
      "750",
      "50",
      { metodo_pago: "tarjeta", monto: "800", ...cash("150") },
      "tarjeta 650.00, efectivo 100.00; propina efectivo",
    ],
    [
      "by transfer and in cash",
      "830",
      "50",
      { metodo_pago: "transferencia", ...cash("330") },
      "transferencia 500.00, efectivo 330.00; propina efectivo",
    ],
    [
      "with only the tip in cash",
      "750",
      "50",
      { metodo_pago: "tarjeta", monto: "800", ...cash("50") },
      "tarjeta 750.00; propina efectivo",
    ],
    [
      "larger than the part in cash",
      "750",
      "100",
      { metodo_pago: "tarjeta", ...cash("20") },
      "tarjeta 730.00, efectivo 20.00; propina tarjeta",
    ],
    [
      "larger than the part in cash, and charged by card with it",
      "750",
      "100",
      { metodo_pago: "tarjeta", monto: "850", ...cash("20") },
      "tarjeta 730.00, efectivo 20.00; propina tarjeta",
    ],
    ["larger than the rest in cash", "750", "100", card("730"), "efectivo 20.00, tarjeta 730.00; propina tarjeta"],
    [
      "larger than what was handed over in cash, whose change is whole",
      "750",
      "50",
      { monto: "780", ...card("100") },
      "efectivo 650.00, tarjeta 100.00; cambio 30.00; propina tarjeta",
    ],
    ["with all by the second method", "830", "50", card("830"), "tarjeta 830.00; propina tarjeta"],
    [
      "by card and transfer",
      "830",
      "50",
      { metodo_pago: "tarjeta", parte_metodo: "transferencia", parte_monto: "330" },
      "tarjeta 500.00, transferencia 330.00; propina tarjeta",
    ],
    ["with nothing else to pay", "0", "50", { metodo_pago: "tarjeta" }, "propina tarjeta"],
    ["with nothing else to pay, and change", "0", "50", { monto: "100" }, "cambio 50.00; propina efectivo"],
    ["with a part in cash, the rest later", "830", "50", { ...later, ...cash("300") }, "efectivo 300.00; propina efectivo"],
    ["with a part by card, the rest later", "830", "50", { ...later, ...card("300") }, "tarjeta 300.00; propina tarjeta"],
    ["with all of it later", "830", "50", later, "tip_unpaid"],
  ])("pays the tip %s", (_what, due, tip, typed, expected) => expect(settled(due, typed, { tip })).toBe(expected));

  const tipIn = (propina_metodo: Typed["propina_metodo"]) => ({ propina_metodo });
  const mainCard = { metodo_pago: "tarjeta" } as const;

  test.each<[what: string, due: string, tip: string, typed: Partial<Typed>, expected: string]>([
    [
      "in cash of 620, 100 of them by card",
      "570",
      "50",
      { monto: "620", ...card("100"), ...tipIn("efectivo") },
      "efectivo 470.00, tarjeta 100.00; propina efectivo",
    ],
    [
      "in cash of 620, 520 of them in cash and the rest by card",
      "570",
      "50",
      { monto: "620", ...mainCard, ...cash("520"), ...tipIn("efectivo") },
      "tarjeta 100.00, efectivo 470.00; propina efectivo",
    ],
    [
      "in cash of 700, with change",
      "570",
      "50",
      { monto: "700", ...card("100"), ...tipIn("efectivo") },
      "efectivo 470.00, tarjeta 100.00; cambio 80.00; propina efectivo",
    ],
    [
      "in cash that is more than what is left over",
      "570",
      "50",
      { monto: "600", ...card("100"), ...tipIn("efectivo") },
      "tip_short",
    ],
    [
      "in cash on top, larger than the rest in cash",
      "750",
      "100",
      { ...card("730"), ...tipIn("efectivo") },
      "efectivo 20.00, tarjeta 730.00; propina efectivo",
    ],
    [
      "by card while cash covers it",
      "830",
      "50",
      { ...card("330"), ...tipIn("tarjeta") },
      "efectivo 500.00, tarjeta 330.00; propina tarjeta",
    ],
    ["by card while all is paid in cash", "750", "50", tipIn("tarjeta"), "efectivo 750.00; propina tarjeta"],
    [
      "by card while cash gives change, which is whole",
      "750",
      "50",
      { monto: "1000", ...tipIn("tarjeta") },
      "efectivo 750.00; cambio 250.00; propina tarjeta",
    ],
    ["in cash on top of a card", "750", "50", { ...mainCard, ...tipIn("efectivo") }, "tarjeta 750.00; propina efectivo"],
    [
      "in cash that is counted with a card",
      "750",
      "50",
      { monto: "800", ...mainCard, ...tipIn("efectivo") },
      "tarjeta 750.00; propina efectivo",
    ],
    [
      "in cash that does not fit in what was counted",
      "750",
      "50",
      { monto: "780", ...mainCard, ...tipIn("efectivo") },
      "tip_short",
    ],
    ["in cash, with too much by card", "750", "50", { monto: "820", ...mainCard, ...tipIn("efectivo") }, "no_change"],
    [
      "in cash larger than the part in cash",
      "750",
      "100",
      { monto: "850", ...mainCard, ...cash("20"), ...tipIn("efectivo") },
      "tarjeta 730.00, efectivo 20.00; propina efectivo",
    ],
    [
      "by card while the part in cash covers it",
      "750",
      "50",
      { monto: "800", ...mainCard, ...cash("150"), ...tipIn("tarjeta") },
      "tarjeta 600.00, efectivo 150.00; propina tarjeta",
    ],
    [
      "with a method that pays nothing else",
      "750",
      "50",
      { monto: "800", ...mainCard, ...cash("150"), ...tipIn("transferencia") },
      "tarjeta 600.00, efectivo 150.00; propina transferencia",
    ],
    [
      "by transfer as the part is",
      "750",
      "50",
      { monto: "800", ...mainCard, parte_metodo: "transferencia", parte_monto: "100", ...tipIn("transferencia") },
      "tarjeta 700.00, transferencia 50.00; propina transferencia",
    ],
    [
      "by card while a part is paid in cash, the rest later",
      "830",
      "50",
      { ...later, ...cash("300"), ...tipIn("tarjeta") },
      "efectivo 300.00; propina tarjeta",
    ],
    ["in cash today while all the rest is paid later", "830", "50", { ...later, ...tipIn("efectivo") }, "propina efectivo"],
    ["by card with nothing else to pay", "0", "50", tipIn("tarjeta"), "propina tarjeta"],
  ])("pays a tip with its own method: %s", (_what, due, tip, typed, expected) =>
    expect(settled(due, typed, { tip })).toBe(expected),
  );

  test.each<[what: string, typed: Partial<Typed>, expected: string]>([
    ["in cash", {}, "efectivo 500.00; propina efectivo"],
    ["in part", { monto: "200" }, "efectivo 200.00; propina efectivo"],
    ["in part, two ways", { monto: "200", ...card("100") }, "efectivo 100.00, tarjeta 100.00; propina efectivo"],
    ["with change", { monto: "600" }, "efectivo 500.00; cambio 50.00; propina efectivo"],
  ])("of a debt takes a tip %s", (_what, typed, expected) =>
    expect(settled("500", typed, { tip: "50", isDebt: true })).toBe(expected),
  );
});

test("payments are distributed over what is due in order, to the cent", () => {
  const dues = ["350", "0", "480.50"].map((amount, n) => ({ n, left: decimal(amount) }));
  const pagos = [
    { metodo_pago: "efectivo", monto: decimal("400") },
    { metodo_pago: "tarjeta", monto: decimal("430.50") },
  ] as const;
  expect(allocate(dues, [...pagos]).map(({ due, metodo_pago, monto }) => `${due.n} ${metodo_pago} ${monto.toFixed(2)}`)).toEqual([
    "0 efectivo 350.00",
    "2 efectivo 50.00",
    "2 tarjeta 430.50",
  ]);
});
