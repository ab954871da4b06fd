import type { RouteHandle } from "~/http/route-handle";
import { MAX_BODY_BYTES, MAX_PHOTO_MB, MAX_PHOTOS, MB } from "~/limits";

/** The handle of a form of photographs: who may send them, and how many bytes. */
export const photosHandle: RouteHandle = {
  upload: {
    right: "catalogo",
    maxBytes: MAX_PHOTOS * MAX_PHOTO_MB * MB + MAX_BODY_BYTES,
    advice: `Regresa con el botón Atrás y elige menos fotos, o fotos más ligeras: caben ${MAX_PHOTOS} de ${MAX_PHOTO_MB} MB.`,
  },
};
