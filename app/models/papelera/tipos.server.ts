import type { TipoPapelera } from "~/generated/client";

/** The kinds of records that can be brought back. */
export type Tipo = TipoPapelera;

/** A column that refers to a deleted record. */
export type Columna = { tabla: string; columna: string };

type Partes = {
  tabla: string;
  /** Rows that are deleted with the record (ON DELETE CASCADE). */
  hijas: Columna[];
  /** Columns that become NULL when it is deleted (ON DELETE SET NULL). */
  enlaces: Columna[];
  /** Facts of other rows that its copy needs, each as a SELECT that may use the record's row `t`. */
  datos: Record<string, string>;
  /** The column with its stored picture. */
  archivo?: string;
};

/** The size of a stored picture, which its row loses while the picture is in the trash. */
const sizeOf = (archivo: string) => ({
  width: `SELECT width FROM archivos_susa WHERE id = t.${archivo}`,
  height: `SELECT height FROM archivos_susa WHERE id = t.${archivo}`,
});

/** What belongs to a record of each kind. A test compares it with the foreign keys of the database. */
export const TIPOS: Record<Tipo, Partes> = {
  cliente: { tabla: "clientes_susa", hijas: [], enlaces: [{ tabla: "citas_susa", columna: "cliente_id" }], datos: {} },
  cita: {
    tabla: "citas_susa",
    hijas: [
      { tabla: "cambios_cita_susa", columna: "cita_id" },
      { tabla: "mensajes_susa", columna: "cita_id" },
    ],
    enlaces: [
      { tabla: "ingresos_susa", columna: "cita_id" },
      { tabla: "movimientos_inventario_susa", columna: "cita_id" },
      { tabla: "asientos_susa", columna: "cita_id" },
    ],
    datos: {
      servicio: "SELECT nombre FROM servicios_susa WHERE id = t.servicio_id",
    },
  },
  ingreso: { tabla: "ingresos_susa", hijas: [], enlaces: [], datos: {} },
  egreso: { tabla: "egresos_susa", hijas: [], enlaces: [], datos: {} },
  item: {
    tabla: "inventario_susa",
    hijas: [],
    enlaces: [{ tabla: "movimientos_inventario_susa", columna: "item_id" }],
    datos: {},
  },
  empleado: {
    tabla: "empleados_susa",
    hijas: [
      { tabla: "ausencias_susa", columna: "empleado_id" },
      { tabla: "calendarios_susa", columna: "empleado_id" },
    ],
    enlaces: [
      { tabla: "servicios_susa", columna: "empleado_id" },
      { tabla: "citas_susa", columna: "empleado_id" },
    ],
    datos: sizeOf("foto_id"),
    archivo: "foto_id",
  },
  testimonio: { tabla: "testimonios_susa", hijas: [], enlaces: [], datos: {} },
  imagen: {
    tabla: "service_images_susa",
    hijas: [],
    enlaces: [],
    datos: {
      servicio: "SELECT nombre FROM servicios_susa WHERE id = t.servicio_id",
      ...sizeOf("archivo_id"),
    },
    archivo: "archivo_id",
  },
};

/** The columns of these tables that refer to other records, which may be gone when a row comes back. */
export const PADRES: Record<string, Record<string, string>> = {
  empleados_susa: { cuenta_id: "cuentas_susa" },
  citas_susa: { cliente_id: "clientes_susa", servicio_id: "servicios_susa", empleado_id: "empleados_susa" },
  cambios_cita_susa: { cuenta_id: "cuentas_susa" },
  mensajes_susa: { cuenta_id: "cuentas_susa" },
  ingresos_susa: { cita_id: "citas_susa" },
  service_images_susa: { servicio_id: "servicios_susa" },
};

/** Those of PADRES that only one row may have: another may have taken the record over. */
export const UNICAS = ["empleados_susa.cuenta_id"];
