/** The label of each field of a client. */
export const CLIENTE_LABELS = {
  nombre: "Nombre",
  telefono: "Teléfono",
  correo: "Correo",
  edad: "Edad",
  ocupacion: "Ocupación",
  estado_civil: "Estado civil",
  servicio: "Servicio de interés",
  medicina: "Medicina que toma",
  enfermedades: "Enfermedades o alergias",
  alerta: "Alerta",
};

const { nombre, ...others } = CLIENTE_LABELS;

/** Where a column of an imported list may go, in the order in which it is offered. */
export const DESTINO_LABELS = { nada: "No traerla", nombre, apellidos: "Apellidos", ...others };
