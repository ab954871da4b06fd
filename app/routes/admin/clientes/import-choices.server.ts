import { DESTINO_LABELS } from "~/content/cliente-labels";
import { isGuessed } from "~/format/text-encoding.server";
import type { Archivo, Elecciones } from "~/models/clientes/importacion-archivo.server";
import type { Destino } from "~/models/clientes/importacion-columnas.server";

const isDestino = (text: unknown): text is Destino => typeof text === "string" && Object.hasOwn(DESTINO_LABELS, text);

/** Reads what was chosen in the preview, from its form or its URL: `letras=mac`, and `c4=alerta` for the fifth column. */
export function readElecciones(source: FormData | URLSearchParams): Elecciones {
  const columnas = new Map<number, Destino | null>();
  for (const [name, value] of source as Iterable<[string, unknown]>) {
    const [, at] = /^c(\d{1,3})$/.exec(name) ?? [];
    if (at !== undefined && (value === "" || isDestino(value))) columnas.set(Number(at), value === "" ? null : value);
  }
  const letras = source.get("letras");
  return { letras: isGuessed(letras) ? letras : null, columnas };
}

/** The choices as the search of a URL, always in the same order; empty without any. */
export function searchOf({ letras, columnas }: Elecciones): string {
  const params = new URLSearchParams(letras ? { letras } : {});
  for (const [at, destino] of [...columnas].sort(([one], [other]) => one - other)) params.set(`c${at}`, destino ?? "");
  return params.size === 0 ? "" : `?${params}`;
}

/** The choices that the form of a preview shows, which is what it sends unchanged. */
export function eleccionesOf({ columnas, letras }: Pick<Archivo, "columnas" | "letras">): Elecciones {
  return {
    letras: letras.otras.length > 0 ? letras.como : null,
    columnas: new Map(columnas.map(({ at, destino }) => [at, destino])),
  };
}
