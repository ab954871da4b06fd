import { studioDay } from "~/format/dates";
import { formatSoon } from "~/format/days.server";
import { ESPERA } from "~/format/links";
import { plural } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import { type Hueco, listHuecosLeft } from "~/models/citas/hueco.server";
import type { Flash } from "./flash.server";
import { orUndefined } from "./guards.server";

/** The path of the list of clients who wait for a freed place. Its query has the hour and the specialist, no personal data. */
export function huecoPath({ desde, con }: Pick<Hueco, "desde" | "con">, zona: string): string {
  return `${ESPERA}?${new URLSearchParams({ dia: studioDay(desde, zona), hora: studioClock(desde, zona), con: con.id })}`;
}

/** A freed place in words: `mañana a las 10:30 a.m. con Ana Sol`. */
export function describeHueco({ desde, con }: Pick<Hueco, "desde" | "con">, zona: string, now = new Date()): string {
  return `${formatSoon(desde, zona, studioDay(now, zona))} con ${con.nombre}`;
}

type Said = Pick<Flash, "description" | "link">;

/**
 * The part of a flash message about the place that these appointments left: how many clients wait for it, and a link to their list;
 * empty without any. Of several places the first by hour.
 */
export async function flashForFreed(ids: string[], zona: string, place = "este horario"): Promise<Said> {
  const [hueco] = (await orUndefined(listHuecosLeft(ids))) ?? [];
  if (!hueco) return {};
  const isOne = hueco.clientas === 1;
  return {
    description: `${plural(hueco.clientas, "clienta espera", "clientas esperan")} ${place}.`,
    link: { href: huecoPath(hueco, zona), label: isOne ? "Ver quién" : "Ver quiénes" },
  };
}

/** The message after a move, with what it says of the place that the appointments left. */
export async function withPlaceLeft<Moved extends Said>(moved: Moved, ids: string[], zona: string): Promise<Moved & Said> {
  const { description, link } = await flashForFreed(ids, zona, "el horario que dejó");
  if (!description) return moved;
  const before = moved.description?.replace(/[^.]$/, "$&.");
  return { ...moved, description: [before, description].filter(Boolean).join(" "), link };
}
