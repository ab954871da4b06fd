import { beforeAll, describe, expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { createCita, createCliente, createEmpleado, createServicio } from "../support/factories";
import { sql, studioDayFromNow } from "../support/test-database";
import { fillTables, ID, listAdminAddresses } from "./admin-addresses";

// What a screen reader says of the buttons and links of the back-office: a visible label, and hidden words that complete it.

const site = await startSiteForFile();
const owner = await site.staff("ana@ejemplo.mx");
await site.staff("luz@ejemplo.mx");

beforeAll(async () => {
  await fillTables((right) => `Marca ${right}`);
  await sql("UPDATE citas_susa SET venta_id = NULL WHERE id = $1", [ID]);
  const cliente_id = await createCliente({ nombre: "Eva Sol", telefono: "2221234567" });
  const servicio_id = await createServicio({ nombre: "Extensión de pestañas" });
  const empleado_id = await createEmpleado();
  const who = { cliente_id, servicio_id, empleado_id };
  const tomorrow = await studioDayFromNow(1);
  // In each state, over and to come; without a telephone too.
  for (const [hour, columns] of Object.entries({
    "15": {},
    "17": { estado: "confirmada" },
    "19": { cliente_id: await createCliente({ nombre: "Luz Paz" }) },
  }))
    await createCita(`${tomorrow}T${hour}:00Z`, { ...who, ...columns });
  for (const [hour, estado] of Object.entries({ "15": "programada", "17": "confirmada", "19": "completada", "21": "cancelada" }))
    await createCita(`2026-01-05T${hour}:00Z`, { ...who, estado });
  await createCita("2026-01-06T15:00Z", { ...who, estado: "cancelada", no_asistio: true });
});

const INFINITIVE = /^(No )?\p{L}+[aei]r$/u;

const flat = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ");

/** What is wrong with the name of a control, if anything. */
function faultOf(control: Element): string | null {
  const label = control.getAttribute("aria-label");
  const visible = control.cloneNode(true) as Element;
  for (const hidden of visible.querySelectorAll(".sr-only")) hidden.remove();
  const shown = flat(visible.textContent).trim();
  if (label !== null) return label.startsWith(shown) ? null : "its name does not begin with its label";
  const name = flat(control.textContent).trim();
  // A browser says a space before hidden words.
  const hidden = [...control.querySelectorAll(".sr-only")].map((part) => flat(part.textContent).trimStart());
  if (hidden.some((words) => /^[,.:;]/.test(words))) return "hidden words begin with a stop";
  if (/^(el|la|los|las) /.test(hidden[0] ?? "") && shown !== "" && name.startsWith(shown) && !INFINITIVE.test(shown))
    return "an article follows what is no verb";
  return /\b(de|a) el \p{Ll}|\b(la|el) (la|el)\b| [,.;]/u.test(name) ? "ungrammatical" : null;
}

describe("the name of every button and link is one phrase that begins with its label", () => {
  const addresses = listAdminAddresses(site).map(({ path }) => path);
  const lists = ["?cuando=todas", "?cuando=proximas", "?vista=dia", "?vista=semana"].map((search) => `/admin/citas${search}`);

  test("on every page", async () => {
    const faults: string[] = [];
    let seen = 0;
    for (const path of [...addresses, ...lists, "/admin/citas/recordatorios"]) {
      const page = await owner.send(path);
      for (const control of page.all("a, button, summary")) {
        seen++;
        const fault = faultOf(control);
        if (fault) faults.push(`${path}: ${fault}: «${control.getAttribute("aria-label") ?? flat(control.textContent)}»`);
      }
    }
    // The calendar's address of the filled table is no ciphertext.
    vi.mocked(console.error).mockClear();
    expect([...new Set(faults)]).toEqual([]);
    expect(seen).toBeGreaterThan(2000);
  });

  test("also of each button of an appointment", async () => {
    const page = await owner.get("/admin/citas?cuando=todas");
    const names = page.texts("main .cita-actions :is(a, button)").map((name) => flat(name).replace(/(\d+:\d\d).*/, "$1"));
    expect(names).toEqual(
      expect.arrayContaining(["Cancelar cita de las 9:00", "Quitar la confirmación de la cita de las 11:00"]),
    );
    expect(names).toEqual(
      expect.arrayContaining(["No asistió a la cita de las 9:00", "Quitar «no asistió» de la cita de las 9:00"]),
    );
  });
});
