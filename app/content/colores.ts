/** The names of the specialists' colours, in the order of `color_especialista`. How they look is in admin.css. */
export const COLORES = {
  arcilla: "Arcilla",
  rosa: "Rosa",
  ambar: "Ámbar",
  oliva: "Oliva",
  menta: "Menta",
  azul: "Azul",
  lila: "Lila",
  uva: "Uva",
} as const;

export type Color = keyof typeof COLORES;

export const COLOR_WORDS = Object.keys(COLORES) as [Color, ...Color[]];
