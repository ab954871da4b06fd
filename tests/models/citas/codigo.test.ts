import { beforeEach, describe, expect, test } from "vitest";
import { studioMoment } from "~/format/zone.server";
import { getServicioActivo } from "~/models/catalogo/servicio.server";
import { findCodigo, offerSlots } from "~/models/citas/codigo.server";
import { createAusencia, createCita, createConfiguracion, createEmpleado, createServicio, letDo } from "../../support/factories";
import { countOf, emptyTables, sql } from "../../support/test-database";

// The initial week, saved: Tuesday to Saturday, 10 to 6, Mexico City.
const ZONA = "America/Mexico_City";
const [ANA, EVA] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const at = (dia: string, clock: string) => studioMoment(dia, clock, ZONA);
/** A Friday, half an hour before opening. */
const NOW = at("2026-11-20", "09:30");

let cejas: string;

beforeEach(async () => {
  await emptyTables("citas_susa", "ausencias_susa", "empleados_susa", "servicios_susa", "configuracion_susa", "codigos_susa");
  await createConfiguracion();
  await createEmpleado({ id: ANA, apellido: "Paz" });
  await createEmpleado({ id: EVA, nombre: "Eva", apellido: "Luz" });
  cejas = await createServicio({ nombre: "Diseño", duracion_minutos: 60, limpieza_minutos: 15, quien: [ANA] });
});

async function offer(now = NOW, wanted: Parameters<typeof offerSlots>[1] = {}) {
  const servicio = await getServicioActivo(cejas);
  if (!servicio) throw new Error("no service");
  return offerSlots(servicio, wanted, now);
}

const offeredTimes = async (now = NOW, wanted: Parameters<typeof offerSlots>[1] = {}) =>
  (await offer(now, wanted)).slots.map(({ fecha_hora }) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: ZONA, day: "2-digit", hour: "2-digit", minute: "2-digit" }).format(fecha_hora),
  );

const addCita = (empleado_id: string | null, inicio: Date, duracion_minutos: number) =>
  createCita(inicio, { empleado_id, duracion_minutos });

const count = () => countOf("codigos_susa");

describe("the offered times", () => {
  test("are the first and the last free time of each of the next days, at least two hours ahead, cleanup time included", async () => {
    expect(await offeredTimes()).toEqual(["20, 11:30", "20, 16:30", "21, 10:00", "21, 16:30", "24, 10:00", "24, 16:30"]);
    expect(await offeredTimes(at("2026-11-20", "14:30"))).toEqual([
      "20, 16:30",
      "21, 10:00",
      "21, 16:30",
      "24, 10:00",
      "24, 16:30",
      "25, 10:00",
    ]);
    expect((await offeredTimes(at("2026-11-20", "14:31")))[0]).toBe("21, 10:00");
  });

  test("leave room for an appointment that has no specialist yet", async () => {
    await addCita(EVA, at("2026-11-20", "10:00"), 480);
    const first = (await offeredTimes())[0];
    await addCita(null, at("2026-11-20", "11:30"), 60);
    expect((await offeredTimes())[0]).not.toBe(first);
    await sql("UPDATE citas_susa SET estado = 'cancelada' WHERE empleado_id IS NULL");
    expect((await offeredTimes())[0]).toBe(first);
  });

  test("need more free specialists at each moment than appointments that wait for one", async () => {
    const addUnassignedCitas = async (people: number, dia: string, from: string, to: string) => {
      for (let n = 0; n < people; n++) await createCita(at(dia, from), { fin: at(dia, to) });
    };
    const others = await sql<{ id: string }>(
      "INSERT INTO empleados_susa (nombre, apellido) SELECT 'Iris', n FROM generate_series(1, 7) n RETURNING id",
    );
    for (const { id } of others) await letDo(id, cejas);
    const [iris = ANA] = others.map(({ id }) => id);
    // One specialist works every day and starts at quarter past: at 10:15 she is the only one available.
    await sql("UPDATE empleados_susa SET horario = $2 WHERE id = $1", [
      iris,
      JSON.stringify(Array.from({ length: 7 }, () => ({ abre: "10:15", cierra: "19:00" }))),
    ]);
    // On Friday six are free, and only at 1 p.m. do fewer than six appointments wait.
    await addCita(ANA, at("2026-11-20", "10:00"), 480);
    await addCita(iris, at("2026-11-20", "10:00"), 540);
    await addUnassignedCitas(6, "2026-11-20", "11:00", "13:00");
    await addUnassignedCitas(5, "2026-11-20", "13:00", "14:15");
    await addUnassignedCitas(6, "2026-11-20", "14:15", "18:00");
    // On Saturday one appointment waits early and one late, when she is the only one available.
    await addUnassignedCitas(1, "2026-11-21", "10:00", "11:00");
    await addUnassignedCitas(1, "2026-11-21", "17:50", "19:00");
    // On Sunday she is the only one and no appointment waits; on Monday two wait all day.
    await addUnassignedCitas(2, "2026-11-23", "10:00", "19:00");
    expect(await offeredTimes()).toEqual(["20, 13:00", "21, 10:00", "21, 16:45", "22, 10:15", "22, 17:45", "24, 10:00"]);
  });

  test("are those of the active specialists who do it, and none when nobody does", async () => {
    await addCita(ANA, at("2026-11-20", "10:00"), 480);
    expect((await offeredTimes())[0]).toBe("21, 10:00");
    await letDo(EVA, cejas);
    expect((await offeredTimes())[0]).toBe("20, 11:30");
    await letDo(EVA);
    expect((await offeredTimes())[0]).toBe("21, 10:00");
    await sql("UPDATE empleados_susa SET activo = false WHERE id = $1", [ANA]);
    expect(await offer()).toMatchObject({ slots: [], isOffered: false });
  });

  test("are empty after two weeks without a free time, and no code is stored then", async () => {
    await createAusencia(null, "2026-11-01", "2026-12-03");
    expect(await offeredTimes()).toEqual([]);
    expect(await count()).toBe(0);
    await sql("UPDATE ausencias_susa SET hasta = '2026-12-02'");
    expect(await offeredTimes()).toEqual(["03, 10:00", "03, 16:30"]);
  });

  test("have one code each, the same for every visitor, and a new code for a new price", async () => {
    const first = (await offer()).slots;
    expect(first).toHaveLength(6);
    for (const { codigo } of first) expect(codigo).toMatch(/^[0-9A-Z]{5}$/);
    expect(new Set(first.map(({ codigo }) => codigo)).size).toBe(6);
    expect((await offer()).slots).toEqual(first);
    expect(await count()).toBe(6);
    await sql("UPDATE servicios_susa SET precio = 400");
    const dearer = (await offer()).slots;
    expect(dearer.filter(({ codigo }) => first.some((slot) => slot.codigo === codigo))).toEqual([]);
    expect(await count()).toBe(12);
  });

  test("get one code per time when twenty visitors ask at once", async () => {
    const offers = await Promise.all(Array.from({ length: 20 }, () => offer()));
    expect(new Set(offers.map((slots) => JSON.stringify(slots))).size).toBe(1);
    expect(offers[0]?.slots).toHaveLength(6);
    expect(await count()).toBe(6);
  });
});

describe("the times of one specialist", () => {
  beforeEach(async () => {
    await sql("UPDATE empleados_susa SET en_sitio = true");
    await letDo(EVA, cejas);
  });

  test("are offered when she is chosen, and an unknown one is nobody", async () => {
    await addCita(EVA, at("2026-11-20", "11:00"), 180);
    expect((await offeredTimes()).slice(0, 2)).toEqual(["20, 11:30", "20, 16:30"]);
    expect((await offeredTimes(NOW, { con: EVA })).slice(0, 2)).toEqual(["20, 14:00", "20, 16:30"]);
    expect((await offer(NOW, { con: EVA })).elegida?.nombre).toBe("Eva");
    for (const con of ["33333333-3333-4333-8333-333333333333", "nadie", ""])
      expect(await offeredTimes(NOW, { con }), con).toEqual(await offeredTimes());
  });

  test("leave the other one to an appointment without a specialist", async () => {
    await addCita(null, at("2026-11-20", "11:30"), 60);
    expect((await offeredTimes(NOW, { con: EVA }))[0]).toBe("20, 11:30");
    await addCita(ANA, at("2026-11-20", "11:30"), 60);
    expect((await offeredTimes(NOW, { con: EVA }))[0]).toBe("20, 12:30");
  });

  test("are offered only of those whom the site names and who do this", async () => {
    const names = async () => (await offer()).especialistas.map(({ nombre }) => nombre);
    expect(await names()).toEqual(["Ana", "Eva"]);
    await sql("UPDATE empleados_susa SET en_sitio = false WHERE id = $1", [EVA]);
    expect(await names()).toEqual(["Ana"]);
    expect((await offer(NOW, { con: EVA })).elegida).toBeNull();
    await letDo(ANA);
    expect(await names()).toEqual([]);
  });

  test("have the codes that everybody's have, whatever is asked for", async () => {
    const before = (await offer()).slots;
    expect((await offer(NOW, { con: ANA })).slots).toEqual(before);
    for (let n = 0; n < 3; n++) for (const con of [ANA, EVA, "nadie"]) await offer(NOW, { con, more: true });
    expect(await count()).toBe(40);
  });
});

test("more times are up to four of each day, evenly from the first to the last", async () => {
  const more = await offeredTimes(NOW, { more: true });
  expect(more).toHaveLength(40);
  expect(more.slice(0, 5)).toEqual(["20, 11:30", "20, 13:00", "20, 15:00", "20, 16:30", "21, 10:00"]);
});

describe("a code", () => {
  const first = async () => (await offer()).slots[0]?.codigo ?? "";
  const estado = async (codigo: string, now = NOW) => (await findCodigo(codigo, now))?.estado;

  test("gives the service, the time and the price as they were offered", async () => {
    const codigo = await first();
    await sql("UPDATE servicios_susa SET precio = 999");
    expect(await findCodigo(codigo, NOW)).toEqual({
      codigo,
      servicio_id: cejas,
      fecha_hora: at("2026-11-20", "11:30"),
      precio: "350.00",
      estado: "vigente",
      empleado_id: ANA,
    });
  });

  test("is found in any spelling, and inside the whole message", async () => {
    await sql("INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('0158V', $1, $2, 350)", [
      cejas,
      at("2026-11-20", "12:00"),
    ]);
    for (const typed of [
      "0158V",
      " 0158v ",
      "OISBU",
      "o l5b-u",
      "Hola, me gustaría reservar Diseño el viernes. Código: oi58v",
      "codigo 0158V",
    ])
      expect(await estado(typed), typed).toBe("vigente");
    for (const typed of ["", "0158", "0158VV", "0158W", "ñ158V", "0158VÑ", "\0", "x".repeat(10_000)])
      expect(await findCodigo(typed, NOW), typed.slice(0, 20)).toBeNull();
  });

  // As vouchers are typed in pimcore/ecommerce-framework-bundle#102, NumberSearch#291, zencart#198, mitxpro#824 and wp-calypso#39991;
  // `96A3D.` and whole messages as clients send them by WhatsApp.
  test.each([
    "96A3D.",
    "«96A3D»",
    '"96a3d"',
    "#96A3D",
    "*96A3D*",
    "_96A3D_",
    "96 A3D",
    "96-A3D",
    "9 6 A 3 D",
    "96a3d 🌸",
    "\u202a96A3D\u202c",
    "９６Ａ３Ｄ",
    "código: 96 A3D",
    "Codigo96A3D",
    "CÓDIGO 96A3D!",
    "Cod. 96A3D",
    "mi código es 96A3D gracias",
    "código es el 96A3D",
    "96A 3D, gracias",
    "Quiero este: 96A3D",
    "Hola, me gustaría reservar Diseño ($350.00) el viernes 20 a las 11:30 a.m. Código: 96A3D",
    "[20/11 9:12] Lupita: Hola, me gustaría reservar Diseño el viernes.\nCódigo:\n96A3D\n¡Gracias!",
    "cita de las 11:30, 96a3d",
  ])("is found in %j", async (typed) => {
    const data = [cejas, at("2026-11-20", "12:00")];
    await sql("INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('96A3D', $1, $2, 350)", data);
    expect((await findCodigo(typed, NOW))?.codigo).toBe("96A3D");
  });

  test("that follows the word «código» is taken before another one in the same text", async () => {
    const data = [cejas, at("2026-11-20", "12:00")];
    const codes =
      "INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) SELECT c, $1, $2, n FROM (VALUES ('96A3D', 1), ('TENG0', 2)) v (c, n)";
    await sql(codes, data);
    expect((await findCodigo("Tengo este código: 96A3D", NOW))?.codigo).toBe("96A3D");
  });

  test("gives the specialist whom the message names, while she is free", async () => {
    await letDo(EVA, cejas);
    const codigo = await first();
    const named = `Hola, me gustaría reservar Diseño ($350.00) con Eva Luz el viernes 20. Código: ${codigo}`;
    expect((await findCodigo(named, NOW))?.empleado_id).toBe(EVA);
    await addCita(EVA, at("2026-11-20", "11:30"), 60);
    expect((await findCodigo(named, NOW))?.empleado_id).toBe(ANA);
  });

  test("expires when its time has passed, and is withdrawn with its service", async () => {
    const codigo = await first();
    expect(await estado(codigo, at("2026-11-20", "11:29"))).toBe("vigente");
    expect(await estado(codigo, at("2026-11-20", "11:30"))).toBe("vencido");
    await sql("UPDATE servicios_susa SET activo = false");
    expect(await estado(codigo)).toBe("retirado");
  });

  test("is occupied when the only free specialist is needed for an appointment without one", async () => {
    const codigo = await first();
    await addCita(EVA, at("2026-11-20", "11:30"), 60);
    await addCita(null, at("2026-11-20", "11:30"), 30);
    expect(await estado(codigo)).toBe("ocupado");
  });

  test("is occupied when nobody who does it is free any more", async () => {
    const codigo = await first();
    await addCita(EVA, at("2026-11-20", "11:30"), 60);
    expect(await estado(codigo)).toBe("vigente");
    await addCita(ANA, at("2026-11-20", "12:44"), 60);
    expect(await estado(codigo)).toBe("ocupado");
    await sql("UPDATE citas_susa SET estado = 'cancelada'");
    expect(await estado(codigo)).toBe("vigente");
    await createAusencia(null, "2026-11-20", "2026-11-20");
    expect(await estado(codigo)).toBe("ocupado");
  });
});
