import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createVisita, deleteCita, updateCita } from "~/models/citas/cita.server";
import { findDaysAround } from "~/models/citas/dia.server";
import { createEspera, defaultDias, deleteEspera, listEsperas, updateEspera } from "~/models/citas/espera.server";
import { findHueco } from "~/models/citas/hueco.server";
import { moveVisita } from "~/models/citas/mover.server";
import { listPorVolver } from "~/models/citas/por-volver.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { deleteCliente } from "~/models/clientes/cliente.server";
import { deleteEmpleado } from "~/models/equipo/empleado.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { Dice } from "../../../prisma/demo-dice";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  createServicio,
  insertRow,
} from "../../support/factories";
import { emptyTables, sql, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { type Appointment, clockOf, dayOf, expectSame, Model, momentOf, plusDays } from "./waiting-model";

const ZONA = "America/Mexico_City";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const key = () => ({ id: randomUUID(), digest: "los valores" });
const hours = (abre: string, cierra: string) => ({ abre, cierra });
// Closed on Sundays.
const WEEK = [...Array(6).fill(hours("10:00", "18:00")), null];
const AFTERNOONS = [...Array(7).fill(hours("13:00", "20:00"))];
const asHours = (week: typeof WEEK) => week.map((day) => day && ([day.abre, day.cierra] as [string, string]));

let dice: Dice;
let model: Model;
let cuenta: string;
let clients: string[];
let now: number;

/** A studio of three specialists, four services and five clients, and what they had done in the last year and a half. */
async function openStudio(seed: number) {
  await emptyTables("citas_susa", "clientes_susa", "servicios_susa", "empleados_susa", "ausencias_susa", "configuracion_susa");
  await createConfiguracion({ horario: WEEK, zona_horaria: ZONA });
  dice = new Dice(seed);
  now = Date.now();
  model = new Model(asHours(WEEK));
  for (const week of [null, AFTERNOONS, null]) {
    const id = await createEmpleado({ horario: week && JSON.stringify(week) });
    model.specialists.push({ id, isActive: true, week: week && asHours(week) });
  }
  const [browist = "", manicurist = "", ...others] = model.specialists.map(({ id }) => id);
  for (const [categoria, minutes, cleaning, weeks, quien] of [
    ["cejas", 45, 15, 4, [browist]],
    ["manicura", 60, 0, null, [manicurist]],
    ["masajes", 90, 0, 2, [browist, manicurist, ...others]],
  ] as const) {
    const columns = { nombre: categoria, categoria, duracion_minutos: minutes, limpieza_minutos: cleaning };
    const id = await createServicio({ ...columns, retoque_semanas: weeks, quien: [...quien] });
    model.services.push({ id, quien: [...quien], minutes, cleaning, weeks, isActive: true });
  }
  clients = await Promise.all(Array.from({ length: 5 }, () => createCliente({ nombre: `Clienta ${dice.between(1, 999)}` })));
  for (let count = dice.between(2, 8); count > 0; count--) await addDone();
}

const aClient = () => dice.pick(clients);
const aService = () => dice.pick(model.services).id;
const aSpecialist = () => dice.pick(model.specialists).id;
const aDay = () => plusDays(dayOf(now), dice.between(1, 3));
const anHour = () => `${dice.between(10, 17)}:${dice.pick(["00", "30"])}`;
const isOpen = ({ state }: Appointment) => state === "programada" || state === "confirmada";
const updatedAt = async (table: string, id: string) =>
  (await sqlValue<Date>(`SELECT updated_at FROM ${table} WHERE id = $1`, [id]))?.toISOString();

/** An appointment that was completed some time ago, at a minute of its own. */
async function addDone() {
  const from = now - dice.between(1, 500) * DAY - dice.between(0, 1439) * MINUTE;
  const [client, service] = [aClient(), aService()];
  const columns = { cliente_id: client, servicio_id: service, estado: "completada" };
  const id = await createCita(new Date(from), columns);
  model.appointments.push({ id, visit: id, client, service, con: null, from, to: from + 60 * MINUTE, state: "completada" });
}

const placed = (service: string, con: string | null, from: number) => {
  const { minutes, cleaning } = model.services.find(({ id }) => id === service) ?? { minutes: 60, cleaning: 0 };
  const to = from + (minutes + cleaning) * MINUTE;
  const turno = { servicio_id: service, empleado_id: con, precio: "100", duracion_minutos: minutes };
  return { to, turno: { ...turno, fecha_hora: new Date(from), fin: new Date(to) } };
};

const valuesOf = (client: string, from: number, estado: "programada" | "confirmada" = "programada") => ({
  ...{ cliente_id: client, cliente_nombre: null, cliente_telefono: null, servicios: [], estado, notas: null },
  ...{ fecha: dayOf(from), hora: clockOf(from) },
});

const ACTS: Record<string, () => Promise<void>> = {
  async book() {
    const client = aClient();
    let from = momentOf(dice.chance(0.1) ? dayOf(now - DAY) : aDay(), anHour());
    const places = Array.from({ length: dice.chance(0.2) ? 2 : 1 }, () => {
      const [service, con] = [aService(), dice.chance(0.2) ? null : aSpecialist()];
      const place = { service, con, from, ...placed(service, con, from) };
      from = place.to;
      return place;
    });
    const written = await createVisita(
      valuesOf(client, places[0]?.from ?? 0),
      places.map(({ turno }) => turno),
      cuenta,
      key(),
    );
    if (written.outcome !== "written") return expect(written.outcome).toBe("overlap");
    const visit = written.result[0] ?? "";
    model.book(
      places.map(({ turno: _turno, ...place }, index) => ({
        ...{ id: written.result[index] ?? "", visit, client, state: "programada" as const },
        ...place,
      })),
    );
  },
  async cancel() {
    const open = model.appointments.filter(isOpen);
    if (open.length === 0) return;
    const one = dice.pick(open);
    const no_asistio = dice.chance(0.3) ? ("si" as const) : undefined;
    const { outcome } = await changeEstado(one.id, { estado: "cancelada", desde: asEstado(one), no_asistio }, cuenta, key());
    if (no_asistio && one.from > now) return expect(outcome).toBe("early");
    expect(outcome).toBe("written");
    model.cancel(one);
  },
  async reopen() {
    const cancelled = model.appointments.filter(({ state }) => state === "cancelada");
    if (cancelled.length === 0) return;
    const one = dice.pick(cancelled);
    const { outcome } = await changeEstado(one.id, { estado: "programada", desde: "cancelada" }, cuenta, key());
    if (outcome === "written") one.state = "programada";
  },
  async move() {
    const open = model.appointments.filter(isOpen);
    if (open.length === 0) return;
    const one = dice.pick(open);
    const con = dice.chance(0.4) ? aSpecialist() : undefined;
    const from = momentOf(aDay(), anHour());
    const seen = await updatedAt("citas_susa", one.id);
    const written = await moveVisita(one.id, { fecha_hora: new Date(from), empleado_id: con }, seen, cuenta, key());
    if (written.outcome !== "written") return expect(written.outcome).toBe("overlap");
    const shift = from - one.from;
    const moving = model.appointments.filter((other) => written.result.includes(other.id));
    // At another hour she has to confirm again.
    const again = shift === 0 ? {} : { state: "programada" as const };
    for (const other of moving)
      model.move(other, { from: other.from + shift, to: other.to + shift, ...(con && { con }), ...again });
    model.moved(moving);
  },
  async edit() {
    const open = model.appointments.filter(isOpen);
    if (open.length === 0) return;
    const one = dice.pick(open);
    const from = dice.chance(0.6) ? momentOf(aDay(), anHour()) : one.from;
    const con = dice.chance(0.5) ? aSpecialist() : one.con;
    const client = dice.chance(0.2) || one.client === null ? aClient() : one.client;
    const service = dice.chance(0.2) ? aService() : one.service;
    const estado = dice.pick(["programada", "confirmada"] as const);
    const { to, turno } = placed(service, con, from);
    const seen = await updatedAt("citas_susa", one.id);
    const { outcome } = await updateCita(one.id, seen, valuesOf(client, from, estado), [turno], cuenta, key());
    if (outcome !== "written") return expect(outcome).toBe("overlap");
    const isAnother = from !== one.from || client !== one.client;
    const state = one.state === "confirmada" && isAnother ? "programada" : estado;
    if (model.move(one, { from, to, con, client, service, state })) model.moved([one]);
  },
  async complete() {
    const open = model.appointments.filter(isOpen);
    if (open.length === 0) return;
    const one = dice.pick(open);
    await sql("UPDATE citas_susa SET estado = 'completada' WHERE id = $1", [one.id]);
    one.state = "completada";
  },
  async note() {
    const [client, first] = [aClient(), aDay()];
    const last = plusDays(first, dice.between(0, 3));
    const [service, con] = [dice.chance(0.4) ? null : aService(), dice.chance(0.5) ? null : aSpecialist()];
    const values = { servicio_id: service, empleado_id: con, desde: first, hasta: last, nota: null };
    const written = await createEspera({ ...values, cliente_id: client, cliente_nombre: null, cliente_telefono: null }, key());
    expect(written.outcome).toBe("written");
    if (written.outcome === "written") model.waiting.push({ id: written.result, client, service, con, first, last });
  },
  async editNote() {
    if (model.waiting.length === 0) return;
    const one = dice.pick(model.waiting);
    const [first, service, con] = [aDay(), dice.chance(0.5) ? null : aService(), dice.chance(0.5) ? null : aSpecialist()];
    const seen = await updatedAt("esperas_susa", one.id);
    const values = { servicio_id: service, empleado_id: con, desde: first, hasta: first, nota: "Otra" };
    expect((await updateEspera(one.id, seen, values, key())).outcome).toBe("written");
    Object.assign(one, { first, last: first, service, con });
  },
  async takeOff() {
    if (model.waiting.length === 0) return;
    const one = dice.pick(model.waiting);
    expect((await deleteEspera(one.id, cuenta, key())).outcome).toBe("written");
    model.waiting = model.waiting.filter((other) => other !== one);
  },
  async absent() {
    const con = dice.chance(0.3) ? null : aSpecialist();
    const first = aDay();
    const off: [string, string] | null = dice.chance(0.6) ? [`${dice.between(10, 13)}:00`, `${dice.between(14, 17)}:00`] : null;
    const last = dice.chance(0.5) ? first : plusDays(first, 2);
    await createAusencia(con, first, last, off ? { de: off[0], a: off[1] } : {});
    model.absences.push({ con, first, last, hours: off });
  },
  async write() {
    const hers = model.appointments.filter(({ client }) => client !== null);
    if (hers.length === 0) return;
    const { id } = dice.pick(hers);
    const at = now - dice.between(0, 40) * DAY - dice.between(1, 999);
    await insertRow("mensajes_susa", { cita_id: id, tipo: dice.chance(0.8) ? "volver" : "gracias", created_at: new Date(at) });
    const isKept = (await sqlValue("SELECT tipo FROM mensajes_susa WHERE created_at = $1", [new Date(at)])) === "volver";
    if (isKept) model.written.push({ cita: id, at });
  },
  async removeAppointment() {
    if (model.appointments.length === 0) return;
    const { id } = dice.pick(model.appointments);
    expect((await deleteCita(id, cuenta, key())).outcome).toBe("written");
    model.removeAppointment(id);
  },
  async removeClient() {
    if (clients.length < 3) return;
    const id = aClient();
    expect((await deleteCliente(id, cuenta, key())).outcome).toBe("written");
    clients = clients.filter((other) => other !== id);
    model.removeClient(id);
  },
  async removeSpecialist() {
    if (model.specialists.length < 3) return;
    const id = aSpecialist();
    expect((await deleteEmpleado(id, cuenta, key())).outcome).toBe("written");
    model.removeSpecialist(id);
  },
  async switchOff() {
    const specialist = dice.pick(model.specialists);
    const service = dice.pick(model.services);
    specialist.isActive = dice.chance(0.7);
    service.isActive = dice.chance(0.7);
    await sql("UPDATE empleados_susa SET activo = $2 WHERE id = $1", [specialist.id, specialist.isActive]);
    await sql("UPDATE servicios_susa SET activo = $2 WHERE id = $1", [service.id, service.isActive]);
  },
};

const asEstado = ({ state }: Appointment) => state;

// As often as they are named.
const OFTEN = [
  ...[
    "book",
    "book",
    "book",
    "book",
    "cancel",
    "cancel",
    "cancel",
    "move",
    "move",
    "edit",
    "edit",
    "note",
    "note",
    "note",
    "note",
  ],
  ...["reopen", "complete", "editNote", "takeOff", "absent", "write", "write"],
  ...["removeAppointment", "removeClient", "removeSpecialist", "switchOff"],
];

// So that there is something to free, somebody to wait for it, and somebody away.
const BEGINNING = ["book", "book", "book", "book", "note", "note", "note", "note", "absent", "cancel"];

/** Compares the lists with the model, at `now` and at later moments. */
async function compareAll(about: string): Promise<number> {
  const waiting = await sql(
    "SELECT id, cliente_id AS client, servicio_id AS service, empleado_id AS con, desde::text AS first, hasta::text AS last FROM esperas_susa",
  );
  expectSame(waiting, model.waiting, `${about}: who waits`);
  const estudio = await getConfiguracion();
  let named = 0;
  for (const place of model.places()) {
    for (const clock of [now, place.from + dice.between(-10, 70) * MINUTE]) {
      const found = await findHueco(place.con, new Date(place.from), new Date(clock));
      const expected = model.whoFits(place, clock);
      expectSame(
        found?.esperas ?? [],
        expected,
        `${about}: ${new Date(place.from).toISOString()} at ${new Date(clock).toISOString()}`,
      );
      const clientes = new Set(model.waiting.filter(({ id }) => expected.includes(id)).map(({ client }) => client));
      expect(found?.clientas ?? 0).toBe(clientes.size);
      named += expected.length;
    }
  }
  for (const later of [0, 20, 70]) {
    const clock = now + later * DAY;
    const { clientas, total, retoques } = await listPorVolver(ZONA, 1, new Date(clock));
    const expected = model.whoShouldReturn(clock);
    const found = clientas.map(({ cliente, cita_id, toca, escrito }) => ({
      ...{ client: cliente.id, cita: cita_id, toca, escrito: escrito?.getTime() ?? null },
    }));
    expectSame(found, expected, `${about}: who should return after ${later} days`);
    expect([total, retoques]).toEqual([expected.length, expected.filter(({ toca }) => toca !== null).length]);
    const { huecos, porVolver } = await findDaysAround(estudio, new Date(clock));
    expect(porVolver, about).toBe(model.countToWrite(clock));
    const news = later === 0 ? model.places().filter(({ from }) => from > clock) : [];
    const fitting = news.map((place) => ({ from: place.from, con: place.con, esperas: model.whoFits(place, clock).sort() }));
    expectSame(
      huecos.map(({ desde, con, esperas }) => ({ from: desde.getTime(), con: con.id, esperas: esperas.sort() })),
      fitting.filter(({ esperas }) => esperas.length > 0),
      `${about}: what was freed lately`,
    );
    const { esperas } = await listEsperas(dayOf(clock), 1);
    const live = model.waiting.filter(({ last }) => last >= dayOf(clock)).map(({ id }) => id);
    expectSame(
      esperas.map(({ id }) => id),
      live,
      `${about}: who waits after ${later} days`,
    );
  }
  return named;
}

/** Lives so many random histories, and gives how many were named for a freed place. */
async function live(histories: number, seed: number): Promise<number> {
  let named = 0;
  for (let history = 0; history < histories; history++) {
    await openStudio(seed + history);
    const acts: string[] = [];
    for (let step = 0; step < 26; step++) {
      const act = BEGINNING[step] ?? dice.pick(OFTEN);
      acts.push(act);
      await ACTS[act]?.();
    }
    named += await compareAll(`history ${seed + history} (${acts.join(" ")})`);
  }
  return named;
}

beforeAll(async () => {
  cuenta = await insertRow("cuentas_susa", {
    email: "duena@ejemplo.mx",
    password_hash: "x",
    rol: "propietaria",
    estado: "activa",
  });
});
test("the form offers two weeks from the day of the booking, or from today when that is past or no day", () => {
  expect(defaultDias("2026-12-05", "2026-12-01")).toEqual({ desde: "2026-12-05", hasta: "2026-12-19" });
  for (const asked of ["2026-11-30", "", "2026-13-01", "mañana"])
    expect(defaultDias(asked, "2026-12-01"), asked).toEqual({ desde: "2026-12-01", hasta: "2026-12-15" });
});

test("a place of a specialist who does not do the service suits only who asked for her", async () => {
  await openStudio(1);
  const [cejas, manicurist] = [model.services[0]?.id ?? "", model.specialists[1]?.id ?? ""];
  const [day, from] = [plusDays(dayOf(now), 1), momentOf(plusDays(dayOf(now), 1), "14:00")];
  const { turno } = placed(cejas, manicurist, from);
  const [id = ""] = await resultOf(createVisita(valuesOf(clients[0] ?? "", from), [turno], cuenta, key()));
  const wait = (cliente_id = "", empleado_id: string | null = null) => {
    const values = { cliente_id, cliente_nombre: null, cliente_telefono: null, servicio_id: cejas, empleado_id };
    return resultOf(createEspera({ ...values, desde: day, hasta: day, nota: null }, key()));
  };
  await wait(clients[1]);
  const hers = await wait(clients[2], manicurist);
  await changeEstado(id, { estado: "cancelada", desde: "programada" }, cuenta, key());
  expect((await findHueco(manicurist, new Date(from)))?.esperas).toEqual([hers]);
});

describe("the waiting list and who should return are those of a plain model", () => {
  test("over some random histories", async () => {
    expect(await live(8, 20_261_209)).toBeGreaterThan(0);
  });

  test("over 500", { tags: ["slow"], timeout: 1_800_000 }, async () => {
    expect(await live(500, 1_000)).toBeGreaterThan(500);
  });
});
