import { DIAS } from "~/content/estudio";
import { addDays, weekday } from "~/format/days.server";
import { minutesOf } from "~/format/hours";
import { at, earlier, jornada, later, range } from "./demo-calendar";
import * as data from "./demo-data";
import type { Dice } from "./demo-dice";
import {
  type Calendario,
  type Cliente,
  type Empleado,
  listMenu,
  type makeAusencias,
  type Row,
  type Servicio,
} from "./demo-people";

const CITAS = 1500;
/** The days before and after today that have appointments. */
export const AGENDA = { atras: 335, adelante: 35 };

export type Cita = ReturnType<typeof makeCitas>[number];

export function makeCitas(
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
  const citas: { dia: string; fin: number; servicio: string; estado: string; precio: number; cobrado: number; row: Row }[] = [];
  const deHoy = jornada(hoy) ? 7 : 0;

  while (citas.length < CITAS) {
    const dia = citas.length < deHoy ? hoy : dice.pick(dias);
    const servicio = dice.pick(menu);
    const horas = jornada(dia);
    if (!horas) continue;
    const { abre, cierra } = horas;
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
    const cobrado = estado === "completada" ? servicio.precio : 0;
    const pedida = earlier(addDays(dia, -dice.between(1, 14)), ayer);
    citas.push({
      dia,
      fin,
      servicio: servicio.nombre,
      estado,
      precio: servicio.precio,
      cobrado,
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
        descuento: 0,
        cobrado,
        no_asistio: estado === "cancelada" && dice.chance(0.4),
        created_at: at(later(pedida, cliente.dia), dice.between(13 * 60, 20 * 60)),
      },
    });
  }
  return citas;
}

/** Makes requests of the site out of some appointments that are days ahead: asked for last night, and held until tomorrow. */
export function makeSolicitudes(citas: Cita[], { hoy, ayer }: Calendario): void {
  const apart = citas.filter(({ dia, estado }) => dia >= addDays(hoy, 5) && dia <= addDays(hoy, 12) && estado === "programada");
  for (const [index, { row }] of apart.sort(byHour).slice(0, 3).entries()) {
    row.created_at = at(ayer, 22 * 60 + 12 * index);
    row.apartada_hasta = at(addDays(hoy, 1), 12 * 60 + 12 * index);
  }
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
    ({ empleado_id, desde, hasta, de, a }) =>
      (empleado_id ?? row.id) === row.id &&
      desde <= dia &&
      dia <= (hasta ?? dia) &&
      inicio < minutesOf(a ?? "24:00") &&
      fin > minutesOf(de ?? "00:00"),
  );
  const horas = horario ? jornada(dia, horario) : { abre: 0, cierra: 24 * 60 };
  return !isAway && horas !== null && horas.abre <= inicio && fin <= horas.cierra;
}

/** The history of each appointment: created, and then completed or cancelled when it is over. */
export function makeCambios(dice: Dice, citas: Cita[]): Row[] {
  return citas.flatMap(({ dia, fin, estado, row }) => {
    const isOver = estado === "completada" || estado === "cancelada";
    const asked = row.apartada_hasta ? { accion: "solicitada", clienta: true } : { accion: "creada", clienta: false };
    const creada = { ...asked, estado: isOver ? "programada" : estado, no_asistio: false, created_at: row.created_at };
    const acabada = { clienta: false, accion: estado, estado, no_asistio: row.no_asistio, created_at: at(dia, fin) };
    return [creada, ...(isOver ? [acabada] : [])].map((cambio) => ({ id: dice.uuid(), cita_id: row.id, ...cambio }));
  });
}

/**
 * The waiting list, and what some of it waits for: the hour before an appointment of the next days, which was moved yesterday and left
 * it free.
 */
export function makeEsperas(
  dice: Dice,
  { hoy, ayer }: Calendario,
  empleados: Empleado[],
  servicios: Servicio[],
  clientes: Cliente[],
  ausencias: ReturnType<typeof makeAusencias>,
  citas: Cita[],
): { esperas: Row[]; cambios: Row[] } {
  const toCome = citas.filter(({ dia, estado }) => dia > hoy && estado !== "cancelada").sort(byHour);
  const found = toCome.flatMap((cita) => {
    const fin = startOf(cita);
    const inicio = fin - 60;
    const empleado = empleados.find(({ row }) => row.id === cita.row.empleado_id);
    const isTaken = toCome.some((other) => isSame(other, cita) && other !== cita && startOf(other) < fin && inicio < other.fin);
    const isOpen = (jornada(cita.dia)?.abre ?? fin) <= inicio;
    return empleado && isOpen && !isTaken && isAtWork(empleado, cita.dia, inicio, fin, ausencias)
      ? [{ cita, empleado, inicio, fin }]
      : [];
  });
  const [moved] = found;
  const short = servicios.find(
    ({ row, categoria, duracion_minutos }) => row.activo && duracion_minutos <= 60 && moved?.empleado.atiende.includes(categoria),
  );
  const busy = new Set(citas.filter(({ dia }) => dia >= hoy).map(({ row }) => row.cliente_id));
  const free = clientes.filter(({ row }) => !busy.has(row.id) && row.telefono);
  if (!moved || !short) return { esperas: [], cambios: [] };
  const { cita, empleado, inicio, fin } = moved;
  const waiting = [
    {
      servicio_id: null,
      empleado_id: null,
      desde: cita.dia,
      hasta: addDays(cita.dia, 3),
      nota: "Vive cerca: llega en veinte minutos.",
    },
    { servicio_id: short.row.id, empleado_id: empleado.row.id, desde: hoy, hasta: addDays(hoy, 14), nota: null },
    {
      servicio_id: cita.row.servicio_id,
      empleado_id: null,
      desde: addDays(hoy, 15),
      hasta: addDays(hoy, 28),
      nota: "Solo los sábados.",
    },
  ];
  return {
    esperas: waiting.map((espera, index) => ({
      ...{ id: dice.uuid(), cliente_id: free[index]?.row.id, ...espera },
      created_at: at(ayer, 18 * 60 + 10 * index),
    })),
    cambios: [
      {
        ...{
          id: dice.uuid(),
          cita_id: cita.row.id,
          accion: "editada",
          estado: cita.estado,
          no_asistio: false,
          clienta: false,
          detalle: data.MOVIDA,
        },
        ...{ hueco_desde: at(cita.dia, inicio), hueco_hasta: at(cita.dia, fin), hueco_con: empleado.row.id },
        created_at: at(ayer, 20 * 60 + 30),
      },
    ],
  };
}

const startOf = ({ fin, row }: Cita) => fin - Number(row.duracion_minutos);
const isSame = (one: Cita, other: Cita) => one.dia === other.dia && one.row.empleado_id === other.row.empleado_id;
const byHour = (one: Cita, other: Cita) => one.dia.localeCompare(other.dia) || startOf(one) - startOf(other);

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
export function countUntil(clientes: Cliente[], dia: string): number {
  const index = clientes.findIndex((cliente) => cliente.dia >= dia);
  return index === -1 ? clientes.length : index;
}
