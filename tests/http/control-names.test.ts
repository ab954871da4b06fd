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
  const object = shown.split(" ").slice(1).at(-1)?.toLowerCase();
  if (
    object &&
    // In the filled tables a client and her service have one name.
    !shown.startsWith("Marca ") &&
    hidden.some((words) =>
      words
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .includes(object),
    )
  )
    return "its object is said twice";
  if (/^(el|la|los|las) /.test(hidden[0] ?? "") && shown !== "" && name.startsWith(shown) && !INFINITIVE.test(shown))
    return "an article follows what is no verb";
  return /\b(de|a) el \p{Ll}|\b(la|el) (la|el)\b| [,.;]/u.test(name) ? "ungrammatical" : null;
}

const CITA = "la cita de las 9:00 a.m. de Eva Sol";

/** Names that a visible label and hidden words make together, by the screen that has them. */
const NAMES: Record<string, string[]> = {
  "/admin/citas?cuando=todas": [
    "Cancelar cita de las 9:00 a.m. de Eva Sol",
    ...["Confirmar", "Mover", "Completar", "Reabrir", "Editar", "Eliminar"].map((verb) => `${verb} ${CITA}`),
    `No asistió a ${CITA}`,
    `Quitar «no asistió» de ${CITA}`,
    `Pedir confirmación de ${CITA} por WhatsApp`,
    `Reagendar ${CITA} por WhatsApp`,
    `Más acciones para ${CITA}`,
    "Quitar la confirmación de la cita de las 11:00 a.m. de Eva Sol",
    "Recordar la cita de las 11:00 a.m. de Eva Sol por WhatsApp",
    "Dar las gracias por la cita de la 1:00 p.m. de Eva Sol por WhatsApp",
  ],
  "/admin/citas/recordatorios": [
    "Recordar la cita de Eva Sol a las 9:00 a.m., Extensión de pestañas por WhatsApp",
    "Viene a la cita de Eva Sol a las 9:00 a.m., Extensión de pestañas",
    "Mover la cita de Luz Paz",
    "Corregir el teléfono de Luz Paz",
    "Ver ese día",
  ],
  "/admin/ventas/por-cobrar": ["Cobrar a Marca agenda, 2 × Marca agenda"],
  "/admin/clientes": [
    "Editar a Eva Sol",
    "Eliminar a Eva Sol",
    "Más acciones para Eva Sol",
    "Escribir a Eva Sol por WhatsApp (en otra pestaña)",
  ],
  "/admin/servicios": ["Editar el servicio Extensión de pestañas", "Eliminar el servicio Extensión de pestañas"],
  [`/admin/servicios/${ID}`]: ["Insumo 1", "Cantidad del insumo 1", "Quitar el insumo 1"],
  "/admin/galeria": ["Editar la imagen de Servicio eliminado", "Eliminar la imagen de Servicio eliminado"],
  "/admin/testimonios": [
    "Visible en el sitio: el testimonio de Marca catalogo",
    "Editar el testimonio de Marca catalogo",
    "Eliminar el testimonio de Marca catalogo",
  ],
  "/admin/inventario": ["Editar Marca inventario", "Llegó / Se usó: Marca inventario", "Movimientos de Marca inventario"],
  "/admin/proveedores": ["Editar a Marca inventario", "Eliminar a Marca inventario"],
  "/admin/empleados": ["Editar a Ana Núñez", "Eliminar a Ana Núñez", "Horario y ausencias de Ana Núñez"],
  [`/admin/empleados/${ID}/horario`]: [
    "Editar la ausencia del jueves 24 al viernes 25 de diciembre",
    "Eliminar la ausencia del jueves 24 al viernes 25 de diciembre",
  ],
  [`/admin/empleados/${ID}/horario/semana`]: ["Entra el lunes", "Sale el lunes", "Entra el domingo", "Sale el domingo"],
  "/admin/reportes": ["CSV de Clientas", "Ver el mes", "Ver el año", "Ver esas fechas"],
  "/admin/configuracion/general": ["Abre el lunes", "Cierra el lunes", "Guardar cambios de Horario"],
  "/admin/configuracion/apariencia": [
    "Subir el logotipo",
    "Subir la imagen de la portada",
    "Subir el retrato de la fundadora",
    "No mostrar el retrato de la fundadora",
  ],
  "/admin/configuracion/notificaciones": ["Editar el mensaje Recordar"],
  "/admin/configuracion/integracion": [
    "Crear la dirección del calendario de Ana Núñez",
    "Cambiar dirección del calendario de Marca agenda Marca agenda",
    "Quitar el calendario de Marca agenda Marca agenda",
  ],
  "/admin/configuracion/seguridad": [
    "Editar los permisos de luz@ejemplo.mx",
    "Crear enlace de acceso para luz@ejemplo.mx",
    "Desactivar luz@ejemplo.mx",
  ],
  "/admin/configuracion/papelera": [
    "Recuperar al empleado: Marca propietaria Marca propietaria",
    "Eliminar para siempre al empleado: Marca propietaria Marca propietaria",
  ],
};

describe("the name of every button and link is one phrase that begins with its label", () => {
  const addresses = listAdminAddresses(site).map(({ path }) => path);
  const lists = ["?cuando=todas", "?cuando=proximas", "?vista=dia", "?vista=semana"].map((search) => `/admin/citas${search}`);

  test("on every page", async () => {
    const faults: string[] = [];
    let seen = 0;
    // What was examined once is not examined again: the layout around each page, and the page of a 404.
    const known = new Set<string>();
    let isMissingKnown = false;
    for (const path of [...addresses, ...lists, "/admin/citas/recordatorios"]) {
      const page = await owner.send(path);
      if (page.status === 404 && isMissingKnown) continue;
      isMissingKnown ||= page.status === 404;
      for (const control of page.all("a, button, summary")) {
        seen++;
        if (known.has(control.outerHTML)) continue;
        known.add(control.outerHTML);
        const fault = faultOf(control);
        if (fault) faults.push(`${path}: ${fault}: «${control.getAttribute("aria-label") ?? flat(control.textContent)}»`);
      }
    }
    // The calendar's address of the filled table is no ciphertext.
    vi.mocked(console.error).mockClear();
    expect([...new Set(faults)]).toEqual([]);
    expect(seen).toBeGreaterThan(2000);
  });

  test.each(Object.entries(NAMES))("as a person says it on %s", async (path, names) => {
    const said = (await owner.get(path))
      .all("main :is(a, button, summary, label)")
      .map((control) => (control.getAttribute("aria-label") ?? flat(control.textContent)).trim())
      // Appointments of the same hour are named apart by their days.
      .map((name) => name.replace(/, \p{L}+ \d+ de \p{L}+, Extensión de pestañas(?= por WhatsApp$|$)/u, ""));
    vi.mocked(console.error).mockClear();
    expect(said).toEqual(expect.arrayContaining(names));
  });
});
