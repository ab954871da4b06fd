import { db, type Transaction } from "~/database/client.server";
import { monthlyTotalsOf } from "~/database/totals.server";
import { addDays } from "~/format/dates";
import { type Dias, type Periodo, previousOf, stepOf, wholeMonths } from "~/format/periodo";
import { capitalize } from "~/format/text";
import { Prisma } from "~/generated/client";
import { logError } from "~/log.server";

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

type Book = { tabla: "ingresos_susa" | "egresos_susa"; clase: "concepto" | "categoria" };

const INGRESOS: Book = { tabla: "ingresos_susa", clase: "concepto" };
const EGRESOS: Book = { tabla: "egresos_susa", clase: "categoria" };

/** The rows of a book in a period, one by one. */
const rowsOf = ({ tabla, clase }: Book, dias: Dias) => Prisma.sql`
  SELECT fecha, metodo_pago, ${Prisma.raw(clase)}, 1 AS cuantos, monto FROM ${Prisma.raw(tabla)} WHERE ${inDays("fecha", dias)}`;

/** The same, added up: its whole months from the kept totals (docs/decisions/0038), the days before and after them row by row. */
function sumsOf(book: Book, dias: Dias): Prisma.Sql {
  const meses = wholeMonths(dias);
  if (!meses) return rowsOf(book, dias);
  const edges = [
    { desde: dias.desde, hasta: addDays(meses.desde, -1) },
    { desde: addDays(meses.hasta, 1), hasta: dias.hasta },
  ].filter(({ desde, hasta }) => desde <= hasta);
  const kept = Prisma.sql`
    SELECT mes AS fecha, metodo_pago, ${Prisma.raw(book.clase)}, cuantos, monto FROM totales_susa
    WHERE ${monthlyTotalsOf(book.tabla)} AND ${inDays("mes", meses)}`;
  return Prisma.join([kept, ...edges.map((edge) => rowsOf(book, edge))], " UNION ALL ");
}

export type Sumas = { ingresos: string; egresos: string; neto: string };

type Sumados = Record<"actual" | "anterior" | "cambio", Sumas>;

/** What came in, went out and was left, in a period and in the one before it, and the differences. */
async function sumPeriodos(reader: Reader, periodo: Periodo): Promise<Sumados> {
  const sums = (dias: Dias) => Prisma.sql`
    SELECT (SELECT coalesce(sum(monto), 0.00) FROM (${sumsOf(INGRESOS, dias)}) AS ingresos) AS ingresos,
      (SELECT coalesce(sum(monto), 0.00) FROM (${sumsOf(EGRESOS, dias)}) AS egresos) AS egresos`;
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
function selectTramos(dias: Dias): Prisma.Sql {
  const step = stepOf(dias);
  const sums = (book: Book) => Prisma.sql`
    SELECT date_trunc(${step}, fecha::timestamp) AS tramo, sum(monto) AS monto
    FROM (${step === "day" ? rowsOf(book, dias) : sumsOf(book, dias)}) AS filas GROUP BY 1`;
  return Prisma.sql`
    SELECT to_char(tramo, ${FORMATS[step]}) AS cuando, coalesce(i.monto, 0.00)::text AS ingresos,
      coalesce(e.monto, 0.00)::text AS egresos, (coalesce(i.monto, 0.00) - coalesce(e.monto, 0.00))::text AS neto
    FROM generate_series(date_trunc(${step}, ${dias.desde}::timestamp), ${dias.hasta}::timestamp, ('1 ' || ${step})::interval) AS tramo
    LEFT JOIN (${sums(INGRESOS)}) AS i USING (tramo)
    LEFT JOIN (${sums(EGRESOS)}) AS e USING (tramo)
    ORDER BY tramo`;
}

const listTramos = (reader: Reader, dias: Dias): Promise<Tramo[]> => reader.$queryRaw(selectTramos(dias));

const TRAMOS = { day: "día", month: "mes", year: "año" };

/** The steps of a period as a table. */
export function asSerie(tramos: Tramo[], periodo: Periodo): Tabla {
  const step = TRAMOS[stepOf(periodo)];
  return {
    titulo: `${TITULOS.serie} por ${step}`,
    segun: "Según la fecha del ingreso y la fecha del egreso.",
    columnas: [{ titulo: capitalize(step), clase: "fecha" }, dinero("Ingresos"), dinero("Egresos"), dinero("Utilidad neta")],
    filas: tramos.map(({ cuando, ingresos, egresos, neto }) => [cuando, ingresos, egresos, neto]),
    total: null,
  };
}

const serie = async (reader: Reader, periodo: Periodo) => asSerie(await listTramos(reader, periodo), periodo);

const TITULOS = {
  serie: "Ingresos y egresos",
  metodos: "Por método de pago",
  categorias: "Egresos por categoría",
  conceptos: "Ingresos por concepto",
  servicios: "Servicios más vendidos",
  especialistas: "Por especialista",
  citas: "Citas e inasistencias",
  clientes: "Clientes",
  insumos: "Insumos usados",
};

async function metodos(reader: Reader, periodo: Periodo): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"metodo" | "ingresos" | "egresos" | "neto">[]>`
    SELECT grouping(metodo) = 1 AS es_total, initcap(metodo::text) AS metodo,
      sum(ingresos)::text AS ingresos, sum(egresos)::text AS egresos, (sum(ingresos) - sum(egresos))::text AS neto
    FROM (
      SELECT unnest(enum_range(NULL::metodo_pago)), 0.00, 0.00
      UNION ALL SELECT metodo_pago, monto, 0 FROM (${sumsOf(INGRESOS, periodo)}) AS ingresos
      UNION ALL SELECT metodo_pago, 0, monto FROM (${sumsOf(EGRESOS, periodo)}) AS egresos
    ) AS pagos (metodo, ingresos, egresos)
    GROUP BY GROUPING SETS ((metodo), ()) ORDER BY pagos.metodo`;
  return {
    titulo: TITULOS.metodos,
    segun: "Según la fecha del ingreso y la fecha del egreso.",
    columnas: [texto("Método de pago"), dinero("Ingresos"), dinero("Egresos"), dinero("Utilidad neta")],
    ...cells(rows, ["metodo", "ingresos", "egresos", "neto"]),
  };
}

async function categorias(reader: Reader, periodo: Periodo): Promise<Tabla> {
  const rows = await reader.$queryRaw<Fila<"categoria" | "egresos" | "monto">[]>`
    SELECT grouping(categoria) = 1 AS es_total, coalesce(categoria::text, 'Sin categoría') AS categoria,
      coalesce(sum(cuantos), 0)::text AS egresos, coalesce(sum(monto), 0.00)::text AS monto
    FROM (${sumsOf(EGRESOS, periodo)}) AS filas
    GROUP BY GROUPING SETS ((categoria), ()) HAVING grouping(categoria) = 1 OR sum(cuantos) <> 0
    ORDER BY sum(monto) DESC, filas.categoria`;
  return {
    titulo: TITULOS.categorias,
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
      coalesce(sum(cuantos), 0)::text AS ingresos, coalesce(sum(monto), 0.00)::text AS monto
    FROM (${sumsOf(INGRESOS, periodo)}) AS filas
    GROUP BY GROUPING SETS ((concepto), ()) HAVING grouping(concepto) = 1 OR sum(cuantos) <> 0
    ORDER BY filas.concepto`;
  return {
    titulo: TITULOS.conceptos,
    segun: "Según la fecha del ingreso.",
    columnas: [texto("Concepto"), cuenta("Ingresos"), dinero("Monto")],
    ...cells(rows, ["concepto", "ingresos", "monto"]),
  };
}

/**
 * The appointments of a period, and apart from them its income beside the appointment it is of, added up by what three tables
 * ask about: both are read once. `de_cita` is false where there is no appointment; `citas` is null where the row is income.
 */
const trabajo = (periodo: Periodo, zona: string) => Prisma.sql`
  WITH trabajo AS MATERIALIZED (
    SELECT true AS de_cita, servicio_id, empleado_id, estado, no_asistio, count(*) AS citas, 0.00 AS monto
      FROM citas_susa WHERE ${inMoments("fecha_hora", periodo, zona)} GROUP BY 2, 3, 4, 5
    UNION ALL SELECT c.id IS NOT NULL, c.servicio_id, c.empleado_id, NULL, false, NULL, sum(i.monto)
      FROM ingresos_susa i LEFT JOIN citas_susa c ON c.id = i.cita_id WHERE ${inDays("i.fecha", periodo)} GROUP BY 1, 2, 3
  )`;

type Servicios = Fila<"servicio" | "completadas" | "ingresos">;
type Especialistas = Fila<"especialista" | "citas" | "completadas" | "canceladas" | "inasistencias" | "ingresos">;
type Citas = Fila<"estado" | "citas">;

const SERVICIOS = Prisma.sql`
  SELECT grouping(de_cita) = 1 AS es_total,
    CASE WHEN de_cita THEN coalesce(s.nombre, 'Servicio eliminado') ELSE 'Ingresos sin cita' END AS servicio,
    coalesce(sum(completadas), 0)::text AS completadas, coalesce(sum(monto), 0.00)::text AS ingresos
  FROM (
    SELECT de_cita, servicio_id, CASE WHEN estado = 'completada' THEN citas ELSE 0 END AS completadas, monto FROM trabajo
    WHERE citas IS NULL OR estado = 'completada'
  ) AS vendido
  LEFT JOIN servicios_susa s ON s.id = servicio_id
  GROUP BY GROUPING SETS ((de_cita, s.id, s.nombre), ())
  ORDER BY de_cita DESC, sum(completadas) DESC, sum(monto) DESC, s.nombre`;

function asServicios(rows: Servicios[]): Tabla {
  return {
    titulo: TITULOS.servicios,
    segun: "Las citas, según la fecha de la cita; el dinero, según la fecha del ingreso.",
    columnas: [texto("Servicio"), cuenta("Citas completadas"), dinero("Ingresos")],
    ...cells(rows, ["servicio", "completadas", "ingresos"]),
  };
}

const ESPECIALISTAS = Prisma.sql`
  SELECT grouping(de_cita) = 1 AS es_total,
    CASE WHEN de_cita THEN coalesce(e.nombre || ' ' || e.apellido, 'Sin especialista') ELSE 'Ingresos sin cita' END AS especialista,
    coalesce(sum(citas), 0)::text AS citas, coalesce(sum(citas) FILTER (WHERE estado = 'completada'), 0)::text AS completadas,
    coalesce(sum(citas) FILTER (WHERE estado = 'cancelada' AND NOT no_asistio), 0)::text AS canceladas,
    coalesce(sum(citas) FILTER (WHERE no_asistio), 0)::text AS inasistencias, coalesce(sum(monto), 0.00)::text AS ingresos
  FROM trabajo LEFT JOIN empleados_susa e ON e.id = empleado_id
  GROUP BY GROUPING SETS ((de_cita, e.id, e.nombre, e.apellido), ())
  ORDER BY de_cita DESC, e.id IS NULL, sum(monto) DESC, e.nombre, e.apellido, e.id`;

function asEspecialistas(rows: Especialistas[]): Tabla {
  return {
    titulo: TITULOS.especialistas,
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

const CITAS = Prisma.sql`
  SELECT grouping(e.estado) = 1 AS es_total, e.estado, coalesce(sum(c.citas), 0)::text AS citas
  FROM unnest(ARRAY['Programadas', 'Confirmadas', 'Completadas', 'Canceladas', 'No asistieron']) WITH ORDINALITY AS e (estado, lugar)
  LEFT JOIN (SELECT citas, CASE WHEN no_asistio THEN 'No asistieron' ELSE initcap(estado::text) || 's' END AS estado
    FROM trabajo WHERE citas IS NOT NULL) AS c USING (estado)
  GROUP BY GROUPING SETS ((e.estado, e.lugar), ()) ORDER BY e.lugar`;

function asCitas(rows: Citas[]): Tabla {
  return {
    titulo: TITULOS.citas,
    segun: "Según la fecha de la cita, como están ahora.",
    columnas: [texto("Estado"), cuenta("Citas")],
    ...cells(rows, ["estado", "citas"]),
  };
}

const servicios = async (reader: Reader, periodo: Periodo, zona: string) =>
  asServicios(await reader.$queryRaw<Servicios[]>`${trabajo(periodo, zona)} ${SERVICIOS}`);

const especialistas = async (reader: Reader, periodo: Periodo, zona: string) =>
  asEspecialistas(await reader.$queryRaw<Especialistas[]>`${trabajo(periodo, zona)} ${ESPECIALISTAS}`);

const citas = async (reader: Reader, periodo: Periodo, zona: string) =>
  asCitas(await reader.$queryRaw<Citas[]>`${trabajo(periodo, zona)} ${CITAS}`);

/** The three of them in one statement: reading the appointments is what takes time. */
async function listTrabajo(reader: Reader, periodo: Periodo, zona: string): Promise<Partial<Record<NombreTabla, Tabla>>> {
  const list = (table: Prisma.Sql) => Prisma.sql`(SELECT json_agg(filas) FROM (${table}) AS filas)`;
  const [rows] = await reader.$queryRaw<{ servicios: Servicios[]; especialistas: Especialistas[]; citas: Citas[] }[]>`
    ${trabajo(periodo, zona)}
    SELECT ${list(SERVICIOS)} AS servicios, ${list(ESPECIALISTAS)} AS especialistas, ${list(CITAS)} AS citas`;
  return rows
    ? { servicios: asServicios(rows.servicios), especialistas: asEspecialistas(rows.especialistas), citas: asCitas(rows.citas) }
    : {};
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
    titulo: TITULOS.clientes,
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
        sum(CASE tipo WHEN 'salida' THEN cantidad ELSE -cantidad END)
      FROM movimientos_inventario_susa
      WHERE (tipo = 'salida') = (reversa_de IS NULL) AND ${inMoments("created_at", periodo, zona)} GROUP BY 1, 2
    ) AS uso (item_id, item_nombre, usado)
    LEFT JOIN inventario_susa i ON i.id = item_id
    GROUP BY GROUPING SETS ((item_id, item_nombre, i.nombre, i.precio_unitario), ())
    ORDER BY sum(usado * i.precio_unitario) DESC NULLS LAST, sum(usado) DESC, i.nombre, item_nombre`;
  return {
    titulo: TITULOS.insumos,
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

/** Gives what came in and went out in a period, step by step, and as a whole: what a chart shows. With one statement. */
export async function getRendimiento(periodo: Periodo): Promise<{ tramos: Tramo[]; sumas: Sumas }> {
  const rows = await db.$queryRaw<(Tramo & { suma_ingresos: string; suma_egresos: string; suma_neto: string })[]>`
    SELECT cuando, ingresos, egresos, neto, sum(ingresos::numeric) OVER ()::text AS suma_ingresos,
      sum(egresos::numeric) OVER ()::text AS suma_egresos, sum(neto::numeric) OVER ()::text AS suma_neto
    FROM (${selectTramos(periodo)}) AS tramos ORDER BY cuando`;
  const [first] = rows;
  return {
    tramos: rows.map(({ cuando, ingresos, egresos, neto }) => ({ cuando, ingresos, egresos, neto })),
    sumas: {
      ingresos: first?.suma_ingresos ?? "0.00",
      egresos: first?.suma_egresos ?? "0.00",
      neto: first?.suma_neto ?? "0.00",
    },
  };
}

// What `listTrabajo` gives.
const DE_TRABAJO: NombreTabla[] = ["servicios", "especialistas", "citas"];

/**
 * A reader that asks for everything it is given in one turn of the event loop with one statement: all of it is as of one
 * moment, and the database is asked once. Rows come as JSON, so their columns are texts and truth values.
 */
function oneStatement(): Reader {
  const asked: Prisma.Sql[] = [];
  const answer = Promise.resolve().then(async () => {
    const [row] = await db.$queryRaw<Record<string, unknown[] | null>[]>`SELECT ${Prisma.join(
      asked.map((sql, n) => Prisma.sql`(SELECT json_agg(filas) FROM (${sql}) AS filas) AS ${Prisma.raw(`"${n}"`)}`),
    )}`;
    return row ?? {};
  });
  const $queryRaw = (query: TemplateStringsArray | Prisma.Sql, ...values: Prisma.Sql[]) => {
    const n = asked.push("sql" in query ? query : Prisma.sql(query, ...values)) - 1;
    return answer.then((rows) => rows[n] ?? []);
  };
  return { $queryRaw } as Reader;
}

/** What the report is made of; what cannot be read is missing. */
type Partes = { sumas?: Sumados; tramos?: Tramo[] } & Partial<Record<NombreTabla, Tabla>>;

/** A table of the report, or, where it cannot be read, its title alone. */
type TablaDelReporte = { nombre: NombreTabla; titulo: string; tabla: Tabla | undefined };

/**
 * Gives the report of a period: its sums beside those of the period before, its steps, its tables, all as of one moment. When
 * one of them cannot be read, each is read by itself, and that one is undefined, and logged; throws when none can.
 */
export async function getReporte(periodo: Periodo, zona: string) {
  const { sumas, tramos, ...read } = await readPartes(periodo, zona);
  const all = { ...read, serie: tramos && asSerie(tramos, periodo) };
  return {
    sumas,
    tramos,
    tablas: NOMBRES.map(
      (nombre): TablaDelReporte => ({ nombre, titulo: all[nombre]?.titulo ?? TITULOS[nombre], tabla: all[nombre] }),
    ),
  };
}

/** Reads everything as of one moment; when something cannot be read, each by itself. */
async function readPartes(periodo: Periodo, zona: string): Promise<Partes> {
  const rest = NOMBRES.filter((nombre) => nombre !== "serie");
  try {
    const reader = oneStatement();
    const [sumas, tramos, trabajo, ...tablas] = await Promise.all([
      sumPeriodos(reader, periodo),
      listTramos(reader, periodo),
      listTrabajo(reader, periodo, zona),
      ...rest
        .filter((nombre) => !DE_TRABAJO.includes(nombre))
        .map(async (nombre) => [nombre, await TABLAS[nombre](reader, periodo, zona)]),
    ]);
    return { sumas, tramos, ...trabajo, ...Object.fromEntries(tablas) };
  } catch (error) {
    const reads: [keyof Partes, Promise<unknown>][] = [
      ["sumas", sumPeriodos(db, periodo)],
      ["tramos", listTramos(db, periodo)],
      ...rest.map((nombre): [NombreTabla, Promise<Tabla>] => [nombre, getTabla(nombre, periodo, zona)]),
    ];
    const results = await Promise.allSettled(reads.map(async ([name, read]) => [name, await read]));
    if (results.every(({ status }) => status === "rejected")) throw error;
    for (const result of results) if (result.status === "rejected") logError("read", result.reason);
    return Object.fromEntries(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))) as Partes;
  }
}
