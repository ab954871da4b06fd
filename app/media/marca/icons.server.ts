import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSharp } from "~/media/sharp";
import { readLogo } from "./logo";
import { iconVersion, type Marca } from "./marca.server";
import { type Rendered, renderOnce } from "./render-once";
import { monogramSvg, roomIn, type Shape, TILE, tileSvg } from "./tile";

/** The icons by the name of their file. Apple rounds the corners by itself, and shows what is transparent in black. */
export const ICONS: Record<string, { shape: Shape; size: number }> = {
  "icono-180.png": { shape: "full", size: 180 },
  "icono-192.png": { shape: "round", size: 192 },
  "icono-512.png": { shape: "round", size: 512 },
  "icono-recortable.png": { shape: "maskable", size: 512 },
};

// In the SVG, which shows the logo as a picture.
const EMBEDDED_SIZE = 128;

/** The studio's icon as SVG: its logo, or a monogram of its name. Never throws. */
export function renderIconSvg(marca: Marca): Promise<Rendered> {
  const fallback = async () => Buffer.from(monogramSvg(marca, "round"));
  const { logo } = marca;
  const render = async () => {
    if (hasDrawnIcons(marca)) return drawn("icono.svg");
    if (!logo) return fallback();
    const png = await toPng(await logoSvg(marca, "round"), EMBEDDED_SIZE);
    const href = `data:image/png;base64,${png.toString("base64")}`;
    return Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TILE} ${TILE}" width="${TILE}" height="${TILE}"><image width="${TILE}" height="${TILE}" href="${href}"/></svg>\n`,
    );
  };
  return renderOnce("icono.svg", iconVersion(marca), render, fallback);
}

/** One of `ICONS` as PNG. Throws when nothing can be drawn at all. */
export function renderIconPng(marca: Marca, name: string): Promise<Rendered> {
  const { shape = "round", size = TILE } = ICONS[name] ?? {};
  const fallback = async () => toPng({ svg: monogramSvg(marca, shape), overlays: [] }, size);
  const render = async () =>
    hasDrawnIcons(marca) ? drawn(name) : marca.logo ? toPng(await logoSvg(marca, shape), size) : fallback();
  return renderOnce(name, iconVersion(marca), render, fallback);
}

// The studio of the examples has an icon that was drawn for it, until it has a logo.
function hasDrawnIcons({ isOwn, logo }: Marca): boolean {
  return !isOwn && !logo;
}

/** A file of public/art/susa. */
export function drawn(name: string): Promise<Buffer> {
  return readFile(join("public", "art", "susa", name));
}

type Drawing = { svg: string; overlays: Parameters<import("sharp").Sharp["composite"]>[0] };

/** The logo in the middle of a tile, with air around it. */
async function logoSvg({ logo }: Marca, shape: Shape): Promise<Drawing> {
  if (!logo) throw new Error("No logo");
  const room = roomIn(shape);
  const { ground, ...picture } = await readLogo(logo, room, room);
  return { svg: tileSvg(shape, ground, ""), overlays: [picture] };
}

async function toPng({ svg, overlays }: Drawing, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const whole = await sharp(Buffer.from(svg), {}).composite(overlays).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: whole.info.width, height: whole.info.height, channels: whole.info.channels };
  return sharp(whole.data, { raw }).resize(size, size).png({ palette: true, colours: 256 }).toBuffer();
}
