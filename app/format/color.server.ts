// The colours of app/styles/theme.css (a test compares them) and their WCAG contrast.

/** The colours behind the accent and on top of it, in each colour scheme. */
export const SCHEMES = {
  light: { paper: "#fbf6f1", card: "#fffdfa", sand: "#f4eae0", "on-accent": "#fffaf6" },
  dark: { paper: "#180d14", card: "#432f39", sand: "#33212b", "on-accent": "#2b130c" },
};

/** The accent in each scheme while the studio has not chosen its own. */
export const DEFAULT_ACCENTS = { light: "#96452f", dark: "#eba58d" };

export type Scheme = keyof typeof SCHEMES;

/** WCAG's minimum contrast for text: the accent is the colour of links and the background of buttons. */
export const MIN_CONTRAST = 4.5;

/** The contrast of two colours (`#96452f`), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The lowest contrast of an accent with the colours of a scheme. */
export function minContrast(accent: string, scheme: Scheme): number {
  return Math.min(...Object.values(SCHEMES[scheme]).map((color) => contrast(accent, color)));
}

/** The nearest shade of a colour with enough contrast: darker in the light scheme, lighter in the dark one, or unchanged. */
export function readable(color: string, scheme: Scheme): string {
  const step = scheme === "light" ? -0.004 : 0.004;
  const { lightness } = toOklab(color);
  let shade = color;
  for (let n = 1; minContrast(shade, scheme) < MIN_CONTRAST; n++) shade = withLightness(color, lightness + n * step);
  return shade;
}

// The lightness of the default accent in the dark scheme. The minimum contrast alone looks dull there.
const DARK_LIGHTNESS = 0.76;

/** The accents of both schemes made from one colour, each with a stronger shade for hover. */
export function accentsOf(color: string): Record<Scheme, { accent: string; strong: string }> {
  const light = readable(color, "light");
  const dark = readable(withLightness(color, Math.max(DARK_LIGHTNESS, toOklab(color).lightness)), "dark");
  return {
    light: { accent: light, strong: withLightness(light, toOklab(light).lightness - 0.07) },
    dark: { accent: dark, strong: withLightness(dark, toOklab(dark).lightness + 0.06) },
  };
}

/** The style sheet of an accent, which overrides theme.css. */
export function accentCss(color: string): string {
  const { light, dark } = accentsOf(color);
  const rule = ({ accent, strong }: typeof light) => `:root{--accent:${accent};--accent-strong:${strong}}`;
  return `${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}`;
}

function channels(hex: string): [number, number, number] {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

// Oklab (Björn Ottosson, 2020) keeps the perceived hue when the lightness changes.
type Oklab = { lightness: number; a: number; b: number };

function toOklab(hex: string): Oklab {
  const [red, green, blue] = channels(hex).map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function toRgb({ lightness, a, b }: Oklab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The same hue at another lightness (0 to 1), with as much chroma as sRGB allows there. */
function withLightness(hex: string, lightness: number): string {
  const { a, b } = toOklab(hex);
  const wanted = Math.min(1, Math.max(0, lightness));
  for (let part = 1; ; part -= 0.02) {
    const chroma = Math.max(0, part);
    const rgb = toRgb({ lightness: wanted, a: a * chroma, b: b * chroma });
    if (chroma === 0 || rgb.every((value) => value >= -0.0005 && value <= 1.0005)) {
      const byte = (value: number) => Math.round(Math.min(1, Math.max(0, fromLinear(Math.min(1, Math.max(0, value))))) * 255);
      return `#${rgb.map((value) => byte(value).toString(16).padStart(2, "0")).join("")}`;
    }
  }
}
