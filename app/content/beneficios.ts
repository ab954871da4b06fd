/** The benefits of each category, and the line that introduces it in the price list. */
type Categoria = { frase: string; beneficios: readonly string[] };

export const CATEGORIAS_PUBLICAS: Record<string, Categoria> = {
  cejas: {
    frase: "El marco de tu mirada, medido sobre tu rostro.",
    beneficios: [
      "Forma medida según tus facciones",
      "Pigmentos y ceras aptos para piel sensible",
      "Resultado natural, sin líneas duras",
      "Guía de cuidados para que dure más",
    ],
  },
  pestañas: {
    frase: "Curva, largo y volumen que no pesan.",
    beneficios: [
      "Mirada abierta sin necesidad de rímel",
      "Adhesivos suaves y material esterilizado",
      "Largo y curva elegidos para tu ojo",
      "Técnica que cuida tu pestaña natural",
    ],
  },
  manicura: {
    frase: "Manos cuidadas, color que aguanta la semana.",
    beneficios: [
      "Cutícula trabajada con delicadeza",
      "Esmalte de larga duración y brillo parejo",
      "Instrumental esterilizado en cada cita",
      "Hidratación de manos al terminar",
    ],
  },
  pedicura: {
    frase: "Un descanso que empieza por los pies.",
    beneficios: [
      "Baño tibio que relaja y suaviza",
      "Cuidado de talones y asperezas",
      "Instrumental esterilizado en cada cita",
      "Masaje ligero para piernas cansadas",
    ],
  },
  faciales: {
    frase: "Luz y descanso para tu piel, a su ritmo.",
    beneficios: [
      "Valoración de tu piel antes de empezar",
      "Activos elegidos para lo que necesita hoy",
      "Masaje que descansa los músculos del rostro",
      "Rutina sencilla para seguir en casa",
    ],
  },
  limpieza: {
    frase: "Poros limpios, sin prisa y sin marcas.",
    beneficios: [
      "Extracción cuidadosa, sin lastimar",
      "Vapor y productos según tu tipo de piel",
      "Piel más pareja desde la primera sesión",
      "Mascarilla calmante para cerrar",
    ],
  },
  masajes: {
    frase: "Una hora sin teléfono.",
    beneficios: [
      "Presión ajustada a lo que te pide el cuerpo",
      "Aceites tibios de aroma suave",
      "Alivio de cuello, hombros y espalda",
      "Cabina tranquila y sin interrupciones",
    ],
  },
  depilación: {
    frase: "Piel lisa, con manos precisas y rápidas.",
    beneficios: [
      "Técnica precisa que respeta la piel",
      "Ceras tibias de baja fusión",
      "Menos vello y más fino con el tiempo",
      "Gel calmante después de cada zona",
    ],
  },
};

/** The benefits of a category without its own list. */
const BENEFICIOS_DE_SIEMPRE: readonly string[] = [
  "Servicio profesional de alta calidad",
  "Atención personalizada",
  "Productos premium",
  "Resultados garantizados",
];

/** The benefits that the studio has edited, by category. The others use the defaults above. */
export type Beneficios = Record<string, string[]>;

/** The benefits of a category: the studio's own, or the defaults. */
export function beneficiosDe(categoria: string, propios: Beneficios): readonly string[] {
  return propios[categoria] ?? CATEGORIAS_PUBLICAS[categoria]?.beneficios ?? BENEFICIOS_DE_SIEMPRE;
}
