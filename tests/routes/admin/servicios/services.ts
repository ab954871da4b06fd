import { createEmpleado } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// A site with one specialist, for the tests of the services. Each test file gets one of its own.

export const site = await startSiteForFile();
export const ana = await site.staff();

/** The specialist Mariana Núñez, whose id the form's values contain. */
export const MARIANA = "11111111-1111-4111-8111-111111111111";
await createEmpleado({ id: MARIANA, nombre: "Mariana" });

/** Every field of the form as a person types it. */
export const WHOLE = {
  nombre: "Diseño de cejas",
  descripcion: "Con hilo\ny pinza",
  precio: "$1,450.5",
  duracion_minutos: "45",
  limpieza_minutos: "15",
  retoque_semanas: "4",
  categoria: "pestañas",
  empleado_id: MARIANA,
  quien: MARIANA,
  "insumos[0].nombre": "Henna",
  "insumos[0].cantidad": "2",
  "insumos[1].nombre": "Hilo «fino»",
  "insumos[1].cantidad": "1",
};

export const saved = async (id: string) =>
  (await sql<Record<string, unknown>>("SELECT * FROM servicios_susa WHERE id = $1", [id]))[0] ?? {};
