/** What a list, or its CSV file, says when it cannot be read, by its address under /admin. */
export const LOAD_ERRORS = {
  caja: "No se pudo leer la caja",
  citas: "No se pudieron cargar las citas",
  "citas/espera": "No se pudo cargar la lista de espera",
  "citas/por-volver": "No se pudo cargar quién está por volver",
  "citas/recordatorios": "No se pudieron cargar las citas",
  "citas/solicitudes": "No se pudieron cargar las solicitudes",
  clientes: "No se pudieron cargar los clientes",
  comisiones: "No se pudo leer lo que se le debe al equipo",
  "configuracion/bitacora": "No se pudo cargar la bitácora",
  "configuracion/dias-cerrados": "No se pudieron cargar los días cerrados",
  "configuracion/papelera": "No se pudo leer la papelera",
  egresos: "No se pudieron cargar los egresos",
  empleados: "Error al cargar empleados",
  galeria: "No se pudieron cargar las imágenes",
  "galeria/por-acomodar": "No se pudieron cargar las fotos",
  ingresos: "No se pudieron cargar los ingresos",
  inventario: "No se pudo cargar el inventario",
  proveedores: "No se pudieron cargar los proveedores",
  reportes: "No se pudieron cargar los reportes",
  "reportes/cuadre": "No se pudo revisar el cuadre",
  servicios: "No se pudieron cargar los servicios",
  "servicios/precios": "No se pudieron cargar los precios",
  testimonios: "No se pudieron cargar los testimonios",
  "ventas/por-cobrar": "No se pudo leer lo que falta por cobrar",
};

/** What an error page says of an error without words of its own. */
export const UNEXPECTED_ERROR = "Algo falló de nuestro lado. Espera un momento y vuelve a intentarlo.";

/** How an error page gives the id of its request, with which the log can be searched. */
export const reportSentence = (id: string) => `Si lo reportas, di esta clave: ${id}`;
