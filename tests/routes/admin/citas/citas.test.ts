import { beforeEach, describe, expect, test } from "vitest";
import { formatDay, formatTime } from "../../../../app/format/dates";
import { addDays, weekday } from "../../../../app/format/days.server";
import { CITAS_PER_PAGE } from "../../../../app/limits";
import type { Page } from "../../../support/browser";
import { type Columns, createCita, createCliente, createEmpleado } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql, sqlColumn, sqlValue, withoutTable } from "../../../support/test-database";
import { ANA, at, BETY, book, CEJAS, citas, fields, HOY, LUCIA, staff, TOMORROW, WHOLE, ZONA } from "./agenda";

// Enough specialists for all appointments of a test that have none.
for (const nombre of ["Vera", "Yola", "Zoe"]) await createEmpleado({ nombre, apellido: "Sol" });

beforeEach(() => sql("DELETE FROM citas_susa"));

const slot = `Quedó el ${formatDay(at("23:15", HOY), ZONA)} a las 11:15 p.m.`;

testFormContract(
  {
    path: "/admin/citas",
    newSegment: "nueva",
    table: "citas_susa",
    // Not confirmed: that would not outlast another hour.
    whole: { ...WHOLE, estado: "programada" },
    required: { fecha: "Escribe la fecha.", hora: "Escribe la hora." },
    optional: ["notas"],
    invalid: [
      ["fecha", "21/11/2026"],
      ["fecha", "2026-02-30"],
      ["hora", "24:00"],
      ["hora", "9:00"],
      ["estado", "completada"],
      ["estado", "cancelada"],
      ["cliente_id", "nadie"],
      ["cliente_id", ""],
      ["servicios[0].servicio_id", ""],
      ["servicios[0].servicio_id", "cejas"],
      ["servicios[0].empleado_id", "ana"],
      ["servicios[0].precio", "-1"],
      ["servicios[0].duracion_minutos", "0"],
      ["servicios[0].duracion_minutos", "1441"],
      ["notas", "x".repeat(2001)],
    ],
    textField: "notas",
    edits: {
      fecha: TOMORROW,
      hora: "23:20",
      "servicios[0].precio": "123.50",
      "servicios[0].duracion_minutos": "10",
      "servicios[0].empleado_id": ANA,
      estado: "confirmada",
    },
    messages: {
      created: `Cita creada${slot}Ver la cita`,
      updated: `Cita actualizada${slot}Ver la cita`,
      deleted: "Cita eliminada",
    },
    question: "¿Estás segura de que quieres eliminar esta cita?",
  },
  () => staff,
);

describe("editing an appointment", () => {
  const made = async (changes: Record<string, string> = {}) => {
    await book(fields(changes));
    return String(await sqlValue("SELECT id FROM citas_susa ORDER BY created_at DESC, id LIMIT 1"));
  };

  test("keeps its slot, rejects a move onto another appointment, and adds a history line", async () => {
    const id = await made();
    await made({ hora: "12:00" });
    const page = await staff.get(`/admin/citas/${id}`);
    expect((await page.submit({ notas: "Otra nota" })).status).toBe(303);
    const rejected = await staff.submit(`/admin/citas/${id}`, { hora: "11:30" });
    expect([rejected.status, rejected.text("section[aria-labelledby=ocupado]")]).toEqual([
      409,
      expect.stringContaining("de 12:00 p.m. a 1:00 p.m."),
    ]);
    const history = await sqlColumn("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden", [id]);
    expect(history).toEqual(["creada", "editada"]);
  });

  test("records a change of time and of status as two history lines, and warns about a past time only when it changes", async () => {
    const id = await made({ estado: "programada" });
    expect((await staff.submit(`/admin/citas/${id}`, { hora: "13:00", estado: "confirmada" })).status).toBe(303);
    expect(await sql("SELECT accion, estado FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden", [id])).toEqual([
      { accion: "creada", estado: "programada" },
      { accion: "editada", estado: "programada" },
      { accion: "confirmada", estado: "confirmada" },
    ]);
    await sql("UPDATE citas_susa SET fecha_hora = fecha_hora - interval '2 days', fin = fin - interval '2 days' WHERE id = $1", [
      id,
    ]);
    expect((await staff.submit(`/admin/citas/${id}`, { notas: "Ya empezó" })).status).toBe(303);
    expect((await staff.submit(`/admin/citas/${id}`, { hora: "09:00" })).status).toBe(409);
  });

  test("waits to be confirmed again at another hour or by another client, and not for a note", async () => {
    const id = await made({ estado: "confirmada" });
    const estado = () => sqlValue("SELECT estado FROM citas_susa WHERE id = $1", [id]);
    await staff.submit(`/admin/citas/${id}`, { notas: "Trae foto" });
    expect(await estado()).toBe("confirmada");
    expect((await staff.submit(`/admin/citas/${id}`, { hora: "13:00" })).status).toBe(303);
    expect(await estado()).toBe("programada");
    expect((await staff.get("/admin/citas")).flash).toContain("Como cambió, falta que ella la confirme otra vez.");
    await staff.submit(`/admin/citas/${id}`, { estado: "confirmada" });
    await staff.submit(`/admin/citas/${id}`, { cliente_id: await createCliente({ nombre: "Otra" }) });
    expect(await estado()).toBe("programada");
  });

  test("rejects an edit of an appointment completed since the form was opened", async () => {
    const id = await made();
    const page = await staff.get(`/admin/citas/${id}`);
    await sql("UPDATE citas_susa SET estado = 'completada' WHERE id = $1", [id]);
    const rejected = await page.submit({ notas: "Tarde" });
    expect([rejected.status, rejected.values().notas]).toEqual([409, "Tarde"]);
    expect(rejected.alert).toContain("Esta cita ya está completada. Para cambiarla, reábrela.");
    const again = await rejected.submit();
    expect([again.status, again.values().notas, again.alert]).toEqual([409, "Tarde", rejected.alert]);
    const over = await staff.get(`/admin/citas/${id}`);
    expect(over.text("dialog")).toContain("Esta cita está completada. Para cambiarla, reábrela en su página.");
    expect(over.all("dialog form")).toHaveLength(0);
  });

  test("keeps an appointment's cleanup time when it is edited later", async () => {
    const id = await made();
    await made({ hora: "11:00" });
    await sql("UPDATE servicios_susa SET limpieza_minutos = 30 WHERE id = $1", [CEJAS]);
    expect((await staff.submit(`/admin/citas/${id}`, { notas: "Nada más una nota" })).status).toBe(303);
    expect((await citas()).map(({ fin }) => fin)).toEqual([at("11:00"), at("12:00")]);
    await sql("UPDATE servicios_susa SET limpieza_minutos = 15 WHERE id = $1", [CEJAS]);
  });
});

describe("the list of appointments", () => {
  const add = (day: string, clock: string, columns: Columns = {}) =>
    createCita(at(clock, day), { duracion_minutos: 30, ...columns });
  const times = (page: Page) => page.all("main ol > li time").map((time) => time.getAttribute("datetime"));

  test("shows today by default, and tomorrow, upcoming or all on request", async () => {
    await add(addDays(HOY, -1), "23:59");
    await add(HOY, "00:00");
    await add(HOY, "23:59");
    await add(TOMORROW, "00:00");
    await add(addDays(HOY, 2), "00:00");
    const of = async (search: string) => times(await staff.get(`/admin/citas${search}`));
    const iso = (day: string, clock: string) => at(clock, day).toISOString();
    expect(await of("")).toEqual([iso(HOY, "00:00"), iso(HOY, "23:59")]);
    expect(await of("?cuando=manana")).toEqual([iso(TOMORROW, "00:00")]);
    expect(await of("?cuando=proximas")).toEqual([iso(HOY, "23:59"), iso(TOMORROW, "00:00"), iso(addDays(HOY, 2), "00:00")]);
    expect(await of("?cuando=todas")).toHaveLength(5);
  });

  test("shows every field, and names deleted clients and services as such", async () => {
    await add(HOY, "10:00", {
      cliente_id: LUCIA,
      servicio_id: CEJAS,
      empleado_id: ANA,
      precio: "320.00",
      notas: "Con <b>henna</b>",
      estado: "cancelada",
      no_asistio: true,
    });
    await add(HOY, "11:00");
    const cards = (await staff.get("/admin/citas")).texts("main ol > li.card");
    for (const text of ["10:00 a.m.", "cancelada", "no asistió", "Lucía Peña", "55 1234 5678"]) expect(cards[0]).toContain(text);
    for (const text of ["Diseño de cejas · $320.00", "Especialista: Ana Núñez", "Con <b>henna</b>"])
      expect(cards[0]).toContain(text);
    for (const text of ["Clienta eliminada", "Servicio eliminado", "Sin especialista"]) expect(cards[1]).toContain(text);
  });

  test("draws a line for now before the first appointment of today that is to come", async () => {
    const lines = async () => (await staff.get("/admin/citas")).all("main ol > li").map((li) => li.className.split(" ")[0]);
    await createCita(at("00:00", HOY), { fin: new Date(Date.now() - 1) });
    expect(await lines()).toEqual(["card"]);
    await createCita(new Date(Date.now() + 60_000));
    expect(await lines()).toEqual(["card", "now-line", "card"]);
    // What is over is folded, unless it is what one looks for.
    const folded = async (search: string) =>
      (await staff.get(`/admin/citas${search}`)).texts("main section summary + ol > li h3");
    expect([await folded(""), await folded("?estado=programada")]).toEqual([["12:00 a.m."], []]);
  });

  test("shows on each card what its state and the time call for, and the rest under its three dots", async () => {
    // Yesterday's has begun at any hour, tomorrow's have not.
    const [yesterday, tomorrow] = [addDays(HOY, -1), addDays(HOY, 1)];
    await add(yesterday, "10:00", { cliente_id: LUCIA });
    await add(tomorrow, "10:00");
    await add(tomorrow, "11:00", { estado: "confirmada" });
    const pages = await Promise.all([yesterday, tomorrow].map((day) => staff.get(`/admin/citas?dia=${day}`)));
    const cards = pages.flatMap((page) => page.all("main ol > li"));
    const labels = (card: Element | undefined, which: string) =>
      [...(card?.querySelectorAll(`.cita-actions ${which}`) ?? [])].map(
        ({ textContent }) => textContent?.split(/ (?:a |de )?la(?: cita|s \d)/)[0],
      );
    const inView = ":is(a.button, button):not(details *)";
    expect(cards.map((card) => labels(card, inView))).toEqual([["Completar"], ["Confirmar"], ["Mover"]]);
    expect(cards.map((card) => labels(card, "details :is(a, button)"))).toEqual([
      ["No asistió", "Mover", "Confirmar", "Cancelar cita", "Editar", "Eliminar"],
      ["Mover", "Completar", "Cancelar cita", "Editar", "Eliminar"],
      ["Completar", "Quitar la confirmación", "Cancelar cita", "Editar", "Eliminar"],
    ]);
  });

  test("names each day once above its appointments, with the year of another year, and the hour alone on each card", async () => {
    const lastYear = `${Number(HOY.slice(0, 4)) - 1}-11-16`;
    for (const day of [lastYear, HOY]) for (const clock of ["10:00", "11:00"]) await add(day, clock);
    const sections = (await staff.get("/admin/citas?cuando=todas")).all("main section:has(ol)");
    expect(sections.map((each) => [...each.querySelectorAll("h2, h3")].map(({ textContent }) => textContent))).toEqual([
      [`${formatDay(at("10:00", lastYear), ZONA)} de ${lastYear.slice(0, 4)}`, "10:00 a.m.", "11:00 a.m."],
      [formatDay(at("10:00", HOY), ZONA), "10:00 a.m.", "11:00 a.m."],
    ]);
  });

  test("shows a day that is chosen, whatever else filters it, and today without one", async () => {
    const day = addDays(HOY, -7);
    await add(day, "10:00", { empleado_id: ANA });
    await add(day, "11:00");
    await add(HOY, "12:00");
    const of = async (search: string) => times(await staff.get(`/admin/citas${search}`));
    const [first, second, today] = [at("10:00", day), at("11:00", day), at("12:00", HOY)].map((moment) => moment.toISOString());
    expect(await of(`?dia=${day}`)).toEqual([first, second]);
    expect(await of(`?cuando=todas&dia=${day}&empleado=${ANA}&estado=&q=`)).toEqual([first]);
    for (const empty of ["", "%00"]) expect(await of(`?dia=${empty}`)).toEqual([today]);
    const none = await staff.get(`/admin/citas?dia=${addDays(HOY, -8)}`);
    expect(none.text("main")).toContain(`No hay citas el ${formatDay(at("12:00", addDays(HOY, -8)), ZONA)}`);
    expect((await staff.get(`/admin/citas/nueva?dia=${day}`)).values().fecha).toBe(day);
    expect(none.hrefs('main header a[href*="citas/nueva"]').map((href) => href.split("?")[1])).toEqual([
      `dia=${addDays(HOY, -8)}&ahora=1`,
      `dia=${addDays(HOY, -8)}`,
    ]);
  });

  test("opens all appointments at the page of today, and leads from it to the first page and to the last", async () => {
    const many = (days: number, count: number) =>
      sql(
        "INSERT INTO citas_susa (fecha_hora, fin) SELECT $1::timestamptz, $1::timestamptz + interval '1 h' FROM generate_series(1, $2)",
        [at("12:00", addDays(HOY, days)), count],
      );
    await many(-7, 3 * CITAS_PER_PAGE);
    await add(HOY, "12:00");
    await many(7, 3 * CITAS_PER_PAGE);
    const page = await staff.get("/admin/citas?cuando=todas");
    expect(times(page)[0]).toBe(at("12:00", HOY).toISOString());
    expect(page.hrefs("nav[aria-label=Páginas] a").map((href) => new URLSearchParams(href.split("?")[1]).get("pagina"))).toEqual([
      "1",
      "3",
      "5",
      "7",
    ]);
    await sql("DELETE FROM citas_susa WHERE fecha_hora >= $1", [at("00:00", HOY)]);
    const past = await staff.get("/admin/citas?cuando=todas");
    expect([times(past).length, past.hrefs("a[rel=next]")]).toEqual([CITAS_PER_PAGE, []]);
  });

  test("filters by specialist, status and client, and says when nothing matches", async () => {
    await add(HOY, "10:00", { empleado_id: ANA, cliente_id: LUCIA });
    await add(HOY, "11:00", { empleado_id: BETY, estado: "cancelada" });
    await add(HOY, "12:00");
    const count = async (search: string) => times(await staff.get(`/admin/citas${search}`)).length;
    expect(await count(`?empleado=${ANA}`)).toBe(1);
    expect(await count("?empleado=ninguna")).toBe(1);
    expect(await count("?empleado=%00")).toBe(3);
    expect(await count("?estado=cancelada")).toBe(1);
    expect(await count("?q=pena")).toBe(1);
    const noMatch = await staff.get("/admin/citas?q=nadie");
    expect(noMatch.text()).toContain("Nada coincide con lo que buscas");
  });

  test("says that there is no appointment at all only where that is so, and has words of its own for an empty day", async () => {
    const emptyState = async (search: string) => {
      const text = (await staff.get(`/admin/citas${search}`)).text("main");
      return ["No hay citas programadas", "Programar primera cita", "Hoy no hay citas", "Mañana no hay citas", "Agendar"].filter(
        (words) => text.includes(words),
      );
    };
    expect(await emptyState("")).toEqual(["No hay citas programadas", "Programar primera cita"]);
    await add(addDays(HOY, -1), "10:00");
    expect(await emptyState("")).toEqual(["Hoy no hay citas", "Agendar"]);
    expect(await emptyState("?cuando=manana")).toEqual(["Mañana no hay citas", "Agendar"]);
    const day = await staff.get(`/admin/citas?vista=dia&dia=${TOMORROW}`);
    expect(day.text("main")).toContain("No hay citas este día.");
    expect(day.text("main")).not.toContain("No hay citas programadas");
  });

  test("shows each of many appointments at one time on one page only, whatever is edited meanwhile, and counts them", async () => {
    const many = 2 * CITAS_PER_PAGE + 1;
    await sql("INSERT INTO citas_susa (fecha_hora, fin) SELECT now(), now() + interval '1 h' FROM generate_series(1, $1::int)", [
      many,
    ]);
    const hrefs = new Set<string>();
    for (const pagina of [1, 2, 3]) {
      const page = await staff.get(`/admin/citas?cuando=todas&pagina=${pagina}`);
      expect(page.text()).toContain(`${many} citas`);
      for (const href of page.hrefs("main ol > li a[href*=detalle]")) hrefs.add(href.replace(/\?.*/, ""));
      // An edit moves a row to the end of its table.
      await sql("UPDATE citas_susa SET fin = fin + interval '1 second' WHERE random() < 0.5");
    }
    expect(hrefs.size).toBe(many);
  });

  test("answers 503 when it cannot be read", async () => {
    const page = await withoutTable("citas_susa", () => staff.get("/admin/citas"));
    expect([page.status, page.alert]).toEqual([503, "ErrorNo se pudieron cargar las citas"]);
  });

  test("shows a week from Monday, with links to the previous and next week", async () => {
    await add(TOMORROW, "10:00", { empleado_id: ANA, cliente_id: LUCIA });
    const monday = addDays(TOMORROW, -weekday(TOMORROW));
    const page = await staff.get(`/admin/citas?vista=semana&dia=${TOMORROW}`);
    expect(page.all("table thead th").slice(1)).toHaveLength(7);
    expect(page.all("table thead th")[1]?.textContent).toBe(formatDay(`${monday}T12:00:00Z`, "UTC"));
    expect(page.text("table tbody tr")).toContain(
      `${formatTime(at("10:00"), ZONA)} a ${formatTime(at("10:30"), ZONA)} Lucía Peña`,
    );
    const days = page
      .all('nav[aria-label="Días"] a')
      .map((link) => new URLSearchParams(link.getAttribute("href") ?? "").get("dia"));
    expect(days).toEqual([addDays(monday, -7), HOY, addDays(monday, 7)]);
    for (const dia of ["", "%00"]) expect((await staff.get(`/admin/citas?vista=semana&dia=${dia}`)).status).toBe(200);
  });
});
