/** Asked before deleting, in the list and on the page of the deletion. */
export function deleteQuestion(nombre: string): string {
  return `¿Estás segura de que quieres eliminar a ${nombre}? Deja de aparecer en la lista; lo encuentras entre los inactivos.`;
}
