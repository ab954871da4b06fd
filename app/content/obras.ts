/** The eight works that the gallery always shows. Each belongs to the service whose name has its slug. */
export const OBRAS = [
  {
    slug: "diseno-de-cejas",
    archivo: "/art/obras/diseno-de-cejas.svg",
    titulo: "Diseño de cejas",
    alt: "Rostro de frente con las líneas que miden dónde empieza, sube y termina cada ceja",
  },
  {
    slug: "extensiones-de-pestanas-clasicas",
    archivo: "/art/obras/extensiones-de-pestanas-clasicas.svg",
    titulo: "Extensiones de pestañas clásicas",
    alt: "Ojo cerrado con un abanico de pestañas largas y la pinza que coloca la última",
  },
  {
    slug: "manicura-en-gel",
    archivo: "/art/obras/manicura-en-gel.svg",
    titulo: "Manicura en gel",
    alt: "Mano en reposo con las uñas esmaltadas en tono ciruela",
  },
  {
    slug: "laminado-de-cejas",
    archivo: "/art/obras/laminado-de-cejas.svg",
    titulo: "Laminado de cejas",
    alt: "Ceja peinada hacia arriba con un cepillo fino",
  },
  {
    slug: "facial-hidratante",
    archivo: "/art/obras/facial-hidratante.svg",
    titulo: "Facial hidratante",
    alt: "Mujer recostada mientras una brocha le extiende la mascarilla en la mejilla",
  },
  {
    slug: "lifting-de-pestanas",
    archivo: "/art/obras/lifting-de-pestanas.svg",
    titulo: "Lifting de pestañas",
    alt: "Ojo abierto con las pestañas levantadas desde la raíz",
  },
  {
    slug: "microblading",
    archivo: "/art/obras/microblading.svg",
    titulo: "Microblading",
    alt: "Mano que traza una ceja pelo por pelo",
  },
  {
    slug: "pedicura-spa",
    archivo: "/art/obras/pedicura-spa.svg",
    titulo: "Pedicura spa",
    alt: "Pie que entra en un cuenco de agua con pétalos",
  },
] as const;
