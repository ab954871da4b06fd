/** The default WhatsApp messages, in the order in which they are offered. Configuración → Notificaciones overrides them. */
export const PLANTILLAS = {
  confirmar: {
    titulo: "Confirmar",
    cuando: "Para pedirle que confirme su cita.",
    texto:
      "Hola, {nombre}. Te escribimos de {estudio}: tienes cita de {servicio} el {dia} a las {hora}. ¿Nos confirmas que vienes?",
  },
  recordar: {
    titulo: "Recordar",
    cuando: "Un día antes de su cita.",
    texto:
      "Hola, {nombre}. Te recordamos tu cita de {servicio} el {dia} a las {hora} en {estudio}. Si no puedes venir, avísanos por aquí. ¡Te esperamos!",
  },
  reagendar: {
    titulo: "Reagendar",
    cuando: "Cuando su cita se canceló o ella no llegó.",
    texto:
      "Hola, {nombre}. Tu cita de {servicio} del {dia} a las {hora} quedó pendiente. ¿Qué día y a qué hora te queda bien venir? Con gusto te apartamos otro lugar en {estudio}.",
  },
  como_llegar: {
    titulo: "Cómo llegar",
    cuando: "La dirección del estudio y un enlace al mapa.",
    texto:
      "Hola, {nombre}. Te esperamos el {dia} a las {hora} para tu cita de {servicio}.\nEstamos aquí: {direccion}\nPara llegar: {mapa}",
  },
  gracias: {
    titulo: "Dar las gracias",
    cuando: "Después de su cita.",
    texto:
      "Hola, {nombre}. ¡Gracias por tu cita de {servicio} en {estudio}! Esperamos que te haya encantado. Cualquier duda, aquí estamos.",
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
