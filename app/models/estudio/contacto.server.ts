import { z } from "zod";
import { GOOGLE_MAPS_LINK, MAP_PAGES } from "~/content/mapas";
import { tooLong } from "~/database/fields.server";
import { dialable, phoneProblem } from "~/format/phone";
import { plainText } from "~/format/plain-text";
import { capitalize } from "~/format/text";

const hasDigit = (text: string) => /\d/.test(text);

/** A complete telephone in `field`, or the error that says what keeps it from being dialled; `missing` is the error without one. */
export function completePhone(missing: string) {
  return (
    z
      .string({ error: missing })
      .overwrite(plainText)
      .max(200, tooLong(40))
      // Not a regex(), of which the field would get a pattern: people type spaces and signs.
      .superRefine((text, context) => {
        const problem = phoneProblem(text);
        if (text === "") context.addIssue({ code: "custom", message: missing });
        else if (!hasDigit(text)) context.addIssue({ code: "custom", message: "Escribe el número, como 244 123 4567." });
        else if (problem) context.addIssue({ code: "custom", message: `${capitalize(problem)}.` });
      })
  );
}

/** The number that receives the bookings, as wa.me takes it: the digits, country first, null without one. Ten digits are Mexican. */
export function whatsappNumber() {
  return optionalPhone().transform((typed) => dialable(typed)?.slice(1) ?? null);
}

/** The telephone that the site shows, written as the studio likes to read it; null without one. */
export function publicPhone() {
  return optionalPhone()
    .refine((typed) => typed.length <= 40, tooLong(40))
    .transform((typed) => typed || null);
}

function optionalPhone() {
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      if (plainText(typed ?? "") === "") return "";
      const read = completePhone("").safeParse(typed);
      for (const { message } of read.error?.issues ?? []) context.addIssue({ code: "custom", message });
      return read.data ?? "";
    });
}

/** The link in what was pasted: that of a frame, or the first in a text, as phones share it; otherwise the whole text. */
function findLink(pasted: string): string {
  const frame = /<iframe[^>]*\ssrc\s*=\s*["']([^"']+)["']/i.exec(pasted)?.[1];
  if (frame)
    return frame
      .replace(/&(?:amp|#0*38);/gi, "&")
      .replace(/&(?:#0*39|apos);/gi, "%27")
      .trim();
  const [link] = /(?<![^\s(<"«])https?:\/\/[^\s<>"«»]+/i.exec(pasted) ?? [];
  return link?.replace(/[.,;:!)\]'*_]+$/, "") ?? pasted.replace(/^[<"'(«]+|[>"')»]+$/g, "");
}

/** The host that a text names as a link, without www. */
function hostOf(text: string): string | null {
  const url = `https://${text.replace(/^https?:\/\//i, "")}`;
  return /^[^\s/]+\.[a-z]{2,}(\/|$)/i.test(url.slice(8)) && URL.canParse(url)
    ? new URL(url).hostname.replace(/^www\./, "")
    : null;
}

// The hosts and short hosts of each network, and the parameters without which a link is another one.
const SITES: Record<"instagram.com" | "facebook.com", { name: string; hosts: RegExp; keep: string[] }> = {
  "instagram.com": { name: "Instagram", hosts: /^((.+\.)?instagram\.com|instagr\.am)$/, keep: [] },
  "facebook.com": { name: "Facebook", hosts: /^((.+\.)?(facebook|fb)\.com|fb\.me)$/, keep: ["id", "story_fbid", "fbid"] },
};

/**
 * The profile at `site`, as people write or paste it: `@usuario`, `usuario`, or a link of any of the network's hosts, with or without
 * https:// and words around it. Gives a whole https URL without what only tracks who shared it, or null when empty.
 */
export function profileUrl(site: keyof typeof SITES) {
  const { name, hosts, keep } = SITES[site];
  return z
    .string()
    .max(2000, tooLong(290))
    .optional()
    .transform((typed, context) => {
      const text = findLink(plainText(typed ?? ""));
      const fail = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (text === "") return null;
      const host = hostOf(text);
      const url = host && hosts.test(host) ? new URL(`https://${text.replace(/^https?:\/\//i, "")}`) : null;
      if (url && !url.username && url.pathname.length > 1 && !text.includes("\0")) {
        const search = new URLSearchParams([...url.searchParams].filter(([key]) => keep.includes(key))).toString();
        // The short host knows names that the long one does not; those of countries and phones show others what they did not choose.
        const at = host === "fb.me" ? host : `www.${site}`;
        const profile = `https://${at}${url.pathname}${search && `?${search}`}`;
        return profile.length <= 290 ? profile : fail(tooLong(290));
      }
      const user = /^(?:\p{L}+\s?:?\s)?@([\w.-]{1,60})$|^([\w.-]{1,60})$/u.exec(text)?.slice(1).find(Boolean);
      if (user && !(host && hosts.test(host))) return `https://www.${site}/${user}`;
      const asked = "Escribe tu usuario, como @tu.estudio, o pega el enlace de tu perfil";
      return fail(host && !hosts.test(host) ? `Ese enlace es de ${host}. ${asked} de ${name}.` : `${asked}.`);
    });
}

// Where Google asks for a review of a place, and the hosts of its short links.
const REVIEW_HOSTS = /^(g\.page|g\.co|goo\.gl|maps\.app\.goo\.gl|share\.google|([a-z]+\.)?google\.com?(\.[a-z]{2})?)$/;

/** The link with which Google asks for a review of the studio, with or without https:// and words around it. Null when empty. */
export function reviewUrl() {
  return z
    .string()
    .max(2000, tooLong(300))
    .optional()
    .transform((typed, context) => {
      const text = findLink(plainText(typed ?? ""));
      if (text === "") return null;
      const host = hostOf(text);
      const url = host && REVIEW_HOSTS.test(host) ? new URL(`https://${text.replace(/^https?:\/\//i, "")}`) : null;
      if (url && !url.username && url.pathname.length > 1 && url.href.length <= 300) return url.href;
      const asked = "Pega el enlace que da Google en «Pedir reseñas», como https://g.page/r/…/review";
      const message = url ? tooLong(300) : host ? `Ese enlace es de ${host}. ${asked}` : asked;
      context.addIssue({ code: "custom", message: url && url.pathname.length <= 1 ? asked : message });
      return z.NEVER;
    });
}

const frame = new RegExp(`^(${MAP_PAGES.join("|").replaceAll(".", "\\.")})\\?[^\\s\\0]+$`);
// The page of a frame, under another address of Google's.
const GOOGLE_FRAME = /^https:\/\/(?:www\.|maps\.)?google(?:\.com?)?(?:\.[a-z]{2})?\/maps\/embed\?/i;
const COORDINATES = /^(?:geo:)?\(?(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)\)?(?:[;?].*)?$/;

/**
 * A map that the site can show in its page, or a link to Google Maps; also as the code of «Insertar un mapa», as a phone shares it
 * (the name, then the link), or as coordinates. Null when empty.
 */
export function mapUrl() {
  return z
    .string()
    .max(4000, tooLong(2000))
    .optional()
    .transform((typed, context) => {
      const text = findLink(plainText(typed ?? ""));
      if (text === "") return null;
      const [, latitude, longitude] = COORDINATES.exec(text) ?? [];
      const url = latitude
        ? `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`
        : `https://${text.replace(/^https?:\/\//i, "")}`.replace(GOOGLE_FRAME, `${MAP_PAGES[0]}?`);
      // 2,000 characters with the scheme are what the column takes.
      if ((frame.test(url) || GOOGLE_MAPS_LINK.test(url)) && url.length <= 2000) return url;
      const host = hostOf(text);
      const asked = "Pega el enlace que da Google Maps en «Compartir», como https://maps.app.goo.gl/…";
      const message = host && !/google|goo\.gl/.test(host) ? `Ese enlace es de ${host}. ${asked}` : asked;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}
