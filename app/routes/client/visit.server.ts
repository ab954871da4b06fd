import { json } from "@remix-run/node";
import { formatDay, formatTimeForClient, formatTimeForClientWithArticle } from "~/format/dates";
import { firstName } from "~/format/names";
import { capitalize, joinWords } from "~/format/text";
import { clientAddress } from "~/http/actor.server";
import {
  digestOfSeen,
  type Enlace,
  isPorAceptar,
  mayNameEspecialista,
  type OpenEnlace,
  readEnlace,
} from "~/models/citas/enlace.server";
import { type Configuracion, getConfiguracion } from "~/models/estudio/configuracion.server";

type Readable = Exclude<Enlace, { outcome: "unknown" }>;
type Closed = Exclude<Readable, { outcome: "open" }>;

/** Reads the visit of the link of a request, with the settings. Throws 404 for what is no link. */
export async function readVisita(
  request: Request,
  secret: string | undefined,
): Promise<{ enlace: Readable; estudio: Configuracion }> {
  const [enlace, estudio] = await Promise.all([readEnlace(secret, clientAddress(request)), getConfiguracion()]);
  if (enlace.outcome === "unknown") throw new Response(null, { status: 404 });
  return { enlace, estudio };
}

/** The data of the page of a link that shows no appointment: 410, or 429 while its address has to wait. */
export function closedLink(enlace: Closed) {
  const { outcome } = enlace;
  const headers: HeadersInit = outcome === "wait" ? { "Retry-After": String(enlace.seconds) } : {};
  return json({ closed: outcome }, { status: closedStatus(enlace), headers });
}

export const closedStatus = ({ outcome }: Closed) => (outcome === "wait" ? 429 : 410);

/** A visit in words, as its client sees it: nothing of her is in it. */
export function describeVisita({ visita }: OpenEnlace, zona: string) {
  const [{ fecha_hora }] = visita;
  const day = formatDay(fecha_hora, zona);
  const servicios = visita.map((cita) => ({
    id: cita.id,
    hora: formatTimeForClient(cita.fecha_hora, zona),
    nombre: cita.servicio?.nombre ?? "Tu servicio",
    con: cita.empleado && mayNameEspecialista(cita) ? firstName(cita.empleado.nombre) : null,
  }));
  return {
    dia: capitalize(day),
    hora: formatTimeForClient(fecha_hora, zona),
    /** As a message to the studio says it: `martes 1 de diciembre a las 10:30 a.m.` */
    said: `${day} ${formatTimeForClientWithArticle(fecha_hora, zona)}`,
    /** A request that the studio has not answered. */
    isPorAceptar: isPorAceptar(visita),
    isConfirmed: visita.every(({ estado }) => estado === "confirmada"),
    servicios,
    /** What is done, each specialist named once, after her last service in a row: `Manicura y Pedicura con Ana`. */
    que: joinWords(
      servicios.map(({ nombre, con }, index) => (con && con !== servicios[index + 1]?.con ? `${nombre} con ${con}` : nombre)),
    ),
    /** What her forms send, so that they act on what she saw. */
    visto: digestOfSeen(visita),
  };
}
