import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createCita, createCliente, createEmpleado, createServicio } from "../../../support/factories";
import { emptyTables, sql, sqlColumn } from "../../../support/test-database";
import { at, staff, TOMORROW } from "./agenda";

// "Quien esté libre" with three specialists of whom each fits, and many who want the same hour at once.

const HOUR = "10:00";
let lucia: string;
let servicio: string;
let team: string[];

beforeEach(async () => {
  await emptyTables("citas_susa", "form_tokens_susa", "empleados_susa");
  lucia = await createCliente();
  servicio = await createServicio({ nombre: "Masaje", duracion_minutos: 60 });
  team = [];
  for (const nombre of ["Ana", "Bea", "Eva"]) team.push(await createEmpleado({ nombre, apellido: "Paz" }));
});

const atOnce = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

/** Sends the form with the hour pressed, or typed without `pressed`. */
const book = (pressed: string | undefined, empleado_id = "libre") =>
  staff.post("/admin/citas/nueva", {
    token: randomUUID(),
    cliente_id: lucia,
    "servicios[0].servicio_anterior": servicio,
    "servicios[0].servicio_id": servicio,
    "servicios[0].empleado_id": empleado_id,
    estado: "programada",
    ...(pressed ? { intent: `book:${TOMORROW}T${HOUR}/${pressed}` } : { fecha: TOMORROW, hora: HOUR }),
  });

const booked = () => sqlColumn<string>("SELECT empleado_id FROM citas_susa WHERE fecha_hora = $1", [at(HOUR)]);

test("two who press the same hour of the same specialist both get it, with different ones, 24 of 24 times", async () => {
  for (let round = 0; round < 24; round++) {
    await emptyTables("citas_susa");
    const pages = await atOnce(2, () => book(team[0]));
    expect(pages.map(({ status }) => status)).toEqual([303, 303]);
    expect(new Set(await booked()).size).toBe(2);
  }
});

test("of five who press or type the same hour three get it, and two see other hours", async () => {
  const pages = await atOnce(5, (index) => book(index % 2 === 0 ? team[0] : undefined));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 303, 303, 409, 409]);
  expect((await booked()).sort()).toEqual([...team].sort());
  for (const page of pages.filter(({ status }) => status === 409))
    expect(page.all('button[value^="book:"]').length).toBeGreaterThan(0);
});

test("says with whom it is when another than the one on the button was free", async () => {
  await createCita(at(HOUR), { empleado_id: team[0] });
  expect((await book(team[0])).status).toBe(303);
  expect((await staff.get("/admin/clientes")).flash).toContain("a las 10:00 a.m. con Bea Paz, que estaba libre");
});

test("who asked for one specialist by name is not given another", async () => {
  const pages = await atOnce(2, () => book(team[0], team[0]));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(pages.find(({ status }) => status === 409)?.alert).toContain("Ese horario ya está ocupado");
  expect(await booked()).toEqual([team[0]]);
});

test("sent twice it is booked once and answered the same", async () => {
  const page = await staff.get(`/admin/citas/nueva?cliente_id=${lucia}&servicio_id=${servicio}`);
  const values = { ...page.values(), intent: `book:${TOMORROW}T${HOUR}/${team[0]}` };
  const answers = await atOnce(3, () => staff.post("/admin/citas/nueva", values));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await booked()).toEqual([team[0]]);
});

test("sent again without a specialist it is answered as the first time, though it left nobody for another", async () => {
  await sql("DELETE FROM empleados_susa WHERE id <> $1", [team[0]]);
  const page = await staff.get(`/admin/citas/nueva?cliente_id=${lucia}&servicio_id=${servicio}`);
  const values = { ...page.values(), "servicios[0].empleado_id": "", fecha: TOMORROW, hora: HOUR };
  for (let times = 0; times < 2; times++) expect((await staff.post("/admin/citas/nueva", values)).status).toBe(303);
  expect(await booked()).toEqual([null]);
  // Another form is asked first, and the answer to another question is none to this.
  const asked = await book(undefined, "");
  expect([asked.status, asked.text("dialog")]).toEqual([409, expect.stringContaining("ya no queda ninguna especialista libre")]);
  const unheard = await staff.post("/admin/citas/nueva", { ...values, token: randomUUID(), avisos: "0123456789abcdef" });
  expect(unheard.status).toBe(409);
  expect(await booked()).toEqual([null]);
});

test("a button that names more specialists than there are services is none", async () => {
  const pressed = `${team[0]}/${team[1]}`;
  const refused = await book(pressed);
  // The form does not come back: it would have a row for a service that was never chosen.
  expect([refused.status, refused.html.includes('name="fecha"')]).toEqual([400, false]);
  expect(await booked()).toEqual([]);
});

test("two who move to the same hour with whoever is free both get it, with different ones", async () => {
  const rivals = await atOnce(2, async (index) => {
    const id = await createCita(at(`1${4 + index}:00`), { cliente_id: lucia, servicio_id: servicio, empleado_id: team[2] });
    return staff.get(`/admin/citas/${id}/mover?con=cualquiera`);
  });
  const intent = `book:${TOMORROW}T${HOUR}/${team[0]}`;
  const pages = await Promise.all(rivals.map((page) => page.submit({ intent }, "main form:has([name=updated_at])")));
  expect(pages.map(({ status }) => status)).toEqual([303, 303]);
  expect(new Set(await booked()).size).toBe(2);
});

test("the form of a walk-in has a link to itself that does not grow, and Nueva Cita is another form", async () => {
  const linksOn = async (path: string) => {
    const links = (await staff.get(path)).all("a");
    return ["Llegó sin cita", "Nueva Cita"].map((label) =>
      links.find(({ textContent }) => textContent?.trim() === label)?.getAttribute("href"),
    );
  };
  await createCita(at(HOUR), { empleado_id: team[0] });
  expect(await linksOn("/admin/citas")).toEqual(["/admin/citas/nueva?ahora=1", "/admin/citas/nueva"]);
  expect(await linksOn("/admin/citas/nueva?q=Eva&ahora=1&ahora=1")).toEqual([
    "/admin/citas/nueva?q=Eva&ahora=1",
    "/admin/citas/nueva?q=Eva",
  ]);
});
