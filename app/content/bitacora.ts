// What the record of who did what says of each event, and of each kind of record.

export const ACCIONES = {
  entrada: "Entró",
  rechazo: "No pudo entrar: contraseña incorrecta",
  bloqueo: "Demasiados intentos de entrar",
  registro: "Se creó una cuenta",
  aprobacion: "Aprobó una cuenta",
  desactivacion: "Desactivó una cuenta",
  reactivacion: "Reactivó una cuenta",
  permisos: "Cambió lo que puede hacer una cuenta",
  contrasena: "Cambió la contraseña",
  enlace: "Creó un enlace de acceso",
  cesion: "Cedió el estudio",
  exportacion: "Descargó",
  importacion: "Trajo de una hoja",
  importacion_deshecha: "Quitó lo que había traído de una hoja",
  fusion: "Fusionó dos fichas",
  alta: "Agregó",
  cambio: "Cambió",
  reversa: "Canceló",
  eliminacion: "Eliminó",
  recuperacion: "Recuperó",
  eliminacion_definitiva: "Eliminó para siempre",
  revelacion: "Vio las notas de salud de una clienta",
  prohibido: "Intentó abrir algo que su cuenta no puede ver",
};

/** What the history of an appointment says of each change. */
export const ACCIONES_DE_CITA = {
  creada: "Se agendó",
  editada: "Se editó",
  movida: "Se movió o se cambió",
  confirmada: "Se confirmó",
  programada: "Se quitó la confirmación",
  completada: "Se completó",
  cancelada: "Se canceló",
  reabierta: "Se reabrió",
  no_asistio: "No asistió",
  si_asistio: "Se quitó la marca de «no asistió»",
  solicitada: "Se pidió en el sitio",
  aceptada: "Se aceptó",
  rechazada: "No se aceptó",
  vencida: "Nadie la contestó a tiempo",
  retirada: "Se retiró la solicitud",
};

/** Who did what a client did on the site, or by the link of her appointment. */
export const laClienta = (accion: string) =>
  accion === "creada" || accion === "solicitada" ? "La clienta, desde el sitio" : "La clienta, desde su enlace";

export const REGISTROS = {
  cuenta: "una cuenta",
  cliente: "una clienta",
  salud: "notas de salud de una clienta",
  cita: "una cita",
  ingreso: "un ingreso",
  egreso: "un egreso",
  servicio: "un servicio",
  imagen: "una imagen",
  testimonio: "un testimonio",
  item: "un artículo del inventario",
  proveedor: "un proveedor",
  empleado: "una especialista",
  ausencia: "una ausencia o un cierre",
  calendario: "el calendario de una especialista",
  configuracion: "los datos del estudio",
  apariencia: "la apariencia del sitio",
  plantilla: "un mensaje de WhatsApp",
  venta: "una venta",
  propina: "una propina",
  corte: "un corte de caja",
  liquidacion: "un pago al equipo",
  espera: "una clienta en espera",
};

/** What was downloaded, by the kind of its rows or by its own name. */
export const DESCARGAS: Record<string, string> = {
  cliente: "la lista de clientas",
  ingreso: "la lista de ingresos",
  egreso: "la lista de egresos",
  respaldo: "el respaldo completo del estudio",
  reporte: "un reporte",
  bitacora: "la bitácora",
};

/** Amounts and answers that are no column of their record. */
export const IMPORTES: Record<string, string> = {
  por_cobrar: "por cobrar",
  precio_desde: "precio planeado",
  quien: "quién lo hace",
  hace: "qué hace",
};

/** The rights of an account. */
export const PERMISOS: Record<string, string> = {
  salud: "Notas de salud",
  salud_propias: "Notas de salud de sus clientas",
  dinero: "Dinero",
  inventario: "Inventario",
  catalogo: "Catálogo",
  propietaria: "Solo la propietaria",
};
