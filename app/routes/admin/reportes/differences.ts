import { formatCalendarDay, formatDate, formatTime } from "~/format/dates";
import { formatMoney, formatNumber } from "~/format/numbers";
import { plural } from "~/format/text";
import type { Comparison, Cuadre, DifferingRow, Lado } from "~/models/dinero/cuadre.server";

/** A row that differs from what the application wrote, in words. */
export type Diferencia = {
  id: string;
  /** What is wrong with it. */
  clase: string;
  cual: string;
  /** The path where it can be seen, if it still exists. */
  enlace: string | null;
  esperado: string;
  encontrado: string;
  /** The difference as text, where both sides are numbers. */
  diferencia: string | null;
};

/** A comparison as a section of the screen. */
export type Section = { titulo: string; comparados: number; cuantas: number; diferencias: Diferencia[] };

const LIBROS = {
  ingreso: { titulo: "Ingresos, uno por uno", nombre: "Ingreso", path: "ingresos" },
  egreso: { titulo: "Egresos, uno por uno", nombre: "Egreso", path: "egresos" },
};
type Libro = keyof typeof LIBROS;

const WRITTEN_OUTSIDE = "Se agregó fuera de Susa";

/** Describes every difference of Cuadre; `cuantas` does not count the totals, which only follow from the rows. */
export function describeCuadre(cuadre: Cuadre, zona: string): { sections: Section[]; cuantas: number } {
  const ingresos = describeLibro("ingreso", cuadre.ingreso);
  const egresos = describeLibro("egreso", cuadre.egreso);
  const sections = [
    ...(cuadre.stock ? describeStock(cuadre.stock) : []),
    ingresos,
    egresos,
    section("Lo cobrado de cada cita", cuadre.cobrado, ({ id, fecha_hora, esperado, encontrado, diferencia }) => ({
      id,
      clase: "Lo cobrado no es la suma de sus ingresos",
      ...nameCita(id, fecha_hora, zona),
      esperado: formatMoney(esperado),
      encontrado: formatMoney(encontrado),
      diferencia: formatSignedMoney(diferencia),
    })),
    section("El estado de cada cita y su historial", cuadre.estado, ({ id, fecha_hora, esperado, encontrado }) => ({
      id,
      clase: esperado === null ? WRITTEN_OUTSIDE : "Se cambió el estado fuera de Susa",
      ...nameCita(id, fecha_hora, zona),
      esperado: esperado ?? "nada",
      encontrado,
      diferencia: null,
    })),
  ];
  const cuantas = sections.reduce((sum, one) => sum + one.cuantas, 0);
  return { sections: [...sections, describeTotales(cuadre.totales, { ingreso: ingresos, egreso: egresos })], cuantas };
}

function section<Row>(
  titulo: string,
  { comparados, cuantas, filas }: Comparison<Row>,
  describe: (row: Row) => Diferencia,
): Section {
  return { titulo, comparados, cuantas, diferencias: filas.map(describe) };
}

function describeStock(stock: NonNullable<Cuadre["stock"]>): Section[] {
  return [
    section("Existencias y sus movimientos", stock.items, ({ id, nombre, esperado, encontrado }) => ({
      id,
      clase: "La cantidad no coincide con su último movimiento",
      cual: nombre,
      enlace: `/admin/inventario/${id}`,
      esperado: formatNumber(esperado),
      encontrado: formatNumber(encontrado),
      diferencia: formatSigned(encontrado - esperado),
    })),
    section("Movimientos, uno tras otro", stock.movimientos, ({ id, item_id, item_nombre, cambio, esperado, encontrado }) => ({
      id,
      cual: `${cambio < 0 ? "Salida" : "Entrada"} de ${Math.abs(cambio)} de ${item_nombre}`,
      enlace: `/admin/inventario?movimientos=${item_id}`,
      ...(encontrado === null
        ? { clase: WRITTEN_OUTSIDE, esperado: "nada", encontrado: formatSigned(cambio), diferencia: formatSigned(cambio) }
        : {
            clase: "No cuadra con el anterior: se cambió, o falta uno antes",
            esperado: `quedan ${formatNumber(esperado)}`,
            encontrado: `quedan ${formatNumber(encontrado)}`,
            diferencia: formatSigned(encontrado - esperado),
          }),
    })),
  ];
}

function describeLibro(libro: Libro, comparison: Comparison<DifferingRow>): Section {
  const { titulo, nombre, path } = LIBROS[libro];
  return section(titulo, comparison, (row) => ({
    id: row.id,
    clase: describeChange(row),
    cual: `${nombre} del ${formatFecha((row.fila ?? row.asientos)?.fecha)}`,
    enlace: row.fila && `/admin/${path}/${row.id}`,
    esperado: row.grupos > 1 ? "varios registros que no coinciden" : describeLado(row.asientos),
    encontrado: describeLado(row.fila),
    diferencia: formatSignedMoney(row.diferencia),
  }));
}

function describeChange({ fila, asientos, grupos, otra_cita }: DifferingRow): string {
  if (!fila) return "Se borró fuera de Susa";
  if (!asientos) return WRITTEN_OUTSIDE;
  if (grupos > 1) return "Lo registrado se cambió fuera de Susa";
  const changed = [
    fila.monto !== asientos.monto && "el monto",
    fila.fecha !== asientos.fecha && "la fecha",
    fila.metodo !== asientos.metodo && "el método de pago",
    otra_cita && "la cita",
  ];
  return `Se cambió ${changed.filter(Boolean).join(", ")}`;
}

function describeLado(lado: Lado | null): string {
  return lado ? `${formatMoney(lado.monto)} · ${formatFecha(lado.fecha)} · ${lado.metodo}` : "nada";
}

/** A total that differs names the rows that cause it. */
function describeTotales(totales: Cuadre["totales"], libros: Record<Libro, Section>): Section {
  const diferencias = totales
    .filter(({ filas, asientos }) => filas !== asientos)
    .map(({ libro, filas, asientos, diferencia }) => {
      const { titulo, cuantas, diferencias } = libros[libro];
      const [only] = cuantas === 1 ? diferencias : [];
      return {
        id: libro,
        clase: `Por ${only ? `«${only.cual}»` : `${plural(cuantas, "renglón", "renglones")} de «${titulo}»`}`,
        cual: `Suma de todos los ${LIBROS[libro].path}`,
        enlace: only?.enlace ?? null,
        esperado: formatMoney(asientos),
        encontrado: formatMoney(filas),
        diferencia: formatSignedMoney(diferencia),
      };
    });
  return { titulo: "Totales de ingresos y egresos", comparados: totales.length, cuantas: diferencias.length, diferencias };
}

function nameCita(id: string, fecha_hora: Date, zona: string) {
  return { cual: `Cita del ${formatDate(fecha_hora, zona)}, ${formatTime(fecha_hora, zona)}`, enlace: `/admin/citas/${id}` };
}

/** A day as people read it; unchanged when it is not a calendar day (PostgreSQL's `infinity`). */
const formatFecha = (fecha = "") => (/^\d{4}-\d\d-\d\d$/.test(fecha) ? formatCalendarDay(fecha) : fecha);

const formatSigned = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

/** An amount with its sign, `+$350.00`; null when it is zero. */
const formatSignedMoney = (amount: string) =>
  /[1-9]/.test(amount) ? `${amount.startsWith("-") ? "" : "+"}${formatMoney(amount)}` : null;
