import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

/** A photograph to take: the service it is of, its size and its light. */
type Scene = {
  name: string;
  servicio: string;
  width: number;
  height: number;
  /** From the darkest to the lightest colour of its light. */
  light: [shade: string, middle: string, bright: string];
  /** How coarse its grain is: 8 in daylight, 40 in a dark room. */
  grain: number;
  subject: string;
};

const PORTRAIT = { width: 3000, height: 4000 };
const LANDSCAPE = { width: 4000, height: 3000 };
const SKIN = "#d9a383";

// Subjects are drawn on a square of 100 in the middle of the picture, and blurred a little, as by a lens.
const face = `<ellipse cx="50" cy="54" rx="30" ry="38" fill="${SKIN}"/><path d="M20 44C18 8 82 6 80 44 74 26 60 20 50 20S26 26 20 44Z" fill="#2b1a16"/>
  <path d="M29 42q8-6 16-2M55 40q8-4 16 2" stroke="#3a221b" stroke-width="3" fill="none"/><path d="M31 51q7-5 13 0M56 51q7-5 13 0" stroke="#241511" stroke-width="1.600" fill="none"/>
  <path d="M50 52q-4 12 1 14" stroke="#b67f63" stroke-width="1.500" fill="none"/><path d="M42 76q8-5 16 0-8 6-16 0Z" fill="#a6504b"/>`;
const eye = `<ellipse cx="50" cy="60" rx="110" ry="95" fill="${SKIN}"/><path d="M14 32q34-22 72 0-38-10-72 0Z" fill="#3a221b"/><path d="M18 56q32-28 64 0-32 24-64 0Z" fill="#f3e9e2"/>
  <circle cx="50" cy="55" r="12.500" fill="#6b4026"/><circle cx="50" cy="55" r="6" fill="#120a08"/><circle cx="54" cy="50" r="2.500" fill="#fff"/>
  <path d="M18 56q32-30 64 0" stroke="#17100d" stroke-width="4" fill="none"/>`;
const hand = `<path d="M30 100V62q-2-40 4-44t7 4l2 26 1-34q4-8 8 0l1 34 3-31q5-7 8 1l-1 34 5-22q5-5 7 2l-6 38q-4 16-9 30Z" fill="${SKIN}"/>
  <path d="M33 19q3-4 6 0v7h-6ZM45 13q3-5 6 0v7h-6ZM57 16q3-5 7 0v7h-7ZM68 29q4-4 7 1l-2 6-6-1Z" fill="#a3203f"/>`;
const towels = `<rect x="14" y="66" width="72" height="16" rx="8" fill="#f1e6da"/><rect x="18" y="50" width="64" height="16" rx="8" fill="#dcc6b4"/>
  <rect x="24" y="35" width="52" height="15" rx="7.500" fill="#f7efe6"/><path d="M50 34q-14-16-2-32 14 14 2 32Z" fill="#5d7d56"/>`;
const back = `<path d="M4 100q2-40 34-46 2-10 0-20h24q-2 10 0 20 32 6 34 46Z" fill="${SKIN}"/><circle cx="50" cy="20" r="17" fill="#2b1a16"/>
  <path d="M50 58v42" stroke="#b67f63" stroke-width="2"/>`;
const leg = `<path d="M-90 44q90-30 146 4t134 2v34q-104 14-142-18T-90 74Z" fill="${SKIN}"/><path d="M10 78q30 12 84 6" stroke="#f7efe6" stroke-width="7" fill="none"/>`;

const day: Scene["light"] = ["#b89e8c", "#e5d3c4", "#fffaf2"];
const white: Scene["light"] = ["#d8d3ce", "#f1eeea", "#ffffff"];
const evening: Scene["light"] = ["#2a1512", "#7c4a32", "#f0b878"];
const dark: Scene["light"] = ["#070506", "#1d1416", "#59403a"];

const SCENES: Scene[] = [
  { name: "cejas-retrato", servicio: "Diseño de cejas", ...PORTRAIT, light: day, grain: 10, subject: face },
  { name: "cejas-oscura", servicio: "Diseño de cejas", ...LANDSCAPE, light: dark, grain: 38, subject: face },
  { name: "laminado-cerca", servicio: "Laminado de cejas", ...LANDSCAPE, light: day, grain: 16, subject: eye },
  { name: "microblading", servicio: "Microblading", ...PORTRAIT, light: evening, grain: 30, subject: eye },
  { name: "lifting", servicio: "Lifting de pestañas", ...LANDSCAPE, light: white, grain: 8, subject: eye },
  { name: "pestanas-oscura", servicio: "Extensiones de volumen", ...PORTRAIT, light: dark, grain: 40, subject: face },
  { name: "unas", servicio: "Manicura clásica", ...PORTRAIT, light: white, grain: 9, subject: hand },
  { name: "pedicura", servicio: "Pedicura spa", ...LANDSCAPE, light: day, grain: 14, subject: leg },
  { name: "facial", servicio: "Facial hidratante", ...PORTRAIT, light: evening, grain: 26, subject: face },
  { name: "limpieza", servicio: "Limpieza facial profunda", ...LANDSCAPE, light: white, grain: 12, subject: towels },
  { name: "masaje", servicio: "Masaje relajante", ...LANDSCAPE, light: dark, grain: 36, subject: back },
  { name: "depilacion", servicio: "Depilación de media pierna", ...PORTRAIT, light: day, grain: 18, subject: leg },
];

export type Photograph = Pick<Scene, "servicio" | "width" | "height"> & { path: string };

/**
 * Makes twelve JPEG photographs of 12 megapixels in a folder: portrait and landscape, dark and light, all with grain. Those that
 * are in it already stay, because they take long.
 */
export async function takePhotographs(folder: string): Promise<Photograph[]> {
  await mkdir(folder, { recursive: true });
  const photographs: Photograph[] = [];
  // One after the other, because each needs a hundred megabytes.
  for (const scene of SCENES) {
    const { name, servicio, width, height, grain } = scene;
    const path = join(folder, `${name}.jpg`);
    photographs.push({ path, servicio, width, height });
    if (existsSync(path)) continue;
    const noise = { type: "gaussian" as const, mean: 128, sigma: grain };
    const tile = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: "#888", noise } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await sharp(Buffer.from(drawing(scene)))
      .resize(width, height)
      .flatten()
      .composite([{ input: tile, tile: true, blend: "soft-light" }])
      .jpeg({ quality: 92 })
      .toFile(path);
  }
  return photographs;
}

/** A scene at a quarter of its size, with the light from one side and spots out of focus behind the subject. */
function drawing({ width, height, light, subject }: Scene): string {
  const [shade, middle, bright] = light;
  const [w, h] = [width / 4, height / 4];
  const side = Math.min(w, h) * 0.86;
  const spots = Array.from({ length: 14 }, (_, n) => {
    const [x, y, r] = [((n * 73) % 100) / 100, ((n * 37 + 11) % 100) / 100, 0.03 + ((n * 29) % 10) / 120];
    return `<circle cx="${x * w}" cy="${y * h}" r="${r * w}" fill="${n % 3 ? bright : shade}" opacity="0.25"/>`;
  }).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs>
    <linearGradient id="l" x2="1" y2="0.7"><stop stop-color="${bright}"/><stop offset="0.5" stop-color="${middle}"/><stop offset="1" stop-color="${shade}"/></linearGradient>
    <linearGradient id="s" x1="0.2" x2="1"><stop stop-color="${shade}" stop-opacity="0"/><stop offset="1" stop-color="${shade}" stop-opacity="0.85"/></linearGradient>
    <filter id="far"><feGaussianBlur stdDeviation="22"/></filter><filter id="near"><feGaussianBlur stdDeviation="2.200"/></filter></defs>
    <rect width="${w}" height="${h}" fill="url(#l)"/><g filter="url(#far)">${spots}</g>
    <g filter="url(#near)"><svg x="${(w - side) / 2}" y="${h - side}" width="${side}" height="${side}" viewBox="0 0 100 100" overflow="visible">${subject}</svg></g>
    <rect width="${w}" height="${h}" fill="url(#s)"/></svg>`;
}
