import { DIALABLE_FORMAT } from "~/format/phone";

/** Why WhatsApp cannot be opened for a client whose telephone cannot be dialled. */
export const NOT_DIALABLE = `El teléfono de la clienta no está completo: son ${DIALABLE_FORMAT}.`;
