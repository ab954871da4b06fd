import { inSnapshot, type Transaction } from "~/database/client.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { type Libro, Prisma } from "~/generated/client";
import { WHOSE } from "./comision.server";

// Each row is compared with a second record written at the same time (docs/decisions/0026), so that the row that was changed is
// named, and not its consequences.

/** The result of one comparison: how many rows were compared, how many differ, and the first hundred of those. */
export type Comparison<Row> = { comparados: number; cuantas: number; filas: Row[] };

/** What a row of income, expenses or tips says, or what its ledger entries add up to; the amount is a decimal text. */
export type Lado = { monto: string; fecha: string; metodo: string };

/** `grupos` counts the days, methods and appointments over which the entries are spread, which should be one. */
export type DifferingRow = {
  id: string;
  fila: Lado | null;
  asientos: Lado | null;
  grupos: number;
  otra_cita: boolean;
  diferencia: string;
  /** The settlement with which a tip was handed over, and whose it is; null for every other row. */
  pago: { id: string; de: string } | null;
};

/**
 * Compares every row of money, stock, settlements (unless they are left out: `withStock`, `withPagos`) and appointments with its second
 * record, on one snapshot.
 */
export function runCuadre({ withStock = true, withPagos = true } = {}) {
  return inSnapshot(
    async (reader) => ({
      stock: withStock ? { items: await compareItems(reader), movimientos: await compareMovimientos(reader) } : null,
      ingreso: await compareLibro(reader, "ingreso"),
      egreso: await compareLibro(reader, "egreso"),
      propina: await compareLibro(reader, "propina"),
      cortes: await compareCortes(reader),
      pagos: withPagos ? await compareLiquidaciones(reader) : null,
      ventas: await compareVentas(reader),
      cobrado: await compareCobrado(reader),
      estado: await compareEstado(reader),
      totales: await sumTotales(reader),
    }),
    LONG_TRANSACTION_MS,
  );
}

export type Cuadre = Awaited<ReturnType<typeof runCuadre>>;

const MAX_DIFFERENCES = 100;

/** Counts the rows of `table`, and runs the query that selects those which differ. */
async function compare<Row>(reader: Transaction, table: Prisma.Sql, differing: Prisma.Sql): Promise<Comparison<Row>> {
  const [all] = await reader.$queryRaw<{ comparados: number }[]>`SELECT count(*)::int AS comparados FROM ${table}`;
  const filas = await reader.$queryRaw<(Row & { cuantas: number })[]>`
    SELECT *, (count(*) OVER ())::int AS cuantas FROM (${differing}) AS differing LIMIT ${MAX_DIFFERENCES}`;
  return { comparados: all?.comparados ?? 0, cuantas: filas[0]?.cuantas ?? 0, filas };
}

/** Compares the rows of income, expenses or tips with their ledger entries, summed by day, method and appointment. */
function compareLibro(reader: Transaction, libro: Libro) {
  const table = Prisma.raw(`${libro}s_susa`);
  const cita_id = libro === "ingreso" ? Prisma.sql`cita_id` : Prisma.sql`NULL::uuid AS cita_id`;
  const pago = Prisma.sql`(SELECT json_build_object('id', id, 'de', ${WHOSE}) FROM liquidaciones_susa
    WHERE id = (SELECT liquidacion_id FROM propinas_susa WHERE id = fila.id))`;
  return compare<DifferingRow>(
    reader,
    table,
    Prisma.sql`
      WITH suspects AS MATERIALIZED (
        -- Nearly every row has one equal entry: only those without one, or with several, are summed up below.
        SELECT coalesce(fila.id, entry.registro_id) AS id
        FROM (SELECT id, monto, fecha, metodo_pago, ${cita_id} FROM ${table}) AS fila
        FULL JOIN (SELECT * FROM asientos_susa WHERE libro = ${libro}::libro) AS entry ON entry.registro_id = fila.id
        WHERE (fila.monto, fila.fecha, fila.metodo_pago, fila.cita_id) IS DISTINCT FROM (entry.monto, entry.fecha, entry.metodo_pago, entry.cita_id)
        UNION SELECT registro_id FROM asientos_susa WHERE libro = ${libro}::libro GROUP BY 1 HAVING count(*) > 1
      )
      SELECT id, coalesce(entry.grupos, 0)::int AS grupos, fila.cita_id IS DISTINCT FROM entry.cita_id AS otra_cita,
        ${libro === "propina" ? pago : Prisma.sql`NULL::json`} AS pago,
        CASE WHEN fila.fecha IS NOT NULL
          THEN json_build_object('monto', fila.monto::text, 'fecha', fila.fecha::text, 'metodo', fila.metodo_pago) END AS fila,
        CASE WHEN entry.fecha IS NOT NULL
          THEN json_build_object('monto', entry.monto::text, 'fecha', entry.fecha::text, 'metodo', entry.metodo_pago) END AS asientos,
        (coalesce(fila.monto, 0.00) - coalesce(entry.monto, 0.00))::text AS diferencia
      FROM (SELECT id, monto, fecha, metodo_pago, ${cita_id} FROM ${table} WHERE id IN (SELECT id FROM suspects)) AS fila
      FULL JOIN (
        SELECT id, count(*) AS grupos, sum(monto) AS monto, min(fecha) AS fecha, min(metodo_pago) AS metodo_pago, (array_agg(cita_id))[1] AS cita_id
        FROM (
          SELECT registro_id AS id, fecha, metodo_pago, cita_id, sum(monto) AS monto FROM asientos_susa
          WHERE libro = ${libro}::libro AND registro_id IN (SELECT id FROM suspects) GROUP BY 1, 2, 3, 4 HAVING sum(monto) <> 0
        ) AS grupos GROUP BY id
      ) AS entry USING (id)
      WHERE entry.grupos > 1
        OR (fila.monto, fila.fecha, fila.metodo_pago, fila.cita_id) IS DISTINCT FROM (entry.monto, entry.fecha, entry.metodo_pago, entry.cita_id)
      ORDER BY coalesce(fila.fecha, entry.fecha) DESC, id`,
  );
}

/** SQL of the two amounts of a check, either of which may be nothing at all, and their difference. */
const AMOUNTS = Prisma.sql`check_of.esperado::text, check_of.encontrado::text,
  (coalesce(check_of.encontrado, 0.00) - coalesce(check_of.esperado, 0.00))::text AS diferencia`;

/** Two amounts as decimal texts, null for nothing at all, and their difference. */
type Amounts = { esperado: string | null; encontrado: string | null; diferencia: string };

/** The amounts in the lines of the record that say that cuts or settlements were made, as SQL with a column for each of `campos`. */
function listAltas(tipo: "corte" | "liquidacion", campos: string[]) {
  const amounts = campos.map((campo) => Prisma.sql`(importes -> ${campo} ->> 1)::numeric AS ${Prisma.raw(campo)}`);
  return Prisma.sql`
    SELECT DISTINCT ON (registro_id) registro_id, created_at, ${Prisma.join(amounts)} FROM bitacora_susa
    WHERE tipo = ${tipo}::tipo_registro AND accion = 'alta' ORDER BY registro_id, orden`;
}

/**
 * Compares each cut of the cash with its line of the record, while there is one, and the cash that it expected with the ledger entries
 * since the cut before it.
 */
function compareCortes(reader: Transaction) {
  type Row = { id: string; numero: number | null; created_at: Date; campo: CampoDeCorte };
  return compare<Row & Amounts>(
    reader,
    Prisma.sql`cortes_susa`,
    Prisma.sql`
      WITH altas AS (${listAltas("corte", ["esperado", "contado", "retiro"])}), entries AS (
        SELECT id, sum(monto) OVER (ORDER BY orden) AS efectivo FROM (
          SELECT NULL::uuid AS id, orden, CASE libro WHEN 'egreso' THEN -monto ELSE monto END AS monto
          FROM asientos_susa WHERE metodo_pago = 'efectivo'
          UNION ALL SELECT id, hasta, 0 FROM cortes_susa
        ) AS cash
      ), cuts AS (
        -- What the record says counts for the cut after it, so that this one is not named too.
        SELECT c.*, coalesce(c.id::text, a.registro_id) AS registro_id, coalesce(c.created_at, a.created_at) AS hecho, efectivo,
          coalesce(a.esperado, c.esperado) AS esperado_antes, coalesce(a.contado, c.contado) AS contado_antes,
          coalesce(a.retiro, c.retiro) AS retiro_antes,
          coalesce(c.numero, (SELECT coalesce(max(numero), 0) + 0.5 FROM cortes_susa WHERE created_at < a.created_at)) AS place
        FROM cortes_susa c FULL JOIN altas a ON a.registro_id = c.id::text
        LEFT JOIN entries ON entries.id = c.id
      ), drawer AS (
        -- What the cut before left, without the cash until then; nothing when that cut is gone.
        SELECT *, lag(contado_antes - retiro_antes - efectivo) OVER (ORDER BY place) AS left_before FROM cuts
      )
      SELECT DISTINCT ON (d.place, d.registro_id) d.registro_id AS id, numero, hecho AS created_at, campo,
        ${AMOUNTS}
      FROM drawer d CROSS JOIN LATERAL (VALUES
        ('borrado', 1, contado_antes, NULL),
        ('esperado', 2, esperado_antes, esperado), ('contado', 3, contado_antes, contado), ('retiro', 4, retiro_antes, retiro),
        ('efectivo', 5, coalesce(left_before + efectivo, esperado_antes), esperado_antes)
      ) AS check_of (campo, rank, esperado, encontrado)
      WHERE (d.id IS NULL) = (campo = 'borrado') AND check_of.esperado IS DISTINCT FROM check_of.encontrado
      ORDER BY d.place, d.registro_id, rank`,
  );
}

/** What of a cut differs: it was deleted, one of its amounts was changed, or the cash that it expected is not that of its entries. */
export type CampoDeCorte = "borrado" | "esperado" | "contado" | "retiro" | "efectivo";

/**
 * Compares each settlement with its line of the record, while there is one, with its lines, and with the ledger entries of its expense
 * and of the tips handed over, of which nothing is left once it was undone.
 */
function compareLiquidaciones(reader: Transaction) {
  type Row = { id: string; de: string; nombre: string | null; created_at: Date; fecha: string | null; campo: CampoDePago };
  return compare<Row & Amounts>(
    reader,
    Prisma.sql`liquidaciones_susa`,
    Prisma.sql`
      WITH altas AS (${listAltas("liquidacion", ["comision", "ajuste", "propinas"])}), undone AS (
        SELECT DISTINCT registro_id FROM bitacora_susa WHERE tipo = 'liquidacion' AND accion = 'reversa'
      ), pagos AS (
        SELECT s.*, coalesce(s.id::text, a.registro_id) AS registro_id, coalesce(s.created_at, a.created_at) AS hecho,
          coalesce(a.comision, s.comision) AS comision_antes, coalesce(a.ajuste, s.ajuste) AS ajuste_antes,
          coalesce(a.propinas, s.propinas) AS propinas_antes, cancelada_at IS NULL AS is_valid,
          EXISTS (SELECT FROM undone WHERE undone.registro_id = s.id::text) AS was_undone
        FROM liquidaciones_susa s FULL JOIN altas a ON a.registro_id = s.id::text
      )
      SELECT DISTINCT ON (p.hecho, p.registro_id) p.registro_id AS id, ${WHOSE} AS de, empleado_nombre AS nombre, hecho AS created_at,
        fecha::text, campo, ${AMOUNTS}
      FROM pagos p
      LEFT JOIN (SELECT liquidacion_id, sum(monto) AS suma FROM liquidacion_lineas_susa GROUP BY 1) AS lineas ON lineas.liquidacion_id = p.id
      LEFT JOIN (SELECT registro_id, sum(monto) AS suma FROM asientos_susa WHERE libro = 'egreso' GROUP BY 1) AS egreso
        ON egreso.registro_id = p.egreso_id
      LEFT JOIN (
        SELECT liquidacion_id, -sum(a.monto) AS suma FROM propinas_susa t JOIN asientos_susa a ON a.libro = 'propina' AND a.registro_id = t.id
        WHERE liquidacion_id IS NOT NULL GROUP BY 1
      ) AS tips ON tips.liquidacion_id = p.id
      CROSS JOIN LATERAL (VALUES
        ('borrado', 1, comision_antes + ajuste_antes + propinas_antes, NULL),
        ('comision', 2, comision_antes, comision), ('ajuste', 3, ajuste_antes, ajuste), ('propinas', 4, propinas_antes, propinas),
        ('deshecho', 5, NULL, CASE WHEN was_undone AND is_valid THEN comision + ajuste + propinas END),
        ('lineas', 6, comision, coalesce(lineas.suma, 0.00)),
        ('egreso', 7, CASE WHEN is_valid THEN comision + ajuste ELSE 0.00 END, coalesce(egreso.suma, 0.00)),
        ('entrega', 8, CASE WHEN is_valid THEN propinas ELSE 0.00 END, coalesce(tips.suma, 0.00))
      ) AS check_of (campo, rank, esperado, encontrado)
      WHERE (p.id IS NULL) = (campo = 'borrado') AND check_of.esperado IS DISTINCT FROM check_of.encontrado
      ORDER BY p.hecho DESC, p.registro_id, rank`,
  );
}

/**
 * What of a settlement differs: it was deleted, one of its amounts was changed, it is not undone any more, or its lines, its expense or
 * the tips that were handed over do not add up to it.
 */
export type CampoDePago = "borrado" | "comision" | "ajuste" | "propinas" | "deshecho" | "lineas" | "egreso" | "entrega";

// In float8, because adding to a changed value may overflow an integer.
const CAMBIO = Prisma.sql`(CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END)::float8`;

/** Compares the quantity of each item with the stock after its last movement, as written or, if that was changed, as expected. */
function compareItems(reader: Transaction) {
  return compare<{ id: string; nombre: string; esperado: number; encontrado: number }>(
    reader,
    Prisma.sql`inventario_susa`,
    Prisma.sql`
      SELECT i.id, i.nombre::text AS nombre, coalesce(last.saldo, 0) AS esperado, i.cantidad AS encontrado
      FROM inventario_susa i LEFT JOIN LATERAL (
        SELECT saldo, lead(saldo, 1, 0) OVER (ORDER BY orden DESC) + ${CAMBIO} AS expected
        FROM movimientos_inventario_susa WHERE item_id = i.id AND saldo IS NOT NULL ORDER BY orden DESC LIMIT 1
      ) AS last ON true
      WHERE i.cantidad NOT IN (coalesce(last.saldo, 0), coalesce(last.expected, 0))
      ORDER BY i.nombre, i.id`,
  );
}

/**
 * Compares the stock after each movement with the one before it. A movement without `saldo` was written by SQL, or is a return to an
 * item that was deleted. When a `saldo` was changed, the next movement differs from it too, but fits the stock that was expected
 * before. Movements of deleted items are matched by name; if it was changed or two items had it, a movement may follow any earlier
 * one that left the stock it began with.
 */
function compareMovimientos(reader: Transaction) {
  type Row = {
    id: string;
    item_id: string | null;
    item_nombre: string;
    cambio: number;
    esperado: number;
    encontrado: number | null;
  };
  return compare<Row>(
    reader,
    Prisma.sql`movimientos_inventario_susa`,
    Prisma.sql`
      WITH lines AS (
        SELECT *, lag(saldo, 1, 0) OVER por_item + cambio AS expected,
          lag(saldo, 2, 0) OVER por_item + lag(cambio, 1, 0::float8) OVER por_item + cambio AS expected_before
        FROM (SELECT id, item_id, item_nombre, orden, saldo, ${CAMBIO} AS cambio FROM movimientos_inventario_susa WHERE saldo IS NOT NULL) AS movimientos
        WINDOW por_item AS (PARTITION BY item_id, CASE WHEN item_id IS NULL THEN item_nombre END ORDER BY orden)
      )
      SELECT id, item_id, item_nombre::text, cambio, expected AS esperado, saldo AS encontrado, orden FROM lines l
      WHERE saldo NOT IN (expected, expected_before) AND (item_id IS NOT NULL OR saldo <> cambio AND NOT EXISTS (
        SELECT FROM lines earlier WHERE earlier.item_id IS NULL AND earlier.orden < l.orden AND earlier.saldo = l.saldo - l.cambio))
      UNION ALL SELECT id, item_id, item_nombre::text, ${CAMBIO}, NULL, NULL, orden FROM movimientos_inventario_susa
      WHERE saldo IS NULL AND (item_id IS NOT NULL OR reversa_de IS NULL)
      ORDER BY orden`,
  );
}

/**
 * Compares the price of each line of a sale with what it was sold for; then, where its lines are right, the total of the sale with them,
 * and whether it is cancelled with whether its products came back: `item_nombre` is null for the sale itself.
 */
function compareVentas(reader: Transaction) {
  type Row = { id: string; venta_id: string; folio: number; item_nombre: string | null; esperado: string; encontrado: string };
  return compare<Row & { diferencia: string }>(
    reader,
    Prisma.sql`ventas_susa`,
    Prisma.sql`
      WITH lineas AS (SELECT *, cantidad * precio AS actual FROM venta_lineas_susa), ventas AS (
        SELECT v.*, cancelada_at IS NULL AS is_valid, suma, EXISTS (
          SELECT FROM movimientos_inventario_susa m WHERE m.venta_id = v.id AND m.tipo = 'entrada' AND m.reversa_de IS NOT NULL
          UNION ALL SELECT FROM venta_lineas_susa l WHERE l.venta_id = v.id AND v.cancelada_at IS NOT NULL
          GROUP BY l.venta_id HAVING sum(l.cantidad - l.devueltas) = 0)
          AND (cancelada_at IS NULL OR NOT EXISTS (SELECT FROM movimientos_inventario_susa r JOIN movimientos_inventario_susa m
            ON m.id = r.reversa_de WHERE r.venta_id = v.id AND r.item_id IS DISTINCT FROM m.item_id)) AS came_back
        FROM ventas_susa v LEFT JOIN (
          SELECT venta_id, sum(importe) AS suma, bool_and(actual = importe) AS is_right FROM lineas GROUP BY 1
        ) AS vendido ON venta_id = v.id WHERE coalesce(is_right, true)
      ), filas AS (
        SELECT l.id, venta_id, folio, item_nombre::text, importe AS esperado, actual AS encontrado
        FROM lineas l JOIN ventas_susa v ON v.id = venta_id WHERE actual <> importe
        UNION ALL SELECT id, id, folio, NULL, coalesce(suma, 0.00), total FROM ventas WHERE total <> coalesce(suma, 0)
        UNION ALL SELECT id, id, folio, NULL, CASE WHEN is_valid THEN 0.00 ELSE suma END, CASE WHEN is_valid THEN suma ELSE 0.00 END
        FROM ventas WHERE total = suma AND is_valid = came_back
        UNION ALL SELECT v.id, v.id, folio, NULL, 0.00, sum(a.monto) FROM ventas v JOIN ingresos_susa i ON i.venta_id = v.id
        JOIN asientos_susa a ON a.libro = 'ingreso' AND registro_id = i.id WHERE NOT is_valid GROUP BY 1, 2, 3 HAVING sum(a.monto) <> 0
      )
      SELECT id, venta_id, folio, item_nombre, esperado::text, encontrado::text, (encontrado - esperado)::text AS diferencia FROM filas ORDER BY folio, id`,
  );
}

/** Compares the amount paid of each appointment with the ledger entries of its income. */
function compareCobrado(reader: Transaction) {
  return compare<{ id: string; fecha_hora: Date; esperado: string; encontrado: string; diferencia: string }>(
    reader,
    Prisma.sql`citas_susa`,
    Prisma.sql`
      SELECT c.id, c.fecha_hora, coalesce(entry.monto, 0.00)::text AS esperado, c.cobrado::text AS encontrado,
        (c.cobrado - coalesce(entry.monto, 0))::text AS diferencia
      FROM citas_susa c
      LEFT JOIN (SELECT cita_id, sum(monto) AS monto FROM asientos_susa WHERE libro = 'ingreso' GROUP BY cita_id) AS entry ON entry.cita_id = c.id
      WHERE c.cobrado <> coalesce(entry.monto, 0)
      ORDER BY c.fecha_hora DESC, c.id`,
  );
}

/** Compares the status of each appointment with the last line of its history; null without a history. */
function compareEstado(reader: Transaction) {
  const estado = (name: string) => Prisma.raw(`CASE WHEN ${name}.no_asistio THEN 'no asistió' ELSE ${name}.estado::text END`);
  return compare<{ id: string; fecha_hora: Date; esperado: string | null; encontrado: string }>(
    reader,
    Prisma.sql`citas_susa`,
    Prisma.sql`
      SELECT c.id, c.fecha_hora, ${estado("last")} AS esperado, ${estado("c")} AS encontrado
      FROM citas_susa c LEFT JOIN (
        SELECT DISTINCT ON (cita_id) cita_id, estado, no_asistio FROM cambios_cita_susa ORDER BY cita_id, orden DESC
      ) AS last ON last.cita_id = c.id
      WHERE (c.estado, c.no_asistio) IS DISTINCT FROM (last.estado, last.no_asistio)
      ORDER BY c.fecha_hora DESC, c.id`,
  );
}

/** Sums the rows of each ledger and its entries, as decimal texts. */
async function sumTotales(reader: Transaction) {
  const ingresos = await reader.ingreso.aggregate({ _sum: { monto: true } });
  const egresos = await reader.egreso.aggregate({ _sum: { monto: true } });
  const propinas = await reader.propina.aggregate({ _sum: { monto: true } });
  const entries = await reader.asiento.groupBy({ by: "libro", _sum: { monto: true } });
  const total = (libro: Libro, filas: Prisma.Decimal | null) => {
    const asientos = entries.find((entry) => entry.libro === libro)?._sum.monto ?? new Prisma.Decimal(0);
    const sum = filas ?? new Prisma.Decimal(0);
    return { libro, filas: sum.toFixed(2), asientos: asientos.toFixed(2), diferencia: sum.minus(asientos).toFixed(2) };
  };
  return [total("ingreso", ingresos._sum.monto), total("egreso", egresos._sum.monto), total("propina", propinas._sum.monto)];
}
