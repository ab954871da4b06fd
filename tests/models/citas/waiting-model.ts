import { expect } from "vitest";

// A plain model of the waiting list and of who should come again: lists in memory, and the rules said again in hours of Mexico City, which
// is six hours behind UTC all year. It knows nothing of the calendar and the SQL that it is compared with.

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

export const dayOf = (moment: number) => new Date(moment - 6 * HOUR).toISOString().slice(0, 10);
export const clockOf = (moment: number) => new Date(moment - 6 * HOUR).toISOString().slice(11, 16);
export const momentOf = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`) + 6 * HOUR;
export const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

type Hours = [abre: string, cierra: string] | null;

export type Specialist = { id: string; isActive: boolean; week: Hours[] | null };
export type Service = {
  id: string;
  /** Ids of the specialists who do it. */
  quien: string[];
  minutes: number;
  cleaning: number;
  weeks: number | null;
  isActive: boolean;
};
export type Appointment = {
  id: string;
  visit: string;
  client: string | null;
  service: string;
  con: string | null;
  from: number;
  to: number;
  state: "programada" | "confirmada" | "completada" | "cancelada";
};
export type Waiting = { id: string; client: string; service: string | null; con: string | null; first: string; last: string };
export type Absence = { con: string | null; first: string; last: string; hours: [de: string, a: string] | null };
type Freed = { cita: string; con: string | null; from: number; to: number };

/** What there is, and what each act makes of it. */
export class Model {
  specialists: Specialist[] = [];
  services: Service[] = [];
  appointments: Appointment[] = [];
  waiting: Waiting[] = [];
  absences: Absence[] = [];
  freed: Freed[] = [];
  written: { cita: string; at: number }[] = [];
  readonly week: Hours[];

  constructor(week: Hours[]) {
    this.week = week;
  }

  book(appointments: Appointment[]) {
    this.appointments.push(...appointments);
    for (const one of appointments) this.resolve(one);
  }

  /** A booking or a move takes her off where it falls into her days and is what she waits for. */
  private resolve({ client, service, from }: Appointment) {
    this.waiting = this.waiting.filter(
      (one) =>
        one.client !== client ||
        (one.service !== null && one.service !== service) ||
        dayOf(from) < one.first ||
        dayOf(from) > one.last,
    );
  }

  leave({ id, con, from, to }: Appointment) {
    if (con !== null) this.freed.push({ cita: id, con, from, to });
  }

  move(appointment: Appointment, after: Partial<Appointment>) {
    const { from, con } = { ...appointment, ...after };
    const isElsewhere = from !== appointment.from || con !== appointment.con;
    if (isElsewhere) this.leave(appointment);
    const isOther = ["client", "service"].some(
      (name) => Reflect.get({ ...appointment, ...after }, name) !== Reflect.get(appointment, name),
    );
    const isMoved = from !== appointment.from || isOther;
    Object.assign(appointment, after);
    return isMoved;
  }

  moved(appointments: Appointment[]) {
    for (const one of appointments) this.resolve(one);
  }

  cancel(appointment: Appointment) {
    this.leave(appointment);
    appointment.state = "cancelada";
  }

  removeAppointment(id: string) {
    this.appointments = this.appointments.filter((one) => one.id !== id);
    this.freed = this.freed.filter((one) => one.cita !== id);
  }

  removeClient(id: string) {
    for (const one of this.appointments) if (one.client === id) one.client = null;
    this.waiting = this.waiting.filter(({ client }) => client !== id);
  }

  removeSpecialist(id: string) {
    this.specialists = this.specialists.filter((one) => one.id !== id);
    this.absences = this.absences.filter(({ con }) => con !== id);
    for (const one of [...this.appointments, ...this.waiting, ...this.freed]) if (one.con === id) one.con = null;
  }

  /** The places that were freed, each once, by hour. */
  places(): { con: string; from: number }[] {
    const keys = new Set(this.freed.flatMap(({ con, from }) => (con === null ? [] : [`${from} ${con}`])));
    return [...keys].map((key) => {
      const [from, con = ""] = key.split(" ");
      return { con, from: Number(from) };
    });
  }

  /** The ids of those who wait for exactly this place. */
  whoFits({ con, from }: { con: string; from: number }, now: number): string[] {
    const history = this.freed.filter((one) => one.con === con && one.from === from);
    const last = history.at(-1);
    if (!last) return [];
    const start = Math.max(from, Math.floor(now / (5 * MINUTE)) * 5 * MINUTE);
    const gaveUp = history.map(({ cita }) => this.appointments.find(({ id }) => id === cita)?.client);
    return this.waiting.filter((one) => this.suits(one, con, { from, to: last.to, start }, gaveUp)).map(({ id }) => id);
  }

  private suits(
    { client, service, con: wanted, first, last }: Waiting,
    con: string,
    { from, to, start }: { from: number; to: number; start: number },
    gaveUp: (string | null | undefined)[],
  ): boolean {
    if (gaveUp.includes(client) || dayOf(from) < first || dayOf(from) > last) return false;
    if ((wanted !== null && wanted !== con) || start >= to) return false;
    const found = this.services.find(({ id }) => id === service);
    if (service !== null && !found?.isActive) return false;
    const end = found ? start + (found.minutes + found.cleaning) * MINUTE : to;
    const able = this.able(found);
    if (wanted === null && !able.includes(con)) return false;
    const candidates = [...new Set([con, ...able])].filter((id) => this.isFree(id, start, end));
    const unassigned = this.appointments.filter((one) => one.con === null && overlaps(one, start, end)).length;
    return candidates.includes(con) && candidates.length > unassigned;
  }

  /** Who of the active does a service: everyone where it is any. */
  private able(service: Service | undefined): string[] {
    const ids = this.specialists.filter(({ isActive }) => isActive).map(({ id }) => id);
    return service ? ids.filter((id) => service.quien.includes(id)) : ids;
  }

  private isFree(id: string, start: number, end: number): boolean {
    const specialist = this.specialists.find((one) => one.id === id);
    const day = dayOf(start);
    const hours = (specialist?.week ?? this.week)[(new Date(day).getUTCDay() + 6) % 7];
    if (!specialist?.isActive || !hours || start < momentOf(day, hours[0]) || end > momentOf(day, hours[1])) return false;
    const absences = this.absences.filter(({ con, first, last }) => (con === null || con === id) && first <= day && day <= last);
    const isAway = absences.some(
      ({ hours: off }) => off === null || (momentOf(day, off[0]) < end && start < momentOf(day, off[1])),
    );
    return !isAway && !this.appointments.some((one) => one.con === id && overlaps(one, start, end));
  }

  /** Who should come again, as `client appointment retouch` or `client appointment -`, and when she was written to. */
  whoShouldReturn(now: number) {
    const today = dayOf(now);
    const clients = new Set(this.appointments.flatMap(({ client }) => client ?? []));
    return [...clients].flatMap((client) => {
      const hers = this.appointments.filter((one) => one.client === client);
      if (hers.some(({ state, to }) => (state === "programada" || state === "confirmada") && to > now)) return [];
      const done = hers.filter(({ state }) => state === "completada").sort((one, other) => other.from - one.from);
      const due = this.services.flatMap(({ id, weeks, isActive }) => {
        const last = done.find(({ service }) => service === id);
        const day = last && weeks !== null && isActive ? plusDays(dayOf(last.from), weeks * 7) : "";
        return last && day <= today && day >= plusDays(today, -60) ? [{ last, day }] : [];
      });
      due.sort((one, other) => other.day.localeCompare(one.day) || other.last.from - one.last.from);
      const [retouch] = due;
      const [last] = done;
      const day = last ? dayOf(last.from) : "";
      const isMissed = day <= plusDays(today, -60) && day >= plusDays(today, -365);
      const row = retouch?.last ?? (isMissed ? last : undefined);
      if (!row) return [];
      const isToHer = ({ cita, at }: { cita: string; at: number }) => hers.some(({ id }) => id === cita) && at > row.from;
      const written = this.written.filter(isToHer).map(({ at }) => at);
      return [{ client, cita: row.id, toca: retouch?.day ?? null, escrito: written.length > 0 ? Math.max(...written) : null }];
    });
  }

  /** How many of them have a retouch that is due and were not written to in two weeks. */
  countToWrite(now: number): number {
    return this.whoShouldReturn(now).filter(({ toca, escrito }) => toca !== null && (escrito ?? 0) < now - 14 * DAY).length;
  }
}

const overlaps = ({ from, to, state }: Appointment, start: number, end: number) =>
  state !== "cancelada" && from < end && start < to;

/** Compares two lists whatever their order. */
export function expectSame(found: unknown[], expected: unknown[], about: string): void {
  const sorted = (list: unknown[]) => list.map((one) => JSON.stringify(one)).sort();
  expect(sorted(found), about).toEqual(sorted(expected));
}
