import { SCHEMES } from "~/format/color.server";
import type { Picture } from "~/format/picture";
import { capitalize } from "~/format/text";
import { loadSharp } from "~/media/sharp";
import { GROUNDS } from "./ground.server";
import { drawn } from "./icons.server";
import { drawable, drawText } from "./lettering";
import { type Raw, readLogo } from "./logo";
import { type Marca, monogram, sharedVersion } from "./marca.server";
import { type Rendered, renderOnce } from "./render-once";
import { readStoredPicture } from "./stored-picture";
import { leaf } from "./tile";

const SHARED_WIDTH = 1200;
const SHARED_HEIGHT = 630;

// The picture is on the right, the words on the left.
const PICTURE_WIDTH = 560;
const MARGIN = 72;
const WORDS_WIDTH = SHARED_WIDTH - PICTURE_WIDTH - 2 * MARGIN;
const LOGO_HEIGHT = 112;
const LEAF_HEIGHT = 150;
const NAME_HEIGHT = 220;
// Around a logo on a colour of its own.
const AIR = 18;
const INK = "#35182b";
const SOFT = "#6d5263";
// WhatsApp shows no picture above 300 KB.
const MAX_BYTES = 300_000;

/** What a link to the studio shows when it is shared. Throws when nothing can be drawn at all. */
export function renderSharedPicture(marca: Marca): Promise<Rendered> {
  return renderOnce(
    "compartir.jpg",
    sharedVersion(marca),
    // The one that was drawn for the studio of the examples, until it has a picture of its own.
    () => (marca.isOwn || marca.logo || marca.hero ? draw(marca) : drawn("compartir.jpg")),
    () => draw({ ...marca, logo: null, hero: null }),
  );
}

async function draw(marca: Marca): Promise<Buffer> {
  const sharp = await loadSharp();
  const { logo, hero, acento } = marca;
  const mark = logo && (await readLogo(logo, WORDS_WIDTH, LOGO_HEIGHT));
  const hasLeaf = !mark && drawable(marca.nombre) === "";
  const words = await drawWords(marca, mark?.raw.height ?? (hasLeaf ? LEAF_HEIGHT : 0));
  const picture = hero ? await photograph(hero) : await drawMark(marca);
  const hasGround = mark !== null && mark.ground !== GROUNDS.light;
  const tile = hasGround ? ground(mark.raw, mark.ground, words.top) : "";
  const sprig = hasLeaf ? leaf(MARGIN + LEAF_HEIGHT / 3, words.top + LEAF_HEIGHT / 2, LEAF_HEIGHT, acento) : "";
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARED_WIDTH}" height="${SHARED_HEIGHT}">
<rect width="100%" height="100%" fill="${SCHEMES.light.paper}"/>${tile}${sprig}</svg>`;
  const { data, info } = await sharp(Buffer.from(background), {})
    .composite([
      ...words.overlays,
      { ...picture, left: SHARED_WIDTH - PICTURE_WIDTH, top: 0 },
      ...(mark
        ? [{ input: mark.input, raw: mark.raw, left: hasGround ? MARGIN + AIR : MARGIN, top: Math.round(words.top) }]
        : []),
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (let quality = 86; ; quality -= 12) {
    const jpeg = await sharp(data, { raw }).jpeg({ quality, mozjpeg: true, chromaSubsampling: "4:4:4" }).toBuffer();
    if (jpeg.length <= MAX_BYTES || quality < 40) return jpeg;
  }
}

type Overlay = { input: Buffer; raw?: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

async function photograph({ url }: Picture): Promise<Overlay> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(await readStoredPicture(url, 1600), { failOn: "error" })
    .resize({ width: PICTURE_WIDTH, height: SHARED_HEIGHT, fit: "cover", position: "attention" })
    .toColourspace("srgb")
    .timeout({ seconds: 5 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** In the place of a photograph: the studio's colour, with its initial if it has one that can be drawn. */
async function drawMark({ nombre, acento }: Marca): Promise<Overlay> {
  const sharp = await loadSharp();
  const letters = monogram(nombre);
  const panel = `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${SHARED_HEIGHT}"><rect width="100%" height="100%" fill="${acento}"/></svg>`;
  const color = SCHEMES.light["on-accent"];
  const initial = letters ? [await drawText(letters, color, { size: 360, width: PICTURE_WIDTH - 2 * MARGIN, height: 320 })] : [];
  const { data, info } = await sharp(Buffer.from(panel), {}).composite(initial).raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

function ground({ width, height }: { width: number; height: number }, color: string, top: number): string {
  return `<rect x="${MARGIN}" y="${top - AIR}" width="${width + 2 * AIR}" height="${height + 2 * AIR}" rx="${AIR}" fill="${color}"/>`;
}

type Row = { drawn: Raw; before: number };

/** The name, the city and what the studio offers, below a mark of `markHeight`; `top` is that of all of it. */
async function drawWords({ nombre, ciudad, categorias, acento }: Marca, markHeight: number) {
  const offered = categorias.map(capitalize).join(" · ");
  const rows = [
    ...(await rowOf(ciudad, SOFT, { size: 36, width: WORDS_WIDTH }, 52)),
    ...(await rowOf(offered, acento, { size: 32, width: WORDS_WIDTH }, 48)),
  ];
  const heightOf = (rows: Row[]) => rows.reduce((sum, { drawn, before }) => sum + before + drawn.raw.height, markHeight);
  // The name is fitted into what the others leave.
  const height = Math.min(NAME_HEIGHT, SHARED_HEIGHT - MARGIN - heightOf(rows));
  const size = markHeight ? 72 : 112;
  rows.unshift(...(await rowOf(nombre, INK, { size, width: WORDS_WIDTH, height }, markHeight ? 56 : 0)));
  const top = (SHARED_HEIGHT - heightOf(rows)) / 2;
  let y = top + markHeight;
  const overlays = rows.map(({ drawn, before }) => {
    const overlay = { ...drawn, left: MARGIN, top: Math.round(y + before) };
    y += before + drawn.raw.height;
    return overlay;
  });
  return { overlays, top };
}

/** A text with what is left free above it, or nothing when there is nothing to read. */
async function rowOf(text: string, color: string, room: Parameters<typeof drawText>[2], before: number): Promise<Row[]> {
  const words = drawable(text);
  return words === "" ? [] : [{ drawn: await drawText(words, color, room), before }];
}
