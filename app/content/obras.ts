/**
 * The eight works that the gallery shows after the studio's own pictures. Each belongs to the service whose name has its slug, or
 * the one it had before (`antes`).
 */
export const OBRAS: readonly Obra[] = [
  {
    slug: "diseno-de-cejas",
    categoria: "cejas",
    archivo: "/art/obras/diseno-de-cejas.svg",
    titulo: "Diseño de cejas",
    alt: "Rostro de frente con las líneas que miden dónde empieza, sube y termina cada ceja",
  },
  {
    slug: "extensiones-de-pestanas-clasicas",
    categoria: "pestañas",
    archivo: "/art/obras/extensiones-de-pestanas-clasicas.svg",
    titulo: "Extensiones de pestañas clásicas",
    alt: "Ojo cerrado con un abanico de pestañas largas y la pinza que coloca la última",
  },
  {
    slug: "manicura-con-gelish",
    antes: "manicura-en-gel",
    categoria: "manicura",
    archivo: "/art/obras/manicura-en-gel.svg",
    titulo: "Manicura con gelish",
    alt: "Mano relajada con las uñas pintadas de color ciruela",
  },
  {
    slug: "laminado-de-cejas",
    categoria: "cejas",
    archivo: "/art/obras/laminado-de-cejas.svg",
    titulo: "Laminado de cejas",
    alt: "Ceja peinada hacia arriba con un cepillo fino",
  },
  {
    slug: "facial-hidratante",
    categoria: "faciales",
    archivo: "/art/obras/facial-hidratante.svg",
    titulo: "Facial hidratante",
    alt: "Mujer recostada mientras le ponen mascarilla en la mejilla con una brocha",
  },
  {
    slug: "lifting-de-pestanas",
    categoria: "pestañas",
    archivo: "/art/obras/lifting-de-pestanas.svg",
    titulo: "Lifting de pestañas",
    alt: "Ojo abierto con las pestañas levantadas desde la raíz",
  },
  {
    slug: "microblading",
    categoria: "cejas",
    archivo: "/art/obras/microblading.svg",
    titulo: "Microblading",
    alt: "Mano que dibuja una ceja pelo por pelo",
  },
  {
    slug: "pedicura-spa",
    categoria: "pedicura",
    archivo: "/art/obras/pedicura-spa.svg",
    titulo: "Pedicura spa",
    alt: "Pie que entra en un tazón de agua con pétalos",
  },
];

/** The drawings that a studio leaves out until its owner chooses them: all. The database has the same default. */
export const DIBUJOS = OBRAS.map(({ slug }) => slug);

type Obra = { slug: string; antes?: string; categoria: string; archivo: string; titulo: string; alt: string };

/** The slug that a gallery address means among those of the active services; null when it is of none of them. */
export function knownSlug(asked: string, slugs: readonly string[]): string | null {
  if (slugs.includes(asked)) return asked;
  // Links that were shared before the service had its present name.
  const renamed = OBRAS.find(({ antes }) => antes === asked)?.slug;
  return renamed !== undefined && slugs.includes(renamed) ? renamed : null;
}
