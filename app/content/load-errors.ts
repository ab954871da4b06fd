/** What a list, its page of reminders or its CSV file says when it cannot be read. */
export const LOAD_ERRORS = {
  bitacora: "No se pudo cargar la bitácora",
  citas: "No se pudieron cargar las citas",
  clientes: "No se pudieron cargar los clientes",
  egresos: "No se pudieron cargar los egresos",
  imagenes: "No se pudieron cargar las imágenes",
  ingresos: "No se pudieron cargar los ingresos",
  proveedores: "No se pudieron cargar los proveedores",
  reportes: "No se pudieron cargar los reportes",
  servicios: "No se pudieron cargar los servicios",
  testimonios: "No se pudieron cargar los testimonios",
};

/** What an error page says of an error without words of its own. */
export const UNEXPECTED_ERROR = "Algo falló de nuestro lado. Espera un momento y vuelve a intentarlo.";

/** How an error page gives the id of its request, with which the log can be searched. */
export const reportSentence = (id: string) => `Si lo reportas, di esta clave: ${id}`;
