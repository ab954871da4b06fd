import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../../../app/format/days.server";
import { type Columns, createCita, createCliente, createServicio } from "../../../support/factories";
import { emptyTables, sql, sqlValue } from "../../../support/test-database";
import { at, HOY, site, staff } from "./agenda";

const PATH = "/admin/citas/por-volver";

let microblading: string;
beforeEach(async () => {
  await emptyTables("citas_susa", "clientes_susa");
  microblading = await createServicio({ nombre: "Microblading", retoque_semanas: 4 });
});

/** A client who had this service so many days ago. */
async function cameAgo(days: number, nombre: string, servicio_id = microblading, columns: Columns = {}) {
  const cliente_id = await createCliente({ nombre, telefono: "+525511112222", ...columns });
  await createCita(at("12:00", addDays(HOY, -days)), { cliente_id, servicio_id, estado: "completada" });
  return cliente_id;
}

describe("the list of who should come again", () => {
  test("has whose retouch is due, the latest first, and then who has not come for long", async () => {
    const facial = await createServicio({ nombre: "Facial" });
    await cameAgo(28, "Hoy");
    await cameAgo(29, "Ayer", await createServicio({ nombre: "Retoque de cejas", retoque_semanas: 4 }));
    await cameAgo(27, "Todavía no");
    await cameAgo(28 + 61, "Hace mucho");
    await cameAgo(59, "Vino hace poco", facial);
    await cameAgo(365, "Hace un año", facial);
    await cameAgo(366, "Hace más", facial);
    const page = await staff.get(PATH);
    expect(page.texts("main h2")).toEqual(["Ya les toca su retoque · 2", "Hace tiempo que no vienen · 2"]);
    expect(page.texts("main li div:first-child > p")).toEqual([
      "Microblading, le toca hoy",
      "Retoque de cejas, le tocaba ayer",
      "Vino hace 2 meses por Microblading",
      "Vino hace 12 meses por Facial",
    ]);
    expect(page.texts("main li a.font-semibold")).toEqual(["Hoy", "Ayer", "Hace mucho", "Hace un año"]);
  });

  test("leaves out who has an appointment ahead, and names one client once", async () => {
    const id = await cameAgo(28, "Lucía");
    await createCita(at("12:00", addDays(HOY, -30)), {
      ...{ cliente_id: id, estado: "completada" },
      servicio_id: await createServicio({ retoque_semanas: 4 }),
    });
    expect((await staff.get(PATH)).texts("main li a.font-semibold")).toEqual(["Lucía"]);
    const ahead = await createCita(at("12:00"), { cliente_id: id });
    expect((await staff.get(PATH)).text()).toContain("Nadie está por volver");
    await sql("UPDATE citas_susa SET estado = 'cancelada' WHERE id = $1", [ahead]);
    expect((await staff.get(PATH)).texts("main li a.font-semibold")).toEqual(["Lucía"]);
  });

  test("opens her message, which is recorded, and counts her no more on the dashboard for two weeks", async () => {
    const id = await cameAgo(28, "Lucía Peña");
    const atendidas = async () => (await staff.get("/admin")).text('section[aria-labelledby="por-atender"]');
    expect(await atendidas()).toContain("1 clienta por volver.Escribirles");
    const opened = await (await staff.get(PATH)).submit({}, 'form[action*="/whatsapp/volver"]');
    const message = await staff.get(String(opened.location));
    expect(message.text("blockquote")).toMatch(/^Hola, Lucía\. .*Microblading/);
    expect(decodeURIComponent(message.href("a[target]"))).toContain("wa.me/525511112222?text=Hola, Lucía.");
    expect(await sql("SELECT tipo FROM mensajes_susa")).toEqual([{ tipo: "volver" }]);
    expect((await staff.get(PATH)).text("main li")).toContain("Escrito hace 1 minuto");
    expect(await atendidas()).not.toContain("por volver");
    await sql("UPDATE mensajes_susa SET created_at = now() - interval '15 days'");
    expect(await atendidas()).toContain("1 clienta por volver");
    expect((await staff.get(PATH)).text("main li")).toContain("Escrito hace 15 días");
    // It names the appointment that it is about.
    const cita = await sqlValue("SELECT id FROM citas_susa WHERE cliente_id = $1", [id]);
    const detail = await staff.get(`/admin/citas/${cita}/detalle`);
    expect(detail.text("section:has(#mensajes)")).toContain("WhatsApp abierto: invitar a volver");
    expect(detail.texts("section:has(#mensajes) button")).not.toContainEqual(expect.stringContaining("Invitar"));
  });

  test("leads to the booking form with her and the service, and to her telephone where it is missing", async () => {
    const id = await cameAgo(28, "Sin Teléfono", microblading, { telefono: null });
    const page = await staff.get(PATH);
    expect(page.text("main li")).toContain("No tiene teléfono. Corregir");
    const form = await staff.get(page.hrefs("main li a").find((href) => href.startsWith("/admin/citas/nueva")) ?? "");
    expect(form.values()).toMatchObject({ cliente_id: id, "servicios[0].servicio_id": microblading });
    await sql("UPDATE servicios_susa SET activo = false");
    // Of a service that is not offered any more no retouch is due.
    expect((await staff.get(PATH)).text()).toContain("Nadie está por volver");
  });

  test("is for the staff alone, and has no message of the waiting list for an appointment", async () => {
    expect((await site.visitor().send(PATH)).location).toMatch(/^\/auth/);
    await cameAgo(28, "Lucía");
    const cita = await sqlValue("SELECT id FROM citas_susa");
    const sent = await staff.post(`/admin/citas/${cita}/whatsapp/espera`, { token: crypto.randomUUID() });
    expect(sent.status).toBe(404);
    expect(await sql("SELECT FROM mensajes_susa")).toEqual([]);
  });
});
