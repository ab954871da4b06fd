/** The default WhatsApp messages, in the order in which they are offered. Configuración → Notificaciones overrides them. */
export const PLANTILLAS = {
  confirmar: {
    titulo: "Confirmar",
    cuando: "Para pedirle que confirme su cita.",
    texto:
      "Hola, {nombre}. Te escribimos de parte de {estudio}: tienes cita de {servicio} el {dia} a las {hora}. ¿Nos confirmas que vienes?",
  },
  recordar: {
    titulo: "Recordar",
    cuando: "Antes de su cita, para que no se le olvide.",
    texto:
      "Hola, {nombre}. Te recordamos tu cita de {servicio} el {dia} a las {hora} en {estudio}. Si no puedes venir, avísanos por aquí. ¡Te esperamos!",
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
    texto:
      "Hola, {nombre}. ¡Gracias por venir a {estudio}! Esperamos que te haya encantado tu servicio de {servicio}. Cualquier duda, escríbenos por aquí.",
  },
};

/** The placeholders of a message, with their descriptions. A message contains no other data of a client. */
export const LUGARES = {
  nombre: "el nombre de la clienta, sin apellidos",
  servicio: "el servicio de su cita",
  dia: "el día, como «sábado 21 de noviembre»",
  hora: "la hora, como «2:05 p.m.»",
  estudio: "el nombre del estudio",
  direccion: "la dirección del estudio",
  mapa: "un enlace que la lleva al estudio",
};

export type TipoMensaje = keyof typeof PLANTILLAS;

/** The text for `{servicio}` when the service was deleted. */
export const SIN_SERVICIO = "belleza";
