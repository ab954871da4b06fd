import type { Site } from "~/http/public-page.server";

/** The drawing of a studio without a photograph: the face only where brows or lashes are done, otherwise by what it offers first. */
export function heroDrawing({ isOwn, categorias }: Pick<Site["estudio"], "isOwn" | "categorias">): string {
  const offered = categorias.map(({ categoria }) => categoria);
  if (!isOwn || offered.some((categoria) => categoria === "cejas" || categoria === "pestañas")) return "/art/hero.svg";
  return offered[0] === "manicura" || offered[0] === "pedicura" ? "/art/hero-manos.svg" : "/art/hero-calma.svg";
}
