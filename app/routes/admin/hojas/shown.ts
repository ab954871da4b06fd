import type { previewImportacion } from "~/models/importacion/importacion.server";
import { asksApellido } from "./questions";

type Preview = NonNullable<Awaited<ReturnType<typeof previewImportacion>>>;

/** The name of the field in which the preview says what its fields showed: one, because a form has room for a thousand. */
export const SHOWN = "mostrado";

/** What each field of the preview shows, so that only what she changes is kept as her answer. */
export function listShown({ hojas, preguntas, renovables, renovar, revisiones }: Preview): [name: string, value: string][] {
  return [
    ...hojas.flatMap(({ n, clase, elegida, letras, columnas, isOpen }): [string, string][] => [
      [`h${n}_clase`, clase ?? elegida ?? "nada"],
      ...(letras && letras.otras.length > 0 ? [[`h${n}_letras`, letras.como] as [string, string]] : []),
      ...columnas.flatMap(({ at, destino, isAsked }): [string, string][] =>
        isAsked || isOpen ? [[`h${n}_c${at}`, destino ?? ""]] : [],
      ),
    ]),
    ...preguntas.flatMap(({ clave, respuesta, apellido, ...pregunta }): [string, string][] => [
      [clave, respuesta],
      ...(asksApellido(pregunta) ? [[`${clave}_apellido`, apellido] as [string, string]] : []),
    ]),
    ...(renovables > 0 ? [["renovar", renovar ? "on" : ""] as [string, string]] : []),
    ...revisiones.flatMap(({ hoja, fila, campos }) =>
      campos.map(({ campo, value }): [string, string] => [`h${hoja}_f${fila}_${campo}`, value]),
    ),
  ];
}

const NAME = /^(h\d+_\w+|palabra_\w+|renovar)$/;
const lines = (text: string) => text.replace(/\r\n?/g, "\n");

/** The answers of the form that are not what it showed; an unticked box is an answer too. */
export function changedRespuestas(values: FormData): Map<string, string> {
  const shown = shownIn(String(values.get(SHOWN) ?? ""));
  return new Map(
    shown.flatMap(([name, before]): [string, string][] => {
      const value = values.get(name) ?? (name === "renovar" ? "" : null);
      return NAME.test(name) && typeof value === "string" && lines(value) !== lines(before) ? [[name, lines(value)]] : [];
    }),
  );
}

/** What the form says that it showed: nothing when it was not sent by the page. */
function shownIn(sent: string): [name: string, value: string][] {
  try {
    const pairs: unknown = JSON.parse(sent);
    return Array.isArray(pairs) ? pairs.map((pair) => [String(pair?.[0]), String(pair?.[1])]) : [];
  } catch {
    return [];
  }
}
