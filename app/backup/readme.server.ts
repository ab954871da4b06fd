import { type Manifest, rowsIn } from "./format.server";

/** The LEEME.txt of an archive. */
export function readme(manifest: Manifest): string {
  const { estudio, creado, imagenes, faltantes } = manifest;
  const missing =
    faltantes.length === 0
      ? []
      : [
          "",
          "IMÁGENES QUE FALTAN",
          "",
          "Estas imágenes están en los registros, pero su archivo no se pudo leer:",
          ...faltantes.map((name) => `  ${name}`),
        ];
  return `\uFEFF${[
    `RESPALDO DE ${estudio.toUpperCase()}`,
    "",
    `Hecho el ${creado} (hora universal): ${rowsIn(manifest)} registros y ${imagenes.length} archivos de imagen.`,
    "",
    "QUÉ HAY AQUÍ",
    "",
    "tablas/         Un archivo CSV por cada tabla; se abren con cualquier hoja de cálculo.",
    "imagenes/       Las imágenes del estudio, en todos sus tamaños.",
    "manifest.json   Cuántos registros hay y las sumas con que se comprueba que nada cambió.",
    "",
    "Donde una hoja de cálculo podría tomar un texto por una fórmula, lleva antes un apóstrofo.",
    "Si guardas un CSV desde una hoja de cálculo ya no servirá para restaurar: trabaja en una copia.",
    "Si descomprimiste el respaldo, comprime la carpeta entera como ZIP y ese archivo sirve igual.",
    "",
    "CUÍDALO",
    "",
    "Contiene los datos de las clientas y las cuentas del equipo. Guárdalo donde solo tú puedas abrirlo.",
    "Las notas de salud van cifradas: solo se leen con la llave del estudio (DATA_KEY), que NO está aquí.",
    "Guarda la llave aparte: es el archivo data-key de la carpeta de datos, o la variable DATA_KEY.",
    "",
    "CÓMO SE RESTAURA",
    "",
    "1. Instala el programa en una base de datos vacía, con la misma DATA_KEY, y detén el servidor.",
    "2. En la carpeta del programa: npm run restore -- este-archivo.zip",
    "3. Arranca el servidor. Todas las cuentas entran con la contraseña que tenían.",
    ...missing,
    "",
  ].join("\r\n")}`;
}
