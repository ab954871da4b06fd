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
