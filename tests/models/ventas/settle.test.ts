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
  ])("%s", (_what, result, expected) => expect(result).toBe(expected));

  test.each([
    ["of less than is due", settled("830", { monto: "829.99" }), "short"],
    ["by card of more than is due", settled("830", { monto: "900", metodo_pago: "tarjeta" }), "no_change"],
    ["with a part above all", settled("830", { parte_metodo: "tarjeta", parte_monto: "830.01" }), "part"],
    ["of cash that does not cover the tip", settled("830", { monto: "850" }, { tip: "50" }), "tip_short"],
    ["on another day with a tip", settled("830", { metodo_pago: "despues" }, { tip: "50" }), "tip_unpaid"],
    [
      "of a debt with a part above what is paid",
      settled("830", { monto: "100", parte_metodo: "tarjeta", parte_monto: "200" }, { isDebt: true }),
      "part",
    ],
  ])("is refused %s", (_what, result, expected) => expect(result).toBe(expected));

  test("pays the tip by the method that is not cash", () => {
    const card = { parte_metodo: "tarjeta", parte_monto: "330" } as const;
    expect(settled("830", card, { tip: "50" })).toBe("efectivo 500.00, tarjeta 330.00; propina tarjeta");
    expect(settled("830", { metodo_pago: "despues", ...card }, { tip: "50" })).toBe("tarjeta 330.00; propina tarjeta");
  });
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
