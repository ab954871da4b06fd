/** What a message says before a link that not every studio has; the owner of a message of her own is offered the line. */
export const RENGLONES = {
  enlace: "Confírmala o cámbiala aquí: {enlace}",
  resena: "¿Nos cuentas cómo te fue? {resena}",
};

export type Renglon = keyof typeof RENGLONES;

/** The default WhatsApp messages, in the order in which they are offered. Configuración → Notificaciones overrides them. */
export const PLANTILLAS = {
  confirmar: {
    titulo: "Confirmar",
    cuando: "Para pedirle que confirme su cita.",
    texto: `Hola, {nombre}. Te escribimos de parte de {estudio}: tienes cita de {servicio} el {dia} a las {hora}. ¿Nos confirmas que vienes?\n${RENGLONES.enlace}`,
    renglon: "enlace",
  },
  recordar: {
    titulo: "Recordar",
    cuando: "Antes de su cita, para que no se le olvide.",
    texto: `Hola, {nombre}. Te recordamos tu cita de {servicio} el {dia} a las {hora} en {estudio}. Si no puedes venir, avísanos por aquí. ¡Te esperamos!\n${RENGLONES.enlace}`,
    renglon: "enlace",
  },
  reagendar: {
    titulo: "Reagendar",
    cuando: "Cuando su cita se canceló o ella no llegó.",
    texto:
      "Hola, {nombre}. Tu cita de {servicio} del {dia} a las {hora} quedó pendiente. ¿Qué día y a qué hora te queda bien? Con gusto te apartamos otro horario en {estudio}.",
  },
  como_llegar: {
    titulo: "Cómo llegar",
    cuando: "La dirección del estudio y un enlace al mapa.",
    texto:
      "Hola, {nombre}. Te esperamos el {dia} a las {hora} para tu cita de {servicio}.\nEstamos en {direccion}\nCómo llegar: {mapa}",
  },
  gracias: {
    titulo: "Dar las gracias",
    cuando: "Después de su cita.",
    texto: `Hola, {nombre}. ¡Gracias por venir a {estudio}! Esperamos que te haya encantado tu servicio de {servicio}. Cualquier duda, escríbenos por aquí.\n${RENGLONES.resena}`,
    renglon: "resena",
  },
  volver: {
    titulo: "Invitar a volver",
    cuando: "Cuando ya le toca su retoque, o hace tiempo que no viene.",
    texto:
      "Hola, {nombre}. ¡Ya te extrañamos en {estudio}! La última vez viniste por {servicio} y quizá ya te hace falta. ¿Te apartamos un lugar? Dinos qué día te queda bien.",
  },
  espera: {
    titulo: "Avisar de un horario",
    cuando: "Cuando se libera un horario para quien está en espera.",
    texto:
      "Hola, {nombre}. Se liberó un horario para tu cita de {servicio} en {estudio}: el {dia} a las {hora}. ¿Te lo apartamos? Se lo damos a quien conteste primero.",
  },
} satisfies Record<string, { titulo: string; cuando: string; texto: string; renglon?: Renglon }>;

/** The placeholders of a message, with their descriptions. A message contains no other data of a client. */
export const LUGARES = {
  nombre: "el nombre de la clienta, sin apellidos",
  servicio: "el servicio de su cita",
  dia: "el día, como «sábado 21 de noviembre»",
  hora: "la hora, como «2:05 p.m.»",
  estudio: "el nombre del estudio",
  direccion: "la dirección del estudio",
  mapa: "un enlace que la lleva al estudio",
  enlace: "el enlace a su cita: ahí la confirma, la cambia o la cancela",
  resena: "tu enlace de Google, para que te deje una reseña",
};

export type TipoMensaje = keyof typeof PLANTILLAS;

/** The text for `{servicio}` when the service was deleted. */
export const SIN_SERVICIO = "belleza";
