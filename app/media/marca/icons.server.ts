import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SCHEMES } from "~/format/color.server";
import type { Picture } from "~/format/picture";
import { loadSharp } from "~/media/sharp";
import { drawText } from "./lettering";
import { readLogo } from "./logo";
import { iconVersion, type Marca, monogram } from "./marca.server";
import { type Rendered, renderOnce } from "./render-once";
import { leaf, roomIn, type Shape, TILE, tileSvg } from "./tile";

type Icon = { shape: Shape; size: number };

/** The icons by the name of their file. Apple rounds the corners by itself, and shows what is transparent in black. */
export const ICONS: Record<string, Icon> = {
  "icono-180.png": { shape: "full", size: 180 },
  "icono-192.png": { shape: "round", size: 192 },
  "icono-512.png": { shape: "round", size: 512 },
  "icono-recortable.png": { shape: "maskable", size: 512 },
};

// In the SVG, which shows the icon as a picture.
const EMBEDDED_SIZE = 128;

/** The studio's icon as SVG: its logo, or a monogram of its name. Throws when nothing can be drawn at all. */
export function renderIconSvg(marca: Marca): Promise<Rendered> {
  return renderIcon(marca, "icono.svg", { shape: "round", size: EMBEDDED_SIZE }, (png) => {
    const href = `data:image/png;base64,${png.toString("base64")}`;
    return Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TILE} ${TILE}" width="${TILE}" height="${TILE}"><image width="${TILE}" height="${TILE}" href="${href}"/></svg>\n`,
    );
  });
}

/** One of `ICONS` as PNG. Throws when nothing can be drawn at all. */
export function renderIconPng(marca: Marca, name: string): Promise<Rendered> {
  return renderIcon(marca, name, ICONS[name] ?? { shape: "round", size: TILE });
}

function renderIcon(marca: Marca, name: string, { shape, size }: Icon, wrap = (png: Buffer) => png): Promise<Rendered> {
  const { logo, isOwn } = marca;
  const draw = async (drawing: Promise<Drawing>) => wrap(await toPng(await drawing, size));
  const fallback = () => draw(drawMonogram(marca, shape));
  // The studio of the examples has an icon that was drawn for it, until it has a logo.
  const render = () => (logo ? draw(drawLogo(logo, shape)) : isOwn ? fallback() : drawn(name));
  return renderOnce(name, iconVersion(marca), render, fallback);
}

/** A file of public/art/susa. */
export function drawn(name: string): Promise<Buffer> {
  return readFile(join("public", "art", "susa", name));
}

type Drawing = { svg: string; overlays: Parameters<import("sharp").Sharp["composite"]>[0] };

/** The logo in the middle of a tile, with air around it. */
async function drawLogo(logo: Picture, shape: Shape): Promise<Drawing> {
  const room = roomIn(shape);
  const { ground, ...picture } = await readLogo(logo, room, room);
  return { svg: tileSvg(shape, ground, ""), overlays: [picture] };
}

/** The studio's monogram on its accent, or a leaf when the font does not have its letters. */
async function drawMonogram({ nombre, acento }: Marca, shape: Shape): Promise<Drawing> {
  const letters = monogram(nombre);
  const color = SCHEMES.light["on-accent"];
  const room = roomIn(shape);
  if (!letters) return { svg: tileSvg(shape, acento, leaf(TILE / 2, TILE / 2, room, color)), overlays: [] };
  const text = await drawText(letters, color, { size: TILE, width: room, height: 0.78 * room });
  return { svg: tileSvg(shape, acento, ""), overlays: [text] };
}

async function toPng({ svg, overlays }: Drawing, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const whole = await sharp(Buffer.from(svg), {}).composite(overlays).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: whole.info.width, height: whole.info.height, channels: whole.info.channels };
  return sharp(whole.data, { raw }).resize(size, size).png({ palette: true, colours: 256 }).toBuffer();
}
