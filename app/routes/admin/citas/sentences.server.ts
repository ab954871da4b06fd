import { DIALABLE_FORMAT } from "~/format/phone";

/** What a person is told when the state that an appointment is in does not allow her change. */
export const ESTADO_CONFLICT = {
  programada: "Alguien cambió esta cita mientras tanto: ahora está programada.",
  confirmada: "Alguien cambió esta cita mientras tanto: ahora está confirmada.",
  completada: "Esta cita ya está completada. Para cambiarla, reábrela.",
  cancelada: "Esta cita está cancelada. Para cambiarla, reábrela.",
};

/** That a specialist already has an appointment then. A full stop or the details follow. */
export const HORARIO_OCUPADO = "Ese horario ya está ocupado";

/** Why WhatsApp cannot be opened for a client whose telephone cannot be dialled. */
export const NOT_DIALABLE = `El teléfono de la clienta no está completo: son ${DIALABLE_FORMAT}.`;
