import { CLIENTE_ELIMINADO } from "~/format/text";

/** Asked before deleting, in the list and on the page of the deletion. */
export function deleteQuestion(nombre: string): string {
  return `¿Estás segura de que quieres eliminar a ${nombre}? Sus citas se conservan como «${CLIENTE_ELIMINADO}».`;
}
