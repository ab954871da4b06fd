import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeIcsEntry } from "~/format/ics.server";
import { MINUTE_MS } from "~/limits";
import { closedStatus, describeVisita, readVisita } from "./visit.server";

/** A visit as an entry for its client's own calendar, with an alarm. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { enlace, estudio } = await readVisita(request, params.secreto);
  if (enlace.outcome !== "open") return plain("Esta cita ya no está.", closedStatus(enlace));
  const { visita, moves } = enlace;
  const [first] = visita;
  const { que } = describeVisita(enlace, estudio.zona_horaria);
  const text = writeIcsEntry({
    id: first.id,
    start: first.fecha_hora,
    end: new Date(
      Math.max(...visita.map(({ fecha_hora, duracion_minutos }) => fecha_hora.getTime() + duracion_minutos * MINUTE_MS)),
    ),
    changed: new Date(Math.max(...visita.map(({ updated_at }) => updated_at.getTime()))),
    summary: `Cita en ${estudio.nombre}`,
    description: que,
    location: estudio.direccion,
    sequence: moves,
  });
  return new Response(text, {
    headers: { "Content-Type": "text/calendar; charset=utf-8", "Content-Disposition": 'inline; filename="cita.ics"' },
  });
}

function plain(sentence: string, status: number): Response {
  return new Response(`${sentence}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
