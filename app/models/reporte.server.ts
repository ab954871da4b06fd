import { db, inSnapshot, type Transaction } from "~/db.server";
import { type Dias, type Periodo, previousOf, stepOf } from "~/format/periodo";
import { capitalize } from "~/format/text";
import { Prisma } from "~/generated/client";

// Money counts on the day of its own row, work on the day of its appointment, whatever the other's: each table says which
// (docs/decisions/0032). Everything is summed in SQL and leaves as text.

export type Columna = { titulo: string; clase: "texto" | "fecha" | "cuenta" | "dinero" };

/** A table of the report: its rows, cell by cell, and what they come to. A cell that nobody can know is null. */
export type Tabla = {
  titulo: string;
  /** On which date its figures are based, and whatever else one has to know to read them. */
  segun: string;
  columnas: Columna[];
  filas: Celda[][];
  total: Celda[] | null;
};

type Celda = string | null;
type Reader = Pick<Transaction, "$queryRaw">;
type Fila<Name extends string> = { es_total: boolean } & Record<Name, Celda>;

const texto = (titulo: string): Columna => ({ titulo, clase: "texto" });
const cuenta = (titulo: string): Columna => ({ titulo, clase: "cuenta" });
const dinero = (titulo: string): Columna => ({ titulo, clase: "dinero" });

/** The rows as cells, in the order of `names`, and apart from them the one that is their total. */
function cells<Name extends string>(rows: Fila<Name>[], names: Name[], total = "Total") {
  const inOrder = (row: Fila<Name>) => names.map((name) => row[name]);
  const whole = rows.find(({ es_total }) => es_total);
  return {
    filas: rows.filter(({ es_total }) => !es_total).map(inOrder),
    total: whole ? [total, ...inOrder(whole).slice(1)] : null,
  };
}

/** Whether a `date` is one of the period's days. */
const inDays = (column: string, { desde, hasta }: Dias) =>
  Prisma.sql`${Prisma.raw(column)} BETWEEN ${desde}::date AND ${hasta}::date`;

/** The moment at which a day begins where the studio is. */
const dawn = (day: Prisma.Sql, zona: string) => Prisma.sql`((${day})::timestamp AT TIME ZONE ${zona})`;

/** Whether a moment falls on one of the period's days, where the studio is. */
const inMoments = (column: string, { desde, hasta }: Dias, zona: string) =>
  Prisma.sql`${Prisma.raw(column)} >= ${dawn(Prisma.sql`${desde}::date`, zona)}
    AND ${Prisma.raw(column)} < ${dawn(Prisma.sql`${hasta}::date + 1`, zona)}`;

export type Sumas = { ingresos: string; egresos: string; neto: string };

/** What came in, went out and was left, in a period and in the one before it, and the differences. */
async function sumPeriodos(reader: Reader, periodo: Periodo): Promise<Record<"actual" | "anterior" | "cambio", Sumas>> {
  const sums = (dias: Dias) => Prisma.sql`
    SELECT (SELECT coalesce(sum(monto), 0.00) FROM ingresos_susa WHERE ${inDays("fecha", dias)}) AS ingresos,
      (SELECT coalesce(sum(monto), 0.00) FROM egresos_susa WHERE ${inDays("fecha", dias)}) AS egresos`;
  const rows = await reader.$queryRaw<(Sumas & { cual: "actual" | "anterior" | "cambio" })[]>`
    WITH actual AS (${sums(periodo)}), anterior AS (${sums(previousOf(periodo))}), sumas AS (
      SELECT 'actual' AS cual, * FROM actual
      UNION ALL SELECT 'anterior', * FROM anterior
      UNION ALL SELECT 'cambio', actual.ingresos - anterior.ingresos, actual.egresos - anterior.egresos FROM actual, anterior
    )
    SELECT cual, ingresos::text, egresos::text, (ingresos - egresos)::text AS neto FROM sumas`;
  const of = (cual: string) => {
    const { ingresos = "0.00", egresos = "0.00", neto = "0.00" } = rows.find((row) => row.cual === cual) ?? {};
    return { ingresos, egresos, neto };
  };
  return { actual: of("actual"), anterior: of("anterior"), cambio: of("cambio") };
}

export type Tramo = Sumas & { cuando: string };

const FORMATS = { day: "YYYY-MM-DD", month: "YYYY-MM", year: "YYYY" };

/** What came in, went out and was left in each day, month or year of a period, those with nothing included. */
function listTramos(reader: Reader, dias: Dias): Promise<Tramo[]> {
  const step = stepOf(dias);
  const sums = (table: string) => Prisma.sql`
    SELECT date_trunc(${step}, fecha::timestamp) AS tramo, sum(monto) AS monto
    FROM ${Prisma.raw(table)} WHERE ${inDays("fecha", dias)} GROUP BY 1`;
  return reader.$queryRaw<Tramo[]>`
    SELECT to_char(tramo, ${FORMATS[step]}) AS cuando, coalesce(i.monto, 0.00)::text AS ingresos,
      coalesce(e.monto, 0.00)::text AS egresos, (coalesce(i.monto, 0.00) - coalesce(e.monto, 0.00))::text AS neto
    FROM generate_series(date_trunc(${step}, ${dias.desde}::timestamp), ${dias.hasta}::timestamp, ('1 ' || ${step})::interval) AS tramo
    LEFT JOIN (${sums("ingresos_susa")}) AS i USING (tramo)
    LEFT JOIN (${sums("egresos_susa")}) AS e USING (tramo)
    ORDER BY tramo`;
}

const TRAMOS = { day: "día", month: "mes", year: "año" };

/** The steps of a period as a table. */
export function asSerie(tramos: Tramo[], periodo: Periodo): Tabla {
  const step = TRAMOS[stepOf(periodo)];
  return {
    titulo: `Ingresos y egresos por ${step}`,
    segun: "Según la fecha del ingreso y la fecha del egreso.",
    columnas: [{ titulo: capitalize(step), clase: "fecha" }, dinero("Ingresos"), dinero("Egresos"), dinero("Utilidad neta")],
    filas: tramos.map(({ cuando, ingresos, egresos, neto }) => [cuando, ingresos, egresos, neto]),
    total: null,
  };
}

const serie = async (reader: Reader, periodo: Periodo) => asSerie(await listTramos(reader, periodo), periodo);

async function metodos(reader: Reader, periodo: Periodo): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"metodo" | "ingresos" | "egresos" | "neto">[]>`
    SELECT grouping(metodo) = 1 AS es_total, initcap(metodo::text) AS metodo,
      sum(ingresos)::text AS ingresos, sum(egresos)::text AS egresos, (sum(ingresos) - sum(egresos))::text AS neto
    FROM (
      SELECT unnest(enum_range(NULL::metodo_pago)), 0.00, 0.00
      UNION ALL SELECT metodo_pago, monto, 0 FROM ingresos_susa WHERE ${inDays("fecha", periodo)}
      UNION ALL SELECT metodo_pago, 0, monto FROM egresos_susa WHERE ${inDays("fecha", periodo)}
    ) AS pagos (metodo, ingresos, egresos)
    GROUP BY GROUPING SETS ((metodo), ()) ORDER BY pagos.metodo`;
  return {
    titulo: "Por método de pago",
    segun: "Según la fecha del ingreso y la fecha del egreso.",
    columnas: [texto("Método de pago"), dinero("Ingresos"), dinero("Egresos"), dinero("Utilidad neta")],
    ...cells(rows, ["metodo", "ingresos", "egresos", "neto"]),
  };
}

async function categorias(reader: Reader, periodo: Periodo): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"categoria" | "egresos" | "monto">[]>`
    SELECT grouping(categoria) = 1 AS es_total, coalesce(categoria::text, 'Sin categoría') AS categoria,
      count(*)::text AS egresos, coalesce(sum(monto), 0.00)::text AS monto
    FROM egresos_susa WHERE ${inDays("fecha", periodo)}
    GROUP BY GROUPING SETS ((categoria), ()) ORDER BY sum(monto) DESC, egresos_susa.categoria`;
  return {
    titulo: "Egresos por categoría",
    segun: "Según la fecha del egreso.",
    columnas: [texto("Categoría"), cuenta("Egresos"), dinero("Monto")],
    ...cells(rows, ["categoria", "egresos", "monto"]),
  };
}

async function conceptos(reader: Reader, periodo: Periodo): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"concepto" | "ingresos" | "monto">[]>`
    SELECT grouping(concepto) = 1 AS es_total, CASE concepto
        WHEN 'libre' THEN 'Ingresos libres' WHEN 'anticipo' THEN 'Anticipos'
        WHEN 'cita' THEN 'Cobros de citas' WHEN 'reversa' THEN 'Reversas' END AS concepto,
      count(*)::text AS ingresos, coalesce(sum(monto), 0.00)::text AS monto
    FROM ingresos_susa WHERE ${inDays("fecha", periodo)}
    GROUP BY GROUPING SETS ((concepto), ()) ORDER BY ingresos_susa.concepto`;
  return {
    titulo: "Ingresos por concepto",
    segun: "Según la fecha del ingreso.",
    columnas: [texto("Concepto"), cuenta("Ingresos"), dinero("Monto")],
    ...cells(rows, ["concepto", "ingresos", "monto"]),
  };
}

/** Income of the period beside the appointment it is of; `de_cita` is false where there is none. */
const cobros = (periodo: Periodo) => Prisma.sql`
  SELECT c.id IS NOT NULL AS de_cita, c.servicio_id, c.empleado_id, i.monto
  FROM ingresos_susa i LEFT JOIN citas_susa c ON c.id = i.cita_id WHERE ${inDays("i.fecha", periodo)}`;

async function servicios(reader: Reader, periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"servicio" | "completadas" | "ingresos">[]>`
    SELECT grouping(de_cita) = 1 AS es_total,
      CASE WHEN de_cita THEN coalesce(s.nombre, 'Servicio eliminado') ELSE 'Ingresos sin cita' END AS servicio,
      coalesce(sum(completadas), 0)::text AS completadas, coalesce(sum(monto), 0.00)::text AS ingresos
    FROM (
      SELECT true, servicio_id, 1, 0.00 FROM citas_susa
        WHERE estado = 'completada' AND ${inMoments("fecha_hora", periodo, zona)}
      UNION ALL SELECT de_cita, servicio_id, 0, monto FROM (${cobros(periodo)}) AS cobros
    ) AS vendido (de_cita, servicio_id, completadas, monto)
    LEFT JOIN servicios_susa s ON s.id = servicio_id
    GROUP BY GROUPING SETS ((de_cita, s.id, s.nombre), ())
    ORDER BY de_cita DESC, sum(completadas) DESC, sum(monto) DESC, s.nombre`;
  return {
    titulo: "Servicios más vendidos",
    segun: "Las citas, según la fecha de la cita; el dinero, según la fecha del ingreso.",
    columnas: [texto("Servicio"), cuenta("Citas completadas"), dinero("Ingresos")],
    ...cells(rows, ["servicio", "completadas", "ingresos"]),
  };
}

async function especialistas(reader: Reader, periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await reader.$queryRaw<
    Fila<"especialista" | "citas" | "completadas" | "canceladas" | "inasistencias" | "ingresos">[]
  >`
    SELECT grouping(de_cita) = 1 AS es_total,
      CASE WHEN de_cita THEN coalesce(e.nombre || ' ' || e.apellido, 'Sin especialista') ELSE 'Ingresos sin cita' END AS especialista,
      count(estado)::text AS citas, count(*) FILTER (WHERE estado = 'completada')::text AS completadas,
      count(*) FILTER (WHERE estado = 'cancelada' AND NOT no_asistio)::text AS canceladas,
      count(*) FILTER (WHERE no_asistio)::text AS inasistencias, coalesce(sum(monto), 0.00)::text AS ingresos
    FROM (
      SELECT true, empleado_id, estado, no_asistio, 0.00 FROM citas_susa WHERE ${inMoments("fecha_hora", periodo, zona)}
      UNION ALL SELECT de_cita, empleado_id, NULL, false, monto FROM (${cobros(periodo)}) AS cobros
    ) AS trabajo (de_cita, empleado_id, estado, no_asistio, monto)
    LEFT JOIN empleados_susa e ON e.id = empleado_id
    GROUP BY GROUPING SETS ((de_cita, e.id, e.nombre, e.apellido), ())
    ORDER BY de_cita DESC, e.id IS NULL, sum(monto) DESC, e.nombre, e.apellido, e.id`;
  return {
    titulo: "Por especialista",
    segun:
      "Las citas, según la fecha de la cita; el dinero, según la fecha del ingreso. Las inasistencias no cuentan como canceladas.",
    columnas: [
      texto("Especialista"),
      cuenta("Citas"),
      cuenta("Completadas"),
      cuenta("Canceladas"),
      cuenta("No asistieron"),
      dinero("Ingresos"),
    ],
    ...cells(rows, ["especialista", "citas", "completadas", "canceladas", "inasistencias", "ingresos"]),
  };
}

async function citas(reader: Reader, periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"estado" | "citas">[]>`
    SELECT grouping(e.estado) = 1 AS es_total, e.estado, count(c.id)::text AS citas
    FROM unnest(ARRAY['Programadas', 'Confirmadas', 'Completadas', 'Canceladas', 'No asistieron']) WITH ORDINALITY AS e (estado, lugar)
    LEFT JOIN (SELECT id, CASE WHEN no_asistio THEN 'No asistieron' ELSE initcap(estado::text) || 's' END AS estado
      FROM citas_susa WHERE ${inMoments("fecha_hora", periodo, zona)}) AS c USING (estado)
    GROUP BY GROUPING SETS ((e.estado, e.lugar), ()) ORDER BY e.lugar`;
  return {
    titulo: "Citas e inasistencias",
    segun: "Según la fecha de la cita, como están ahora.",
    columnas: [texto("Estado"), cuenta("Citas")],
    ...cells(rows, ["estado", "citas"]),
  };
}

async function clientes(reader: Reader, periodo: Periodo, zona: string): Promise<Tabla> {
  const [row] = await reader.$queryRaw<Record<"nuevos" | "atendidos" | "primera" | "recurrentes" | "varias", string>[]>`
    WITH atendidos AS (
      SELECT v.cliente_id, count(DISTINCT coalesce(v.visita_id, v.id)) AS visitas, EXISTS (
          SELECT FROM citas_susa antes WHERE antes.cliente_id = v.cliente_id AND antes.estado = 'completada'
            AND antes.fecha_hora < ${dawn(Prisma.sql`${periodo.desde}::date`, zona)}) AS ya_venia
      FROM citas_susa v
      WHERE v.cliente_id IS NOT NULL AND v.estado = 'completada' AND ${inMoments("v.fecha_hora", periodo, zona)}
      GROUP BY v.cliente_id
    )
    SELECT (SELECT count(*) FROM clientes_susa WHERE ${inMoments("created_at", periodo, zona)})::text AS nuevos,
      count(*)::text AS atendidos, count(*) FILTER (WHERE NOT ya_venia)::text AS primera,
      count(*) FILTER (WHERE ya_venia)::text AS recurrentes, count(*) FILTER (WHERE visitas > 1)::text AS varias
    FROM atendidos`;
  const { nuevos = "0", atendidos = "0", primera = "0", recurrentes = "0", varias = "0" } = row ?? {};
  return {
    titulo: "Clientes",
    segun: "Los nuevos, según el alta del cliente; los demás, según la fecha de sus citas completadas.",
    columnas: [texto("Clientes"), cuenta("Cuántos")],
    filas: [
      ["Nuevos (dados de alta)", nuevos],
      ["Atendidos", atendidos],
      ["Atendidos por primera vez", primera],
      ["Recurrentes (ya habían venido antes)", recurrentes],
      ["Con dos visitas o más", varias],
    ],
    total: null,
  };
}

async function insumos(reader: Reader, periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"item" | "cantidad" | "precio" | "costo">[]>`
    SELECT grouping(item_id) = 1 AS es_total, coalesce(i.nombre, item_nombre || ' (eliminado)') AS item,
      coalesce(sum(usado), 0)::text AS cantidad, i.precio_unitario::text AS precio,
      CASE WHEN grouping(item_id) = 1 THEN coalesce(sum(usado * i.precio_unitario), 0.00)
        ELSE sum(usado * i.precio_unitario) END::text AS costo
    FROM (
      SELECT item_id, CASE WHEN item_id IS NULL THEN item_nombre END,
        CASE tipo WHEN 'salida' THEN cantidad ELSE -cantidad END
      FROM movimientos_inventario_susa
      WHERE (tipo = 'salida') = (reversa_de IS NULL) AND ${inMoments("created_at", periodo, zona)}
    ) AS uso (item_id, item_nombre, usado)
    LEFT JOIN inventario_susa i ON i.id = item_id
    GROUP BY GROUPING SETS ((item_id, item_nombre, i.nombre, i.precio_unitario), ())
    ORDER BY sum(usado * i.precio_unitario) DESC NULLS LAST, sum(usado) DESC, i.nombre, item_nombre`;
  return {
    titulo: "Insumos usados",
    segun:
      "Según la fecha del movimiento: las salidas, menos las que se reversaron. El costo es al precio unitario de hoy; el de un item eliminado no se sabe.",
    columnas: [texto("Item"), cuenta("Cantidad"), dinero("Precio unitario"), dinero("Costo")],
    ...cells(rows, ["item", "cantidad", "precio", "costo"]),
  };
}

// In the order in which the page shows them.
const TABLAS = { serie, metodos, categorias, conceptos, servicios, especialistas, citas, clientes, insumos };

export type NombreTabla = keyof typeof TABLAS;

/** The names by which the tables of the report are asked for. */
export const NOMBRES = Object.keys(TABLAS) as NombreTabla[];

/** Gives one table of the report, whole. */
export function getTabla(nombre: NombreTabla, periodo: Periodo, zona: string): Promise<Tabla> {
  return TABLAS[nombre](db, periodo, zona);
}

/** Gives what came in and went out in a period, as a whole and step by step: what a chart shows. */
export function getRendimiento(periodo: Periodo) {
  return inSnapshot(async (reader) => ({
    sumas: await sumPeriodos(reader, periodo),
    tramos: await listTramos(reader, periodo),
  }));
}

/** Gives the report of a period: its sums beside those of the period before, its steps, its tables, all as of one moment. */
export function getReporte(periodo: Periodo, zona: string) {
  return inSnapshot(async (reader) => {
    const sumas = await sumPeriodos(reader, periodo);
    const tramos = await listTramos(reader, periodo);
    const tablas: (Tabla & { nombre: NombreTabla })[] = [];
    // One after the other: a transaction has one connection.
    for (const nombre of NOMBRES) tablas.push({ nombre, ...(await TABLAS[nombre](reader, periodo, zona)) });
    return { sumas, tramos, tablas };
  });
}
