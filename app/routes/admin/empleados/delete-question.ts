import { SIN_ESPECIALISTA } from "~/format/text";

/** Asked before deleting, in the list and on the page of the deletion. */
export function deleteQuestion(nombre: string): string {
  return `¿Estás segura de que quieres eliminar a ${nombre}? Sus servicios y sus citas se conservan como «${SIN_ESPECIALISTA}».`;
}
