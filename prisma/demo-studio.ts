import { DIAS, ESTUDIO } from "~/content/estudio";
import { addDays, addMonths, weekday } from "~/format/days.server";
import { makeCambios, makeCitas, makeEsperas, makeSolicitudes } from "./demo-agenda";
import { makeCortes, makeLiquidaciones } from "./demo-caja";
import { at } from "./demo-calendar";
import * as data from "./demo-data";
import { Dice } from "./demo-dice";
import { inOrder, makeInventario } from "./demo-inventory";
import { listCobros, makeAsientos, makeEgresos, makeIngresos } from "./demo-money";
import {
  makeArchivos,
  makeAusencias,
  makeClientes,
  makeEmpleados,
  makeImagenes,
  makePrecios,
  makeProveedores,
  makeQuienLoHace,
  makeServicios,
  makeTestimonios,
} from "./demo-people";
import { makeVentas } from "./demo-ventas";

const MESES = 14;

/** Makes all rows of the demo studio, by table, as of the day `hoy` (`2026-11-21`). */
export function makeStudio(hoy: string) {
  const dice = new Dice(20_261_121);
  const meses = Array.from({ length: MESES }, (_, index) => addMonths(hoy.slice(0, 7), index + 1 - MESES));
  const ayer = addDays(hoy, -1);
  const sabado = addDays(ayer, -((weekday(ayer) + 7 - DIAS.indexOf("Sábado")) % 7));
  // A Monday, so that two weeks are paid.
  const comision_desde = addDays(sabado, -12);
  const calendario = { hoy, ayer, inicio: `${meses[0]}-01`, meses, sabado, comision_desde };

  const empleados = makeEmpleados(dice, calendario);
  const servicios = makeServicios(dice, calendario, empleados);
  const archivos = makeArchivos(dice, calendario);
  const clientes = makeClientes(dice, calendario, servicios);
  const ausencias = makeAusencias(dice, calendario, empleados);
  const agenda = makeCitas(dice, calendario, empleados, servicios, clientes, ausencias);
  makeSolicitudes(agenda, calendario);
  const stock = makeInventario(dice, calendario);
  const { citas, movimientos, ventas, lineas, cobrado, ...counter } = makeVentas(
    dice,
    calendario,
    empleados,
    clientes,
    agenda,
    stock.movimientos,
  );
  const cobros = listCobros(dice, calendario, servicios, citas);
  const ingresos = makeIngresos(dice, calendario, cobros, cobrado);
  const gastos = makeEgresos(dice, calendario, cobros, stock.pedidos);
  const pagos = makeLiquidaciones(dice, calendario, empleados, citas, counter.propinas);
  const egresos = [...gastos, ...pagos.egresos];
  const propinas = [...counter.propinas, ...pagos.entregas];
  const asientos = makeAsientos(dice, { ingreso: ingresos, egreso: egresos, propina: propinas });

  const studio = {
    // The mark with which the site shows the example's facts, and the drawings.
    configuracion_susa: [
      {
        ...{ ...ESTUDIO, id: "true", es_demo: true, dibujos_ocultos: [], created_at: at(calendario.inicio, 9 * 60) },
        ...{ cita_horas: 12, politica: data.POLITICA, reserva: "solicitud", reserva_horas: 24 },
      },
    ],
    empleados_susa: empleados.map(({ row }) => row),
    ausencias_susa: ausencias,
    servicios_susa: servicios.map(({ row }) => row),
    servicios_empleados_susa: makeQuienLoHace(new Dice(20_261_129), empleados, servicios),
    archivos_susa: archivos,
    service_images_susa: makeImagenes(dice, calendario, servicios, archivos),
    clientes_susa: clientes.map(({ row }) => row),
    ventas_susa: ventas,
    citas_susa: citas.map(({ row }) => row),
    inventario_susa: stock.inventario,
    venta_lineas_susa: lineas,
    movimientos_inventario_susa: inOrder(movimientos),
    proveedores_susa: makeProveedores(dice, calendario),
    testimonios_susa: makeTestimonios(dice, calendario),
    ingresos_susa: ingresos,
    egresos_susa: egresos,
    liquidaciones_susa: pagos.liquidaciones,
    liquidacion_lineas_susa: pagos.lineas,
    propinas_susa: propinas,
    cambios_cita_susa: makeCambios(dice, citas),
    asientos_susa: asientos,
    cortes_susa: makeCortes(dice, calendario, asientos),
  };
  const { esperas, cambios } = makeEsperas(dice, calendario, empleados, servicios, clientes, ausencias, citas);
  return {
    ...studio,
    cambios_cita_susa: [...studio.cambios_cita_susa, ...cambios],
    esperas_susa: esperas,
    precios_susa: makePrecios(dice, calendario, servicios),
  };
}
