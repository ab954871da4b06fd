import { z } from "zod";
import { encryptedColumnsOf } from "~/database/encrypted-columns.server";
import { INIT, LAST_OF_0 } from "~/database/migrations.server";

/** A backup that cannot be restored; its message is for the person who runs the command. */
export class BackupError extends Error {}

/** The version of the archive format: which files it has, and how values are written. */
export const FORMAT = 1;

/** The tables of a backup and the names of their files, in an order in which foreign keys are satisfied. */
export const TABLES: Record<string, string> = {
  cuentas_susa: "cuentas",
  configuracion_susa: "configuracion",
  plantillas_susa: "plantillas_de_mensajes",
  archivos_susa: "archivos",
  empleados_susa: "empleados",
  ausencias_susa: "ausencias",
  calendarios_susa: "calendarios",
  servicios_susa: "servicios",
  servicios_empleados_susa: "quien_lo_hace",
  precios_susa: "precios_planeados",
  codigos_susa: "codigos",
  service_images_susa: "galeria",
  apariencia_susa: "apariencia",
  clientes_susa: "clientes",
  ventas_susa: "ventas",
  citas_susa: "citas",
  cambios_cita_susa: "cambios_de_citas",
  mensajes_susa: "mensajes",
  esperas_susa: "lista_de_espera",
  proveedores_susa: "proveedores",
  inventario_susa: "inventario",
  venta_lineas_susa: "productos_vendidos",
  movimientos_inventario_susa: "movimientos_de_inventario",
  testimonios_susa: "testimonios",
  ingresos_susa: "ingresos",
  egresos_susa: "egresos",
  liquidaciones_susa: "pagos_al_equipo",
  liquidacion_lineas_susa: "comisiones",
  propinas_susa: "propinas",
  asientos_susa: "asientos",
  cortes_susa: "cortes_de_caja",
  bitacora_susa: "bitacora",
};

/** Tables that are not exported: their rows live for minutes or weeks, are derived from other tables, or describe this installation. */
export const NOT_EXPORTED = [
  "sesiones_susa",
  "form_tokens_susa",
  "login_tries_susa",
  "envios_pendientes_susa",
  "enlaces_acceso_susa",
  "importaciones_susa",
  "papelera_susa",
  "por_revisar_susa",
  "revisiones_susa",
  "instalacion_susa",
];

/** Data that only DATA_KEY decrypts: columns that are left empty without the key, and a table that is left out as a whole. */
export const ENCRYPTED: Record<string, string[] | "whole"> = {
  clientes_susa: encryptedColumnsOf("clientes_susa"),
  calendarios_susa: "whole",
};

/** A column of a table; `sequence` is that of a serial column. */
export type Column = { name: string; type: string; isKey: boolean; sequence: string | null };

/** Selects the columns of table `$1` in order, without the generated ones. */
export const COLUMNS_SQL = `
  SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS "isKey",
    pg_get_serial_sequence($1, a.attname) AS sequence
  FROM pg_attribute a
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY a.attnum`;

// Where a spreadsheet could begin a cell: also after a semicolon or a line break. A formula gets an apostrophe there, and so does
// an apostrophe, so that removing one is always right.
const BEGINNING = `'(^|[;\\n]"*)`;
const FORMULA = `${BEGINNING}(?=[''=+@\\t\\r＝＋－＠-])'`;

const isFreeText = (type: string) => type === "text" || type === "jsonb" || type.endsWith("[]");

/** The SQL that writes a column as text: formulas disarmed by an apostrophe, timestamps with their zone, arrays as JSON. */
export function asText({ name, type }: Column): string {
  const column = `"${name}"`;
  if (type === "boolean") return `CASE ${column} WHEN true THEN 'sí' WHEN false THEN 'no' END`;
  if (type === "timestamp with time zone") return `to_json(${column}) #>> '{}'`;
  const text = type.endsWith("[]") ? `to_json(${column})::text` : `${column}::text`;
  return isFreeText(type) ? `regexp_replace(${text} COLLATE "C", ${FORMULA}, '\\1''', 'g')` : text;
}

/** The SQL that reads such a text back, from a text column of the same name. */
export function fromText({ name, type }: Column): string {
  const column = `"${name}"`;
  if (type === "boolean") return `(CASE ${column} WHEN 'sí' THEN 'true' WHEN 'no' THEN 'false' ELSE ${column} END)::boolean`;
  const text = isFreeText(type) ? `regexp_replace(${column} COLLATE "C", ${BEGINNING}''', '\\1', 'g')` : column;
  if (type.endsWith("[]")) {
    return `CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text((${text})::jsonb))::${type} END`;
  }
  return `(${text})::${type}`;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().nonnegative();
const fingerprint = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * The content of an archive. A table's checksum is that of its file: rows are ordered by key, every value has one notation, and
 * neither date nor place of the export is in it, so the same rows always have the same checksum.
 */
export const manifestSchema = z.object({
  formato: z.int(),
  creado: z.string(),
  estudio: z.string(),
  migracion: z
    .string()
    .regex(/^\d{14}_\w{1,80}$/)
    .transform((name) => (name === LAST_OF_0 ? INIT : name)),
  llave: fingerprint,
  tablas: z.array(
    z.object({
      tabla: z.string(),
      archivo: z.string(),
      columnas: z.array(z.string().regex(/^[a-z_]{1,60}$/)),
      filas: size,
      bytes: size,
      sha256,
    }),
  ),
  imagenes: z.array(
    z.object({ archivo: z.string().regex(/^imagenes\/\d{1,16}-\d{1,4}(-\d{3,4})?\.webp$/), bytes: size, sha256 }),
  ),
  faltantes: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** How many rows an archive has in all its tables. */
export const rowsIn = ({ tablas }: Manifest) => tablas.reduce((sum, { filas }) => sum + filas, 0);

/** The path of a table's file in the archive. */
export const entryOf = (table: string) => `tablas/${TABLES[table]}.csv`;
