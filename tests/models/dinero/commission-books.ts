import { expect } from "vitest";
import { deleteCita } from "~/models/citas/cita.server";
import { getPorPagar, listLineas } from "~/models/dinero/comision.server";
import { payEmpleado, undoLiquidacion } from "~/models/dinero/liquidacion.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { recordAnticipo } from "~/models/ventas/anticipo.server";
import { cancelDevolucion, giveBack } from "~/models/ventas/devolucion.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import type { Dice } from "../../../prisma/demo-dice";
import { createEmpleado } from "../../support/factories";
import { sql, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { actor, addCita, charge, cuenta, key } from "../citas/cita-history";

const ZONA = "America/Mexico_City";
const DESDE = "2026-10-02";

/** A part of an appointment that was settled, or is to be; amounts are cents. */
type Part = { cita: string; base: number; porcentaje: string };

type Pago = { id: string; empleado: string; parts: Part[]; propinas: number; order: number; isUndone: boolean };

type Cita = {
  id: string;
  empleado: string;
  /** What it costs without a discount and without refunds. */
  full: number;
  precio: number;
  cobrado: number;
  anticipo: number;
  isDone: boolean;
  isBeforeDay: boolean;
  refunds: { id: string; monto: number }[];
  tips: { empleado: string; monto: number }[];
  /** Its copy, while it is in the trash. */
  papelera: string | null;
};

const text = (cents: number) => (cents / 100).toFixed(2);

/** The cents of a percentage of an amount, half up away from zero as PostgreSQL rounds. */
function percentOf(cents: number, porcentaje: string): number {
  const hundredths = Math.round(Number(porcentaje) * 100);
  return Math.sign(cents) * Math.floor((Math.abs(cents) * hundredths + 5_000) / 10_000);
}

/**
 * The books of a test that knows what it did: it carries out random acts through the models, and works out for itself what each
 * specialist was paid and is owed.
 */
export class Books {
  private citas: Cita[] = [];
  private pagos: Pago[] = [];
  private porcentajes = new Map<string, string | null>();
  private propinas = new Map<string, number>();

  constructor(private readonly dice: Dice) {}

  /** How often somebody was paid. */
  get paid(): number {
    return this.pagos.length;
  }

  private get empleados(): string[] {
    return [...this.porcentajes.keys()];
  }

  async hire(porcentajes: string[]): Promise<void> {
    for (const comision of porcentajes) {
      const id = await createEmpleado({ comision, comision_desde: DESDE });
      this.porcentajes.set(id, comision);
      this.propinas.set(id, 0);
    }
  }

  /** Books the appointment of an hour, the first day's before the day from which commissions count. */
  async book(hour: number): Promise<void> {
    const fecha_hora = new Date(Date.parse("2026-10-01T12:00Z") + hour * 3_600_000);
    const fin = new Date(fecha_hora.getTime() + 1_800_000);
    const full = this.dice.between(5_000, 150_000);
    const empleado = this.dice.pick(this.empleados);
    const id = await addCita({ empleado_id: empleado, precio: text(full), fecha_hora, fin });
    // Mexico City is six hours behind.
    const isBeforeDay = fecha_hora < new Date(`${DESDE}T06:00Z`);
    const none = { cobrado: 0, anticipo: 0, isDone: false, refunds: [], tips: [], papelera: null };
    this.citas.push({ id, empleado, full, precio: full, isBeforeDay, ...none });
  }

  /** Does something to some appointments, at once. */
  async changeCitas(count: number): Promise<void> {
    const picked = new Set(Array.from({ length: count }, () => this.dice.pick(this.citas)));
    await Promise.all([...picked].map((cita) => this.pickAct(cita)()));
  }

  private pickAct(cita: Cita): () => Promise<void> {
    const { dice } = this;
    if (cita.papelera !== null) return () => this.restore(cita);
    const acts: [weight: number, act: () => Promise<void>][] = [[1, () => this.trash(cita)]];
    if (cita.isDone) {
      acts.push([2, () => this.reopen(cita)]);
      if (cita.cobrado > 0) acts.push([4, this.refund(cita, dice.between(1, cita.cobrado))]);
      if (cita.cobrado < cita.precio) acts.push([6, () => this.payRest(cita)]);
      if (cita.refunds.length > 0) acts.push([3, () => this.cancelRefund(cita)]);
    } else {
      acts.push([12, this.complete(cita)]);
      if (cita.anticipo === 0) acts.push([3, this.payInAdvance(cita, dice.between(1, Math.floor(cita.precio / 2)))]);
      acts.push([2, this.reassign(cita, dice.pick(this.empleados))]);
    }
    return dice.pick(acts.flatMap(([weight, act]) => Array<typeof act>(weight).fill(act)));
  }

  /** Completes it: with or without a discount, paid in whole with a tip, or in part. */
  private complete(cita: Cita): () => Promise<void> {
    const { dice } = this;
    const left = cita.precio - cita.cobrado;
    const discount = dice.chance(0.3) ? dice.between(1, Math.floor(left / 2)) : 0;
    const due = left - discount;
    const part = dice.chance(0.3) ? dice.between(1, due) : null;
    const tip = part === null && dice.chance(0.4) ? dice.between(100, 9_000) : 0;
    return async () => {
      const typed = {
        ...(discount > 0 ? { descuento: text(discount), descuento_motivo: "Amiga" } : {}),
        ...(part === null ? {} : ({ metodo_pago: "despues", parte_metodo: "efectivo", parte_monto: text(part) } as const)),
        propinas: tip > 0 ? [{ empleado_id: cita.empleado, monto: text(tip) }] : [],
      };
      await resultOf(charge(cita.id, { por_cobrar: text(left), ...typed }));
      cita.isDone = true;
      cita.precio -= discount;
      cita.cobrado += part ?? due;
      if (tip > 0) cita.tips.push({ empleado: cita.empleado, monto: tip });
      this.addTips(cita.empleado, tip);
    };
  }

  private async payRest(cita: Cita): Promise<void> {
    await resultOf(charge(cita.id, { por_cobrar: text(cita.precio - cita.cobrado) }));
    cita.cobrado = cita.precio;
  }

  private payInAdvance(cita: Cita, monto: number): () => Promise<void> {
    return async () => {
      const values = { monto: text(monto), metodo_pago: "efectivo", fecha: "2026-10-01" } as const;
      await resultOf(recordAnticipo(cita.id, values, cuenta, key()));
      cita.anticipo = monto;
      cita.cobrado += monto;
    };
  }

  private refund(cita: Cita, monto: number): () => Promise<void> {
    return async () => {
      const values = { monto: text(monto), metodo_pago: "efectivo", motivo: "Queja", cobrado: text(cita.cobrado) } as const;
      await resultOf(giveBack(cita.id, values, actor(), key()));
      const id = await sqlValue<string>(
        "SELECT id FROM ingresos_susa WHERE cita_id = $1 AND concepto = 'devolucion' AND NOT id = ANY ($2) AND reversa_de IS NULL",
        [cita.id, cita.refunds.map((refund) => refund.id)],
      );
      cita.refunds.push({ id: String(id), monto });
      cita.cobrado -= monto;
      cita.precio -= monto;
    };
  }

  private async cancelRefund(cita: Cita): Promise<void> {
    const open = cita.refunds.find(({ monto }) => monto > 0);
    if (!open) return;
    await resultOf(cancelDevolucion(cita.id, open.id, actor(), key()));
    cita.cobrado += open.monto;
    cita.precio += open.monto;
    // Known still, so that it is not taken for the next one.
    open.monto = 0;
  }

  private async reopen(cita: Cita): Promise<void> {
    await resultOf(reopenCita(cita.id, actor(), key()));
    Object.assign(cita, { isDone: false, precio: cita.full, cobrado: cita.anticipo });
    for (const refund of cita.refunds) refund.monto = 0;
    for (const { empleado, monto } of cita.tips) this.addTips(empleado, -monto);
    cita.tips = [];
  }

  private reassign(cita: Cita, empleado: string): () => Promise<void> {
    return async () => {
      await sql("UPDATE citas_susa SET empleado_id = $1 WHERE id = $2", [empleado, cita.id]);
      cita.empleado = empleado;
    };
  }

  private async trash(cita: Cita): Promise<void> {
    cita.papelera = await resultOf(deleteCita(cita.id, cuenta, key()));
  }

  private async restore(cita: Cita): Promise<void> {
    await resultOf(recuperar(String(cita.papelera), cuenta, key()));
    cita.papelera = null;
  }

  private addTips(empleado: string, monto: number): void {
    this.propinas.set(empleado, (this.propinas.get(empleado) ?? 0) + monto);
  }

  async changePercentage(): Promise<void> {
    const id = this.dice.pick(this.empleados);
    const comision = this.dice.chance(0.15) ? null : text(this.dice.between(0, 10_000));
    await sql("UPDATE empleados_susa SET comision = $1, comision_desde = $2 WHERE id = $3", [comision, comision && DESDE, id]);
    this.porcentajes.set(id, comision);
  }

  /** What she was paid for an appointment that still exists, and was not undone. */
  private partsOf(empleado: string, cita: string): (Part & { order: number })[] {
    return this.pagos
      .filter((pago) => pago.empleado === empleado && !pago.isUndone)
      .flatMap(({ parts, order }) => parts.filter((part) => part.cita === cita).map((part) => ({ ...part, order })));
  }

  /** What she is owed by these books: more at her percentage now, less at those at which it was paid, the last one first. */
  private owedTo(empleado: string): Part[] {
    const porcentaje = this.porcentajes.get(empleado) ?? null;
    return this.citas
      .filter(({ papelera }) => papelera === null)
      .flatMap((cita) => {
        const parts = this.partsOf(empleado, cita.id);
        const paid = parts.reduce((sum, { base }) => sum + base, 0);
        const isHers = cita.empleado === empleado && cita.isDone;
        const isCounted = parts.length > 0 || (isHers && porcentaje !== null && !cita.isBeforeDay);
        let change = isCounted ? (isHers ? Math.min(cita.cobrado, cita.precio) : 0) - paid : 0;
        if (change > 0) return porcentaje === null ? [] : [{ cita: cita.id, base: change, porcentaje }];
        const rates = new Map<string, { base: number; last: number }>();
        for (const { porcentaje, base, order } of parts)
          rates.set(porcentaje, { base: base + (rates.get(porcentaje)?.base ?? 0), last: order });
        const latest = [...rates].sort(([, a], [, b]) => b.last - a.last);
        // Two percentages of one payment are taken back from the lower one first.
        latest.sort(([one, a], [other, b]) => b.last - a.last || Number(one) - Number(other));
        return latest.flatMap(([porcentaje, { base }]) => {
          const taken = Math.min(base, -change);
          change += taken;
          return taken > 0 ? [{ cita: cita.id, base: -taken, porcentaje }] : [];
        });
      });
  }

  async payOne(): Promise<void> {
    await this.pay(this.dice.pick(this.empleados), this.dice.chance(0.2));
  }

  async payAll(): Promise<void> {
    for (const id of this.empleados) await this.pay(id, false);
  }

  private async pay(empleado: string, onlyTips: boolean): Promise<void> {
    const parts = onlyTips ? [] : this.owedTo(empleado);
    const comision = parts.reduce((sum, { base, porcentaje }) => sum + percentOf(base, porcentaje), 0);
    const propinas = this.propinas.get(empleado) ?? 0;
    const values = {
      comision: text(comision),
      propinas: text(propinas),
      ...({ ajuste_tipo: "menos", ajuste: null, ajuste_motivo: null, metodo_pago: "efectivo" } as const),
    };
    const done = await payEmpleado(empleado, values, { ...actor(), onlyTips, zona: ZONA }, key());
    const expected = comision < 0 ? "too_low" : parts.length === 0 && propinas === 0 ? "nothing" : "written";
    expect(done.outcome).toBe(expected);
    if (!("result" in done)) return;
    const order = this.pagos.length;
    this.pagos.push({ id: done.result.id, empleado, parts, propinas, order, isUndone: false });
    this.propinas.set(empleado, 0);
  }

  async undoOne(): Promise<void> {
    const empleado = this.dice.pick(this.empleados);
    const last = this.pagos.filter((pago) => pago.empleado === empleado && !pago.isUndone).at(-1);
    if (last) await this.undo(last);
  }

  async undoAll(): Promise<void> {
    for (const pago of this.pagos.toReversed()) if (!pago.isUndone) await this.undo(pago);
  }

  private async undo(pago: Pago): Promise<void> {
    await resultOf(undoLiquidacion(pago.id, actor(), key()));
    pago.isUndone = true;
    this.addTips(pago.empleado, pago.propinas);
  }

  /** Expects of each specialist the lines that are owed, the sum of those that were paid, and her tips. */
  async expectSame(when: string): Promise<void> {
    for (const empleado of this.empleados) {
      const owed = this.owedTo(empleado);
      const asText = ({ cita, base, porcentaje }: Part) => `${cita} ${text(base)} ${Number(porcentaje)}`;
      const found = await listLineas(empleado, ZONA);
      const foundLines = found.map(({ cita_id, base, porcentaje }) => `${cita_id} ${base} ${Number(porcentaje)}`);
      expect(foundLines.sort(), when).toEqual(owed.map(asText).sort());
      const paid = this.pagos.filter((pago) => pago.empleado === empleado && !pago.isUndone).flatMap(({ parts }) => parts);
      const sumOf = (parts: Part[]) => parts.reduce((sum, { base, porcentaje }) => sum + percentOf(base, porcentaje), 0);
      const { comision, propinas } = (await getPorPagar(empleado, ZONA)) ?? {};
      const settled = await sqlValue<string>(
        `SELECT coalesce(sum(monto), 0.00)::text FROM liquidacion_lineas_susa l JOIN liquidaciones_susa s ON s.id = l.liquidacion_id
         WHERE s.empleado_id = $1 AND s.cancelada_at IS NULL`,
        [empleado],
      );
      const expected = [text(sumOf(paid)), text(sumOf(owed)), text(this.propinas.get(empleado) ?? 0)];
      expect([settled, comision, propinas], when).toEqual(expected);
      // Paid and owed together are what was done and paid, each appointment once.
      for (const cita of this.citas.filter(({ papelera }) => papelera === null)) {
        const parts = [...this.partsOf(empleado, cita.id), ...owed.filter((part) => part.cita === cita.id)];
        if (parts.length === 0) continue;
        const base = cita.empleado === empleado && cita.isDone ? Math.min(cita.cobrado, cita.precio) : 0;
        const together = parts.reduce((sum, part) => sum + part.base, 0);
        if (this.porcentajes.get(empleado) !== null) expect(together, when).toBe(base);
      }
    }
  }
}
