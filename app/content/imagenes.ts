/** What a person is told when a file is no picture; the reasons of each file follow. */
export const ONLY_IMAGES = "Solo se permiten archivos de imagen.";
