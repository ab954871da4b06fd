import { ESTUDIO } from "~/content/estudio";
import { db } from "~/database/client.server";
import { avisoOf } from "./aviso.server";
import type { Configuracion } from "./configuracion.server";

type Rows = Record<"equipo" | "servicios" | "cita" | "logo" | "portada" | "fotos" | "clientas", boolean>;

/** What a new studio has already done, by what is there: its steps, and what can wait. */
export type FirstSteps = Rows & Record<"datos" | "horario" | "aviso" | "cuentas", boolean>;

/** Gives what a new studio with these settings has already done; `isOpen`: anybody can make an account. */
export async function listFirstSteps(estudio: Configuracion, isOpen: boolean): Promise<FirstSteps> {
  const [rows] = await db.$queryRaw<[Rows]>`
      SELECT EXISTS (SELECT FROM empleados_susa) AS equipo, EXISTS (SELECT FROM servicios_susa) AS servicios,
        EXISTS (SELECT FROM citas_susa) AS cita,
        EXISTS (SELECT FROM apariencia_susa WHERE logo_id IS NOT NULL) AS logo,
        EXISTS (SELECT FROM apariencia_susa WHERE hero_id IS NOT NULL) AS portada,
        EXISTS (SELECT FROM service_images_susa) AS fotos, EXISTS (SELECT FROM clientes_susa) AS clientas`;
  const { direccion, whatsapp, telefono, hasHorario } = estudio;
  return {
    ...rows,
    // The example's telephone is the one of its facts that no studio can keep.
    datos: direccion !== "" && whatsapp !== "" && telefono !== ESTUDIO.telefono,
    horario: hasHorario,
    aviso: avisoOf(estudio) !== null,
    cuentas: !isOpen,
  };
}
