import sharp from "sharp";
import type { Page, Visitor } from "./browser";

const PORTRAIT = { width: 3000, height: 4000 };
const LANDSCAPE = { width: 4000, height: 3000 };
// From the darkest to the lightest colour, and how coarse the grain is, which makes a photograph heavy.
const DAY = { shade: "#b89e8c", bright: "#fffaf2", grain: 12 };
const EVENING = { shade: "#2a1512", bright: "#f0b878", grain: 28 };
const DARK = { shade: "#070506", bright: "#59403a", grain: 40 };

/** Twelve photographs of 12 megapixels, each with the service that it is of. */
const PHOTOGRAPHS = [
  { servicio: "Diseño de cejas", ...PORTRAIT, ...DAY },
  { servicio: "Diseño de cejas", ...LANDSCAPE, ...DARK },
  { servicio: "Laminado de cejas", ...LANDSCAPE, ...DAY },
  { servicio: "Microblading", ...PORTRAIT, ...EVENING },
  { servicio: "Lifting de pestañas", ...LANDSCAPE, ...DAY },
  { servicio: "Extensiones de volumen", ...PORTRAIT, ...DARK },
  { servicio: "Manicura clásica", ...PORTRAIT, ...DAY },
  { servicio: "Pedicura spa", ...LANDSCAPE, ...DAY },
  { servicio: "Facial hidratante", ...PORTRAIT, ...EVENING },
  { servicio: "Limpieza facial profunda", ...LANDSCAPE, ...DAY },
  { servicio: "Masaje relajante", ...LANDSCAPE, ...DARK },
  { servicio: "Depilación de media pierna", ...PORTRAIT, ...DAY },
];

/** Uploads the twelve photographs to the demo studio whose owner is signed in, and the first as its first picture too. */
export async function loadPhotographs(owner: Visitor): Promise<void> {
  for (const [index, photograph] of PHOTOGRAPHS.entries()) {
    const file = { filename: `${index}.jpg`, content: await takePhotograph(photograph) };
    const form = await owner.get("/admin/galeria/nueva");
    const option = form.all("select[name=servicio_id] option").find((each) => each.textContent?.startsWith(photograph.servicio));
    const servicio_id = option?.getAttribute("value") ?? "";
    const values = { ...form.values(), servicio_id, is_featured: "on", alt_text: photograph.servicio };
    expectRedirect(await owner.upload("/admin/galeria/nueva", values, [file]));
    if (index > 0) continue;
    const portada = "/admin/configuracion/apariencia/portada";
    expectRedirect(await owner.upload(portada, (await owner.get(portada)).values("form:has([type=file])"), [file]));
  }
}

/** Light from one side behind a grain. */
async function takePhotograph({ width, height, shade, bright, grain }: (typeof PHOTOGRAPHS)[number]): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: grain };
  const tile = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: "#888", noise } })
    .png()
    .toBuffer();
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="light" x2="1" y2="0.7"><stop stop-color="${bright}"/><stop offset="1" stop-color="${shade}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#light)"/></svg>`;
  return sharp(Buffer.from(light))
    .flatten()
    .composite([{ input: tile, tile: true, blend: "soft-light" }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

function expectRedirect(page: Page): void {
  if (page.location === null) throw new Error(`${page.path}: ${page.status} ${page.text("[role=alert]")}`);
}
