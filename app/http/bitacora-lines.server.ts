import { ACCIONES, DESCARGAS, PERMISOS, REGISTROS } from "~/content/bitacora";
import { HEADINGS } from "~/content/column-headings";
import { formatMoment } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { type LineaRow, listPorRevisar, seenLine, type TipoRegistro } from "~/models/cuentas/bitacora.server";

/** A line as a screen shows it. */
export type BitacoraLine = { id: string; when: string; who: string; what: string; details: string[]; to: string | null };

/** Lines in words, with moments in zone `zona`. */
export function toLines(rows: LineaRow[], zona: string): BitacoraLine[] {
  return rows.map((row) => ({
    id: row.id,
    when: formatMoment(row.created_at, zona),
    who: row.email ?? (row.cuenta_id ? "Una cuenta que ya no existe" : "Sin usuario"),
    what: row.veces > 1 ? `${describeAct(row)} · ${row.veces} veces` : describeAct(row),
    details: describeDetails(row),
    to: pathOf(row),
  }));
}

/** What was done, to what. */
export function describeAct({ accion, tipo, campos }: Pick<LineaRow, "accion" | "tipo" | "campos">): string {
  if (accion === "exportacion") return `${ACCIONES.exportacion} ${DESCARGAS[tipo ?? campos[0] ?? ""] ?? "datos del estudio"}`;
  const takesKind = ["alta", "cambio", "reversa", "eliminacion", "recuperacion", "eliminacion_definitiva"].includes(accion);
  return takesKind && tipo ? `${ACCIONES[accion]} ${REGISTROS[tipo]}` : ACCIONES[accion];
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

// What is encrypted is said of a file's columns; here only a name is shown.
const nameOf = (campo: string) => PERMISOS[campo] ?? HEADINGS[campo]?.replace(/ \(cifrad[ao]s?\)$/, "") ?? campo;

function describeDetails({ accion, registro_email, campos, importes, origen }: LineaRow): string[] {
  const amounts = Object.entries(importes).map(([campo, [before, after]]) => {
    const say = (amount: string | null) => (amount === null ? null : campo === "cantidad" ? amount : formatMoney(amount));
    const [old, now] = [say(before), say(after)];
    if (accion !== "cambio" && (old === null || now === null)) return `${nameOf(campo)}: ${old ?? now}`;
    return `${nameOf(campo)}: de ${old ?? "nada"} a ${now ?? "nada"}`;
  });
  const others = campos.filter((campo) => !(campo in importes) && !(campo in DESCARGAS)).map(nameOf);
  return [
    // Whose account was approved, changed or handed the studio.
    ...(registro_email ? [registro_email] : []),
    ...amounts,
    ...(others.length > 0 ? [others.join(", ")] : []),
    ...(origen ? [`Desde la red ${origen.replace(/\.0\/24$|:\/48$/, "…")}`] : []),
  ];
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
};

/** Where the record can be seen; null for one that was deleted, or has no screen. */
function pathOf({ accion, tipo, registro_id }: LineaRow): string | null {
  const path = tipo && PATHS[tipo];
  return path && registro_id && !/^eliminacion/.test(accion) ? path(registro_id) : null;
}
