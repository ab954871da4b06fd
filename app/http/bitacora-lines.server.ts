import { ACCIONES, ACCIONES_DE_CITA, DESCARGAS, IMPORTES, laClienta, PERMISOS, REGISTROS } from "~/content/bitacora";
import { HEADINGS } from "~/content/column-labels";
import { formatDay, formatTime, studioDay } from "~/format/dates";
import { addDays, formatDayOfYear } from "~/format/days.server";
import { formatMoney } from "~/format/numbers";
import { capitalize, joinWords } from "~/format/text";
import { type LineaRow, listPorRevisar, seenLine, type TipoRegistro } from "~/models/cuentas/bitacora.server";

/** A line as a screen shows it, with its day in words. */
export type BitacoraLine = {
  id: string;
  day: string;
  time: string;
  who: string;
  what: string;
  details: string;
  to: string | null;
  /** Nothing was changed: somebody signed in. */
  isQuiet: boolean;
};

/** Lines in words, with moments in zone `zona`. What an account signed in on one day is one line, at the last time. */
export function toLines(rows: LineaRow[], zona: string): BitacoraLine[] {
  const lines = new Map<string, LineaRow>();
  for (const row of rows) {
    const key = row.accion === "entrada" ? `${row.cuenta_id} ${studioDay(row.created_at, zona)}` : row.id;
    const last = lines.get(key);
    lines.set(key, last ? { ...last, veces: last.veces + row.veces } : row);
  }
  return [...lines.values()].map((row) => ({
    id: row.id,
    day: describeDay(row.created_at, zona),
    time: formatTime(row.created_at, zona),
    who: row.clienta ? laClienta(row.accion) : (row.email ?? describeNoAccount(row)),
    what: describeLine(row, zona),
    details: describeDetails(row),
    to: pathOf(row),
    isQuiet: row.accion === "entrada",
  }));
}

/** Who did what no account of today did. A client who books on the site is added by herself. */
function describeNoAccount({ cuenta_id, accion, tipo }: LineaRow): string {
  if (cuenta_id) return "Una cuenta que ya no existe";
  return accion === "alta" && tipo === "cliente" ? laClienta("creada") : "Sin usuario";
}

/** `Hoy`, `Ayer`, `Martes 24 de noviembre`, and of another year with it. */
function describeDay(moment: Date, zona: string): string {
  const day = studioDay(moment, zona);
  const today = studioDay(new Date(), zona);
  if (day === today) return "Hoy";
  if (day === addDays(today, -1)) return "Ayer";
  return capitalize(formatDayOfYear(moment, zona, today));
}

/** What was done, to what: `Cambió Lifting de pestañas`, `Agregó un ingreso de $480.00 · Pedicura spa`. */
function describeLine(row: LineaRow, zona: string): string {
  const { tipo, nombre, fecha_hora, veces } = row;
  const isNamed = tipo === "servicio" || tipo === "item";
  const when = tipo === "cita" && fecha_hora && `${formatDay(fecha_hora, zona)}, ${formatTime(fecha_hora, zona)}`;
  const act = describeAct(row, (isNamed && nombre) || undefined) + wholeAmount(row);
  return [act, !isNamed && nombre, when, veces > 1 && `${veces} veces`]
    .filter(Boolean)
    .join(row.accion === "entrada" ? " " : " · ");
}

type Act = Pick<LineaRow, "accion" | "tipo" | "campos"> & Partial<Pick<LineaRow, "isGivenBack">>;

/** What was done, to the record `name` or else to one of its kind. */
export function describeAct({ accion, tipo, campos, isGivenBack = null }: Act, name?: string): string {
  if (isGivenBack !== null) return `${isGivenBack ? "Hizo" : ACCIONES.reversa} una devolución`;
  if (accion === "exportacion") return `${ACCIONES.exportacion} ${DESCARGAS[tipo ?? campos[0] ?? ""] ?? "datos del estudio"}`;
  const takesKind = ["alta", "cambio", "reversa", "eliminacion", "recuperacion", "eliminacion_definitiva"].includes(accion);
  const act = { ...ACCIONES, ...ACCIONES_DE_CITA }[accion];
  return takesKind && tipo ? `${act} ${name ?? REGISTROS[tipo]}` : act;
}

/** Of how much money it is, unless that changed: ` de $480.00`. */
function wholeAmount({ accion, importes }: LineaRow): string {
  const [before, after] = importes.monto ?? importes.total ?? [null, null];
  const amount = accion === "cambio" ? null : (before ?? after);
  return amount === null ? "" : ` de ${formatMoney(amount.replace("-", ""))}`;
}

// As many as a phone shows before one goes to the whole list.
const SHOWN = 5;
// As many as are marked at once.
const MAX_MARKED = 100;

/** What the owner has not looked at yet: the newest in words, and `seen`, which she marks when she says that she has. */
export async function readPorRevisar(zona: string) {
  const { lineas, total, pendientes } = await listPorRevisar(MAX_MARKED);
  return { lines: toLines(lineas.slice(0, SHOWN), zona), seen: lineas.map(seenLine), total, pendientes };
}

// What is encrypted is said of a file's columns; here only a name is shown, within a sentence.
function nameOf(campo: string): string {
  const name = PERMISOS[campo] ?? IMPORTES[campo] ?? HEADINGS[campo]?.replace(/ \(cifrad[ao]s?\)$/, "") ?? campo;
  return /^(WhatsApp|Instagram|Facebook)/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** What changed: `precio de $700.00 a $720.00 y nombre`. */
function describeDetails({ accion, campos, importes }: LineaRow): string {
  const amounts = Object.entries(importes).flatMap(([campo, [before, after]]) => {
    const say = (amount: string | null) => (amount === null || campo === "cantidad" ? amount : formatMoney(amount));
    const [old, now] = [say(before), say(after)];
    if (accion === "cambio" && old !== null) return `${nameOf(campo)} de ${old} a ${now ?? "nada"}`;
    return campo === "monto" || campo === "total" ? [] : `${nameOf(campo)} ${old ?? now}`;
  });
  return joinWords([...amounts, ...campos.filter((campo) => !(campo in importes) && !(campo in DESCARGAS)).map(nameOf)]);
}

const PATHS: Partial<Record<TipoRegistro, (id: string) => string>> = {
  cuenta: (id) => `/admin/configuracion/seguridad/cuentas/${id}`,
  cliente: (id) => `/admin/clientes/${id}/ficha`,
  salud: (id) => `/admin/clientes/${id}/ficha`,
  cita: (id) => `/admin/citas/${id}/detalle`,
  ingreso: (id) => `/admin/ingresos/${id}`,
  egreso: (id) => `/admin/egresos/${id}`,
  servicio: (id) => `/admin/servicios/${id}`,
  item: (id) => `/admin/inventario/${id}`,
  venta: (id) => `/admin/ventas/${id}`,
  corte: (id) => `/admin/caja/cortes/${id}`,
};

/** Where the record can be seen; null for one that was deleted, or has no screen. */
function pathOf({ accion, tipo, registro_id }: LineaRow): string | null {
  const path = tipo && PATHS[tipo];
  return path && registro_id && !/^eliminacion/.test(accion) ? path(registro_id) : null;
}
