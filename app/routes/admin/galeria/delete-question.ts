/** Asked before deleting, in the list and on the page of the deletion. */
export const DELETE_QUESTION = "¿Estás segura de que quieres eliminar esta imagen?";
