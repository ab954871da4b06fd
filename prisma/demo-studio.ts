import { DIAS } from "~/content/estudio";
import { encrypt } from "~/database/encryption.server";
import { addDays, addMonths, daysBetween, weekday } from "~/format/days.server";
import { plural, slug } from "~/format/text";
import { at, earlier, jornada, later, onDay, openDay } from "./demo-calendar";
import * as data from "./demo-data";
import { Dice } from "./demo-dice";
import { PICTURE, PICTURES, pictureName } from "./demo-pictures";

/** A row as JSON for PostgreSQL, one property for each column. */
export type Row = { id: string; created_at: string } & Record<string, unknown>;

const CLIENTES = 300;
const CITAS = 1500;
const MESES = 14;
const AGENDA = { atras: 335, adelante: 35 };

/** Makes all rows of the demo studio, by table, as of the day `hoy` (`2026-11-21`). */
export function makeStudio(hoy: string) {
  const dice = new Dice(20_261_121);
  const meses = Array.from({ length: MESES }, (_, index) => addMonths(hoy.slice(0, 7), index + 1 - MESES));
  const calendario = { hoy, ayer: addDays(hoy, -1), inicio: `${meses[0]}-01`, meses };

  const empleados = makeEmpleados(dice, calendario);
  const servicios = makeServicios(dice, calendario, empleados);
  const archivos = makeArchivos(dice, calendario);
  const clientes = makeClientes(dice, calendario, servicios);
  const ausencias = makeAusencias(dice, calendario, empleados);
  const citas = makeCitas(dice, calendario, empleados, servicios, clientes, ausencias);
  const { inventario, movimientos, pedidos } = makeInventario(dice, calendario);
  const ventas = listVentas(dice, calendario, servicios, citas);
  const ingresos = makeIngresos(dice, calendario, ventas);
  const egresos = makeEgresos(dice, calendario, ventas, pedidos);

  return {
    empleados_susa: empleados.map(({ row }) => row),
    ausencias_susa: ausencias,
    servicios_susa: servicios.map(({ row }) => row),
    archivos_susa: archivos,
    service_images_susa: makeImagenes(dice, servicios, archivos),
    clientes_susa: clientes.map(({ row }) => row),
    citas_susa: citas.map(({ row }) => row),
    inventario_susa: inventario,
    movimientos_inventario_susa: movimientos,
    proveedores_susa: makeProveedores(dice, calendario),
    testimonios_susa: makeTestimonios(dice, calendario),
    ingresos_susa: ingresos,
    egresos_susa: egresos,
    cambios_cita_susa: makeCambios(dice, citas),
    asientos_susa: [...makeAsientos(dice, "ingreso", ingresos), ...makeAsientos(dice, "egreso", egresos)],
  };
}

// People and catalogue

type Calendario = { hoy: string; ayer: string; inicio: string; meses: string[] };
type Empleado = ReturnType<typeof makeEmpleados>[number];
type Servicio = ReturnType<typeof makeServicios>[number];
type Cliente = ReturnType<typeof makeClientes>[number];
type Cita = ReturnType<typeof makeCitas>[number];

function makeEmpleados(dice: Dice, { hoy, inicio }: Calendario) {
  return data.EMPLEADOS.map(({ nombre, apellido, especialidades, atiende, horario = null, baja }, index) => ({
    nombre,
    atiende,
    horario,
    hasta: baja === undefined ? "9999-12-31" : addDays(hoy, -baja),
    row: {
      id: dice.uuid(),
      nombre,
      apellido,
      email: `${slug(nombre)}@ejemplo.mx`,
      telefono: telefono(100 + index),
      especialidades,
      horario,
      activo: baja === undefined,
      created_at: at(inicio, 9 * 60 + index),
    },
  }));
}

/** The future absences. Each begins on an open day, because on another one it would have no effect. */
function makeAusencias(dice: Dice, { hoy }: Calendario, empleados: Empleado[]) {
  return data.AUSENCIAS.map(({ especialista, en, dias, motivo }, index) => {
    const desde = openDay(addDays(hoy, en));
    return {
      id: dice.uuid(),
      empleado_id: empleados.find(({ nombre }) => nombre === especialista)?.row.id ?? null,
      desde,
      hasta: addDays(desde, dias - 1),
      motivo,
      created_at: at(addDays(hoy, -10), 18 * 60 + index),
    };
  });
}

function makeServicios(dice: Dice, { inicio }: Calendario, empleados: Empleado[]) {
  return data.SERVICIOS.map(({ especialista, insumos, demanda = 0, ...servicio }, index) => ({
    ...servicio,
    demanda,
    especialista: empleados.find(({ nombre }) => nombre === especialista),
    row: {
      id: dice.uuid(),
      ...servicio,
      empleado_id: empleados.find(({ nombre }) => nombre === especialista)?.row.id ?? null,
      insumos: Object.entries(insumos).map(([nombre, cantidad]) => ({ nombre, cantidad })),
      activo: demanda > 0,
      retoque_semanas: data.RETOQUES[servicio.categoria] ?? null,
      created_at: at(inicio, 10 * 60 + index),
    },
  }));
}

/**
 * The files that `placePictures` writes, in the same order. Uploads never have these names, because theirs begin with a
 * timestamp.
 */
function makeArchivos(dice: Dice, { inicio }: Calendario) {
  return Object.keys(data.IMAGENES).map((_imagen, index) => ({
    id: dice.uuid(),
    nombre: pictureName(index),
    url: `/${PICTURES}/${pictureName(index)}.webp`,
    width: PICTURE.width,
    height: PICTURE.height,
    created_at: at(inicio, 11 * 60 + index),
  }));
}

function makeImagenes(dice: Dice, servicios: Servicio[], archivos: ReturnType<typeof makeArchivos>): Row[] {
  return servicios.flatMap(({ nombre, row }) =>
    (data.GALERIA[nombre] ?? []).map((imagen, index) => {
      const archivo = archivos[Object.keys(data.IMAGENES).indexOf(imagen)];
      return {
        id: dice.uuid(),
        servicio_id: row.id,
        image_url: archivo?.url ?? `/art/obras/${slug(imagen)}.svg`,
        archivo_id: archivo?.id ?? null,
        alt_text: data.IMAGENES[imagen] ?? data.OBRAS[imagen],
        is_featured: index === 0,
        display_order: index,
        created_at: row.created_at,
      };
    }),
  );
}

/** Oldest first, with unique names. */
function makeClientes(dice: Dice, { inicio, ayer }: Calendario, servicios: Servicio[]) {
  const menu = listMenu(servicios);
  const nombres = new Set<string>();
  while (nombres.size < CLIENTES) {
    nombres.add(`${dice.pick(data.NOMBRES)} ${dice.pick(data.APELLIDOS)} ${dice.pick(data.APELLIDOS)}`);
  }
  const dias = [...nombres].map(() => addDays(inicio, dice.between(0, daysBetween(inicio, ayer)))).sort();
  return [...nombres].map((nombre, index) => {
    const dia = dias[index] ?? ayer;
    // The sum of two random numbers, so that most ages are in the middle.
    const edad = 17 + dice.between(1, 28) + dice.between(0, 26);
    const { enfermedades, medicina } = dice.chance(0.15) ? dice.pick(data.SALUD) : { enfermedades: null, medicina: null };
    return {
      dia,
      row: {
        id: dice.uuid(),
        nombre,
        correo: dice.chance(0.8) ? `${slug(nombre).replaceAll("-", ".")}@ejemplo.mx` : null,
        telefono: telefono(1000 + index),
        edad: dice.chance(0.9) ? edad : null,
        ocupacion: dice.chance(0.85) ? pickOcupacion(dice, edad) : null,
        estado_civil: dice.chance(0.8) ? dice.pick(data.ESTADOS_CIVILES) : null,
        medicina: medicina && encrypt(medicina),
        enfermedades: enfermedades && encrypt(enfermedades),
        servicio: dice.chance(0.85) ? dice.pick(menu).nombre : null,
        // In the morning, because appointments are created in the afternoon, and a client comes before her appointments.
        created_at: at(dia, dice.between(8 * 60, 12 * 60)),
      },
    };
  });
}

function pickOcupacion(dice: Dice, edad: number): string {
  if (edad < 24 && dice.chance(0.7)) return "Estudiante";
  return edad > 64 ? "Jubilada" : dice.pick(data.OCUPACIONES);
}

function makeProveedores(dice: Dice, { inicio }: Calendario): Row[] {
  return data.PROVEEDORES.map(({ activo = true, notas = null, ...proveedor }, index) => ({
    id: dice.uuid(),
    ...proveedor,
    telefono: telefono(200 + index),
    email: `pedidos@${slug(proveedor.nombre)}.example`,
    notas,
    activo,
    created_at: at(inicio, 8 * 60 + index),
  }));
}

function makeTestimonios(dice: Dice, { hoy }: Calendario): Row[] {
  return data.TESTIMONIOS.map(({ activo = true, ...testimonio }, index) => ({
    id: dice.uuid(),
    ...testimonio,
    activo,
    created_at: at(addDays(hoy, -5 - 21 * index - dice.between(0, 14)), dice.between(9 * 60, 21 * 60)),
  }));
}

// Agenda

function makeCitas(
  dice: Dice,
  { hoy, ayer }: Calendario,
  empleados: Empleado[],
  servicios: Servicio[],
  clientes: Cliente[],
  ausencias: ReturnType<typeof makeAusencias>,
) {
  const dias = listDiasDeAgenda(hoy);
  const menu = listMenu(servicios);
  const agenda = new Map<string, { inicio: number; fin: number }[]>();
  const citas: { dia: string; fin: number; servicio: string; estado: string; precio: number; row: Row }[] = [];
  const deHoy = jornada(hoy) ? 7 : 5;

  while (citas.length < CITAS) {
    const dia = citas.length < deHoy ? hoy : dice.pick(dias);
    const servicio = dice.pick(menu);
    const { abre, cierra } = jornada(dia) ?? { abre: 10 * 60, cierra: 18 * 60 };
    const inicio = abre + 30 * dice.between(0, Math.floor((cierra - abre - servicio.duracion_minutos) / 30));
    const fin = inicio + servicio.duracion_minutos;
    const empleado = pickEmpleado(dice, servicio, empleados, dia);
    const cliente = dice.pick(clientes.slice(0, countUntil(clientes, dia)));

    if (!isAtWork(empleado, dia, inicio, fin, ausencias)) continue;
    // One appointment at a time for the employee, one visit a day for the client; a conflict is drawn again.
    const delEmpleado = agenda.get(`${empleado.row.id} ${dia}`) ?? [];
    if (delEmpleado.some((otra) => otra.inicio < fin && inicio < otra.fin) || agenda.has(`${cliente.row.id} ${dia}`)) continue;
    agenda.set(`${empleado.row.id} ${dia}`, [...delEmpleado, { inicio, fin }]);
    agenda.set(`${cliente.row.id} ${dia}`, [{ inicio, fin }]);

    const estado = pickEstado(dice, dia, hoy);
    const pedida = earlier(addDays(dia, -dice.between(1, 14)), ayer);
    citas.push({
      dia,
      fin,
      servicio: servicio.nombre,
      estado,
      precio: servicio.precio,
      row: {
        id: dice.uuid(),
        fecha_hora: at(dia, inicio),
        fin: at(dia, fin),
        cliente_id: cliente.row.id,
        servicio_id: servicio.row.id,
        empleado_id: empleado.row.id,
        notas: pickNotas(dice, estado),
        estado,
        precio: servicio.precio,
        duracion_minutos: servicio.duracion_minutos,
        cobrado: estado === "completada" ? servicio.precio : 0,
        no_asistio: estado === "cancelada" && dice.chance(0.4),
        created_at: at(later(pedida, cliente.dia), dice.between(13 * 60, 20 * 60)),
      },
    });
  }
  return citas;
}

/** Whether she works from one minute of a day to another, by her own hours and the absences. */
function isAtWork(
  { horario, row }: Empleado,
  dia: string,
  inicio: number,
  fin: number,
  ausencias: ReturnType<typeof makeAusencias>,
): boolean {
  const isAway = ausencias.some(
    ({ empleado_id, desde, hasta }) => (empleado_id ?? row.id) === row.id && desde <= dia && dia <= hasta,
  );
  const horas = horario ? jornada(dia, horario) : { abre: 0, cierra: 24 * 60 };
  return !isAway && horas !== null && horas.abre <= inicio && fin <= horas.cierra;
}

/** The history of each appointment: created, and then completed or cancelled when it is over. */
function makeCambios(dice: Dice, citas: Cita[]): Row[] {
  return citas.flatMap(({ dia, fin, estado, row }) => {
    const isOver = estado === "completada" || estado === "cancelada";
    const creada = { accion: "creada", estado: isOver ? "programada" : estado, no_asistio: false, created_at: row.created_at };
    const acabada = { accion: estado, estado, no_asistio: row.no_asistio, created_at: at(dia, fin) };
    return [creada, ...(isOver ? [acabada] : [])].map((cambio) => ({ id: dice.uuid(), cita_id: row.id, ...cambio }));
  });
}

/** The open days of the agenda except today, repeated by how likely they are: Saturdays fill up, far weeks are still empty. */
function listDiasDeAgenda(hoy: string): string[] {
  const sabado = DIAS.indexOf("Sábado");
  return range(-AGENDA.atras, AGENDA.adelante)
    .map((offset) => ({ offset, dia: addDays(hoy, offset) }))
    .filter(({ offset, dia }) => offset !== 0 && jornada(dia))
    .flatMap(({ offset, dia }) => {
      const veces = (weekday(dia) === sabado ? 5 : 3) + (offset > -120 ? 1 : 0);
      return Array<string>(offset > 14 ? Math.ceil(veces / 3) : veces).fill(dia);
    });
}

/** The services, repeated by how likely they are, without those no longer offered. */
function listMenu(servicios: Servicio[]): Servicio[] {
  return servicios.flatMap((servicio) => Array<Servicio>(servicio.demanda).fill(servicio));
}

function pickEmpleado(dice: Dice, { especialista, categoria }: Servicio, empleados: Empleado[], dia: string): Empleado {
  if (especialista && dice.chance(0.75)) return especialista;
  return dice.pick(empleados.filter(({ atiende, hasta }) => atiende.includes(categoria) && dia < hasta));
}

function pickEstado(dice: Dice, dia: string, hoy: string): string {
  if (dia < hoy) return dice.chance(0.9) ? "completada" : "cancelada";
  return dice.chance(dia < addDays(hoy, 4) ? 0.75 : 0.3) ? "confirmada" : "programada";
}

function pickNotas(dice: Dice, estado: string): string | null {
  if (estado === "cancelada") return dice.chance(0.6) ? dice.pick(data.NOTAS_DE_CANCELACION) : null;
  return dice.chance(0.18) ? dice.pick(data.NOTAS) : null;
}

/** How many clients (oldest first) were added before a day. */
function countUntil(clientes: Cliente[], dia: string): number {
  const index = clientes.findIndex((cliente) => cliente.dia >= dia);
  return index === -1 ? clientes.length : index;
}

// Inventory

type Movimiento = {
  id: string;
  tipo: "entrada" | "salida";
  cantidad: number;
  item_id: string;
  item_nombre: string;
  motivo: string;
  created_at: string;
};
type Pedido = { dia: string; proveedor: string; monto: number };

function makeInventario(dice: Dice, calendario: Calendario) {
  const inventario: Row[] = [];
  const movimientos: Movimiento[] = [];
  const pedidos: Pedido[] = [];
  for (const [index, { lote, ...item }] of data.ITEMS.entries()) {
    const alta = addDays(calendario.inicio, index * 3);
    const row = { id: dice.uuid(), ...item, descripcion: item.descripcion ?? null, created_at: at(alta, 9 * 60) };
    inventario.push(row);
    const mover = (tipo: "entrada" | "salida", cantidad: number, motivo: string, created_at: string) =>
      movimientos.push({ id: dice.uuid(), tipo, cantidad, item_id: row.id, item_nombre: item.nombre, motivo, created_at });

    // Backwards from today's stock, so that the movements add up to it and the stock is never negative.
    let cantidad = item.cantidad;
    for (const { tipo, dia, momento } of listMomentos(dice, calendario, item.proveedor, alta)) {
      if (tipo === "salida") {
        const usados = dice.between(1, Math.ceil(lote / 3));
        mover("salida", usados, pickMotivo(dice, item.nombre), momento);
        cantidad += usados;
      } else if (cantidad >= lote) {
        mover("entrada", lote, `Compra a ${item.proveedor}`, momento);
        pedidos.push({ dia, proveedor: item.proveedor, monto: lote * item.precio_unitario });
        cantidad -= lote;
      }
    }
    if (cantidad > 0) mover("entrada", cantidad, "Inventario inicial", at(alta, 9 * 60 + 5));
  }
  return { inventario, movimientos: inOrder(movimientos), pedidos };
}

/** Oldest first, as they would have been written, each with the stock after it. */
function inOrder(movimientos: Movimiento[]) {
  const saldos = new Map<string, number>();
  return movimientos
    .map((movimiento, index) => ({ movimiento, index }))
    .sort((a, b) =>
      a.movimiento.created_at === b.movimiento.created_at
        ? b.index - a.index
        : a.movimiento.created_at < b.movimiento.created_at
          ? -1
          : 1,
    )
    .map(({ movimiento }) => {
      const { item_id, tipo, cantidad } = movimiento;
      const saldo = (saldos.get(item_id) ?? 0) + (tipo === "entrada" ? cantidad : -cantidad);
      saldos.set(item_id, saldo);
      return { ...movimiento, saldo };
    });
}

/** When an item was used (once a month) and could be bought (on its supplier's day), newest first. */
function listMomentos(dice: Dice, { meses, ayer }: Calendario, proveedor: string, alta: string) {
  const entrega = 3 + 3 * data.PROVEEDORES.findIndex(({ nombre }) => nombre === proveedor);
  return meses
    .flatMap((mes) => [
      { tipo: "entrada", dia: openDay(onDay(mes, entrega)) },
      { tipo: "salida", dia: openDay(onDay(mes, dice.between(1, 28))) },
    ])
    .filter(({ dia }) => dia > alta && dia <= ayer)
    .map((movimiento) => ({ ...movimiento, momento: at(movimiento.dia, dice.between(10 * 60, 18 * 60)) }))
    .sort((a, b) => (a.momento < b.momento ? 1 : -1));
}

function pickMotivo(dice: Dice, item: string): string {
  if (dice.chance(0.03)) return dice.pick(data.MERMAS);
  if (data.DE_VENTA.includes(item) && dice.chance(0.5)) return "Venta en mostrador";
  const usos = data.SERVICIOS.filter(({ insumos, demanda = 0 }) => item in insumos && demanda > 0);
  return usos.length > 0 ? `Uso en cabina: ${dice.pick(usos).nombre}` : "Uso en cabina";
}

// Money

type Venta = { dia: string; monto: number; cita?: Cita };

/** What the studio charged: the completed appointments and, for the months before its agenda, similar services. */
function listVentas(dice: Dice, { hoy, inicio }: Calendario, servicios: Servicio[], citas: Cita[]): Venta[] {
  const menu = listMenu(servicios);
  const antes = range(0, daysBetween(inicio, hoy) - AGENDA.atras - 1)
    .map((offset) => addDays(inicio, offset))
    .filter((dia) => jornada(dia))
    .flatMap((dia) => range(1, dice.between(3, 6)).map(() => ({ dia, monto: dice.pick(menu).precio })));
  const despues = citas
    .filter(({ estado }) => estado === "completada")
    .map((cita) => ({ dia: cita.dia, monto: cita.precio, cita }));
  return [...antes, ...despues];
}

/** The income: a charge for each completed appointment; before the agenda, the daily sums by method; gift cards and products. */
function makeIngresos(dice: Dice, { hoy, inicio, ayer }: Calendario, ventas: Venta[]): Row[] {
  const cortes = new Map<string, { fecha: string; metodo_pago: string; monto: number; servicios: number }>();
  const citas: (Omit<Row, "id" | "created_at"> & { fecha: string; created_at: string })[] = [];
  for (const { dia, monto, cita } of ventas) {
    const metodo_pago = dice.pick(data.METODOS);
    if (cita) {
      const cobro = { fecha: dia, metodo_pago, monto, descripcion: cita.servicio, concepto: "cita", cita_id: cita.row.id };
      citas.push({ ...cobro, created_at: at(dia, cita.fin) });
      continue;
    }
    const corte = cortes.get(`${dia} ${metodo_pago}`) ?? { fecha: dia, metodo_pago, monto: 0, servicios: 0 };
    cortes.set(`${dia} ${metodo_pago}`, { ...corte, monto: corte.monto + monto, servicios: corte.servicios + 1 });
  }
  const dias = range(0, daysBetween(inicio, ayer)).map((offset) => addDays(inicio, offset));
  const productos = dias
    .filter((fecha) => jornada(fecha) && dice.chance(0.15))
    .map((fecha) => ({
      fecha,
      metodo_pago: dice.pick(data.METODOS),
      monto: dice.pick([140, 320, 410, 460, 640]),
      descripcion: "Productos para casa",
    }));
  // Gift cards are paid from home: one makes sure that today has income even on a closed day.
  const regalos = [...dias.filter(() => dice.chance(0.03)), hoy].map((fecha) => ({
    fecha,
    metodo_pago: "transferencia",
    monto: dice.pick([500, 800, 1000]),
    descripcion: "Tarjeta de regalo",
  }));
  const servidos = [...cortes.values()].map(({ servicios, ...corte }) => ({
    ...corte,
    descripcion: `Corte del día: ${plural(servicios, "servicio", "servicios")}`,
  }));
  const deCaja = [...servidos, ...productos, ...regalos].map((ingreso) => ({
    ...ingreso,
    concepto: "libre",
    cita_id: null,
    created_at: bookedAt(ingreso.fecha, hoy),
  }));
  return [...citas, ...deCaja].map((ingreso) => ({ id: dice.uuid(), ...ingreso }));
}

/** The ledger: one entry for each row of income or expenses, because none was changed. */
function makeAsientos(dice: Dice, libro: "ingreso" | "egreso", rows: Row[]): Row[] {
  return rows.map(({ id: registro_id, fecha, metodo_pago, monto, created_at, cita_id = null }) => ({
    id: dice.uuid(),
    libro,
    registro_id,
    cita_id,
    fecha,
    metodo_pago,
    monto,
    created_at,
  }));
}

function makeEgresos(dice: Dice, { hoy, meses }: Calendario, ventas: Venta[], pedidos: Pedido[]): Row[] {
  const fijos = meses.flatMap((mes, numero) =>
    data.GASTOS.filter(({ cada = 1 }) => numero % cada === 0).map(({ dia, monto, varia = 0, cada, ...gasto }) => ({
      ...gasto,
      fecha: onDay(mes, dia),
      monto: monto + dice.between(-varia, varia),
    })),
  );
  const equipos = data.EQUIPOS.map(({ hace, descripcion, monto }) => ({
    fecha: onDay(meses[MESES - 1 - hace] ?? hoy.slice(0, 7), 16),
    descripcion,
    categoria: "Equipos",
    metodo_pago: "tarjeta",
    monto,
  }));
  return [...fijos, ...equipos, ...listNomina(meses, ventas), ...listCompras(pedidos)]
    .filter(({ fecha }) => fecha <= hoy)
    .map((egreso, index) => ({
      id: dice.uuid(),
      ...egreso,
      comprobante_url: dice.chance(0.3) ? `https://example.com/comprobantes/${egreso.fecha}-${index}.pdf` : null,
      created_at: bookedAt(egreso.fecha, hoy),
    }));
}

/** Twice a month, a small base and a share of what was charged, so that the studio always earns a little. */
function listNomina(meses: string[], ventas: Venta[]) {
  return meses.flatMap((mes) =>
    [
      { desde: 1, hasta: 15, quincena: "primera quincena" },
      { desde: 16, hasta: 31, quincena: "segunda quincena" },
    ].map(({ desde, hasta, quincena }) => {
      const [primero, fecha] = [onDay(mes, desde), onDay(mes, hasta)];
      const cobrado = ventas.filter(({ dia }) => dia >= primero && dia <= fecha).reduce((total, { monto }) => total + monto, 0);
      return {
        fecha,
        descripcion: `Sueldos y comisiones, ${quincena}`,
        categoria: "Administración",
        metodo_pago: "transferencia",
        monto: 5500 + Math.round(cobrado * 0.25),
      };
    }),
  );
}

/** The purchases of the inventory, one payment a day for each supplier. */
function listCompras(pedidos: Pedido[]) {
  const compras = new Map<string, Pedido>();
  for (const { dia, proveedor, monto } of pedidos) {
    const compra = compras.get(`${dia} ${proveedor}`);
    compras.set(`${dia} ${proveedor}`, { dia, proveedor, monto: monto + (compra?.monto ?? 0) });
  }
  return [...compras.values()].map(({ dia, proveedor, monto }) => ({
    fecha: dia,
    descripcion: `Pedido a ${proveedor}`,
    categoria: "Productos",
    metodo_pago: "transferencia",
    monto,
  }));
}

/** Created at closing time; today's rows at midnight, so that none is in the future at any hour. */
function bookedAt(fecha: string, hoy: string): string {
  return at(fecha, fecha === hoy ? 0 : 18 * 60 + 10);
}

function telefono(number: number): string {
  return `+52000000${String(number).padStart(4, "0")}`;
}

/** The whole numbers from one to another, both included. */
function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
