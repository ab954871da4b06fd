import { formatCalendarDay, formatMoment } from "~/format/dates";
import { formatChange, formatMoney, formatNumber, isNonZero } from "~/format/numbers";
import { capitalize, plural } from "~/format/text";
import type { CampoDeCorte, CampoDePago, Comparison, Cuadre, DifferingRow, Lado } from "~/models/dinero/cuadre.server";

/** A row that differs from what the application wrote, in words. */
type Diferencia = {
  id: string;
  /** What is wrong with it. */
  clase: string;
  cual: string;
  /** The path where it can be seen, if it still exists. */
  enlace: string | null;
  esperado: string;
  encontrado: string;
  /** The difference as text, where both sides are numbers. */
  diferencia?: string | null;
};

/** A comparison as a section of the screen. */
export type Section = { titulo: string; comparados: number; cuantas: number; diferencias: Diferencia[] };

type Libro = "ingreso" | "egreso" | "propina";

const WRITTEN_OUTSIDE = "Se agregó fuera de Susa";
const DELETED_OUTSIDE = "Se borró fuera de Susa";

/** Describes every difference of Cuadre; `cuantas` does not count the totals, which only follow from the rows. */
export function describeCuadre(cuadre: Cuadre, zona: string): { sections: Section[]; cuantas: number } {
  const ingreso = describeLibro("ingreso", cuadre.ingreso);
  const egreso = describeLibro("egreso", cuadre.egreso);
  const propina = describeLibro("propina", cuadre.propina, cuadre.pagos !== null);
  const nameCita = ({ id, fecha_hora }: { id: string; fecha_hora: Date }) => ({
    id,
    cual: `Cita del ${formatMoment(fecha_hora, zona)}`,
    enlace: `/admin/citas/${id}`,
  });
  const sections = [
    ...(cuadre.stock ? describeStock(cuadre.stock) : []),
    ingreso,
    egreso,
    propina,
    section("Cortes de caja", cuadre.cortes, ({ id, numero, created_at, campo, ...amounts }) => ({
      id,
      clase: CORTES[campo],
      cual: numero === null ? `Corte del ${formatMoment(created_at, zona)}` : `Corte ${numero}`,
      enlace: numero === null ? null : `/admin/caja/cortes/${id}`,
      ...describeAmounts(amounts),
    })),
    ...(cuadre.pagos ? [describePagos(cuadre.pagos, zona)] : []),
    section("Ventas de productos", cuadre.ventas, ({ id, venta_id, folio, item_nombre, esperado, encontrado, diferencia }) => ({
      id,
      cual: item_nombre === null ? `Nota ${folio}` : `${item_nombre}, nota ${folio}`,
      enlace: `/admin/ventas/${venta_id}`,
      clase:
        item_nombre === null ? "Su total o su cancelación no es lo que dicen sus productos" : "Se cambió el precio o la cantidad",
      esperado: formatMoney(esperado),
      encontrado: formatMoney(encontrado),
      diferencia: formatDifference(diferencia),
    })),
    section("Lo cobrado de cada cita", cuadre.cobrado, ({ esperado, encontrado, diferencia, ...cita }) => ({
      ...nameCita(cita),
      clase: "Lo cobrado no es la suma de sus ingresos",
      esperado: formatMoney(esperado),
      encontrado: formatMoney(encontrado),
      diferencia: formatDifference(diferencia),
    })),
    section("El estado de cada cita y su historial", cuadre.estado, ({ esperado, encontrado, ...cita }) => ({
      ...nameCita(cita),
      clase: esperado === null ? WRITTEN_OUTSIDE : "Se cambió el estado fuera de Susa",
      esperado: esperado ?? "nada",
      encontrado,
    })),
  ];
  const cuantas = sections.reduce((sum, one) => sum + one.cuantas, 0);
  return { sections: [...sections, describeTotales(cuadre.totales, { ingreso, egreso, propina })], cuantas };
}

function section<Row>(titulo: string, { filas, ...counts }: Comparison<Row>, describe: (row: Row) => Diferencia): Section {
  return { titulo, ...counts, diferencias: filas.map(describe) };
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
      clase: encontrado === null ? WRITTEN_OUTSIDE : "No cuadra con el anterior: se cambió, o falta uno antes",
      cual: `${cambio < 0 ? "Salida" : "Entrada"} de ${Math.abs(cambio)} de ${item_nombre}`,
      enlace: `/admin/inventario?movimientos=${item_id ?? "si"}`,
      esperado: encontrado === null ? "nada" : `quedan ${formatNumber(esperado)}`,
      encontrado: encontrado === null ? formatSigned(cambio) : `quedan ${formatNumber(encontrado)}`,
      diferencia: formatSigned(encontrado === null ? cambio : encontrado - esperado),
    })),
  ];
}

const CORTES: Record<CampoDeCorte, string> = {
  borrado: DELETED_OUTSIDE,
  esperado: "Se cambió lo que se esperaba",
  contado: "Se cambió lo que se contó",
  retiro: "Se cambió lo que se sacó",
  efectivo: "Lo que se esperaba no es la suma de sus movimientos",
};

const PAGOS: Record<CampoDePago, string> = {
  borrado: DELETED_OUTSIDE,
  comision: "Se cambió la comisión",
  ajuste: "Se cambió el ajuste",
  propinas: "Se cambiaron las propinas",
  deshecho: "Se había deshecho, y ya no lo está",
  lineas: "La comisión no es la suma de su hoja",
  egreso: "Su egreso se cambió o se borró",
  entrega: "Las propinas que se entregaron no son las del pago",
};

function describePagos(pagos: NonNullable<Cuadre["pagos"]>, zona: string): Section {
  return section("Pagos al equipo", pagos, ({ id, de, nombre, created_at, fecha, campo, ...amounts }) => ({
    id,
    clase: campo === "egreso" && !isNonZero(amounts.esperado) ? "Se deshizo, y su egreso sigue" : PAGOS[campo],
    cual:
      nombre === null
        ? `Pago al equipo del ${formatMoment(created_at, zona)}`
        : `Pago a ${nombre} del ${formatFecha(fecha ?? "")}`,
    enlace: nombre === null ? null : linkToPago({ id, de }),
    ...describeAmounts(amounts),
  }));
}

const linkToPago = ({ id, de }: { id: string; de: string }) => `/admin/comisiones/${de}?pago=${id}`;

type Amounts = { esperado: string | null; encontrado: string | null; diferencia: string };

function describeAmounts({ esperado, encontrado, diferencia }: Amounts) {
  const say = (amount: string | null) => (amount === null ? "nada" : formatMoney(amount));
  return { esperado: say(esperado), encontrado: say(encontrado), diferencia: formatDifference(diferencia) };
}

/** `withPagos` links the handover of a tip to its payment. */
function describeLibro(libro: Libro, comparison: Comparison<DifferingRow>, withPagos = false): Section {
  return section(`${capitalize(libro)}s, ${libro === "propina" ? "una por una" : "uno por uno"}`, comparison, (row) => ({
    id: row.id,
    clase: describeChange(row),
    cual: `${row.pago ? "Entrega de propinas" : capitalize(libro)} del ${formatFecha((row.fila ?? row.asientos)?.fecha)}`,
    enlace: row.pago && withPagos ? linkToPago(row.pago) : row.fila && libro !== "propina" ? `/admin/${libro}s/${row.id}` : null,
    esperado: row.grupos > 1 ? "varios registros que no coinciden" : describeLado(row.asientos),
    encontrado: describeLado(row.fila),
    diferencia: formatDifference(row.diferencia),
  }));
}

function describeChange({ fila, asientos, grupos, otra_cita }: DifferingRow): string {
  if (!fila) return DELETED_OUTSIDE;
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
        cual: `Suma de ${libro === "propina" ? "todas las" : "todos los"} ${libro}s`,
        enlace: only?.enlace ?? null,
        esperado: formatMoney(asientos),
        encontrado: formatMoney(filas),
        diferencia: formatDifference(diferencia),
      };
    });
  const titulo = "Totales de ingresos, egresos y propinas";
  return { titulo, comparados: totales.length, cuantas: diferencias.length, diferencias };
}

/** A day as people read it; unchanged when it is not a calendar day (PostgreSQL's `infinity`). */
const formatFecha = (fecha = "") => (/^\d{4}-\d\d-\d\d$/.test(fecha) ? formatCalendarDay(fecha) : fecha);

const formatSigned = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

const formatDifference = (amount: string) => (isNonZero(amount) ? formatChange(amount) : null);
