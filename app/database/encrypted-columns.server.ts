/**
 * Every column that holds what `encrypt` made, with the key of its table. A column that is missing here would stay encrypted
 * with a key that is thrown away; tests/database/encrypted-columns.test.ts looks for one.
 */
export const ENCRYPTED_COLUMNS: { table: string; key: string; columns: string[] }[] = [
  { table: "clientes_susa", key: "id", columns: ["medicina", "enfermedades", "alerta"] },
  { table: "calendarios_susa", key: "empleado_id", columns: ["sobre"] },
  { table: "envios_pendientes_susa", key: "id", columns: ["sobre"] },
  { table: "importaciones_susa", key: "id", columns: ["sobre"] },
  { table: "papelera_susa", key: "id", columns: ["sobre"] },
];

/** The encrypted columns of a table. */
export function encryptedColumnsOf(table: string): string[] {
  return ENCRYPTED_COLUMNS.find((one) => one.table === table)?.columns ?? [];
}
