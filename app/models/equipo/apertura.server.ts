import { type Jornada, withoutInvented } from "~/content/estudio";
import { studioDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import { type Apertura, clockOf, minuteSpan, withoutTaken } from "~/format/hours";
import { studioMoment } from "~/format/zone.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { DIAS_DE_AVISO } from "./ausencia.server";

type Week = { horario: Jornada[]; zona_horaria: string };
type Cierre = { desde: string; hasta: string | null; de: string | null; a: string | null };

/** Gives `aperturaAt` for the studio's settings and the `cierres` of listCierres. */
export async function getApertura(cierres: Cierre[], now = new Date()) {
  return aperturaAt(now, withoutInvented(await getConfiguracion()), cierres);
}

/**
 * Says whether the studio is open at a moment, from its week and its closed days and hours, with the last moment (`until`) at
 * which the answer is the same: the one before it opens or closes, or before midnight, when "mañana" becomes "hoy". Null without a
 * week.
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
    const ofDay = cierres.filter(({ desde, hasta }) => desde <= dia && (hasta === null || dia <= hasta));
    if (!jornada || ofDay.some(({ de }) => de === null)) continue;
    const pausas = ofDay.flatMap(({ de, a }) => (de && a ? minuteSpan(de, a) : []));
    for (const { desde, hasta } of withoutTaken(minuteSpan(jornada.abre, jornada.cierra), pausas)) {
      const [abre, cierra] = [clockOf(desde), clockOf(hasta)];
      const [opening, closing] = [studioMoment(dia, abre, zona_horaria), studioMoment(dia, cierra, zona_horaria)];
      if (now < opening) return answer({ abre: { dia, dias, hora: abre } }, opening);
      if (now < closing) return answer({ cierra }, closing);
    }
  }
  return answer({ abre: null }, midnight);
}
