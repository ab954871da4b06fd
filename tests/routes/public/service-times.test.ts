import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../support/browser";
import { createAusencia, createDemoConfiguracion, createEmpleado, createServicio } from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

let id: string;
let mariana: string;

const site = await startSiteForFile();
const eva = site.visitor();

beforeEach(async () => {
  await emptyTables("servicios_susa", "empleados_susa", "configuracion_susa", "codigos_susa", "ausencias_susa", "citas_susa");
  await createDemoConfiguracion();
  id = await createServicio({ duracion_minutos: 45 });
  const shown = { en_sitio: true };
  mariana = await createEmpleado({ nombre: "Mariana", apellido: "Ríos", ...shown });
  await createEmpleado({ nombre: "Susana", apellido: "Paz", ...shown });
});

const times = (page: Page) => page.all(".slots dd a");
const message = (link: Element | undefined | null) => decodeURIComponent(link?.getAttribute("href") ?? "");
const hrefOf = (page: Page, text: string) =>
  page
    .all(".slots a")
    .find((link) => link.textContent === text)
    ?.getAttribute("href")
    ?.replace(/#.*/, "") ?? "";

describe("the free times of a service", () => {
  test("name their day, and the bar books the first of them", async () => {
    const page = await eva.get(`/servicio/${id}`);
    const names = times(page).map((link) => link.getAttribute("aria-label"));
    expect(names).toHaveLength(6);
    expect(new Set(names).size).toBe(6);
    for (const name of names)
      expect(name).toMatch(/^\d+:\d\d [ap]\.m\., .*(lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d+ de /i);
    const reserve = page.document.querySelector("while-fresh .reserve a");
    expect(reserve?.textContent).toBe("Agendar");
    expect(message(reserve)).toBe(message(times(page)[0]));
    expect(message(reserve)).toMatch(/Código: \w{5}$/);
  });

  test("are of one specialist when she is chosen, and the message names her", async () => {
    const page = await eva.get(`/servicio/${id}?de=/gallery`);
    expect(page.text(".slots nav")).toBe("Con quien esté libreCon MarianaCon Susana");
    expect(page.all(".specialist")).toEqual([]);
    await sql("UPDATE servicios_susa SET empleado_id = $1", [mariana]);
    expect((await eva.get(`/servicio/${id}`)).text(".specialist")).toBe("Especialista: Mariana Ríos y equipo");
    const hers = await eva.get(`/servicio/${id}${hrefOf(page, "Con Mariana")}`);
    expect(hers.text(".slots nav [aria-current]")).toBe("Con Mariana");
    expect(message(times(hers)[0])).toContain("con Mariana Ríos el ");
    expect(hers.href("main > a")).toBe("/gallery");
    await createAusencia(mariana, "2020-01-01", "2090-01-01");
    expect((await eva.get(`/servicio/${id}?con=${mariana}`)).text(".slots")).toContain("Mariana no tiene horarios libres");
  });

  test("are more when more are asked for, and unknown values change nothing", async () => {
    const page = await eva.get(`/servicio/${id}`);
    const more = await eva.get(`/servicio/${id}${hrefOf(page, "Ver más días y horarios")}`);
    expect(times(more).length).toBeGreaterThan(20);
    const strange = await eva.get(`/servicio/${id}?dias=todos&con=nadie`);
    expect(strange.html).toBe(page.html);
  });

  test("without any, the bar asks for one", async () => {
    await createAusencia(null, "2020-01-01", "2090-01-01");
    const page = await eva.get(`/servicio/${id}`);
    expect(page.text(".slots")).toContain("Por ahora no hay horarios libres");
    expect(page.all(".reserve")).toHaveLength(1);
    expect(message(page.document.querySelector(".reserve a"))).toContain("Diseño de cejas ($350.00, 45 min)");
  });

  test("are not offered without a WhatsApp to send them to", async () => {
    await sql("UPDATE configuracion_susa SET whatsapp = NULL, telefono = '+52 244 123 4567'");
    const page = await eva.get(`/servicio/${id}`);
    expect(page.all(".slots, a[href^='https://wa.me']")).toEqual([]);
    expect(page.href(".reserve a")).toBe("tel:+522441234567");
  });
});
