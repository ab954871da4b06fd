import { type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { studioClock } from "~/format/zone.server";
import { notFoundIfNull } from "~/http/guards.server";
import { requireRecoverable } from "~/http/recoverable.server";
import { describeRecovered } from "~/http/recovered-flash.server";
import type { User } from "~/http/session/current-user.server";
import { findConflicts } from "~/models/citas/availability.server";
import type { CitaValues } from "~/models/citas/cita.server";
import { type EstadoCita, isOver } from "~/models/citas/estado";
import type { Turno } from "~/models/citas/turnos.server";
import { getNombre } from "~/models/clientes/cliente.server";
import { getEntrada } from "~/models/papelera/papelera.server";
import { recuperarCitaEn } from "~/models/papelera/recuperar-cita.server";

/** The id of the deleted appointment that the editor of a new one (`id`) brings back at another hour, or null. */
export function readRecovered(request: Request, id: string | undefined): string | null {
  return id === "nueva" ? new URL(request.url).searchParams.get("papelera") : null;
}

type Fila = {
  id: string;
  cliente_id: string | null;
  servicio_id: string | null;
  empleado_id: string | null;
  notas: string | null;
  precio: number;
  duracion_minutos: number;
  estado: EstadoCita;
  fecha_hora: string;
  fin: string;
};

/** The values of a deleted appointment for the editor, and what takes its place now. Throws 404 when it is not in the trash. */
export async function loadRecovered(request: Request, papelera_id: string, user: User, zona: string) {
  const entrada = notFoundIfNull(await getEntrada(papelera_id));
  await requireRecoverable(request, user, entrada);
  if (entrada.tipo !== "cita") throw new Response(null, { status: 404 });
  const fila = entrada.fila as Fila;
  const [fecha_hora, fin] = [new Date(fila.fecha_hora), new Date(fila.fin)];
  const precio = fila.precio.toFixed(2);
  const isClosed = isOver(fila.estado);
  const turno = { ...fila, servicio_id: fila.servicio_id ?? "", precio, fecha_hora, fin };
  return {
    cita: {
      ...fila,
      precio,
      cliente_id: (await getNombre(fila.cliente_id))?.id ?? null,
      // The select then offers only this, under the state that it keeps.
      estado: isClosed ? ("confirmada" as const) : fila.estado,
      fecha: studioDay(fecha_hora, zona),
      hora: studioClock(fecha_hora, zona),
      servicios: [
        {
          servicio_id: fila.servicio_id,
          empleado_id: fila.empleado_id,
          precio,
          duracion_minutos: String(fila.duracion_minutos),
        },
      ],
      updated_at: "",
      base: "",
    },
    estados: isClosed ? [{ value: "confirmada", label: fila.estado === "completada" ? "Completada" : "Cancelada" }] : null,
    conflicts: await findConflicts([turno]),
  };
}

/** Brings the appointment back as the form says; `said` is what it came back with, and what could not be tied to it again. */
export async function recoverAt(
  request: Request,
  papelera_id: string,
  values: CitaValues,
  turnos: Turno[],
  user: User,
  key: IdempotencyKey,
) {
  const entrada = await getEntrada(papelera_id);
  // Without one it may be a repeated submission, which is answered as the first time.
  if (entrada) await requireRecoverable(request, user, entrada);
  const saved = await recuperarCitaEn(papelera_id, values, turnos, user.id, key);
  if (isOk(saved)) return { ...saved, result: [saved.result.id], said: describeRecovered(saved.result) };
  const { outcome } = saved;
  return { outcome: outcome === "exists" ? ("missing" as const) : outcome };
}
