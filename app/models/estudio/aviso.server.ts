import { z } from "zod";
import { AVISO_DE_PRIVACIDAD, LUGARES_DEL_AVISO, MAX_AVISO_LENGTH } from "~/content/aviso-de-privacidad";
import { hasFacts } from "~/content/estudio";
import { onlyPlaceholders, optionalText } from "~/database/fields.server";
import { formatPhone } from "~/format/phone";
import type { ReservaModo } from "~/generated/client";

// The privacy notice, and booking on the site, which takes personal data and therefore needs it.

type Facts = { nombre: string; direccion: string | null; telefono: string | null; whatsapp: string | null };

/** The notice as the owner edits it, with its `{…}`; null is the initial one, and an empty text none. */
export const avisoText = (aviso_privacidad: string | null) => aviso_privacidad ?? AVISO_DE_PRIVACIDAD;

/** The notice as clients read it; null without one, and until the studio has said where it is and how to reach it. */
export function avisoOf({ aviso_privacidad, ...facts }: Facts & { aviso_privacidad: string | null }): string | null {
  const text = avisoText(aviso_privacidad);
  const { nombre, direccion, telefono, whatsapp } = facts;
  if (!direccion || !whatsapp || text === "") return null;
  const places: Record<string, string> = { nombre, direccion, telefono: telefono || formatPhone(`+${whatsapp}`) };
  return text.replace(/\{(\w+)\}/g, (whole, place: string) => places[place] ?? whole);
}

/** What clients can do on the site: nothing where there is no notice that they could read. */
export function reservaOf(estudio: Facts & { reserva: ReservaModo; aviso_privacidad: string | null }): ReservaModo {
  return avisoOf(estudio) === null ? "no" : estudio.reserva;
}

const RESERVA_MODOS = ["no", "solicitud", "directa"] as const;
export const HORAS_DE_RESPUESTA = [2, 6, 12, 24] as const;

/** The form of booking on the site and of the notice; `estudio` is what General says, which the notice needs. */
export const reservaSchema = (estudio: { direccion: string; whatsapp: string; hasHorario: boolean }) =>
  z
    .object({
      reserva: z.enum(RESERVA_MODOS, { error: "Elige cómo reservan." }),
      reserva_horas: z
        .enum(HORAS_DE_RESPUESTA.map(String), { error: "Elige cuántas horas tienes para contestar." })
        .transform(Number),
      aviso_privacidad: optionalText(MAX_AVISO_LENGTH)
        .transform((text) => text ?? "")
        .superRefine(onlyPlaceholders(LUGARES_DEL_AVISO))
        // The initial one is not stored, so that it follows later versions of the program.
        .transform((text) => (text === AVISO_DE_PRIVACIDAD ? null : text)),
    })
    .superRefine(({ reserva, aviso_privacidad }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      if (reserva === "no") return;
      if (aviso_privacidad === "")
        refuse("aviso_privacidad", "Sin aviso de privacidad tu sitio no puede recibir citas. Escríbelo aquí.");
      if (!hasFacts(estudio))
        refuse("reserva", "Escribe antes en General la dirección y el WhatsApp de tu estudio: van en el aviso.");
      else if (!estudio.hasHorario)
        refuse("reserva", "Guarda antes en General el horario de tu estudio: tu sitio ofrece las horas libres que salen de él.");
    });
