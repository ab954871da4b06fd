/** Asked before an income is deleted; `ingreso` is its amount and date: `$300.00 del 21/11/2026`. */
export function deleteQuestion(ingreso: string): string {
  return `¿Estás segura de que quieres eliminar este ingreso? Es de ${ingreso}.`;
}
