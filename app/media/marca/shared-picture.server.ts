import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SCHEMES } from "~/format/color.server";
import type { Picture } from "~/format/picture";
import { loadSharp } from "~/media/sharp";
import { GROUNDS } from "./ground.server";
import { drawn } from "./icons.server";
import { drawable, drawLine, wrap } from "./lettering";
import { readLogo } from "./logo";
import { type Marca, sharedVersion } from "./marca.server";
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
  const { logo, hero } = marca;
  const mark = logo && (await readLogo(logo, WORDS_WIDTH, LOGO_HEIGHT));
  const words = wordsSvg(marca, mark?.raw.height);
  const picture = hero ? await photograph(hero) : await drawing(marca.categorias);
  const hasGround = mark !== null && mark.ground !== GROUNDS.light;
  const tile = hasGround ? ground(mark.raw, mark.ground, words.top) : "";
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARED_WIDTH}" height="${SHARED_HEIGHT}">
<rect width="100%" height="100%" fill="${SCHEMES.light.paper}"/>${tile}${words.svg}</svg>`;
  const { data, info } = await sharp(Buffer.from(background), {})
    .composite([
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

/** The drawing of the home page for a studio without a photograph, by what it offers first. */
async function drawing([first = ""]: string[]): Promise<Overlay> {
  const name = /^(cejas|pestañas)$/.test(first) ? "hero" : /^(manicura|pedicura)$/.test(first) ? "hero-manos" : "hero-calma";
  const svg = await readFile(join("public", "art", `${name}.svg`), "utf8");
  return { input: Buffer.from(svg.replace(/ width="\d+" height="\d+"/, ` width="${PICTURE_WIDTH}" height="${SHARED_HEIGHT}"`)) };
}

function ground({ width, height }: { width: number; height: number }, color: string, top: number): string {
  return `<rect x="${MARGIN}" y="${top - AIR}" width="${width + 2 * AIR}" height="${height + 2 * AIR}" rx="${AIR}" fill="${color}"/>`;
}

type Row = { text: string; size: number; color: string; before: number };

/** The name, the city and what the studio offers, below a logo whose top is at `top`, or a leaf when there is nothing to read. */
function wordsSvg({ nombre, ciudad, categorias, acento }: Marca, logoHeight = 0): { svg: string; top: number } {
  const hasLeaf = !logoHeight && drawable(nombre) === "";
  const markHeight = hasLeaf ? LEAF_HEIGHT : logoHeight;
  const name = rowsOf(drawable(nombre), markHeight ? [72, 60, 50] : [112, 96, 80, 66, 54], 3, INK, markHeight ? 56 : 0);
  const city = rowsOf(drawable(ciudad), [36], 1, SOFT, 30);
  const offered = rowsOf(drawable(categorias.map(capitalized).join(" · ")), [32], 3, acento, 40);
  const rows = [...name, ...city, ...offered];
  const height = markHeight + rows.reduce((sum, { size, before }) => sum + before + size, 0);
  const top = (SHARED_HEIGHT - height) / 2;
  let y = top + markHeight;
  const mark = hasLeaf ? leaf(MARGIN + LEAF_HEIGHT / 3, top + LEAF_HEIGHT / 2, LEAF_HEIGHT, acento) : "";
  const paths = rows.map(({ text, size, color, before }) => {
    y += before + size;
    // The baseline is a quarter of the size above the bottom of a row.
    return drawLine(text, size, MARGIN, y - 0.25 * size, color);
  });
  return { svg: mark + paths.join(""), top };
}

/** The text in the largest of `sizes` in which it fits. */
function rowsOf(text: string, sizes: number[], maxLines: number, color: string, before: number): Row[] {
  if (text === "") return [];
  for (const size of sizes) {
    const { lines, fits } = wrap(text, size, WORDS_WIDTH, maxLines);
    if (!fits && size !== sizes.at(-1)) continue;
    // No separator at the end of a line.
    return lines.map((line, index) => ({
      text: line.replace(/^· | ·$/g, ""),
      size,
      color,
      before: index === 0 ? before : size * 0.1,
    }));
  }
  return [];
}

function capitalized(word: string): string {
  return word.charAt(0).toLocaleUpperCase("es-MX") + word.slice(1);
}
