import { clampChroma, converter, formatHex, wcagContrast } from "culori";

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
export const contrast: (one: string, other: string) => number = wcagContrast;

/** The lowest contrast of an accent with the colours of a scheme. */
export function minContrast(accent: string, scheme: Scheme): number {
  return Math.min(...Object.values(SCHEMES[scheme]).map((color) => contrast(accent, color)));
}

/** The nearest shade of a colour with enough contrast: darker in the light scheme, lighter in the dark one, or unchanged. */
export function readable(color: string, scheme: Scheme): string {
  const step = scheme === "light" ? -0.004 : 0.004;
  const lightness = lightnessOf(color);
  let shade = color;
  for (let n = 1; minContrast(shade, scheme) < MIN_CONTRAST; n++) shade = withLightness(color, lightness + n * step);
  return shade;
}

// The lightness of the default accent in the dark scheme. The minimum contrast alone looks dull there.
const DARK_LIGHTNESS = 0.76;

/** The accents of both schemes made from one colour, each with a stronger shade for hover. */
export function accentsOf(color: string): Record<Scheme, { accent: string; strong: string }> {
  const light = readable(color, "light");
  const dark = readable(withLightness(color, Math.max(DARK_LIGHTNESS, lightnessOf(color))), "dark");
  return {
    light: { accent: light, strong: withLightness(light, lightnessOf(light) - 0.07) },
    dark: { accent: dark, strong: withLightness(dark, lightnessOf(dark) + 0.06) },
  };
}

/** The style sheet of an accent, which overrides theme.css. */
export function accentCss(color: string): string {
  const { light, dark } = accentsOf(color);
  const rule = ({ accent, strong }: typeof light) => `:root{--accent:${accent};--accent-strong:${strong}}`;
  return `${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}`;
}

// In OKLCH the perceived hue stays when the lightness changes.
const toOklch = converter("oklch");
const lightnessOf = (hex: string) => toOklch(hex)?.l ?? 0;

/** The same hue at another lightness (0 to 1), with as much chroma as sRGB allows there. */
function withLightness(hex: string, lightness: number): string {
  const l = Math.min(1, Math.max(0, lightness));
  return formatHex(clampChroma({ c: 0, ...toOklch(hex), mode: "oklch", l }, "oklch"));
}
