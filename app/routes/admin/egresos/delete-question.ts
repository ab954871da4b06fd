/** Asked before an expense is deleted; `egreso` is its amount and date: `$300.00 del 21/11/2026`. */
export function deleteQuestion(egreso: string): string {
  return `¿Estás segura de que quieres eliminar este egreso? Es de ${egreso}.`;
}
