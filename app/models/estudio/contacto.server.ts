import { z } from "zod";
import { GOOGLE_MAPS_LINK, MAP_PAGES } from "~/content/mapas";
import { tooLong } from "~/database/fields.server";

/** The number that receives the bookings, as wa.me takes it: ten digits are Mexican, others begin with their country. */
export function whatsappNumber() {
  return (
    z
      .string({ error: "Escribe el número de WhatsApp." })
      .transform((typed) => {
        const digits = typed.replace(/[\s().+-]/g, "");
        return /^\s*\+/.test(typed) ? digits : digits.replace(/^(?:044|045|01)?(\d{10})$/, "52$1");
      })
      // Not a regex(), of which the field would get a pattern: people type spaces and signs.
      .pipe(z.string().refine((digits) => /^\d{10,15}$/.test(digits), "Escribe los 10 dígitos del número, como 244 123 4567."))
  );
}

/**
 * The profile at `site` (`instagram.com`), as people write it: `@usuario`, `usuario`, or a link with or without https://. Gives a
 * whole https URL, or null when empty.
 */
export function profileUrl(site: string) {
  const dotted = site.replace(".", "\\.");
  const link = new RegExp(`^(?:https?://)?((?:www\\.|m\\.|web\\.)?${dotted}/[^\\s\\0]+)$`, "i");
  const user = /^@?([\w.-]{1,60})$/;
  return z
    .string()
    .trim()
    .max(290, tooLong(290))
    .optional()
    .transform((typed, context) => {
      if (!typed) return null;
      const path = link.exec(typed)?.[1];
      if (path) return `https://${path}`;
      const name = user.exec(typed)?.[1];
      if (name && !new RegExp(`(^|\\.)${dotted}$`, "i").test(name)) return `https://www.${site}/${name}`;
      context.addIssue({ code: "custom", message: "Escribe tu usuario, como @tu.estudio, o pega el enlace de tu perfil." });
      return z.NEVER;
    });
}

const frame = new RegExp(`^(${MAP_PAGES.join("|").replaceAll(".", "\\.")})\\?[^\\s\\0]+$`);

/** A map that the site can show in its page, or a link to Google Maps, with or without https://; null when empty. */
export function mapUrl() {
  return z
    .string()
    .trim()
    .max(2000, tooLong(2000))
    .optional()
    .transform((typed, context) => {
      if (!typed) return null;
      const url = /^https?:\/\//i.test(typed) ? typed.replace(/^https?/i, "https") : `https://${typed}`;
      // 2,000 characters with the scheme are what the column takes.
      if ((frame.test(url) || GOOGLE_MAPS_LINK.test(url)) && url.length <= 2000) return url;
      context.addIssue({
        code: "custom",
        message: "Pega el enlace que da Google Maps en «Compartir», como https://maps.app.goo.gl/…",
      });
      return z.NEVER;
    });
}
