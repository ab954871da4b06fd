import { ZONAS } from "../../../../app/content/estudio";
import { studioDay } from "../../../../app/format/dates";
import { addDays } from "../../../../app/format/days.server";
import { studioClock, studioMoment } from "../../../../app/format/zone.server";
import type { Page } from "../../../support/browser";
import { createCliente, createConfiguracion, createEmpleado, createServicio } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// A studio that is open all day, with two specialists, two services and a client, for the tests of the appointment form. Each test
// file gets one of its own.

// A zone where it is before 22:30, so that an appointment late today is in the future.
export const ZONA = Object.keys(ZONAS).find((zone) => studioClock(new Date(), zone) < "22:30") ?? "America/Tijuana";
export const HOY = studioDay(new Date(), ZONA);
export const TOMORROW = addDays(HOY, 1);

export const CEJAS = "10000000-0000-4000-8000-000000000001";
export const PEDICURA = "10000000-0000-4000-8000-000000000002";
export const ANA = "20000000-0000-4000-8000-000000000001";
export const BETY = "20000000-0000-4000-8000-000000000002";
export const LUCIA = "30000000-0000-4000-8000-000000000001";

export const site = await startSiteForFile({ TZ: "Asia/Tokyo" });
export const staff = await site.staff("ana@ejemplo.mx");
await createConfiguracion({ horario: Array(7).fill({ abre: "00:00", cierra: "23:59" }), zona_horaria: ZONA });
await createEmpleado({ id: ANA });
await createEmpleado({ id: BETY, nombre: "Bety", apellido: "Paz" });
await createServicio({ id: CEJAS, duracion_minutos: 45, limpieza_minutos: 15, quien: [ANA] });
await createServicio({
  id: PEDICURA,
  nombre: "Pedicura",
  precio: 480,
  categoria: "pedicura",
  duracion_minutos: 60,
  limpieza_minutos: 0,
});
await createCliente({ id: LUCIA, telefono: "+525512345678" });

/** Every field of the appointment form, as a person types it. */
export const WHOLE = {
  codigo: "",
  canjeado: "",
  cliente_id: LUCIA,
  cliente_q: "",
  buscado: "",
  elegida: LUCIA,
  cliente_nombre: "",
  cliente_telefono: "",
  "servicios[0].servicio_anterior": CEJAS,
  "servicios[0].servicio_id": CEJAS,
  "servicios[0].empleado_id": "",
  "servicios[0].precio": "325.50",
  "servicios[0].duracion_minutos": "20",
  fecha: HOY,
  hora: "23:15",
  estado: "confirmada",
  notas: "Trae foto\nde referencia",
};

/** An appointment with Ana tomorrow at ten, at the service's price and duration. */
export const fields = (changes: Record<string, string> = {}) => ({
  ...WHOLE,
  fecha: TOMORROW,
  hora: "10:00",
  "servicios[0].empleado_id": ANA,
  "servicios[0].precio": "",
  "servicios[0].duracion_minutos": "",
  ...changes,
});

/** Opens the form for a new appointment. */
export const blank = () => staff.get("/admin/citas/nueva");
/** Opens it, types these values and saves. */
export const book = (values: Record<string, string>) => staff.submit("/admin/citas/nueva", values);

/** The moment of a clock time of the studio, tomorrow unless a day is given. */
export const at = (clock: string, day = TOMORROW) => studioMoment(day, clock, ZONA);

type Cita = {
  id: string;
  fecha_hora: Date;
  fin: Date;
  empleado_id: string | null;
  cliente_id: string;
  visita_id: string | null;
  precio: string;
  duracion_minutos: number;
};
export const citas = () => sql<Cita>("SELECT * FROM citas_susa ORDER BY fecha_hora, id");

/** Submits the form with one of its buttons that do not save. */
export function press(page: Page, text: string, changes: Record<string, string> = {}): Promise<Page> {
  const button = page.all("dialog form button[name]").find((each) => (each.textContent ?? "").includes(text));
  if (!button) throw new Error(`no button ${text}: ${page.text("dialog")}`);
  return page.submit({ ...changes, [button.getAttribute("name") ?? ""]: button.getAttribute("value") ?? "" });
}
