import { beforeEach, expect, test } from "vitest";
import { createConfiguracion, createServicio } from "../../../support/factories";
import { sql, sqlColumn, studioDayFromNow } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// A studio with a service, and nobody yet who does it.

const site = await startSiteForFile();
const owner = await site.staff("ana@ejemplo.mx");
const luz = await site.staff("luz@ejemplo.mx");
await createConfiguracion({ horario: Array(7).fill({ abre: "00:00", cierra: "23:59" }) });
const servicio_id = await createServicio();

beforeEach(() => sql("DELETE FROM citas_susa"));

const VIEWS = [
  ["", "Programar primera cita"],
  ["?vista=dia", "Todavía no hay especialistas"],
  ["?vista=semana", "Todavía no hay especialistas"],
] as const;

test.each(VIEWS)("the empty agenda offers an appointment and a walk-in (%s)", async (view, words) => {
  for (const account of [owner, luz]) {
    const page = await account.get(`/admin/citas${view}`);
    expect(page.texts("main header div a")).toEqual(["Llegó sin cita", "Nueva Cita"]);
    expect(page.text("main .empty-state, main")).toContain(words);
    for (const link of page.hrefs("main header div a")) {
      const form = await account.get(new URL(link, `http://susa${page.path}`).href.replace("http://susa", ""));
      expect([form.status, Object.keys(form.values())], link).toEqual([200, expect.arrayContaining(["cliente_nombre", "fecha"])]);
    }
  }
});

test.each(VIEWS)("an appointment without a specialist is booked from there (%s)", async (view) => {
  const page = await luz.get(`/admin/citas${view}`);
  const [, nueva = ""] = page.hrefs("main header div a");
  const form = await luz.get(nueva);
  const typed = {
    cliente_nombre: "Eva Sol",
    "servicios[0].servicio_id": servicio_id,
    fecha: await studioDayFromNow(3),
    hora: "11:00",
  };
  const saved = await form.submit(typed);
  expect([saved.status, saved.alert]).toEqual([303, ""]);
  expect(await sqlColumn("SELECT empleado_id FROM citas_susa")).toEqual([null]);
});

test("only who may add specialists is sent there; the others are told who does", async () => {
  const state = async (account: typeof owner) => {
    const page = await account.get("/admin/citas?vista=dia");
    return [page.text(".empty-state"), page.hrefs(".empty-state a")];
  };
  expect(await state(owner)).toEqual([expect.stringContaining("Agrega a cada una"), ["/admin/empleados"]]);
  expect(await state(luz)).toEqual([expect.stringContaining("La propietaria las agrega"), []]);
});
