/** That a specialist already has an appointment then. A full stop or the details follow. */
export const HORARIO_OCUPADO = "Ese horario ya está ocupado";
