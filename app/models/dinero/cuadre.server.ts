import { inSnapshot, type Transaction } from "~/database/client.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { formatCalendarDay, formatDate, formatTime } from "~/format/dates";
import { formatMoney } from "~/format/money";
import { formatNumber } from "~/format/number";
import { plural } from "~/format/text";
import { type Libro, Prisma } from "~/generated/client";
import { getZona } from "~/models/estudio/configuracion.server";

// Each row is compared with what was written apart from it when it was written (docs/decisions/0026), so that the row that
// somebody changed is named, and not what follows from it.

/** A row that is not as the application left it. */
export type Diferencia = {
  id: string;
  /** What is wrong with it, in words. */
  clase: string;
  cual: string;
  /** Where it can be seen, if it is still there. */
  enlace: string | null;
  esperado: string;
  encontrado: string;
  /** How far apart the two are, where they are numbers. */
  diferencia: string | null;
};

/** One comparison: how many were compared, how many differ, and the first hundred that do. */
export type Check = { titulo: string; comparados: number; cuantas: number; diferencias: Diferencia[] };

const MOST = 100;

/**
 * Recomputes stock, income and totals from what was written of them, all as they stood at one moment, and names every row
 * that differs: `cuantas`, without the totals that differ because of them.
 */
export async function runCuadre(): Promise<{ checks: Check[]; cuantas: number; totales: Total[] }> {
  const zona = await getZona();
  return inSnapshot(async (reader) => {
    // Two indexes that hold all that is compared are read side by side, on one core and in no memory to speak of: a plan that
    // sorts or hashes hundreds of thousands of rows first is slower, and takes from the pages of the others.
    await reader.$executeRaw`
      SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_hashagg', 'off', true), set_config('random_page_cost', '1', true),
        set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`;
    const checks = [
      await checkExistencias(reader),
      await checkMovimientos(reader),
      await checkLibro(reader, "ingreso"),
      await checkLibro(reader, "egreso"),
      await checkCobrado(reader, zona),
      await checkEstado(reader, zona),
    ];
    const totales = await sumTotales(reader);
    const cuantas = checks.reduce((sum, check) => sum + check.cuantas, 0);
    return { checks: [...checks, checkTotales(totales, checks)], cuantas, totales };
  }, LONG_TRANSACTION_MS);
}

/**
 * Asks for the rows that differ, at most a hundred, and for how many they are; and how many were compared. Where a comparison
 * reads everything, it reads it once, for the ids that may differ (`suspects`), and looks closely at those alone.
 */
async function compare<Row>(
  reader: Transaction,
  titulo: string,
  table: Prisma.Sql,
  differing: Prisma.Sql,
  name: (row: Row) => Diferencia,
): Promise<Check> {
  const [all] = await reader.$queryRaw<{ comparados: number }[]>`SELECT count(*)::int AS comparados FROM ${table}`;
  const rows = await reader.$queryRaw<(Row & { cuantas: number })[]>`
    SELECT *, (count(*) OVER ())::int AS cuantas FROM (${differing}) AS distintos LIMIT ${MOST}`;
  return { titulo, comparados: all?.comparados ?? 0, cuantas: rows[0]?.cuantas ?? 0, diferencias: rows.map(name) };
}

// Stock

const CAMBIO = Prisma.sql`(CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END)::float8`;

/**
 * Every movement of an item in the order they were made, with what there should be after it. When `saldo` itself was changed,
 * the next movement does not fit it either, though it fits what should have been there: `antes` tells the two apart. Counted
 * in float8, which holds every integer exactly: one that was changed may be the largest there is, and is still added to.
 */
const lineas = (items: Prisma.Sql) => Prisma.sql`
  SELECT *, saldo = esperado AS cuadra, lag(esperado) OVER por_item AS antes, lag(saldo = esperado) OVER por_item AS antes_cuadra
  FROM (
    SELECT *, lag(saldo, 1, 0::float8) OVER por_item + cambio AS esperado
    FROM (
      SELECT id, item_id, item_nombre, orden, saldo::float8 AS saldo, ${CAMBIO} AS cambio
      FROM movimientos_inventario_susa WHERE item_id IN (${items}) AND saldo IS NOT NULL
    ) AS movimientos WINDOW por_item AS (PARTITION BY item_id ORDER BY orden)
  ) AS lineas WINDOW por_item AS (PARTITION BY item_id ORDER BY orden)`;

/** The items of which a movement does not fit the one before it. */
const ROTOS = Prisma.sql`
  SELECT DISTINCT item_id FROM (
    SELECT item_id, tipo, cantidad, saldo, lag(saldo, 1, 0) OVER (PARTITION BY item_id ORDER BY orden) AS antes
    FROM movimientos_inventario_susa WHERE item_id IS NOT NULL AND saldo IS NOT NULL
  ) AS lineas WHERE saldo <> antes + ${CAMBIO}`;

function checkExistencias(reader: Transaction) {
  return compare<{ id: string; nombre: string; esperado: number; encontrado: number }>(
    reader,
    "Existencias y sus movimientos",
    Prisma.sql`inventario_susa`,
    Prisma.sql`
      SELECT i.id, i.nombre::text AS nombre, coalesce(ultima.saldo, 0) AS esperado, i.cantidad AS encontrado
      FROM (
        SELECT i.* FROM inventario_susa i LEFT JOIN LATERAL (
          SELECT saldo FROM movimientos_inventario_susa WHERE item_id = i.id AND saldo IS NOT NULL ORDER BY orden DESC LIMIT 1
        ) AS ultima ON true WHERE i.cantidad <> coalesce(ultima.saldo, 0)
      ) AS i LEFT JOIN LATERAL (
        SELECT * FROM (${lineas(Prisma.sql`i.id`)}) AS lineas ORDER BY orden DESC LIMIT 1
      ) AS ultima ON true
      WHERE ultima.cuadra IS NOT FALSE OR i.cantidad <> ultima.esperado
      ORDER BY i.nombre, i.id`,
    ({ id, nombre, esperado, encontrado }) => ({
      id,
      clase: "La cantidad no es la de su último movimiento",
      cual: nombre,
      enlace: `/admin/inventario/${id}`,
      ...integers(esperado, encontrado),
    }),
  );
}

function checkMovimientos(reader: Transaction) {
  type Row = {
    id: string;
    item_id: string;
    item_nombre: string;
    cambio: number;
    esperado: number | null;
    encontrado: number | null;
  };
  return compare<Row>(
    reader,
    "Movimientos, uno tras otro",
    Prisma.sql`movimientos_inventario_susa WHERE item_id IS NOT NULL`,
    Prisma.sql`
      SELECT id, item_id, item_nombre::text AS item_nombre, cambio, esperado, saldo AS encontrado, orden FROM (${lineas(ROTOS)}) AS lineas
      WHERE NOT cuadra AND (antes_cuadra IS NOT FALSE OR saldo <> antes + cambio)
      UNION ALL
      SELECT id, item_id, item_nombre::text, ${CAMBIO}, NULL, NULL, orden
      FROM movimientos_inventario_susa WHERE item_id IS NOT NULL AND saldo IS NULL
      ORDER BY orden`,
    ({ id, item_id, item_nombre, cambio, esperado, encontrado }) => ({
      id,
      clase:
        esperado === null || encontrado === null
          ? "Escrito fuera de la aplicación"
          : "No cuadra con el anterior: se cambió, o falta uno antes",
      cual: `${cambio < 0 ? "Salida" : "Entrada"} de ${Math.abs(cambio)} de ${item_nombre}`,
      enlace: `/admin/inventario?movimientos=${item_id}`,
      ...(esperado === null || encontrado === null
        ? { esperado: "nada", encontrado: signed(cambio), diferencia: signed(cambio) }
        : integers(esperado, encontrado, "quedan ")),
    }),
  );
}

const signed = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

function integers(esperado: number, encontrado: number, before = "") {
  return {
    esperado: before + formatNumber(esperado),
    encontrado: before + formatNumber(encontrado),
    diferencia: signed(encontrado - esperado),
  };
}

// Money

const LIBROS = {
  ingreso: {
    titulo: "Ingresos y sus asientos",
    tabla: Prisma.sql`ingresos_susa`,
    cita: Prisma.sql`cita_id`,
    path: "ingresos",
    nombre: "Ingreso",
  },
  egreso: {
    titulo: "Egresos y sus asientos",
    tabla: Prisma.sql`egresos_susa`,
    cita: Prisma.sql`NULL::uuid`,
    path: "egresos",
    nombre: "Egreso",
  },
};

type Lado = { monto: string | null; fecha: string | null; metodo: string | null };

/** A row of income or expenses against what the books say of it: where they sum to something, one day, method and appointment. */
function checkLibro(reader: Transaction, libro: Libro) {
  const { titulo, tabla, cita, path, nombre } = LIBROS[libro];
  type Row = { id: string; fila: Lado | null; asientos: Lado | null; grupos: number; otra_cita: boolean; diferencia: string };
  const lado = (name: string) => {
    const of = (column: string) => Prisma.raw(`${name}.${column}`);
    return Prisma.sql`CASE WHEN ${of("id")} IS NOT NULL THEN
      json_build_object('monto', ${of("monto")}::text, 'fecha', ${of("fecha")}::text, 'metodo', ${of("metodo_pago")}::text) END`;
  };
  return compare<Row>(
    reader,
    titulo,
    tabla,
    Prisma.sql`
      WITH sospechosos AS MATERIALIZED (
        -- Nearly every row has one line that says the same: whatever has not, or has several, is added up below.
        SELECT coalesce(fila.id, asientos.registro_id) AS id
        FROM (SELECT id, monto, fecha, metodo_pago, ${cita} AS cita_id FROM ${tabla}) AS fila
        FULL JOIN (SELECT * FROM asientos_susa WHERE libro = ${libro}::libro) AS asientos ON asientos.registro_id = fila.id
        WHERE (fila.monto = asientos.monto AND fila.fecha = asientos.fecha AND fila.metodo_pago = asientos.metodo_pago
          AND fila.cita_id IS NOT DISTINCT FROM asientos.cita_id) IS NOT TRUE
        UNION SELECT registro_id FROM asientos_susa WHERE libro = ${libro}::libro GROUP BY registro_id HAVING count(*) > 1
      )
      SELECT coalesce(fila.id, asientos.id) AS id, ${lado("fila")} AS fila, ${lado("asientos")} AS asientos,
        coalesce(asientos.grupos, 0)::int AS grupos, fila.cita_id IS DISTINCT FROM asientos.cita_id AS otra_cita,
        (coalesce(fila.monto, 0.00) - coalesce(asientos.monto, 0.00))::text AS diferencia
      FROM (SELECT id, monto, fecha, metodo_pago, ${cita} AS cita_id FROM ${tabla} WHERE id IN (SELECT id FROM sospechosos)) AS fila
      FULL JOIN (
        SELECT id, count(*) AS grupos, sum(monto) AS monto, min(fecha) AS fecha, min(metodo_pago) AS metodo_pago, (array_agg(cita_id))[1] AS cita_id
        FROM (
          SELECT registro_id AS id, fecha, metodo_pago, cita_id, sum(monto) AS monto FROM asientos_susa
          WHERE libro = ${libro}::libro AND registro_id IN (SELECT id FROM sospechosos) GROUP BY 1, 2, 3, 4 HAVING sum(monto) <> 0
        ) AS grupos GROUP BY id
      ) AS asientos ON asientos.id = fila.id
      WHERE asientos.grupos > 1 OR (fila.id, fila.monto, fila.fecha, fila.metodo_pago, fila.cita_id)
        IS DISTINCT FROM (asientos.id, asientos.monto, asientos.fecha, asientos.metodo_pago, asientos.cita_id)
      ORDER BY coalesce(fila.fecha, asientos.fecha) DESC, 1`,
    ({ id, fila, asientos, grupos, otra_cita, diferencia }) => ({
      id,
      clase: judge(fila, asientos, grupos, otra_cita),
      cual: `${nombre} del ${day((fila ?? asientos)?.fecha)}`,
      enlace: fila && `/admin/${path}/${id}`,
      esperado: grupos > 1 ? "asientos que no se juntan en uno" : tell(asientos),
      encontrado: tell(fila),
      diferencia: change(diferencia),
    }),
  );
}

function judge(fila: Lado | null, asientos: Lado | null, grupos: number, otra_cita: boolean): string {
  if (!fila) return "Borrado fuera de la aplicación";
  if (!asientos) return "Escrito fuera de la aplicación";
  if (grupos > 1) return "Sus asientos se escribieron fuera de la aplicación";
  const changed = [
    fila.monto !== asientos.monto && "el monto",
    fila.fecha !== asientos.fecha && "la fecha",
    fila.metodo !== asientos.metodo && "el método de pago",
    otra_cita && "la cita",
  ];
  return `Se cambió ${changed.filter(Boolean).join(", ")}`;
}

function tell(lado: Lado | null): string {
  return lado ? `${formatMoney(lado.monto ?? "0")} · ${day(lado.fecha)} · ${lado.metodo}` : "nada";
}

/** A day as people read it, or as it stands where somebody made it one that no calendar has (`infinity`). */
const day = (fecha: string | null = "") => (/^\d{4}-\d\d-\d\d$/.test(fecha ?? "") ? formatCalendarDay(fecha ?? "") : fecha);

const change = (amount: string) => (/[1-9]/.test(amount) ? `${amount.startsWith("-") ? "" : "+"}${formatMoney(amount)}` : null);

// Appointments

function checkCobrado(reader: Transaction, zona: string) {
  type Row = { id: string; fecha_hora: Date; esperado: string; encontrado: string; diferencia: string };
  return compare<Row>(
    reader,
    "Lo cobrado de cada cita",
    Prisma.sql`citas_susa`,
    Prisma.sql`
      WITH cobros AS (
        SELECT cita_id, sum(monto) AS monto FROM asientos_susa WHERE libro = 'ingreso' AND cita_id IS NOT NULL GROUP BY cita_id
      ), distintas AS MATERIALIZED (
        SELECT c.id, coalesce(cobros.monto, 0.00) AS esperado, c.cobrado FROM citas_susa c LEFT JOIN cobros ON cobros.cita_id = c.id
        WHERE c.cobrado <> coalesce(cobros.monto, 0)
      )
      SELECT id, c.fecha_hora, esperado::text, d.cobrado::text AS encontrado, (d.cobrado - esperado)::text AS diferencia
      FROM distintas d JOIN citas_susa c USING (id) ORDER BY c.fecha_hora DESC, id`,
    ({ id, fecha_hora, esperado, encontrado, diferencia }) => ({
      id,
      clase: "Lo cobrado no es la suma de sus ingresos",
      ...nameCita(id, fecha_hora, zona),
      esperado: formatMoney(esperado),
      encontrado: formatMoney(encontrado),
      diferencia: change(diferencia),
    }),
  );
}

function checkEstado(reader: Transaction, zona: string) {
  type Row = { id: string; fecha_hora: Date; esperado: string | null; encontrado: string };
  const estado = (name: string) => Prisma.raw(`CASE WHEN ${name}.no_asistio THEN 'no asistió' ELSE ${name}.estado::text END`);
  return compare<Row>(
    reader,
    "El estado de cada cita y su historia",
    Prisma.sql`citas_susa`,
    Prisma.sql`
      WITH distintas AS MATERIALIZED (
        SELECT c.id, ${estado("ultimo")} AS esperado, ${estado("c")} AS encontrado
        FROM citas_susa c LEFT JOIN (
          SELECT DISTINCT ON (cita_id) cita_id, estado, no_asistio FROM cambios_cita_susa ORDER BY cita_id, orden DESC
        ) AS ultimo ON ultimo.cita_id = c.id
        WHERE (c.estado, c.no_asistio) IS DISTINCT FROM (ultimo.estado, ultimo.no_asistio)
      )
      SELECT id, c.fecha_hora, esperado, encontrado FROM distintas JOIN citas_susa c USING (id) ORDER BY c.fecha_hora DESC, id`,
    ({ id, fecha_hora, esperado, encontrado }) => ({
      id,
      clase: esperado === null ? "Escrita fuera de la aplicación" : "Se cambió el estado",
      ...nameCita(id, fecha_hora, zona),
      esperado: esperado ?? "nada",
      encontrado,
      diferencia: null,
    }),
  );
}

function nameCita(id: string, fecha_hora: Date, zona: string) {
  return { cual: `Cita del ${formatDate(fecha_hora, zona)}, ${formatTime(fecha_hora, zona)}`, enlace: `/admin/citas/${id}` };
}

// Totals

/** What the rows of a book come to, what its lines come to, and how far they are apart, as decimal texts. */
export type Total = { libro: Libro; filas: string; asientos: string; diferencia: string };

function sumTotales(reader: Transaction): Promise<Total[]> {
  return reader.$queryRaw<Total[]>`
    SELECT libro::text AS libro, filas::text AS filas, asientos::text AS asientos, (filas - asientos)::text AS diferencia
    FROM (
      SELECT libro, coalesce(max(filas), 0.00) AS filas, coalesce(max(asientos), 0.00) AS asientos FROM (
        SELECT 'ingreso'::libro, sum(monto), NULL::numeric FROM ingresos_susa
        UNION ALL SELECT 'egreso', sum(monto), NULL FROM egresos_susa
        UNION ALL SELECT libro, NULL, sum(monto) FROM asientos_susa GROUP BY libro
      ) AS partes (libro, filas, asientos) GROUP BY libro
    ) AS sumas ORDER BY sumas.libro`;
}

/** A total that differs points to the rows that make it differ: they were named before. */
function checkTotales(totales: Total[], checks: Check[]): Check {
  const diferencias = totales
    .filter(({ filas, asientos }) => filas !== asientos)
    .map(({ libro, filas, asientos, diferencia }) => {
      const rows = checks.find(({ titulo }) => titulo === LIBROS[libro].titulo);
      const [only] = rows?.cuantas === 1 ? rows.diferencias : [];
      return {
        id: libro,
        clase: only
          ? `Por «${only.cual}»`
          : `Por ${plural(rows?.cuantas ?? 0, "renglón", "renglones")} de «${LIBROS[libro].titulo}»`,
        cual: `Suma de todos los ${LIBROS[libro].path}`,
        enlace: only?.enlace ?? null,
        esperado: formatMoney(asientos),
        encontrado: formatMoney(filas),
        diferencia: change(diferencia),
      };
    });
  return { titulo: "Totales de ingresos y egresos", comparados: totales.length, cuantas: diferencias.length, diferencias };
}
