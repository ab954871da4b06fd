import { z } from "zod";
import type { Estudio } from "~/content/estudio";
import { LUGARES, PLANTILLAS, type Renglon, SIN_SERVICIO, type TipoMensaje } from "~/content/plantillas";
import { db } from "~/database/client.server";
import { asMoment, onlyPlaceholders, requiredText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatDay, formatTimeForClient, studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { mapSearchUrl } from "~/format/links";
import { firstName } from "~/format/names";
import { studioMoment } from "~/format/zone.server";
import { enlaceOf } from "~/models/citas/enlace.server";

/** The messages, in the order in which they are offered. */
export const TIPOS_DE_MENSAJE = Object.keys(PLANTILLAS) as TipoMensaje[];

/** The message type that a text from a URL names, or null. */
export function asTipo(text: string | undefined): TipoMensaje | null {
  return TIPOS_DE_MENSAJE.find((tipo) => tipo === text) ?? null;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The form of a message template: its braces may hold only known placeholders. */
export const plantillaSchema = z.object({
  texto: requiredText(1000, "Escribe el mensaje.").superRefine(onlyPlaceholders(Object.keys(LUGARES))),
});

export type PlantillaValues = z.output<typeof plantillaSchema>;

/** Lists the templates: saved, or from app/content (`updated_at` is then empty). */
export async function listPlantillas() {
  const rows = new Map((await db.plantilla.findMany()).map((row) => [row.tipo, row]));
  return TIPOS_DE_MENSAJE.map((tipo) => withDefault(tipo, rows.get(tipo)));
}

/** Gives one template: saved, or from app/content (`updated_at` is then empty). */
export async function getPlantilla(tipo: TipoMensaje) {
  return withDefault(tipo, await db.plantilla.findUnique({ where: { tipo } }));
}

function withDefault(tipo: TipoMensaje, row: { texto: string; updated_at: Date } | null | undefined) {
  const original: { titulo: string; cuando: string; texto: string; renglon?: Renglon } = PLANTILLAS[tipo];
  const { texto = original.texto } = row ?? {};
  const { titulo, cuando, renglon } = original;
  // A text of the owner's own may have been written before there was a link to put in it.
  const falta = renglon && !texto.includes(`{${renglon}}`) ? renglon : null;
  return { tipo, titulo, cuando, texto, falta, updated_at: row?.updated_at.toISOString() ?? "" };
}

/** Saves a template; `stale` when it was changed since `updated_at` was `seen` (empty: never saved). */
export function savePlantilla(tipo: TipoMensaje, seen: unknown, { texto }: PlantillaValues, key: IdempotencyKey) {
  return writeOnce<true, "stale">(key, async (transaction) => {
    const { count } = seen
      ? await transaction.plantilla.updateMany({ where: { tipo, updated_at: asMoment(seen) }, data: { texto } })
      : await transaction.plantilla.createMany({ data: [{ tipo, texto }], skipDuplicates: true });
    if (count === 0) throw new WriteRejection("stale");
    return true;
  });
}

/**
 * The values of the placeholders. Of the client only her name: nothing else that she told the studio may be sent out. `enlace` is null
 * where there is no link to her appointment.
 */
export type MensajeDatos = {
  cliente: string;
  servicio: string | null;
  fecha_hora: Date;
  enlace: string | null;
  estudio: Pick<Estudio, "nombre" | "direccion" | "zona_horaria"> & { resena_url: string | null };
};

/**
 * Fills the placeholders of a template in one pass, so that braces in a name are not filled; unknown ones stay as they are. A line with a
 * link that there is not is left out.
 */
export function fillTemplate(texto: string, { cliente, servicio, fecha_hora, enlace, estudio }: MensajeDatos): string {
  const filled: Record<keyof typeof LUGARES, string | null> = {
    nombre: firstName(cliente) ?? cliente.trim(),
    servicio: servicio ?? SIN_SERVICIO,
    dia: formatDay(fecha_hora, estudio.zona_horaria),
    hora: formatTimeForClient(fecha_hora, estudio.zona_horaria),
    estudio: estudio.nombre,
    direccion: estudio.direccion || estudio.nombre,
    mapa: mapSearchUrl(estudio),
    enlace,
    resena: estudio.resena_url,
  };
  const known = new Map(Object.entries(filled));
  const isWhole = (line: string) => [...line.matchAll(PLACEHOLDER)].every(([, name = ""]) => known.get(name) !== null);
  const lines = texto.split("\n").filter(isWhole).join("\n");
  // Spanish says «a la una», but «a las dos».
  const spoken = filled.hora?.startsWith("1:") ? lines.replaceAll("a las {hora}", "a la {hora}") : lines;
  return spoken.replace(PLACEHOLDER, (placeholder, name: string, at: number) => {
    const value = known.get(name) ?? placeholder;
    // A value that ends in a period (`a.m.`) replaces the one that ends the sentence.
    return value.endsWith(".") && spoken[at + placeholder.length] === "." ? value.slice(0, -1) : value;
  });
}

/** A template filled with an example client, this studio, and tomorrow morning unless another moment is given. */
export function previewPlantilla(
  texto: string,
  estudio: MensajeDatos["estudio"],
  fecha_hora = tomorrowMorning(estudio.zona_horaria),
): string {
  const enlace = enlaceOf({ id: EXAMPLE_ID, cliente_id: EXAMPLE_ID });
  return fillTemplate(texto, { cliente: "Lucía Ejemplo", servicio: "Diseño de cejas", fecha_hora, enlace, estudio });
}

// Of no appointment: the link in a preview is invalid.
const EXAMPLE_ID = "00000000-0000-0000-0000-000000000000";

function tomorrowMorning(zona: string): Date {
  return studioMoment(addDays(studioDay(new Date(), zona), 1), "10:30", zona);
}
