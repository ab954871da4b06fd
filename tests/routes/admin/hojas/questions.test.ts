import { beforeEach, expect, test } from "vitest";
import { createConfiguracion } from "../../../support/factories";
import { emptyTables, sqlColumn } from "../../../support/test-database";
import { ana, IMPORT_FORM, preview, runImport } from "./bring-form";

beforeEach(async () => {
  await emptyTables("empleados_susa", "servicios_susa", "configuracion_susa");
  await createConfiguracion();
});

test("a specialist written as a long address is asked, and waits for her surname with a sentence beside the question", async () => {
  const page = await preview("Servicio,Categoría,Precio,Quién lo hace\nGelish,Manicura,280,ana.lucia.hernandez@gmail.com\n");
  const name = page.document.querySelector("section[aria-labelledby=preguntas] select")?.getAttribute("name") ?? "";
  const answered = await page.submit({ intent: "ver", [name]: "crear", [`${name}_apellido`]: "" }, IMPORT_FORM);
  expect(answered.status).toBe(303);
  const shown = await ana.get(String(answered.location));
  const field = shown.document.querySelector(`select[name="${name}"]`);
  expect([field?.getAttribute("aria-invalid"), shown.text(`#${field?.getAttribute("aria-describedby")}`)]).toEqual([
    "true",
    "Escribe su apellido para agregarla.",
  ]);
  expect(shown.text()).toContain("1 fila espera tu respuesta.");
  const whole = await shown.submit({ intent: "ver", [`${name}_apellido`]: "Hernández" }, IMPORT_FORM);
  expect(await runImport(await ana.get(String(whole.location)))).toContain("Se agregaron: 1 especialista y 1 servicio.");
  expect(await sqlColumn("SELECT apellido FROM empleados_susa")).toEqual(["Hernández"]);
});
