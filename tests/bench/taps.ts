// `npm run taps`, after a build, on Linux: does the jobs of the counter on a phone, with and without JavaScript, counts the presses
// and the typed values of each, and writes them to docs/taps.md with the height of the booking form. Fails when a job takes more
// than asked. Another job is another entry of JOBS.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { type Browser, chromium, type Locator, type Page } from "playwright";
import { ZONAS } from "../../app/content/estudio";
import { studioDay } from "../../app/format/dates";
import { addDays, weekday } from "../../app/format/days.server";
import { formatMoney } from "../../app/format/numbers";
import { studioClock } from "../../app/format/zone.server";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { findChromium } from "../chromium";
import { cleanUp, type Data, makeData, type Studio, startStudio } from "./studio";
import { Thumb } from "./thumb";

const PHONE = { width: 390, height: 844 };
const MAX_HEIGHT = 1270;

// Where it is earliest: a client who walks in finds a free hour today whenever this runs.
const now = new Date();
const ZONA = Object.keys(ZONAS).toSorted((one, other) => studioClock(now, one).localeCompare(studioClock(now, other)))[0] ?? "";
const TODAY = studioDay(now, ZONA);
const TOMORROW = addDays(TODAY, 1);

/** The appointments of a visit of today that has begun, by time, what it costs, and who does it. */
type Visita = { ids: string[]; servicios: string[]; suma: string; especialista: string };

/** A specialist who falls ill, and the two days of her appointments. */
type Ausente = { nombre: string; desde: string; hasta: string; citas: number };

/**
 * What the jobs are about: a specialist who falls ill, a regular client, two appointments to move with their days, one to complete and its client, visits to
 * charge, and the product that sells least.
 */
type Facts = {
  ausente: Ausente;
  cliente: string;
  cliente_id: string;
  servicio_id: string;
  telefono: string;
  citas: { id: string; dia: string }[];
  visitante: string;
  atendida: string;
  una: Visita;
  tres: Visita;
  conPropina: Visita;
  conPropinaEnEfectivo: Visita;
  producto: string;
};

const PICTURE = readFileSync("public/art/susa/icono-512.png");
// The names say the service.
const OBRAS = ["Diseño de cejas", "Microblading", "Lifting de pestañas", "Uñas acrílicas", "Pedicura spa", "Facial hidratante"]
  .flatMap((name) => [`${name}.png`, `${name} (2).png`])
  .map((name) => ({ name, mimeType: "image/png", buffer: PICTURE }));

type Job = {
  name: string;
  /** The most taps and values that it may take. */
  asked: [taps: number, values: number];
  /** The page that it begins on. */
  from: (facts: Facts) => string;
  /** What is done on that page before the count begins. */
  before?: (page: Page) => Promise<void>;
  run: (thumb: Thumb, facts: Facts) => Promise<void>;
};

const AGENDA = `/admin/citas?vista=dia&dia=${TOMORROW}`;
const HOY = `/admin/citas?vista=dia&dia=${TODAY}`;
// The buttons of a free hour and of a product. A service may have "con" in its name.
const HORA = /^(Ahora|\d+:\d\d).* con /;
const PRODUCTO = /\s\$\d/;

const JOBS: Job[] = [
  {
    name: "Known client by telephone, from a gap of the day",
    asked: [4, 1],
    from: () => AGENDA,
    run: async (thumb, { telefono, cliente }) => {
      await thumb.tap(link(thumb.page, /^\d.* con .*: agendar$/));
      await findClient(thumb, telefono);
      await bookFirstHour(thumb, cliente);
    },
  },
  {
    name: "Known client, from the list",
    asked: [4, 1],
    from: () => "/admin/citas",
    run: async (thumb, { telefono, cliente }) => {
      await thumb.tap(link(thumb.page, "Nueva Cita"));
      await findClient(thumb, telefono);
      await bookFirstHour(thumb, cliente);
    },
  },
  {
    name: "New client",
    asked: [4, 2],
    from: () => AGENDA,
    run: async (thumb) => {
      const { page } = thumb;
      await thumb.tap(link(page, /^\d.* con .*: agendar$/));
      await thumb.type(page.getByLabel("Teléfono o nombre"), "55 0000 9999");
      await thumb.tap(button(page, "Buscar"));
      await thumb.type(page.getByLabel("Nombre de la clienta"), "Clienta Nueva");
      await bookFirstHour(thumb, "Clienta Nueva");
    },
  },
  {
    name: "Walk-in, now",
    asked: [3, 1],
    from: () => "/admin/citas",
    run: async (thumb) => {
      await thumb.tap(link(thumb.page, "Llegó sin cita"));
      await thumb.type(thumb.page.getByLabel("Teléfono o nombre"), "Clienta de Paso");
      await bookFirstHour(thumb, "Clienta de Paso");
    },
  },
  {
    name: "Note a client on the waiting list, from the booking form",
    asked: [2, 0],
    from: ({ cliente_id, servicio_id }) => `/admin/citas/nueva?${new URLSearchParams({ cliente_id, servicio_id })}`,
    run: async (thumb, { cliente }) => {
      const { page } = thumb;
      await thumb.tap(button(page, "Anotarla en la espera"));
      await thumb.tap(button(page, /^Anotar$/));
      await flash(page).getByText("Anotada en la espera").waitFor();
      await page.goto("/admin/citas/espera");
      await expectText(page.getByRole("main"), [cliente]);
    },
  },
  {
    name: "Accept a request, from Solicitudes",
    asked: [1, 0],
    from: () => "/admin/citas/solicitudes",
    run: async (thumb) => {
      await thumb.tap(button(thumb.page, "Aceptar"));
      await flash(thumb.page).getByText("Cita aceptada").waitFor();
    },
  },
  {
    name: "Accept a request and tell her, from Solicitudes",
    asked: [2, 0],
    from: () => "/admin/citas/solicitudes",
    run: async (thumb) => {
      await thumb.tap(button(thumb.page, "Aceptar"));
      await thumb.tap(button(thumb.page, "Avisarle por WhatsApp"));
      await link(thumb.page, "Abrir en WhatsApp").waitFor();
    },
  },
  {
    name: "Move, same specialist",
    asked: [3, 0],
    from: ({ citas: [cita] }) => agendaOf(cita),
    run: (thumb, { citas: [cita] }) => move(thumb, cita),
  },
  {
    name: "Move, and tell her",
    asked: [4, 0],
    from: ({ citas: [, cita] }) => agendaOf(cita),
    run: async (thumb, { citas: [, cita] }) => {
      await move(thumb, cita);
      await thumb.tap(button(thumb.page, "Avisar por WhatsApp"));
      await link(thumb.page, "Abrir en WhatsApp").waitFor();
    },
  },
  {
    name: "A sick day of nine appointments: move and tell each",
    asked: [30, 2],
    from: () => HOY,
    run: async (thumb, { ausente }) => {
      const { page } = thumb;
      await thumb.tap(button(page, "Menú"));
      await thumb.tap(link(page, "Empleados"));
      await thumb.tap(link(page, `Horario y ausencias de ${ausente.nombre}`));
      await thumb.tap(link(page, "Nueva ausencia"));
      await thumb.type(page.getByLabel("Primer día"), ausente.desde);
      await thumb.type(page.getByLabel("Último día"), ausente.hasta);
      await thumb.tap(button(page, "Registrar ausencia"));
      await flash(page).getByText(`Tiene ${ausente.citas} citas en esos días.`).waitFor();
      const lines = page.getByRole("main").locator("ol > li");
      for (let left = ausente.citas; left > 0; left--) {
        if ((await lines.count()) !== left) throw new Error(`${left} should be left, not ${await lines.count()}`);
        const hour = lines.first().getByRole("button", { name: HORA }).first();
        const hora = ((await hour.textContent()) ?? "").replace(/ con.*/, "").trim();
        await thumb.tap(hour);
        await flash(page).getByText("Cita movida").waitFor();
        if (!(await flash(page).textContent())?.includes(hora)) throw new Error(`it did not move to ${hora}`);
        await thumb.tap(button(page, "Avisar por WhatsApp"));
        await link(page, "Abrir en WhatsApp").waitFor();
      }
      await page.getByText("Ya no hay citas en esos días").waitFor();
    },
  },
  {
    name: "Complete and charge in cash",
    asked: [3, 0],
    from: () => HOY,
    run: async (thumb, { una }) => {
      await openCharge(thumb, una);
      await complete(thumb, una, [`Cobrado ${una.suma}: efectivo.`]);
      await checkNota(thumb.page, una, [`Pagado (efectivo)${una.suma}`]);
    },
  },
  {
    name: "A visit of three services",
    asked: [3, 0],
    from: () => HOY,
    run: async (thumb, { tres }) => {
      await openCharge(thumb, tres);
      await complete(thumb, tres, ["3 citas completadas", `Cobrado ${tres.suma}: efectivo.`]);
      await checkNota(thumb.page, tres, [`Total${tres.suma}`, `Pagado (efectivo)${tres.suma}`]);
    },
  },
  {
    name: "Two methods and a tip",
    asked: [5, 2],
    from: () => HOY,
    run: async (thumb, { conPropina }) => {
      const { page } = thumb;
      await openCharge(thumb, conPropina);
      await thumb.tap(page.locator("summary", { hasText: "Dos formas de pago o descuento" }));
      await thumb.tap(page.getByRole("group", { name: "Una parte con" }).getByRole("radio", { name: "Tarjeta" }));
      await thumb.type(page.getByLabel("Cuánto de esa parte"), "100");
      await thumb.type(page.getByLabel(`Propina de ${conPropina.especialista}`), "50");
      await complete(thumb, conPropina, ["tarjeta $100.00", `Propina de ${conPropina.especialista}: $50.00.`]);
      // Cash covers it, and a tip that is not in the total is given by hand.
      const propina = `Propina de ${conPropina.especialista} (efectivo)$50.00`;
      await checkNota(page, conPropina, [`Total${conPropina.suma}`, "Pagado (tarjeta)$100.00", propina]);
    },
  },
  {
    name: "Cash and card, with the tip in cash",
    asked: [6, 3],
    from: () => HOY,
    run: async (thumb, { conPropinaEnEfectivo: visita }) => {
      const { page } = thumb;
      await openCharge(thumb, visita);
      await thumb.type(page.getByLabel("¿Cuánto te da?"), String(Number(visita.suma.replace(/[^\d.]/g, "")) + 50));
      await thumb.tap(page.locator("summary", { hasText: "Dos formas de pago o descuento" }));
      await thumb.tap(page.getByRole("group", { name: "Una parte con" }).getByRole("radio", { name: "Tarjeta" }));
      await thumb.type(page.getByLabel("Cuánto de esa parte"), "100");
      await thumb.type(page.getByLabel(`Propina de ${visita.especialista}`), "50");
      await thumb.tap(page.getByRole("group", { name: "La propina, con" }).getByRole("radio", { name: "Efectivo" }));
      await complete(thumb, visita, ["tarjeta $100.00", `Propina de ${visita.especialista}: $50.00.`]);
      const propina = `Propina de ${visita.especialista} (efectivo)$50.00`;
      await checkNota(page, visita, [`Total${visita.suma}`, "Pagado (tarjeta)$100.00", propina]);
    },
  },
  {
    name: "Sell a product",
    asked: [3, 0],
    from: () => "/admin/citas",
    run: async (thumb) => {
      await thumb.tap(link(thumb.page, "Vender"));
      await sell(thumb, button(thumb.page, PRODUCTO));
    },
  },
  {
    name: "Sell a product by name",
    asked: [4, 1],
    from: () => HOY,
    run: async (thumb, { producto }) => {
      const { page } = thumb;
      await thumb.tap(link(page, "Vender"));
      if ((await page.getByRole("button", { name: producto }).count()) > 0) throw new Error(`${producto} needs no search`);
      await thumb.type(page.getByLabel("Otro producto"), producto.slice(0, 8));
      await thumb.tap(button(page, "Buscar"));
      await sell(thumb, button(page, producto));
    },
  },
  {
    name: "Give money back for what was done and charged",
    asked: [3, 2],
    from: () => HOY,
    run: async (thumb, { una }) => {
      const { page } = thumb;
      await thumb.tap(page.locator(`a[href*="${una.ids[0]}"]`).filter({ visible: true }).first());
      await thumb.tap(link(page, "Devolver dinero"));
      await thumb.type(page.getByLabel("¿Cuánto le devuelves?"), "50");
      await thumb.type(page.getByLabel("¿Por qué?"), "Se le cayó el esmalte");
      await thumb.tap(button(page, "Devolver dinero"));
      await flash(page).getByText("Se le devolvieron $50.00").waitFor();
      await link(page, /^Reabrir/).waitFor();
    },
  },
  {
    name: "Close the day, from Caja",
    asked: [3, 2],
    from: () => "/admin/caja",
    run: async (thumb) => {
      const { page } = thumb;
      const contado = await readExpectedCash(page);
      await page.goto("/admin/caja");
      await thumb.tap(link(page, "Hacer corte"));
      await thumb.type(page.getByLabel("¿Cuánto efectivo contaste?"), contado);
      await thumb.type(page.getByLabel("¿Cuánto sacas?"), "100");
      await thumb.tap(button(page, "Comparar"));
      await thumb.tap(button(page, "Cerrar caja"));
      await flash(page).getByText("Caja cerrada").waitFor();
      await expectText(page.getByRole("article", { name: /^Corte/ }), [`Se contaron${contado}`, "Se sacaron−$100.00"]);
    },
  },
  {
    name: "Pay one specialist, from Caja",
    asked: [3, 0],
    from: () => "/admin/caja",
    run: async (thumb, { conPropina: { especialista } }) => {
      const { page } = thumb;
      await thumb.tap(link(page, "Pagar al equipo"));
      await thumb.tap(link(page, new RegExp(`^Ver hoja de ${especialista} `)));
      await thumb.tap(button(page, "Pagar todo"));
      await flash(page)
        .getByText(new RegExp(`^Le pagaste a ${especialista} `))
        .waitFor();
      await expectText(flash(page), ["Comisión: $", "Propinas: $"]);
    },
  },
  {
    name: "Next visit, when she pays",
    asked: [1, 0],
    from: ({ atendida }) => `/admin/citas/${atendida}/completar`,
    before: async (page) => {
      await button(page, "Completar cita").click();
      await page.getByRole("heading", { name: "Próxima visita" }).waitFor();
    },
    run: async (thumb, { visitante }) => pressHour(thumb, visitante),
  },
  {
    name: "Raise the prices of a category, from Servicios",
    asked: [4, 1],
    from: () => "/admin/servicios",
    run: async (thumb) => {
      const { page } = thumb;
      await thumb.tap(link(page, "Cambiar precios"));
      await thumb.tap(page.getByRole("radio", { name: "Masajes" }));
      await thumb.type(page.getByLabel("Cuánto"), "10");
      await thumb.tap(button(page, "Ver cómo quedan"));
      await thumb.tap(button(page, "Guardar"));
      await flash(page).getByText("Precios cambiados").waitFor();
    },
  },
  {
    name: "Copy a service, from Servicios",
    asked: [2, 0],
    from: () => "/admin/servicios",
    run: async (thumb) => {
      const { page } = thumb;
      await thumb.tap(link(page, /^Copiar el servicio Masaje relajante$/));
      await thumb.tap(button(page, "Crear servicio"));
      await flash(page).getByText("Servicio creado").waitFor();
    },
  },
  {
    name: "Twelve works of six services, from Galería",
    asked: [3, 1],
    from: () => "/admin/galeria",
    run: async (thumb) => {
      const { page } = thumb;
      await thumb.tap(link(page, "Subir varias"));
      await thumb.choose(page.getByLabel("Archivos de imagen"), ...OBRAS);
      await thumb.tap(button(page, /^Subir /));
      await flash(page).getByText("Se han subido 12 imágenes").waitFor();
      await thumb.tap(button(page, "Guardar"));
      await flash(page).getByText("12 fotos ya están en su servicio").waitFor();
    },
  },
];

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).filter({ visible: true }).first();
const flash = (page: Page) => page.getByRole("main").getByRole("status").first();

type Cita = Facts["citas"][number] | undefined;

const agendaOf = (cita: Cita) => `/admin/citas?vista=dia&dia=${cita?.dia}`;

/** Finds a client by her telephone, and waits until the form offers what she usually has. */
async function findClient(thumb: Thumb, telefono: string): Promise<void> {
  await thumb.type(thumb.page.getByLabel("Teléfono o nombre"), telefono);
  await thumb.tap(button(thumb.page, "Buscar"));
  await thumb.page.getByText("Lo de siempre").waitFor();
}

/** Chooses the first service that is offered and the first hour. */
async function bookFirstHour(thumb: Thumb, cliente: string): Promise<void> {
  await thumb.tap(button(thumb.page, / min · /));
  await pressHour(thumb, cliente);
}

/** Presses the first hour, and checks that the appointment is there at that hour and with that client. */
async function pressHour(thumb: Thumb, cliente: string): Promise<void> {
  const { page } = thumb;
  const hour = button(page, HORA);
  const hora = ((await hour.textContent()) ?? "").replace(/ con.*/, "").trim();
  await thumb.tap(hour);
  await flash(page).getByText("Cita creada").waitFor();
  const quedo = (await flash(page).textContent()) ?? "";
  const cita = await link(page, "Ver la cita").getAttribute("href");
  await page.goto(cita ?? "");
  const shown = (await page.getByRole("main").textContent()) ?? "";
  if (!(hora === "Ahora" || quedo.includes(hora)) || !shown.includes(cliente))
    throw new Error(`${hora} for ${cliente} was not booked: ${quedo} ${shown}`);
}

/** Opens an appointment on the agenda and moves it to the first hour of another. */
async function move(thumb: Thumb, cita: Cita): Promise<void> {
  const { page } = thumb;
  await thumb.tap(page.locator(`a[href*="${cita?.id}"]`).filter({ visible: true }).first());
  await thumb.tap(link(page, /^Mover/));
  const hour = button(page, HORA);
  const hora = ((await hour.textContent()) ?? "").replace(/ con.*/, "").trim();
  await thumb.tap(hour);
  await flash(page).getByText("Cita movida").waitFor();
  if (!(await flash(page).textContent())?.includes(hora)) throw new Error(`it did not move to ${hora}`);
}

/** Opens a visit on the agenda, and the form that completes it. */
async function openCharge(thumb: Thumb, { ids: [id] }: Visita): Promise<void> {
  const { page } = thumb;
  await thumb.tap(page.locator(`a[href*="${id}"]`).filter({ visible: true }).first());
  await thumb.tap(link(page, /^Completar/));
}

/** Completes a visit, and checks that the program says so and that each of its appointments is completed. */
async function complete(thumb: Thumb, { ids }: Visita, said: string[]): Promise<void> {
  const { page } = thumb;
  await thumb.tap(button(page, "Completar cita"));
  await flash(page)
    .getByText(/completadas?$/)
    .waitFor();
  await expectText(flash(page), said);
  const nota = await link(page, "Ver la nota").getAttribute("href");
  for (const id of ids) {
    await page.goto(`/admin/citas/${id}/detalle`);
    await link(page, /^Reabrir/).waitFor();
  }
  await page.goto(nota ?? "");
}

/** Checks that the sale on the page has all services of a visit, and what is expected of it. */
async function checkNota(page: Page, { servicios }: Visita, expected: string[]): Promise<void> {
  await expectText(page.getByRole("article", { name: /^Nota/ }), [...servicios, ...expected]);
  if (await page.getByText("Queda por pagar").count()) throw new Error("it was not charged in full");
}

/** Takes a product and charges it in cash, and checks that the sale has it. */
async function sell(thumb: Thumb, producto: Locator): Promise<void> {
  const { page } = thumb;
  const [nombre = "", precio = ""] = ((await producto.textContent()) ?? "").split(/\s+(?=\$)/);
  await thumb.tap(producto);
  await thumb.tap(button(page, "Cobrar"));
  await flash(page).getByText("Venta registrada").waitFor();
  await expectText(page.getByRole("article", { name: /^Nota/ }), [`1 × ${nombre}${precio}`, `Pagado (efectivo)${precio}`]);
}

/** The cash that there should be, which a count that is not saved says. */
async function readExpectedCash(page: Page): Promise<string> {
  await page.goto("/admin/caja/corte");
  await page.getByLabel("¿Cuánto efectivo contaste?").fill("0");
  await button(page, "Comparar").click();
  await button(page, "Cerrar caja").waitFor();
  const expected = page.locator("dt", { hasText: "Esperábamos" }).locator("xpath=following-sibling::dd[1]");
  return (await expected.textContent()) ?? "";
}

async function expectText(place: Locator, expected: string[]): Promise<void> {
  const shown = (await place.textContent()) ?? "";
  const missing = expected.filter((each) => !shown.includes(each));
  if (missing.length > 0) throw new Error(`${missing.join(" · ")} is not in: ${shown}`);
}

/** Opens the studio today for as long as it takes, without absences, and chooses what the jobs are about. */
async function prepare({ dataDir, ids }: Data): Promise<Facts> {
  const postgres = await startPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const horario = Array.from({ length: 7 }, (_, day) =>
    day === weekday(TODAY) ? { abre: "00:00", cierra: "23:59" } : { abre: "10:00", cierra: "18:00" },
  );
  await client.query("DELETE FROM ausencias_susa");
  await client.query("UPDATE empleados_susa SET horario = NULL");
  await client.query("UPDATE configuracion_susa SET zona_horaria = $1, horario = $2", [ZONA, JSON.stringify(horario)]);
  const { rows } = await client.query<Omit<Facts, "ausente" | "una" | "tres" | "conPropina" | "conPropinaEnEfectivo">>(
    `WITH siguiente AS (
        SELECT id, to_char(fecha_hora AT TIME ZONE $2, 'YYYY-MM-DD') AS dia FROM citas_susa
        WHERE fecha_hora > now() + interval '1 day' AND estado IN ('programada', 'confirmada') AND empleado_id IS NOT NULL
        ORDER BY fecha_hora, id LIMIT 2
      ), visitante AS (
        SELECT id, nombre FROM clientes_susa k
        WHERE NOT EXISTS (SELECT FROM citas_susa WHERE cliente_id = k.id AND fecha_hora > now()) ORDER BY nombre, id LIMIT 1
      ), atendida AS (
        INSERT INTO citas_susa (cliente_id, servicio_id, precio, fecha_hora, fin, estado)
        SELECT visitante.id, s.id, s.precio, now() - interval '1 hour', now(), 'confirmada' FROM visitante, servicios_susa s
        WHERE s.activo AND s.retoque_semanas > 0 ORDER BY s.nombre LIMIT 1 RETURNING id
      )
      SELECT k.nombre AS cliente, k.id AS cliente_id, k.telefono,
        (SELECT id FROM servicios_susa WHERE activo ORDER BY nombre LIMIT 1) AS servicio_id,
        (SELECT json_agg(siguiente) FROM siguiente) AS citas,
        visitante.nombre AS visitante, atendida.id AS atendida, (
          SELECT nombre FROM inventario_susa i WHERE precio_venta IS NOT NULL AND cantidad > 0
          ORDER BY (SELECT coalesce(sum(l.cantidad), 0) FROM venta_lineas_susa l JOIN ventas_susa v ON v.id = venta_id
            WHERE item_id = i.id AND v.created_at > now() - interval '90 days'), nombre DESC LIMIT 1
        ) AS producto
      FROM clientes_susa k, visitante, atendida WHERE k.id = $1`,
    [ids.cliente, ZONA],
  );
  const visitas = {
    una: await book(client, 0, 1),
    tres: await book(client, 1, 3),
    conPropina: await book(client, 2, 1),
    conPropinaEnEfectivo: await book(client, 3, 1),
  };
  const ausente = await fillTwoDays(client);
  await client.end();
  await postgres.stop();
  const [facts] = rows;
  if (!facts) throw new Error("the demo has nothing to try the jobs on");
  return { ...facts, ...visitas, ausente };
}

/** Books a visit of some services with a specialist (by place) from the first minutes of today on, so that it has begun by now. */
async function book(client: pg.Client, especialista: number, servicios: number): Promise<Visita> {
  const { rows } = await client.query<{ id: string; servicio: string; precio: string; especialista: string }>(
    `WITH nuevas AS (
        INSERT INTO citas_susa (visita_id, cliente_id, servicio_id, empleado_id, precio, duracion_minutos, fecha_hora, fin, estado)
        SELECT $1, k.id, s.id, e.id, s.precio, 5, s.inicio, s.inicio + interval '5 minutes', 'confirmada'
        FROM (SELECT id FROM empleados_susa WHERE activo ORDER BY nombre, id LIMIT 1 OFFSET $2) AS e,
          (SELECT id FROM clientes_susa ORDER BY created_at, id LIMIT 1 OFFSET $2) AS k,
          (SELECT id, precio, $4::timestamp AT TIME ZONE $5 + row_number() OVER (ORDER BY nombre, id) * interval '5 minutes' AS inicio
            FROM servicios_susa WHERE activo AND precio > 100 ORDER BY nombre, id LIMIT $3) AS s
        RETURNING *
      )
      SELECT c.id, s.nombre AS servicio, c.precio::text, e.nombre AS especialista
      FROM nuevas c JOIN servicios_susa s ON s.id = c.servicio_id JOIN empleados_susa e ON e.id = c.empleado_id ORDER BY c.fecha_hora`,
    [randomUUID(), especialista, servicios, TODAY, ZONA],
  );
  return {
    ids: rows.map(({ id }) => id),
    servicios: rows.map(({ servicio }) => servicio),
    suma: formatMoney(String(rows.reduce((sum, { precio }) => sum + Number(precio), 0))),
    especialista: rows[0]?.especialista ?? "",
  };
}

/** Gives the last specialist nine appointments of an hour in two days on which nothing was booked yet with her. */
async function fillTwoDays(client: pg.Client): Promise<Ausente> {
  const [desde, hasta] = [addDays(TODAY, 60), addDays(TODAY, 61)];
  const { rows } = await client.query<Pick<Ausente, "nombre" | "citas">>(
    `WITH ella AS (SELECT id, nombre || ' ' || apellido AS nombre FROM empleados_susa WHERE activo ORDER BY nombre DESC, id LIMIT 1),
      nuevas AS (
        INSERT INTO citas_susa (cliente_id, servicio_id, empleado_id, precio, fecha_hora, fin, estado)
        SELECT k.id, s.id, ella.id, s.precio, inicio AT TIME ZONE $3, (inicio + interval '1 hour') AT TIME ZONE $3, 'confirmada'
        FROM ella, (SELECT id, precio FROM servicios_susa WHERE activo ORDER BY nombre, id LIMIT 1) AS s,
          (SELECT id, row_number() OVER (ORDER BY created_at, id) AS n FROM clientes_susa WHERE telefono <> '') AS k
          JOIN (SELECT hora AS inicio, row_number() OVER (ORDER BY hora) AS n
            FROM unnest(ARRAY[$1::timestamp, $2]) AS dia, generate_series(dia + interval '10 hours', dia + interval '14 hours', '1 hour') AS hora
            LIMIT 9) AS horas USING (n)
        RETURNING id
      )
      SELECT nombre, (SELECT count(*)::int FROM nuevas) AS citas FROM ella`,
    [desde, hasta, ZONA],
  );
  const [row] = rows;
  if (row?.citas !== 9) throw new Error("the sick day has no nine appointments");
  return { ...row, desde, hasta };
}

type Count = [taps: number, values: number];

/** Does every job in a browser, and measures the booking form at first and with its hours. */
async function work(browser: Browser, { port, owner }: Studio, facts: Facts, javaScriptEnabled: boolean) {
  const baseURL = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport: PHONE, locale: "es-MX" });
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  const counts: Count[] = [];
  for (const { name, from, before, run } of JOBS) {
    const thumb = new Thumb(page, javaScriptEnabled);
    await page.goto(from(facts));
    await before?.(page);
    await run(thumb, facts).catch((cause: unknown) => {
      throw new Error(`${name}, ${javaScriptEnabled ? "with" : "without"} JavaScript: ${page.url()}`, { cause });
    });
    counts.push([thumb.taps, thumb.values]);
  }
  const height = () => page.locator("dialog").evaluate(({ scrollHeight }) => scrollHeight);
  await page.goto(`/admin/citas/nueva?fecha=${TOMORROW}`);
  const first = await height();
  const thumb = new Thumb(page, javaScriptEnabled);
  await findClient(thumb, facts.telefono);
  await thumb.tap(button(page, / min · /));
  await button(page, HORA).waitFor();
  const heights = [first, await height()];
  await context.close();
  return { counts, heights };
}

const text = ([taps, values]: Count) => `${taps} + ${values}`;

// An interrupted run leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cleanUp().finally(() => process.exit(1)));

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-quic"] });
try {
  const data = await makeData(1);
  const facts = await prepare(data);
  const [withJs, withoutJs] = [
    await work(browser, await startStudio(data), facts, true),
    await work(browser, await startStudio(data), facts, false),
  ];
  const rows = JOBS.map(({ name, asked }, index) => {
    const done = [withJs, withoutJs].map(({ counts }): Count => counts[index] ?? [Number.NaN, Number.NaN]);
    const isTooMuch = done.some(([taps, values]) => !(taps <= asked[0] && values <= asked[1]));
    return { isTooMuch, line: `| ${name} | ${done.map(text).join(" | ")} | ${text(asked)} |` };
  });
  const looks = ["First look", "With the hours of a client who was found"].map((name, index) => {
    const heights = [withJs, withoutJs].map(({ heights }) => heights[index] ?? Number.NaN);
    const isTooMuch = heights.some((height) => !(height <= MAX_HEIGHT));
    return { isTooMuch, line: `| ${name} | ${heights.join(" | ")} | ${MAX_HEIGHT.toLocaleString("en")} |` };
  });
  writeFileSync(
    "docs/taps.md",
    `# Taps

What the jobs of the counter take on a phone of ${PHONE.width} px, written by \`npm run taps\` (\`tests/bench/taps.ts\`), which does each in a
browser, counts, and fails when one takes more than asked. Taps + values: a tap is a press on a link, a button, a radio, a checkbox
or a summary, or Enter, and a native select is two; a value is a typed text, or a picked date or hour. Each begins on the agenda unless it
says otherwise, the next visit on the page that follows completing the appointment. Telling her ends where her message is ready to be
opened in WhatsApp.

| Job | With JavaScript | Without | Asked, at most |
|---|---:|---:|---:|
${rows.map(({ line }) => line).join("\n")}

Height of Nueva Cita in pixels, where a screen has ${PHONE.height}:

| | With JavaScript | Without | Asked, at most |
|---|---:|---:|---:|
${looks.map(({ line }) => line).join("\n")}
`,
  );
  const tooMuch = [...rows, ...looks].filter(({ isTooMuch }) => isTooMuch);
  for (const { line } of tooMuch) console.error(`More than asked: ${line}`);
  process.exitCode = tooMuch.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await cleanUp();
}
// Connections that are kept open would keep the process.
process.exit();
