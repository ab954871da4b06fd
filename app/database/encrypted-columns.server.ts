/** Where `encrypt` wrote: a column, or one text inside a jsonb column, in a table with this key. */
export type EncryptedColumn = { table: string; key: string; column: string; path?: string };

/**
 * Every place that holds what `encrypt` made. A place that is missing here would stay encrypted with a key that is thrown away;
 * tests/database/encrypted-columns.test.ts looks for one.
 */
export const ENCRYPTED_COLUMNS: EncryptedColumn[] = [
  { table: "clientes_susa", key: "id", column: "medicina" },
  { table: "clientes_susa", key: "id", column: "enfermedades" },
  { table: "clientes_susa", key: "id", column: "alerta" },
  { table: "calendarios_susa", key: "empleado_id", column: "sobre" },
  { table: "envios_pendientes_susa", key: "id", column: "sobre" },
  { table: "importaciones_susa", key: "id", column: "sobre" },
  { table: "importaciones_susa", key: "id", column: "respuestas" },
  { table: "papelera_susa", key: "id", column: "fila", path: "{medicina}" },
  { table: "papelera_susa", key: "id", column: "fila", path: "{enfermedades}" },
  { table: "papelera_susa", key: "id", column: "fila", path: "{alerta}" },
  { table: "papelera_susa", key: "id", column: "hijas", path: "{calendarios_susa,0,sobre}" },
];

/** The SQL expression that reads such a place as text. */
export const readEncrypted = ({ column, path }: EncryptedColumn) => (path ? `${column} #>> '${path}'` : column);

/** The encrypted columns of a table. */
export function encryptedColumnsOf(table: string): string[] {
  return ENCRYPTED_COLUMNS.filter((one) => one.table === table && !one.path).map(({ column }) => column);
}
