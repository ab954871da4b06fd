import { expect, test } from "vitest";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioClock, studioMoment } from "~/format/zone.server";
import { getServicioActivo } from "~/models/catalogo/servicio.server";
import { offerSlots } from "~/models/citas/codigo.server";
import type { Page } from "../../../support/browser";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  createServicio,
} from "../../../support/factories";
import { emptyTables, sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// A studio in Tijuana, whose clocks change with those of California, that is open every day from ten to six. Its one specialist has
// lunch from two to three, and the service takes her an hour with cleaning up.
const ZONA = "America/Tijuana";
const DAYS = 60;
const HOURS = ["10:00", "10:30", "11:00", "11:30", "12:00", "12:30", "13:00", "15:00", "15:30", "16:00", "16:30", "17:00"];
const TODAY = studioDay(new Date(), ZONA);
const NEXT_YEAR = Number(TODAY.slice(0, 4)) + 1;
// The clocks change on the second Sunday in March and on the first in November.
const [MARCH, NOVEMBER] = [`${NEXT_YEAR}-02-10`, `${NEXT_YEAR}-10-08`];

const site = await startSiteForFile();
const staff = await site.staff("ana@ejemplo.mx");
await createConfiguracion({
  horario: Array(7).fill({ abre: "10:00", cierra: "18:00" }),
  zona_horaria: ZONA,
  whatsapp: "520000000000",
});
const empleado_id = await createEmpleado();
const cliente_id = await createCliente();
const servicio_id = await createServicio({ duracion_minutos: 45, limpieza_minutos: 15, retoque_semanas: 1 });

/** The days and clocks of a page's hour buttons. */
const offered = (page: Page) =>
  page.all('button[value^="book:"]').map((button) => {
    const [, day = "", clock = ""] = /^book:(.+)T(.+)\//.exec(button.getAttribute("value") ?? "") ?? [];
    return { day, clock };
  });

const daysFrom = (first: string, step: number) =>
  Array.from({ length: Math.ceil(DAYS / step) }, (_, index) => addDays(first, index * step));

/** An hour button page of an appointment that is there only while it is read. */
async function withCita(fecha: string, hora: string, estado: string, screen: string): Promise<Page> {
  const cita = { cliente_id, servicio_id, empleado_id, duracion_minutos: 45, estado };
  const id = await createCita(studioMoment(fecha, hora, ZONA), cita);
  const page = await staff.get(`/admin/citas/${id}/${screen}`);
  await sql("DELETE FROM citas_susa WHERE id = $1", [id]);
  return page;
}

test("the service page leaves out a lunch of every day at its next request", async () => {
  const clocks = async () => (await site.visitor().get(`/servicio/${servicio_id}?dias=mas`)).texts("#horarios dd");
  // The first and the last hour of a day and two between them.
  expect(await clocks()).toContain("2:30 p.m.");
  const pause = { desde: TODAY, de: "14:00", a: "15:00", repite: "on", motivo: "Comida" };
  expect((await staff.submit(`/admin/empleados/${empleado_id}/horario/nuevo`, pause)).status).toBe(303);
  const after = await clocks();
  expect(after).toContain("3:00 p.m.");
  expect(after.filter((clock) => /^(1:30|2:\d\d) p.m./.test(clock))).toEqual([]);
});

/** Checks sixty days: every hour of the form, and that Mover, the next visit and the site offer no others. */
async function expectFreeLunch(first: string): Promise<void> {
  await emptyTables("ausencias_susa");
  await createAusencia(empleado_id, TODAY, null, { de: "14:00", a: "15:00", motivo: "Comida" });
  const byForm = new Map<string, string[]>();
  for (const fecha of daysFrom(first, 4)) {
    const form = await staff.get(`/admin/citas/nueva?servicio_id=${servicio_id}&fecha=${fecha}`);
    for (const { day, clock } of offered(await form.submit({ intent: "more-hours" })))
      byForm.set(day, [...(byForm.get(day) ?? []), clock]);
  }
  expect([...byForm.keys()]).toEqual(daysFrom(first, 1));
  for (const [day, clocks] of byForm) expect(clocks, day).toEqual(HOURS);

  const elsewhere: { day: string; clock: string }[] = [];
  for (const [index, fecha] of daysFrom(first, 3).entries()) {
    const moved = offered(await withCita(fecha, "12:00", "confirmada", "mover"));
    expect(moved.length).toBeGreaterThan(30);
    // She comes a week before, at an hour that is now in the lunch.
    const own = ["13:30", "14:00", "14:30"][index % 3] ?? "";
    const next = offered(await withCita(addDays(fecha, -7), own, "completada", "detalle"));
    expect([next.length, next[0]]).toEqual([3, { day: fecha, clock: "15:00" }]);
    elsewhere.push(...moved, ...next);
  }
  const servicio = await getServicioActivo(servicio_id);
  if (!servicio) throw new Error("no service");
  for (const fecha of daysFrom(first, 7)) {
    const { slots } = await offerSlots(servicio, { more: true }, studioMoment(fecha, "07:00", ZONA));
    expect(slots).toHaveLength(40);
    elsewhere.push(
      ...slots.map(({ fecha_hora }) => ({ day: studioDay(fecha_hora, ZONA), clock: studioClock(fecha_hora, ZONA) })),
    );
  }
  expect(elsewhere.filter(({ clock }) => !HOURS.includes(clock))).toEqual([]);
}

const NAME = "no hour of sixty days from %s overlaps the lunch, in the form, in Mover, as the next visit, on the site";
test.each([MARCH])(NAME, expectFreeLunch);
test.each([NOVEMBER, addDays(TODAY, 1)])(NAME, { tags: ["slow"] }, expectFreeLunch);
