/** How the demo speaks of a category: the line that introduces it, and its benefits. Other studios read them as examples. */
type Categoria = { frase: string; beneficios: readonly string[] };

export const CATEGORIAS_DE_EJEMPLO: Record<string, Categoria> = {
  cejas: {
    frase: "El marco de tu mirada, medido sobre tu rostro.",
    beneficios: [
      "La forma que va con tu rostro",
      "Productos suaves, también para piel sensible",
      "Se ven naturales, sin líneas duras",
      "Te decimos cómo cuidarlas para que duren",
    ],
  },
  pestañas: {
    frase: "Curva, largo y volumen que no pesan.",
    beneficios: [
      "Tus ojos descansan: te acuestas y los cierras",
      "Productos suaves y material esterilizado",
      "Te decimos qué le va a la forma de tu ojo",
      "Cuidamos tu pestaña natural",
    ],
  },
  manicura: {
    frase: "Manos cuidadas, color que aguanta la semana.",
    beneficios: [
      "Cutícula cuidada, sin lastimar",
      "Acabado parejo, hasta en las orillas",
      "Instrumental esterilizado en cada cita",
      "Te hidratamos las manos al terminar",
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
      "Revisamos tu piel antes de empezar",
      "Productos para lo que tu piel necesita hoy",
      "Masaje para relajar el rostro",
      "Una rutina sencilla para seguir en casa",
    ],
  },
  limpieza: {
    frase: "Poros limpios, sin prisa y sin marcas.",
    beneficios: [
      "Manos cuidadosas, que no lastiman",
      "Productos según tu tipo de piel",
      "Piel más pareja desde la primera sesión",
      "Mascarilla calmante para cerrar",
    ],
  },
  masajes: {
    frase: "Una hora sin teléfono.",
    beneficios: [
      "La presión que te pida el cuerpo",
      "Aceites tibios de aroma suave",
      "Alivio de cuello, hombros y espalda",
      "Cabina tranquila y sin interrupciones",
    ],
  },
  depilación: {
    frase: "Piel lisa, con manos precisas y rápidas.",
    beneficios: [
      "Rápido y con cuidado de tu piel",
      "Cera tibia, que no quema",
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

/** The benefits that the studio has edited, by category. */
export type Beneficios = Record<string, string[]>;

/** The benefits of a category: the studio's own, or in the demo (not `isOwn`) the example's, or else those of any category. */
export function beneficiosDe(categoria: string, propios: Beneficios, isOwn: boolean): readonly string[] {
  const ofExample = isOwn ? undefined : CATEGORIAS_DE_EJEMPLO[categoria]?.beneficios;
  return propios[categoria] ?? ofExample ?? BENEFICIOS_DE_SIEMPRE;
}
