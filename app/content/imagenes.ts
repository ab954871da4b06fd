/** The pictures that can be uploaded, for the `accept` of a field and for its hint. */
export const IMAGE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";
export const IMAGE_FORMATS = "JPEG, PNG, WebP, AVIF o GIF";

/** What a person is told when a file is no picture; the reasons of each file follow. */
export const ONLY_IMAGES = "Solo se permiten archivos de imagen.";
