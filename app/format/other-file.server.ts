import { isWorkbook } from "./workbook.server";

const EXCEL = "Ábrelo en Excel, elige Archivo › Guardar como y el tipo «Libro de Excel (.xlsx)»";
const GOOGLE = "Súbelo a Contactos de Google (contacts.google.com › Importar) y de ahí elige Exportar › CSV de Google";
const NOW = "Luego elige aquí ese archivo.";

const zipped = (...names: string[]) => {
  const isInside = names.map((name) => (bytes: string) => bytes.includes(name));
  return (bytes: string) => bytes.startsWith("PK\x03\x04") && isInside.some((test) => test(bytes));
};
const starts = (...signatures: string[]) => {
  return (bytes: string) => signatures.some((signature) => bytes.startsWith(signature));
};
const isOle = starts("\xd0\xcf\x11\xe0");
const matches = (pattern: RegExp) => (bytes: string) => pattern.test(bytes.slice(0, 2000));

// By content, in this order: phones and mail programs change the name of a file.
const OTHERS: { is: (bytes: string) => boolean; sentence: string }[] = [
  {
    is: zipped("xl/workbook.bin"),
    sentence: `Es un libro binario de Excel (.xlsb), que no podemos leer. ${EXCEL}. ${NOW}`,
  },
  {
    is: zipped("opendocument.spreadsheet"),
    sentence: `Es una hoja de LibreOffice. Ábrela, elige Archivo › Guardar como y el tipo «Excel 2007-365 (.xlsx)». ${NOW}`,
  },
  {
    is: zipped("Index/Document.iwa", "Index.zip"),
    sentence: `Es una hoja de Numbers. Ábrela en Numbers y elige Exportar a › Excel. ${NOW}`,
  },
  {
    is: zipped("word/document.xml", "opendocument.text"),
    sentence: `Es un documento de texto. Copia la tabla a una hoja de cálculo y guárdala como «Libro de Excel (.xlsx)». ${NOW}`,
  },
  { is: starts("PK\x03\x04"), sentence: "Es un archivo ZIP. Descomprímelo y elige aquí la hoja que trae adentro." },
  {
    // In UTF-16, the name of what a workbook with a password has inside.
    is: (bytes) => isOle(bytes) && bytes.includes("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e"),
    sentence: `El archivo tiene contraseña. Ábrelo en Excel, quítala en Archivo › Información › Proteger libro › Cifrar con contraseña y guárdalo otra vez. ${NOW}`,
  },
  { is: isOle, sentence: `Es un libro de Excel de los de antes, que no podemos leer. ${EXCEL}. ${NOW}` },
  {
    is: starts("%PDF"),
    sentence:
      "Es un PDF, y de ahí no se puede leer una lista. Pide el mismo reporte en Excel o en CSV, al programa de donde salió.",
  },
  {
    is: starts("\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF", "II*\0", "MM\0*"),
    sentence: "Es una foto. Escribe la lista en una hoja de cálculo y guárdala como «Libro de Excel (.xlsx)».",
  },
  {
    is: (bytes) => bytes.slice(4, 8) === "ftyp",
    sentence: "Es una foto o un video. Escribe la lista en una hoja de cálculo y guárdala como «Libro de Excel (.xlsx)».",
  },
  {
    is: matches(/^(\ufeff|ï»¿|\xff\xfe)?\s*B\0?E\0?G\0?I\0?N\0?:\0?V\0?C\0?A\0?R\0?D/i),
    sentence: `Son contactos del teléfono (vCard), que no podemos leer. ${GOOGLE}. ${NOW}`,
  },
  {
    is: matches(/^(ï»¿)?\s*BEGIN:VCALENDAR/i),
    sentence: "Es un calendario, no una lista. Pide la misma lista en Excel o en CSV, al programa de donde salió.",
  },
  {
    is: matches(/^(ï»¿)?\s*(<\?xml|<!doctype|<!--|<(html|head|meta|table|style|body|div|script)\b)/i),
    sentence: `Es una página web guardada, aunque su nombre diga que es de Excel. ${EXCEL}. ${NOW}`,
  },
  {
    is: matches(/^\{\\rtf/),
    sentence: `Es un documento de texto. Copia la tabla a una hoja de cálculo y guárdala como «Libro de Excel (.xlsx)». ${NOW}`,
  },
  {
    is: (bytes) => /^(ï»¿)?\s*[[{]/.test(bytes) && /[\]}]\s*$/.test(bytes.slice(-100)),
    sentence: "Es un archivo JSON, para programas. Pide la misma lista en CSV o en Excel.",
  },
];

/** What a file is that is no list and no .xlsx workbook, and how to make one of it, as a sentence; null for what may be one. */
export function describeOtherFile(file: Uint8Array): string | null {
  if (isWorkbook(file)) return null;
  const bytes = Buffer.from(file).toString("latin1");
  return OTHERS.find(({ is }) => is(bytes))?.sentence ?? null;
}
