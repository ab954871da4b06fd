import { createHash } from "node:crypto";
import { db } from "~/database/client.server";
import { calendarDay, isId } from "~/database/fields.server";
import { formatDay, formatTime, sayTime, studioDay } from "~/format/dates";
import { studioClock } from "~/format/zone.server";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { findClientes } from "~/models/clientes/cliente.server";
import { isFit, listEspecialistas } from "~/models/equipo/empleado.server";
import { type FreeTime, listFree, listFreeTimes } from "~/models/equipo/hora-libre.server";
import { warningsOf } from "~/models/equipo/jornada.server";
import { listConflicts, MAX_SERVICIOS, type Turno } from "./cita.server";
import { findCodigo } from "./codigo.server";

// What helps whoever books an appointment: what there is to choose from, what speaks against it, and what is free instead.

/** The services and specialists a form offers (those that `present` names too, active or not), and who fits which service. */
export async function listOpciones(present: { servicio_id?: string | null; empleado_id?: string | null } = {}) {
  const rows = await db.servicio.findMany({
    where: { OR: [{ activo: true }, ...(isId(present.servicio_id ?? "") ? [{ id: present.servicio_id ?? "" }] : [])] },
    select: { id: true, nombre: true, precio: true, duracion_minutos: true, categoria: true, empleado_id: true },
    orderBy: [{ categoria: "asc" }, { nombre: "asc" }],
  });
  const servicios = rows.map((row) => ({ ...row, categoria: CATEGORIAS[row.categoria], precio: row.precio.toFixed(2) }));
  const empleados = await listEspecialistas(present.empleado_id);
  return {
    most: MAX_SERVICIOS,
    servicios,
    empleados: empleados.map(({ especialidades: _, ...empleado }) => empleado),
    fits: Object.fromEntries(
      servicios.map((servicio) => [
        servicio.id,
        empleados.flatMap((empleado) => (isFit(servicio, empleado) ? [empleado.id] : [])),
      ]),
    ),
  };
}

type Answered = {
  values: Record<string, unknown>;
  answer?: Partial<Awaited<ReturnType<typeof findClientes>>> & { nota?: string; puesto?: string };
};

/**
 * Answers a button that only asks: gives what the form holds then, and what else there is to say; null when it was sent to be
 * written. `payload` is the form as it was read.
 */
export async function answerTo(values: FormData, payload: Record<string, unknown>, zona: string): Promise<Answered | null> {
  const filas = Array.isArray(payload.servicios) ? payload.servicios : [];
  const pedir = values.get("pedir") === "intro" ? askedByEnter(payload) : values.get("pedir");
  if (pedir === "clientes") return { values: payload, answer: await findClientes(textOf(payload.cliente_q)) };
  if (pedir === "codigo") return applied(textOf(payload.codigo), filas, payload, zona);
  if (pedir === "datos") return { values: { ...payload, servicios: await filled(filas) } };
  const [row, empleado_id, fecha, hora] = textOf(values.get("poner")).split(" ");
  if (!isId(empleado_id) || !calendarDay("").safeParse(fecha).success || !/^([01]\d|2[0-3]):[0-5]\d$/.test(hora ?? ""))
    return null;
  const servicios = filas.map((fila, index) => (String(index) === row ? { ...fila, empleado_id } : fila));
  const moment = `${fecha}T${hora}:00Z`;
  const puesto = `Puesto el ${formatDay(moment, "UTC")} ${sayTime(moment, "UTC")} Falta guardar la cita.`;
  return { values: { ...payload, fecha, hora, servicios }, answer: { puesto } };
}

const VISTO = /^servicios\[\d+\]\.visto$/;

/**
 * The form without the price and the length that were those of a service, where another one was chosen since: only a script
 * takes them out while one chooses. `visto` is the service that the row showed.
 */
export async function withoutFormer(values: FormData): Promise<FormData> {
  const rows = [...values].flatMap(([name, id]) =>
    VISTO.test(name) && isId(String(id)) ? [{ row: name.replace("visto", ""), id: String(id) }] : [],
  );
  const servicios = await db.servicio.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
  const now = new FormData();
  for (const [name, value] of values) now.append(name, value);
  for (const { row, id } of rows) {
    const visto = servicios.find((servicio) => servicio.id === id);
    if (!visto || now.get(`${row}servicio_id`) === id) continue;
    if (now.get(`${row}precio`) === visto.precio.toFixed(2)) now.set(`${row}precio`, "");
    if (now.get(`${row}duracion_minutos`) === String(visto.duracion_minutos)) now.set(`${row}duracion_minutos`, "");
  }
  return now;
}

/** What Enter asks for: what was typed since the form was last seen into a field that has a button of its own; else, to save. */
function askedByEnter({ codigo, canjeado, cliente_q, buscado }: Record<string, unknown>): "codigo" | "clientes" | null {
  const isNew = (now: unknown, before: unknown) => textOf(now) !== "" && textOf(now) !== textOf(before);
  if (isNew(codigo, canjeado)) return "codigo";
  return isNew(cliente_q, buscado) ? "clientes" : null;
}

const NOTAS = {
  vigente: "Código encontrado: ya está en la cita, con el precio que vio la clienta.",
  ocupado: "Ese horario ya se ocupó. La cita lleva lo demás: elige otra hora u otra especialista.",
  vencido: "Ese código ya venció. La cita lleva lo demás: revisa el servicio, el precio y la hora.",
};

/** What the code of a client's message fills in: service, price, moment, and a specialist who is free then. */
async function applied(typed: string, filas: unknown[], payload: Record<string, unknown>, zona: string): Promise<Answered> {
  const found = await findCodigo(typed);
  if (!found) return { values: payload, answer: { nota: "No encontramos ese código. Revísalo: son 5 letras y números." } };
  const { codigo, servicio_id, fecha_hora, precio, empleado_id, estado } = found;
  const [fila] = await filled([{ servicio_id, precio, empleado_id: empleado_id ?? "" }]);
  // Into the row that has no service yet, or else the first: the others stay.
  const empty = filas.findIndex((other) => textOf((other as Record<string, unknown> | null)?.servicio_id) === "");
  const values = {
    ...payload,
    codigo,
    servicios: filas.length === 0 ? [fila] : filas.map((other, index) => (index === Math.max(0, empty) ? fila : other)),
    fecha: studioDay(fecha_hora, zona),
    hora: studioClock(fecha_hora, zona),
  };
  return { values, answer: { nota: NOTAS[estado] } };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The rows of a form with what they leave empty: the price and the length of their service. */
async function filled(filas: unknown[]) {
  const { servicios } = await listOpciones();
  return filas.map((fila) => {
    const { servicio_id, precio, duracion_minutos, ...rest } = fila as Record<string, unknown>;
    const servicio = servicios.find(({ id }) => id === servicio_id);
    return {
      ...rest,
      servicio_id,
      precio: textOf(precio) || servicio?.precio,
      duracion_minutos: textOf(duracion_minutos) || String(servicio?.duracion_minutos ?? ""),
    };
  });
}

/**
 * What speaks against a visit, in sentences, each once, and the mark by which the form says that they were read. Nothing that
 * did not before, where an edit leaves the appointment `id` at its time and with its specialist.
 */
export async function listAvisos(turnos: Turno[], zona: string, id?: string) {
  const moved = (await isWhereItWas(id, turnos)) ? [] : turnos;
  const said = await Promise.all(
    moved.map(({ empleado_id, fecha_hora: inicio, fin }) => warningsOf({ empleado_id, inicio, fin }, zona)),
  );
  const lines = [...new Set(said.flat())];
  return { lines, mark: createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16) };
}

async function isWhereItWas(id: string | undefined, [turno]: Turno[]): Promise<boolean> {
  if (!isId(id) || !turno) return false;
  const { empleado_id, fecha_hora, fin } = turno;
  return (await db.cita.count({ where: { id, empleado_id, fecha_hora, fin } })) > 0;
}

/** A place in the agenda that is free instead: for the service of which row, with whom, and when the visit would begin. */
export type Oferta = { row: number; empleado_id: string; fecha: string; hora: string; label: string };

/**
 * What stands where a visit would, in sentences, and what is free instead of the first of it that is taken: other specialists
 * at that hour, and the next hours at which the whole visit has its place.
 */
export async function explainOverlap(turnos: Turno[], zona: string, except?: string) {
  const citas = await listConflicts(turnos, except);
  const choques = citas.map(({ fecha_hora, fin, cliente, servicio, empleado }) => {
    const [from, to] = [formatTime(fecha_hora, zona), formatTime(fin, zona)];
    const who = empleado ? `${empleado.nombre} ${empleado.apellido}` : "La especialista";
    return `${who} ya tiene a ${cliente?.nombre ?? "una clienta"} el ${formatDay(fecha_hora, zona)}, de ${from} a ${to} (${servicio?.nombre ?? "servicio eliminado"}).`;
  });
  const row = turnos.findIndex((turno) => citas.some((cita) => cita.empleado_id === turno.empleado_id && overlaps(cita, turno)));
  const turno = turnos[row];
  return { choques, ofertas: turno ? await listOfertas(turnos, row, turno, zona, except) : [] };
}

type Span = { fecha_hora: Date; fin: Date };

function overlaps(one: Span, other: Span): boolean {
  return one.fecha_hora < other.fin && other.fecha_hora < one.fin;
}

async function listOfertas(turnos: Turno[], row: number, turno: Turno, zona: string, except?: string): Promise<Oferta[]> {
  const [first = turno] = turnos;
  const fecha = studioDay(first.fecha_hora, zona);
  const hora = studioClock(first.fecha_hora, zona);
  const { empleados, fits } = await listOpciones();
  const fitting = fits[turno.servicio_id] ?? [];
  const ids = empleados.flatMap(({ id }) => (id === turno.empleado_id ? [] : [id]));
  const others = await listFree({ inicio: turno.fecha_hora, fin: turno.fin }, ids, except);
  const free = others
    .sort((a, b) => Number(fitting.includes(b.id)) - Number(fitting.includes(a.id)))
    .slice(0, 3)
    .map(({ id, nombre, apellido }) => ({
      row,
      empleado_id: id,
      fecha,
      hora,
      label: `A la misma hora con ${nombre} ${apellido}`,
    }));
  const next = (await listBeginnings(turnos, turno, zona, except)).map(({ fecha_hora, empleado }) => ({
    row,
    empleado_id: empleado.id,
    fecha: studioDay(fecha_hora, zona),
    hora: studioClock(fecha_hora, zona),
    label: `${formatDay(fecha_hora, zona)}, ${formatTime(fecha_hora, zona)}${turnos.length > 1 ? "" : ` con ${empleado.nombre} ${empleado.apellido}`}`,
  }));
  return [...free, ...next];
}

const MOST_BEGINNINGS = 4;
// So many free times of one specialist are looked at for a visit that others have a part in.
const MOST_TRIED = 24;

/** When the visit could begin instead: `turno` of it at a free time of its specialist, the others as long before or after. */
async function listBeginnings(turnos: Turno[], turno: Turno, zona: string, except?: string): Promise<FreeTime[]> {
  if (turno.empleado_id === null) return [];
  const isAlone = turnos.length === 1;
  const times = await listFreeTimes({
    minutos: (turno.fin.getTime() - turno.fecha_hora.getTime()) / 60_000,
    empleado_ids: [turno.empleado_id],
    desde: latest(new Date(), turno.fecha_hora),
    dias: 30,
    most: isAlone ? MOST_BEGINNINGS : MOST_TRIED,
    omit: except,
  });
  if (isAlone) return times;
  const beginnings: FreeTime[] = [];
  for (const { fecha_hora, empleado } of times) {
    const moved = fecha_hora.getTime() - turno.fecha_hora.getTime();
    const visita = turnos.map((each) => ({ ...each, fecha_hora: after(each.fecha_hora, moved), fin: after(each.fin, moved) }));
    const isFree = (await listConflicts(visita, except)).length === 0 && (await listAvisos(visita, zona)).lines.length === 0;
    if (isFree) beginnings.push({ fecha_hora: after((turnos[0] ?? turno).fecha_hora, moved), empleado });
    if (beginnings.length === MOST_BEGINNINGS) break;
  }
  return beginnings;
}

function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
