import { type Jornada, withoutInvented } from "~/content/estudio";
import { studioDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import type { Apertura } from "~/format/hours";
import { studioMoment } from "~/format/zone.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { DIAS_DE_AVISO } from "./ausencia.server";

type Week = { horario: Jornada[]; zona_horaria: string };
type Cierre = { desde: string; hasta: string };

/** Gives `aperturaAt` for the studio's settings and the `cierres` of listCierres. */
export async function getApertura(cierres: Cierre[], now = new Date()) {
  return aperturaAt(now, withoutInvented(await getConfiguracion()), cierres);
}

/**
 * Says whether the studio is open at a moment, from its week and its closed days, with the last moment (`until`) at which the
 * answer is the same: the one before it opens or closes, or before midnight, when "mañana" becomes "hoy". Null without a week.
 */
export function aperturaAt(now: Date, { horario, zona_horaria }: Week, cierres: Cierre[]) {
  if (horario.every((jornada) => jornada === null)) return null;
  const hoy = studioDay(now, zona_horaria);
  const midnight = studioMoment(addDays(hoy, 1), "00:00", zona_horaria);
  const upTo = (moment: Date) => new Date(Math.min(moment.getTime(), midnight.getTime()) - 1);
  const answer = (apertura: Apertura, until: Date) => ({ apertura, until: upTo(until) });
  for (let dias = 0; dias <= DIAS_DE_AVISO; dias++) {
    const dia = addDays(hoy, dias);
    const jornada = horario[weekday(dia)];
    if (!jornada || cierres.some(({ desde, hasta }) => desde <= dia && dia <= hasta)) continue;
    const opening = studioMoment(dia, jornada.abre, zona_horaria);
    const closing = studioMoment(dia, jornada.cierra, zona_horaria);
    if (now < opening) return answer({ abre: { dia, dias, hora: jornada.abre } }, opening);
    if (now < closing) return answer({ cierra: jornada.cierra }, closing);
  }
  return answer({ abre: null }, midnight);
}
