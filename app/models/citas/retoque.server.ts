import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { studioClock, studioMoment } from "~/format/zone.server";
import type { getCitaDetalle } from "./cita-detalle.server";
import { findNextCita } from "./dia.server";
import { listHoras } from "./horas.server";
import { LA_QUE_ESTE_LIBRE, readServicios } from "./turnos.server";

type Done = Pick<
  NonNullable<Awaited<ReturnType<typeof getCitaDetalle>>>,
  "estado" | "fecha_hora" | "cliente" | "servicio" | "empleado"
>;

/**
 * When the touch-up of a completed appointment is due, some weeks later at the same hour (`fecha`), with the appointment that the client
 * has already (`proxima`) or three free hours around it. When that day is past it looks from today on (`dia`). Null when none is needed.
 */
export async function findRetoque({ estado, fecha_hora, cliente, servicio, empleado }: Done, zona: string, now: Date) {
  if (estado !== "completada" || !cliente || !servicio?.activo || servicio.retoque_semanas === null) return null;
  const { id: servicio_id, retoque_semanas: semanas } = servicio;
  const empleado_id = empleado?.activo ? empleado.id : LA_QUE_ESTE_LIBRE;
  const hoy = studioDay(now, zona);
  const fecha = addDays(studioDay(fecha_hora, zona), semanas * 7);
  const isPast = fecha < hoy;
  const [dia, hora] = [isPast ? hoy : fecha, studioClock(fecha_hora, zona)];
  const [proxima, rows] = await Promise.all([
    findNextCita(now, cliente.id),
    readServicios([{ servicio_id, empleado_id, precio: null, duracion_minutos: null }]),
  ]);
  const wanted = {
    desde: isPast ? now : studioMoment(dia, "00:00", zona),
    own: studioMoment(dia, hora, zona),
    max: 3,
    perDay: 1,
  };
  const horas = proxima || !rows ? [] : await listHoras(rows, wanted);
  return { semanas, fecha, isPast, proxima, horas, dia, hora, servicio_id, empleado_id, cliente_id: cliente.id };
}
