import { joinWords } from "./text";

/** A picture and the name of its file; the browser does not know whether one that was only chosen is animated. */
export type NamedPicture = { name: string; width: number; height: number; isAnimated?: boolean };

/** Whether pictures were only chosen yet, or are stored. */
type Moment = "chosen" | "stored";

/** Where an uploaded picture is shown: a page, and how. */
export type PicturePlace = keyof typeof PLACES;

// The frames in the style sheets, as width / height: a picture is cropped to a ratio between `narrowest` and `widest`, except the
// logo, which is shown whole. `width` is the largest width of the frame on a phone or a computer, in CSS pixels.
const PLACES = {
  galeria: {
    narrowest: 4 / 5,
    widest: 3 / 2,
    width: 400,
    extreme: "en la galería solo se verá una parte",
    where: "en la galería",
  },
  hero: { narrowest: 5 / 6, widest: 8 / 7, width: 400, extreme: "en la portada solo se verá una parte", where: "en la portada" },
  retrato: { narrowest: 4 / 5, widest: 4 / 5, width: 400, extreme: "en Nosotros solo se verá una parte", where: "en Nosotros" },
  foto: { narrowest: 4 / 5, widest: 4 / 5, width: 224, extreme: "en Nosotros solo se verá una parte", where: "en Nosotros" },
  logo: { narrowest: 1 / 2, widest: 4.8, width: 96, extreme: "en tu sitio se verá muy chica", where: "en tu sitio" },
};

const KINDS = ["tall", "wide", "small", "still"] as const;
type Kind = (typeof KINDS)[number];

/**
 * Warns about pictures that the site cannot show well: less than half is visible in the frame (or a logo would be less than half its
 * usual size), it is smaller than the frame, or it was animated. One sentence for each kind; "" without warnings.
 */
export function pictureNotes(pictures: NamedPicture[], place: PicturePlace, moment: Moment): string {
  const groups = KINDS.map((kind) => ({
    kind,
    names: pictures.filter((picture) => kindsOf(picture, place).includes(kind)).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
  return groups
    .map(({ kind, names }) => {
      const [one, many] = sentences(kind, place, moment);
      return `${shortList(names, MAX_NAMES_BYTES / groups.length)} ${names.length === 1 ? one : many}`;
    })
    .join(" ");
}

function kindsOf({ width, height, isAnimated }: NamedPicture, place: PicturePlace): Kind[] {
  const frame = PLACES[place];
  const ratio = width / height;
  const kinds: Kind[] = [];
  if (ratio < frame.narrowest / 2) kinds.push("tall");
  else if (ratio > frame.widest * 2) kinds.push("wide");
  else if (width < frame.width) kinds.push("small");
  if (isAnimated) kinds.push("still");
  return kinds;
}

/** The warning after the name of one picture, and after the names of several. */
function sentences(kind: Kind, place: PicturePlace, moment: Moment): [one: string, many: string] {
  const { extreme, where } = PLACES[place];
  const isStored = moment === "stored";
  const is = isStored ? "se guardó, pero es" : "es";
  const are = isStored ? "se guardaron, pero son" : "son";
  const crop = isStored ? "Recórtala y súbela otra vez." : "Recórtala antes de subirla.";
  const cropAll = isStored ? "Recórtalas y súbelas otra vez." : "Recórtalas antes de subirlas.";
  const larger = `Si la tienes más grande, ${isStored ? "súbela otra vez" : "elige esa"}.`;
  const allLarger = `Si las tienes más grandes, ${isStored ? "súbelas otra vez" : "elige esas"}.`;
  const byKind: Record<Kind, [string, string]> = {
    tall: [`${is} muy alta: ${extreme}. ${crop}`, `${are} muy altas: ${extreme}. ${cropAll}`],
    wide: [`${is} muy ancha: ${extreme}. ${crop}`, `${are} muy anchas: ${extreme}. ${cropAll}`],
    small: [
      `${is} muy chica: ${where} se verá borrosa. ${larger}`,
      `${are} muy chicas: ${where} se verán borrosas. ${allLarger}`,
    ],
    still: [
      "se guardó, pero ya no se mueve: solo se verá su primera imagen.",
      "se guardaron, pero ya no se mueven: solo se verá la primera imagen de cada una.",
    ],
  };
  return byKind[kind];
}

// The message is stored in a cookie, which browsers drop above 4 KB.
const MAX_NAMES_BYTES = 600;

/** The first names, at least one, and how many more there are: `a.png, b.png y 3 más`. */
function shortList(names: string[], bytes: number): string {
  let shown = names.length;
  while (shown > 1 && new TextEncoder().encode(names.slice(0, shown).join(", ")).length > bytes) shown--;
  return joinWords(shown < names.length ? [...names.slice(0, shown), `${names.length - shown} más`] : names);
}
