/** The pictures that can be uploaded, for the `accept` of a field. */
export const IMAGE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** What to know before pasting the address of a picture on another site. */
export const PICTURE_ELSEWHERE = "Quien visite tu sitio la verá desde esa otra página, que así se entera de la visita.";

/** What is said after an image took the mark of the one that a service was shown with. */
export const MARK_MOVED = "La que era la destacada de ese servicio ya no lo es.";

/** What a person is told when a file is no picture; the reasons of each file follow. */
export const ONLY_IMAGES = "Solo se permiten archivos de imagen.";

/** The heading of it. */
export const NOT_VALID = "Archivos no válidos";
