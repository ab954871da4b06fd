import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import { enlacePath } from "~/models/citas/enlace.server";
import type { Page } from "../../support/browser";
import { createCita, createCliente, createConfiguracion, createEmpleado, createServicio } from "../../support/factories";
import { emptyTables, sql, sqlValue, studioDayFromNow } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const ZONA = "America/Mexico_City";
const MINUTES = 30;
// From ten to six, the studio's default opening hours.
const CLOCKS = Array.from({ length: 16 }, (_, half) => `${10 + Math.floor(half / 2)}:${half % 2 === 0 ? "00" : "30"}`);

// A proxy in front, so that each who books on the site comes from a network of her own.
const site = await startSiteForFile({ TRUST_PROXY: "1" });
const staff = await site.staff("ana@ejemplo.mx");
const clienta = site.visitor();
const hoy = await studioDayFromNow();

type Place = { empleado_id: string; fecha: string; hora: string };

let servicio_id: string;
let ahead = 0;

/** The half hours of the opening days (Tuesday to Saturday) of the next two weeks, each of two specialists. */
async function makePlaces(): Promise<Place[]> {
  await emptyTables();
  await createConfiguracion({ cita_horas: 0, reserva: "solicitud", whatsapp: "522441234567", direccion: "Calle 1" });
  servicio_id = await createServicio({ duracion_minutos: MINUTES });
  const shown = { en_sitio: true };
  const team = [await createEmpleado(shown), await createEmpleado({ nombre: "Bety", ...shown })];
  return Array.from({ length: 12 }, (_, index) => addDays(hoy, 1 + index))
    .filter((fecha) => weekday(fecha) >= 1 && weekday(fecha) <= 5)
    .flatMap((fecha) => CLOCKS.flatMap((hora) => team.map((empleado_id) => ({ empleado_id, fecha, hora }))));
}

/** An appointment of a new client with a specialist, far from all places. */
async function addElsewhere(empleado_id: string) {
  const cliente_id = await createCliente();
  const inicio = studioMoment(addDays(hoy, 300 + ahead++), "10:00", ZONA);
  return { cliente_id, id: await createCita(inicio, { cliente_id, servicio_id, empleado_id, duracion_minutos: MINUTES }) };
}

/** Opens the page of the site that books a place. */
async function openOnSite(moment: string, empleado_id: string): Promise<Page> {
  const codigo = `V${String(ahead).padStart(5, "0")}`;
  await sql(
    `INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ($1, $2, $3, 350)
    ON CONFLICT (servicio_id, fecha_hora, precio) DO NOTHING`,
    [codigo, servicio_id, moment],
  );
  const known = await sqlValue<string>("SELECT codigo FROM codigos_susa WHERE servicio_id = $1 AND fecha_hora = $2", [
    servicio_id,
    moment,
  ]);
  return clienta.get(`/reservar/${known}?con=${empleado_id}`);
}

/**
 * Wants a place with two who type and press it, one who moves to it, two clients with their links and two on the site; gives what they
 * got.
 */
async function wantAtOnce({ empleado_id, fecha, hora }: Place): Promise<Page[]> {
  const moment = studioMoment(fecha, hora, ZONA).toISOString();
  const chosen = `book:${fecha}T${hora}/${empleado_id}`;
  const [mine, ...hers] = await Promise.all([1, 2, 3].map(() => addElsewhere(empleado_id)));
  const mover = await staff.get(`/admin/citas/${mine?.id}/mover`);
  const links = await Promise.all(hers.map((cita) => clienta.get(`${enlacePath(cita)}/cambiar`)));
  const book = await openOnSite(moment, empleado_id);
  const booking = {
    token: randomUUID(),
    cliente_id: mine?.cliente_id ?? "",
    "servicios[0].servicio_anterior": servicio_id,
    "servicios[0].servicio_id": servicio_id,
    "servicios[0].empleado_id": empleado_id,
    estado: "programada",
    notas: `Rival de las ${hora}`,
  };
  return Promise.all([
    staff.post("/admin/citas/nueva", { ...booking, fecha, hora }),
    staff.post("/admin/citas/nueva", { ...booking, token: randomUUID(), intent: chosen }),
    mover.submit({ intent: chosen }, "main form:has([name=updated_at])"),
    ...links.map((page) => page.submit({ fecha_hora: moment }, "main form:has([name=fecha_hora])")),
    ...[1, 2].map((rival) =>
      clienta.post(
        book.path,
        { token: randomUUID(), nombre: `Rival de las ${hora}`, telefono: `24412${String(10 * ahead + rival).padStart(5, "0")}` },
        { "x-forwarded-for": `10.${Math.floor(ahead / 250)}.${ahead % 250}.${rival}` },
      ),
    ),
  ]);
}

async function expectOneWinnerPerPlace(count: number): Promise<void> {
  const places = (await makePlaces()).slice(-count);
  expect(places).toHaveLength(count);
  for (const [turn, place] of places.entries()) {
    // Requests in turn with bookings at once; those that won are answered, or were made days ago, because only thirty may wait.
    await sql("UPDATE citas_susa SET apartada_hasta = NULL");
    await sql("UPDATE cambios_cita_susa SET created_at = created_at - interval '2 days'");
    await sql("UPDATE configuracion_susa SET reserva = $1", [turn % 2 === 0 ? "solicitud" : "directa"]);
    const pages = await wantAtOnce(place);
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409, 409, 409]);
    for (const [rival, page] of pages.entries()) {
      if (page.status !== 409) continue;
      if (rival < 2 || rival > 4) expect(page.html).toContain(`Rival de las ${place.hora}`);
      const hours = page.all("main :is(button[value^='book:'], button[name=fecha_hora], button[formaction])");
      expect(hours.length, page.text()).toBeGreaterThan(0);
      const taken = [
        `book:${place.fecha}T${place.hora}/${place.empleado_id}`,
        studioMoment(place.fecha, place.hora, ZONA).toISOString(),
        page.path,
      ];
      expect(hours.filter((hour) => taken.includes(hour.getAttribute("formaction") ?? hour.getAttribute("value") ?? ""))).toEqual(
        [],
      );
    }
  }
  const overlaps = `SELECT 1 FROM citas_susa a JOIN citas_susa b ON a.id < b.id AND a.empleado_id = b.empleado_id
    AND a.fecha_hora < b.fin AND b.fecha_hora < a.fin`;
  expect(await sql(overlaps)).toEqual([]);
}

test("of staff who types, presses and moves, clients with their links and on the site, one gets an hour, and the others see other hours", () =>
  expectOneWinnerPerPlace(3));

test("each of two hundred places has one winner, and none overlap", { tags: ["slow"], timeout: 900_000 }, () =>
  expectOneWinnerPerPlace(200),
);
