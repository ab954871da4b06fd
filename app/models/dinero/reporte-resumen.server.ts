import type { Dias } from "~/format/periodo.server";
import { sumDeudas } from "~/models/ventas/deuda.server";
import { sumDescuentos } from "./reporte-descuentos.server";
import { sumMetodos } from "./reporte-dinero.server";

/**
 * Gives what is asked at the end of some days: by method what came in and went out, the tips and discounts that were given, and what
 * of those days is still owed. Amounts are decimal text.
 */
export async function getResumen(dias: Dias, zona: string) {
  const [rows, descuentos, deudas] = await Promise.all([sumMetodos(dias), sumDescuentos(dias, zona), sumDeudas(zona, dias)]);
  return {
    metodos: rows.filter(({ es_total }) => !es_total),
    propinas: rows.find(({ es_total }) => es_total)?.propinas ?? "0.00",
    descuentos,
    por_cobrar: deudas.suma,
  };
}
