import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Jornada } from "~/content/estudio";
import { fullName } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { countCitasEn } from "~/models/citas/en-ausencia.server";
import { listHoras } from "~/models/citas/horas.server";
import { LA_QUE_ESTE_LIBRE } from "~/models/citas/turnos.server";
import { jornadaOf, readCalendario, readDias, warningsOf } from "~/models/equipo/jornada.server";
import { toSentences } from "~/routes/admin/citas/booking/slot-sentences.server";
import { createAusencia, createCita, createConfiguracion, createEmpleado, createServicio } from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";

const ZONA = "America/Tijuana";
const [ANA, EVA] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
/** Earlier than every appointment in this file. */
const BEFORE = new Date("2026-01-01T00:00:00Z");

/** A week that is closed but for the given days (0 is Monday). */
const week = (days: Record<number, Jornada>) => Array.from({ length: 7 }, (_, day) => days[day] ?? null);
const setHorario = (empleado_id: string, days: Record<number, Jornada>) =>
  sql("UPDATE empleados_susa SET horario = $2 WHERE id = $1", [empleado_id, JSON.stringify(week(days))]);
const at = (dia: string, clock: string) => studioMoment(dia, clock, ZONA);
const clockOf = (moment: Date) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: ZONA, day: "2-digit", hour: "2-digit", minute: "2-digit" }).format(moment);

const addAusencia = (empleado_id: string | null, desde: string, hasta: string, motivo: string | null = null) =>
  createAusencia(empleado_id, desde, hasta, { motivo });

const addCita = (empleado_id: string, inicio: Date, duracion_minutos: number, estado = "programada") =>
  createCita(inicio, { empleado_id, duracion_minutos, estado });

const saveOpeningHours = (horario: Jornada[]) => createConfiguracion({ horario, zona_horaria: ZONA });

beforeEach(async () => {
  await emptyTables("citas_susa", "ausencias_susa", "empleados_susa", "configuracion_susa");
  await createEmpleado({ id: ANA, apellido: "Paz" });
  await createEmpleado({ id: EVA, nombre: "Eva", apellido: "Luz" });
  await createServicio({ id: SERVICIO });
});

const SERVICIO = "33333333-3333-4333-8333-333333333333";

/** A service of Ana, or of another specialist, that lasts so long. */
const asRow = (minutos: number, empleado_id: string | null = ANA) => ({
  servicio_id: SERVICIO,
  empleado_id,
  precio: "0.00",
  duracion_minutos: minutos,
  limpieza_minutos: 0,
});

/** Ana's free times from a moment on, as `dd, hh:mm` of the studio's clock. */
async function freeTimes(
  desde: Date,
  { minutos = 60, ...changes }: { minutos?: number; dias?: number; max?: number; omit?: string[] } = {},
) {
  const found = await listHoras([asRow(minutos)], { desde, dias: 1, max: 200, perDay: 200, ...changes });
  return found.map(({ fecha_hora }) => clockOf(fecha_hora));
}

async function warningsFor(inicio: Date, minutos = 60, empleado_id: string | null = ANA, now = BEFORE) {
  const fin = new Date(inicio.getTime() + minutos * 60_000);
  const calendario = await readCalendario({ inicio, fin }, { activas: true });
  return toSentences(warningsOf({ empleado_id, inicio, fin }, calendario, now));
}

// Nothing may depend on the server's time zone. Not in the studio's own, which would hide a mistake.
describe.each(["UTC", "Asia/Tokyo"])("on a server in %s", (serverZone) => {
  beforeAll(() => {
    process.env.TZ = serverZone;
  });

  test("the process runs in that time zone", () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(serverZone);
  });

  describe("the free times", () => {
    test("start every half hour from opening, and end by closing time", async () => {
      await saveOpeningHours(week({ 5: { abre: "10:15", cierra: "13:00" } }));
      expect(await freeTimes(at("2026-11-21", "00:00"))).toEqual(["21, 10:15", "21, 10:45", "21, 11:15", "21, 11:45"]);
      expect(await freeTimes(at("2026-11-21", "00:00"), { minutos: 165 })).toEqual(["21, 10:15"]);
      expect(await freeTimes(at("2026-11-21", "00:00"), { minutos: 166 })).toEqual([]);
    });

    test("start no earlier than asked and are no more than asked for", async () => {
      await saveOpeningHours(week({ 5: { abre: "10:00", cierra: "13:00" } }));
      expect(await freeTimes(at("2026-11-21", "11:00"))).toEqual(["21, 11:00", "21, 11:30", "21, 12:00"]);
      expect(await freeTimes(new Date(at("2026-11-21", "11:00").getTime() + 1))).toEqual(["21, 11:30", "21, 12:00"]);
      expect(await freeTimes(at("2026-11-21", "23:59"), { dias: 8 })).toHaveLength(5);
      expect(await freeTimes(at("2026-11-21", "23:59"), { dias: 7 })).toEqual([]);
      expect(await freeTimes(at("2026-11-21", "00:00"), { max: 2 })).toEqual(["21, 10:00", "21, 10:30"]);
    });

    test("avoid booked appointments to the minute, but not cancelled ones nor the one being moved", async () => {
      await saveOpeningHours(week({ 5: { abre: "10:00", cierra: "13:00" } }));
      const cita = await addCita(ANA, at("2026-11-21", "11:00"), 60);
      await addCita(ANA, at("2026-11-21", "10:00"), 60, "cancelada");
      expect(await freeTimes(at("2026-11-21", "00:00"))).toEqual(["21, 10:00", "21, 12:00"]);
      expect(await freeTimes(at("2026-11-21", "00:00"), { omit: [cita] })).toHaveLength(5);
      await sql("UPDATE citas_susa SET fin = fin + interval '1 minute' WHERE id = $1", [cita]);
      expect(await freeTimes(at("2026-11-21", "00:00"))).toEqual(["21, 10:00"]);
    });

    test("avoid every appointment, in whatever order they were booked", async () => {
      await saveOpeningHours(week({ 5: { abre: "10:00", cierra: "14:00" } }));
      await addCita(ANA, at("2026-11-21", "13:00"), 60);
      await addCita(EVA, at("2026-11-21", "10:00"), 240);
      await addCita(ANA, at("2026-11-21", "11:30"), 30);
      await addCita(ANA, at("2026-11-21", "09:00"), 90);
      // With fresh statistics PostgreSQL scans the small table instead of its index, so rows come in insertion order.
      await sql("ANALYZE citas_susa");
      expect(await freeTimes(at("2026-11-21", "00:00"), { minutos: 30 })).toEqual([
        "21, 10:30",
        "21, 11:00",
        "21, 12:00",
        "21, 12:30",
      ]);
    });

    test("are given to the first by name of those who are free, and end where the last of them is taken", async () => {
      await saveOpeningHours(week({ 5: { abre: "10:00", cierra: "11:30" } }));
      await addCita(ANA, at("2026-11-21", "10:30"), 30);
      await addCita(EVA, at("2026-11-21", "11:00"), 30);
      const desde = at("2026-11-21", "00:00");
      const found = await listHoras([asRow(30, LA_QUE_ESTE_LIBRE)], { desde, dias: 1, max: 10, perDay: 10 });
      expect(found.map(({ fecha_hora, especialistas: [one] }) => `${clockOf(fecha_hora)} ${one && fullName(one)}`)).toEqual([
        "21, 10:00 Ana Paz",
        "21, 10:30 Eva Luz",
        "21, 11:00 Ana Paz",
      ]);
    });

    test("follow a specialist's own working hours and skip her absences and the closed days of the studio", async () => {
      await saveOpeningHours(week({ 4: { abre: "10:00", cierra: "12:00" }, 5: { abre: "10:00", cierra: "12:00" } }));
      await setHorario(ANA, { 5: { abre: "08:00", cierra: "09:30" } });
      expect(await freeTimes(at("2026-11-16", "00:00"), { dias: 7 })).toEqual(["21, 08:00", "21, 08:30"]);
      await addAusencia(ANA, "2026-11-19", "2026-11-21");
      expect(await freeTimes(at("2026-11-16", "00:00"), { dias: 7 })).toEqual([]);
      await addAusencia(null, "2026-11-28", "2026-11-28");
      await addAusencia(EVA, "2026-12-05", "2026-12-05");
      expect(await freeTimes(at("2026-11-16", "00:00"), { dias: 21 })).toEqual(["05, 08:00", "05, 08:30"]);
    });

    test("skip the hour that daylight saving time skips", async () => {
      await saveOpeningHours(week({ 6: { abre: "01:00", cierra: "05:00" } }));
      expect(await freeTimes(at("2026-03-08", "00:00"))).toEqual([
        "08, 01:00",
        "08, 01:30",
        "08, 03:00",
        "08, 03:30",
        "08, 04:00",
      ]);
      expect(await freeTimes(at("2026-03-08", "00:00"), { minutos: 181 })).toEqual([]);
      expect(await freeTimes(at("2026-03-08", "00:00"), { minutos: 180 })).toEqual(["08, 01:00"]);
      await addCita(ANA, new Date("2026-03-08T10:00:00Z"), 60);
      expect(await freeTimes(at("2026-03-08", "00:00"))).toEqual(["08, 01:00", "08, 04:00"]);
    });

    test("list the hour that daylight saving time repeats only once, and count it as two hours", async () => {
      await saveOpeningHours(week({ 6: { abre: "00:30", cierra: "03:00" } }));
      const found = await freeTimes(at("2026-11-01", "00:00"));
      expect(found).toEqual(["01, 00:30", "01, 01:00", "01, 01:30", "01, 02:00"]);
      expect(await freeTimes(at("2026-11-01", "00:00"), { minutos: 210 })).toEqual(["01, 00:30"]);
      // Half past one for the second time: an appointment at the first half past one is over by then.
      await addCita(ANA, new Date("2026-11-01T09:30:00Z"), 30);
      expect(await freeTimes(at("2026-11-01", "00:00"))).toEqual(found);
      expect(await freeTimes(at("2026-11-01", "00:00"), { minutos: 90 })).toEqual(["01, 00:30", "01, 01:00"]);
    });

    test("are those of the studio's day, even late in the evening", async () => {
      await saveOpeningHours(week({ 5: { abre: "20:00", cierra: "23:30" }, 6: { abre: "10:00", cierra: "11:00" } }));
      expect(await freeTimes(new Date("2026-11-22T05:30:00Z"))).toEqual(["21, 21:30", "21, 22:00", "21, 22:30"]);
      expect(await freeTimes(at("2026-11-21", "22:30"), { dias: 2 })).toEqual(["21, 22:30", "22, 10:00"]);
    });
  });

  describe("the warnings", () => {
    beforeEach(() => saveOpeningHours(week({ 5: { abre: "10:00", cierra: "18:00" }, 6: { abre: "10:00", cierra: "18:00" } })));

    test("are empty for an appointment within opening hours", async () => {
      expect(await warningsFor(at("2026-11-21", "10:00"), 480)).toEqual([]);
      expect(await warningsFor(at("2026-11-21", "10:00"), 480, null)).toEqual([]);
    });

    test("report times outside the studio's hours, to the minute", async () => {
      const outside = "El estudio abre los sábados de 10:00 a.m. a 6:00 p.m.: la cita queda fuera de ese horario.";
      expect(await warningsFor(at("2026-11-21", "09:59"))).toEqual([outside]);
      expect(await warningsFor(at("2026-11-21", "17:01"), 60, null)).toEqual([outside]);
      expect(await warningsFor(at("2026-11-20", "12:00"))).toEqual(["El estudio no abre los viernes."]);
    });

    test("follow a specialist's own working hours", async () => {
      await setHorario(ANA, { 4: { abre: "16:00", cierra: "20:00" } });
      expect(await warningsFor(at("2026-11-20", "16:00"))).toEqual([]);
      expect(await warningsFor(at("2026-11-20", "15:30"))).toEqual([
        "Ana Paz trabaja los viernes de 4:00 p.m. a 8:00 p.m.: la cita queda fuera de ese horario.",
      ]);
      expect(await warningsFor(at("2026-11-21", "12:00"))).toEqual(["Ana Paz no trabaja los sábados."]);
      expect(await warningsFor(at("2026-11-21", "12:00"), 60, EVA)).toEqual([]);
      expect(await warningsFor(at("2026-11-21", "12:00"), 60, null)).toEqual([]);
    });

    test("report absences and closed days with their reason, first and last day included", async () => {
      await addAusencia(ANA, "2026-11-14", "2026-11-21", "Vacaciones");
      await addAusencia(null, "2026-11-21", "2026-11-21", "¡Aniversario!");
      await addAusencia(EVA, "2026-11-21", "2026-11-21", "Cosa suya");
      expect(await warningsFor(at("2026-11-14", "12:00"))).toEqual(["Ana Paz no está el sábado 14 de noviembre: Vacaciones."]);
      expect(await warningsFor(at("2026-11-21", "12:00"))).toEqual([
        "El estudio cierra el sábado 21 de noviembre: ¡Aniversario!",
        "Ana Paz no está el sábado 21 de noviembre: Vacaciones.",
      ]);
      expect(await warningsFor(at("2026-11-21", "12:00"), 60, null)).toEqual([
        "El estudio cierra el sábado 21 de noviembre: ¡Aniversario!",
      ]);
      expect(await warningsFor(at("2026-11-22", "12:00"))).toEqual([]);
      await addAusencia(ANA, "2026-11-22", "2026-11-22");
      expect(await warningsFor(at("2026-11-22", "12:00"))).toEqual(["Ana Paz no está el domingo 22 de noviembre."]);
    });

    test("report hours of an absence on each of its days, and only to an appointment that overlaps them", async () => {
      await createAusencia(ANA, "2026-11-21", null, { de: "14:00", a: "15:00", motivo: "Comida" });
      await createAusencia(null, "2026-11-22", "2026-11-22", { de: "11:30", a: "12:30" });
      const comida = (day: string) => `Ana Paz no está el ${day} de noviembre de 2:00 a 3:00 p.m.: Comida.`;
      expect(await warningsFor(at("2026-11-22", "13:00"))).toEqual([]);
      expect(await warningsFor(at("2026-11-22", "13:00"), 61)).toEqual([comida("domingo 22")]);
      expect(await warningsFor(at("2026-11-21", "14:59"))).toEqual([comida("sábado 21")]);
      expect(await warningsFor(at("2026-11-21", "15:00"))).toEqual([]);
      expect(await warningsFor(at("2026-11-15", "14:00"))).toEqual([]);
      expect(await warningsFor(at("2026-11-22", "12:00"), 60, null)).toEqual([
        "El estudio cierra el domingo 22 de noviembre de 11:30 a.m. a 12:30 p.m.",
      ]);
    });

    test("of an appointment across midnight report both days", async () => {
      await addAusencia(ANA, "2026-11-22", "2026-11-22", "Viaje");
      const outside = (day: string) =>
        `El estudio abre los ${day} de 10:00 a.m. a 6:00 p.m.: la cita queda fuera de ese horario.`;
      expect(await warningsFor(at("2026-11-21", "23:30"))).toEqual([
        outside("sábados"),
        "Ana Paz no está el domingo 22 de noviembre: Viaje.",
        outside("domingos"),
      ]);
      // It ends at midnight exactly, so that the next day does not matter.
      expect(await warningsFor(at("2026-11-21", "23:00"))).toEqual([outside("sábados")]);
    });

    test("report a time that passed more than a quarter of an hour ago", async () => {
      const inicio = at("2026-11-21", "12:00");
      expect(await warningsFor(inicio, 60, ANA, new Date(inicio.getTime() + 15 * 60_000))).toEqual([]);
      expect(await warningsFor(inicio, 60, ANA, new Date(inicio.getTime() + 15 * 60_000 + 1))).toEqual(["Esa hora ya pasó."]);
    });

    test("follow the studio's clock on days when daylight saving time changes", async () => {
      expect(await warningsFor(at("2026-03-08", "10:00"), 480)).toEqual([]);
      expect(await warningsFor(new Date("2026-03-08T16:59:00Z"))).toHaveLength(1);
      expect(await warningsFor(new Date("2026-11-01T18:00:00Z"), 480)).toEqual([]);
      expect(await warningsFor(new Date("2026-11-01T17:59:00Z"))).toHaveLength(1);
    });
  });
});

test("jornadaOf gives the working hours of a specialist on a day, or why she does not work", async () => {
  await saveOpeningHours(week({ 0: { abre: "10:00", cierra: "18:00" }, 1: { abre: "10:00", cierra: "18:00" } }));
  await setHorario(EVA, { 2: { abre: "09:00", cierra: "12:00" } });
  await addAusencia(ANA, "2026-11-17", "2026-11-17", "vacaciones");
  await addAusencia(EVA, "2026-11-18", "2026-11-18");
  await addAusencia(null, "2026-11-19", "2026-11-20", "Navidad");
  const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-21"];
  const calendario = await readDias(days, ZONA);
  const lines = calendario.empleados.flatMap((empleado) =>
    days.map((dia) => {
      const { abre, cierra, libre } = jornadaOf(calendario, empleado, dia);
      return `${empleado.nombre} ${dia.slice(-2)} ${libre ?? `${abre}-${cierra}`}`;
    }),
  );
  expect(lines).toEqual([
    "Ana 16 10:00-18:00",
    "Ana 17 Ausente: vacaciones",
    "Ana 18 Cerrado",
    "Ana 19 Estudio cerrado: Navidad",
    "Ana 21 Cerrado",
    "Eva 16 No trabaja los lunes",
    "Eva 17 No trabaja los martes",
    "Eva 18 Ausente",
    "Eva 19 Estudio cerrado: Navidad",
    "Eva 21 Cerrado",
  ]);
});

test("countCitasEn follows the studio's clock across its changes, across midnight, and through an hour that happens twice", async () => {
  const count = async (desde: string, hasta: string, de: string, a: string) => {
    const id = await createAusencia(ANA, desde, hasta, { de, a });
    return (await countCitasEn([id], ZONA, BEFORE)).get(id) ?? 0;
  };
  await addCita(ANA, at("2026-03-07", "13:30"), 30);
  await addCita(ANA, at("2026-03-08", "13:30"), 30, "confirmada");
  await addCita(ANA, at("2026-03-08", "13:00"), 30, "cancelada");
  await addCita(ANA, at("2026-03-08", "23:30"), 60);
  await addCita(EVA, at("2026-03-08", "13:30"), 30);
  // Half past one, for the second time.
  await addCita(ANA, new Date("2026-11-01T09:30:00Z"), 30);
  expect(await count("2026-03-07", "2026-03-08", "13:00", "14:00")).toBe(2);
  expect(await count("2026-03-08", "2026-03-08", "13:00", "14:00")).toBe(1);
  expect(await count("2026-03-07", "2026-03-08", "12:00", "13:30")).toBe(0);
  expect(await count("2026-03-07", "2026-03-08", "14:00", "15:00")).toBe(0);
  expect(await count("2026-03-09", "2026-03-09", "00:00", "00:15")).toBe(1);
  expect(await count("2026-03-08", "2026-03-08", "00:00", "00:30")).toBe(0);
  expect(await count("2026-11-01", "2026-11-01", "01:00", "02:00")).toBe(1);
  expect(await count("2026-11-01", "2026-11-01", "02:00", "03:00")).toBe(0);
});
