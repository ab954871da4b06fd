import { DIALABLE_FORMAT } from "~/format/phone";

/** That a specialist already has an appointment then. A full stop or the details follow. */
export const HORARIO_OCUPADO = "Ese horario ya está ocupado";

/** Why WhatsApp cannot be opened for a client whose telephone cannot be dialled. */
export const NOT_DIALABLE = `El teléfono de la clienta no está completo: son ${DIALABLE_FORMAT}.`;
