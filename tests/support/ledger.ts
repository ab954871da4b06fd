import { expect } from "vitest";
import { sql } from "./test-database";

/**
 * Asserts in SQL that money and stock equal the sum of their ledger lines (docs/decisions/0026), each status its last history line,
 * and each sale its products.
 */
export async function ledgerMatches(): Promise<void> {
  const violations = {
    "the charged amount of an appointment differs from its income": `
      SELECT c.id FROM citas_susa c LEFT JOIN ingresos_susa i ON i.cita_id = c.id
      GROUP BY c.id HAVING c.cobrado <> coalesce(sum(i.monto), 0)`,
    "the status of an appointment differs from its last history line": `
      SELECT c.id FROM citas_susa c
      JOIN LATERAL (SELECT * FROM cambios_cita_susa WHERE cita_id = c.id ORDER BY orden DESC LIMIT 1) u ON true
      WHERE (c.estado, c.no_asistio) IS DISTINCT FROM (u.estado, u.no_asistio)`,
    "the quantity of an item differs from the sum of its movements": `
      SELECT i.id FROM inventario_susa i LEFT JOIN movimientos_inventario_susa m ON m.item_id = i.id
      GROUP BY i.id HAVING i.cantidad <> coalesce(sum(CASE m.tipo WHEN 'entrada' THEN m.cantidad ELSE -m.cantidad END), 0)`,
    "the quantity of an item differs from the balance of its last movement": `
      SELECT i.id FROM inventario_susa i
      JOIN LATERAL (SELECT saldo FROM movimientos_inventario_susa WHERE item_id = i.id ORDER BY orden DESC LIMIT 1) u ON true
      WHERE i.cantidad IS DISTINCT FROM u.saldo`,
    "the balance of a movement differs from the previous balance plus its quantity": `
      SELECT id FROM (SELECT *, lag(saldo, 1, 0) OVER (PARTITION BY item_id ORDER BY orden) AS antes
        FROM movimientos_inventario_susa WHERE item_id IS NOT NULL) m
      WHERE saldo <> antes + CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END`,
    "an income row differs from the sum of its ledger lines": `
      SELECT coalesce(i.id, a.registro_id) AS id FROM ingresos_susa i
      FULL JOIN (SELECT registro_id, sum(monto) AS monto FROM asientos_susa WHERE libro = 'ingreso' GROUP BY 1) a ON a.registro_id = i.id
      WHERE coalesce(i.monto, 0) <> coalesce(a.monto, 0)`,
    "a tip differs from the sum of its ledger lines": `
      SELECT coalesce(p.id, a.registro_id) AS id FROM propinas_susa p
      FULL JOIN (SELECT registro_id, sum(monto) AS monto FROM asientos_susa WHERE libro = 'propina' GROUP BY 1) a ON a.registro_id = p.id
      WHERE coalesce(p.monto, 0) <> coalesce(a.monto, 0)`,
    "the total of a sale differs from the sum of its products": `
      SELECT v.id FROM ventas_susa v LEFT JOIN venta_lineas_susa l ON l.venta_id = v.id
      GROUP BY v.id HAVING v.total <> coalesce(sum(l.importe), 0)`,
    "the amount of a sold product differs from its quantity times its price": `
      SELECT id FROM venta_lineas_susa WHERE importe <> cantidad * precio`,
    "the stock that a sale moved differs from its products, of which those that came back are in stock or not": `
      SELECT v.id FROM ventas_susa v
      LEFT JOIN (SELECT venta_id, sum(cantidad) AS sold, sum(devueltas) AS back FROM venta_lineas_susa GROUP BY 1) l ON l.venta_id = v.id
      LEFT JOIN (SELECT venta_id, sum(CASE tipo WHEN 'salida' THEN cantidad ELSE -cantidad END) AS moved
        FROM movimientos_inventario_susa GROUP BY 1) m ON m.venta_id = v.id
      CROSS JOIN LATERAL (SELECT CASE WHEN v.cancelada_at IS NULL THEN coalesce(sold, 0) ELSE coalesce(back, 0) END AS most) limits
      WHERE coalesce(moved, 0) NOT BETWEEN most - coalesce(back, 0) AND most`,
    "more was given back for a product than was returned of it": `
      SELECT v.id FROM ventas_susa v JOIN venta_lineas_susa l ON l.venta_id = v.id GROUP BY v.id
      HAVING sum(l.devueltas * l.precio) < -(SELECT coalesce(sum(monto), 0) FROM ingresos_susa WHERE venta_id = v.id AND concepto = 'devolucion_venta')`,
    "the price of an appointment was lowered by more than was given back": `
      SELECT c.id FROM citas_susa c WHERE c.devuelto >
        -(SELECT coalesce(sum(monto), 0) FROM ingresos_susa WHERE cita_id = c.id AND concepto = 'devolucion')`,
    "a reversal is not the opposite of the row it reverses": `
      SELECT r.id FROM ingresos_susa r JOIN ingresos_susa i ON i.id = r.reversa_de WHERE r.monto <> -i.monto OR r.metodo_pago <> i.metodo_pago
      UNION ALL SELECT r.id FROM propinas_susa r JOIN propinas_susa p ON p.id = r.reversa_de
      WHERE (r.monto, r.metodo_pago, r.empleado_id, r.venta_id) IS DISTINCT FROM (-p.monto, p.metodo_pago, p.empleado_id, p.venta_id)
      UNION ALL SELECT r.id FROM movimientos_inventario_susa r JOIN movimientos_inventario_susa m ON m.id = r.reversa_de
      WHERE r.usos IS DISTINCT FROM m.usos OR r.tipo = m.tipo OR r.item_id IS DISTINCT FROM m.item_id
        OR m.usos IS NULL AND (r.cantidad > m.cantidad OR r.venta_id IS NULL AND r.cantidad <> m.cantidad)`,
    "an appointment is tied to a cancelled sale": `
      SELECT c.id FROM citas_susa c JOIN ventas_susa v ON v.id = c.venta_id WHERE v.cancelada_at IS NOT NULL`,
  };
  const queries = Object.entries(violations).map(([what, query]) => `SELECT '${what}' AS what, id FROM (${query}) q`);
  expect(await sql(queries.join(" UNION ALL "))).toEqual([]);
}
