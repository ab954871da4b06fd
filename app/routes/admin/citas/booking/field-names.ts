/**
 * The fields of the booking form, as text. `canjeado`, `buscado` and `elegida` are what `codigo`, `cliente_q` and `cliente_id` held
 * when it was rendered.
 */
export type CitaFields = {
  codigo: string;
  canjeado: string;
  avisos: string;
  cliente_id: string;
  cliente_q: string;
  buscado: string;
  elegida: string;
  cliente_nombre: string;
  cliente_telefono: string;
  servicios: ServicioFields[];
  fecha: string;
  hora: string;
  estado: string;
  notas: string;
};

/** One row of services. `servicio_anterior` is the service it showed when the form was rendered. */
export type ServicioFields = {
  servicio_anterior: string;
  servicio_id: string;
  empleado_id: string;
  precio: string;
  duracion_minutos: string;
};
