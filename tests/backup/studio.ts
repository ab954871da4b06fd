import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll } from "vitest";
import { exportRespaldo } from "~/backup/export.server";
import { encrypt } from "~/database/encryption.server";
import { sizeSuffix, widthsOf } from "~/format/picture";
import { IMAGENES } from "../../prisma/demo-data";
import { PICTURE, PICTURES } from "../../prisma/demo-pictures";
import {
  type Columns,
  createAusencia,
  createCita,
  createCliente,
  createCorte,
  createEgreso,
  createEmpleado,
  createEspera,
  createImagen,
  createIngreso,
  createItem,
  createLiquidacion,
  createPrecioDesde,
  createPropina,
  createProveedor,
  createServicio,
  createTestimonio,
  createVentaLinea,
  insertRow,
} from "../support/factories";
import { freshFolder } from "../support/process";
import { sql } from "../support/test-database";

// The studio whose backup the tests export and restore: a few rows of each table, and what is hard to carry over.

export { PICTURES };
export let dataDir = "";
beforeAll(() => {
  dataDir = freshFolder();
});
export const sourceUrl = String(process.env.DATABASE_URL);

// Texts that a spreadsheet, a CSV reader or a database could misread.
export const HOSTILE = [
  '=HYPERLINK("http://ejemplo.mx","clic")',
  "+52 222 123 4567",
  "-1",
  "@SUM(A1)",
  "\ttabulador",
  "\rregreso",
  "\nrenglón",
  "＝1+1",
  "'=ya lleva apóstrofo",
  'a;=1+1;b;"@SUM(A1);c;-1',
  "a;'=ya lleva apóstrofo;'y otro",
  "\n\n=1+1",
  "''",
  "'",
  "con \"comillas\", comas; y 'apóstrofos'",
  "dos\r\nrenglones\n\\.\ny un fin de datos\r",
  "\\.",
  "\\N",
  "NULL",
  "null",
  "{}",
  "{a,b}",
  "sí",
  "  espacios  ",
  "\u0001\u001f\u007f",
  "😀👩‍👩‍👧 ñandú",
  "e\u0301 distinta de \u00e9",
  "\u202eal revés\u202c עברית",
  "\uFEFFmarca",
  "\u2028\u0085x",
  "x".repeat(3999),
];

/** Writes drawings of the demo as `count` pictures in all widths, and their rows. */
async function addPictures(servicio_id: string, count: number): Promise<void> {
  const folder = join(dataDir, PICTURES);
  mkdirSync(folder, { recursive: true });
  const drawings = Object.keys(IMAGENES);
  for (let index = 1; index <= count; index++) {
    const nombre = `2-${index}`;
    const url = `/${PICTURES}/${nombre}.webp`;
    for (const width of widthsOf(PICTURE.width))
      copyFileSync(
        join("prisma/demo-images", `${drawings.pop()}.webp`),
        join(folder, `${nombre}${sizeSuffix(width, PICTURE.width)}.webp`),
      );
    const archivo_id = await insertRow("archivos_susa", { nombre, url, ...PICTURE });
    await createImagen(servicio_id, url, { archivo_id, alt_text: `Obra ${nombre}` });
  }
  await createImagen(null, "https://ejemplo.mx/espera.jpg", { archivo_nombre: "=IMG 1.jpg" });
}

/**
 * Adds at least one row to every table of a backup, with every hostile text in texts, lists and JSON, and, unless there is one, an
 * owner. Its files are in `dataDir`.
 */
export async function fillStudio(pictures = 2): Promise<void> {
  process.env.DATA_DIR = dataDir;
  const [owner] = await sql<{ id: string }>("SELECT id FROM cuentas_susa");
  const account = { email: "duena@ejemplo.mx", password_hash: "$argon2id$", rol: "propietaria", estado: "activa" };
  const cuenta_id = owner?.id ?? (await insertRow("cuentas_susa", account));
  const horario = JSON.stringify(Array(7).fill(null));
  const commission = { comision: "40.00", comision_desde: "2026-11-01" };
  const specialist = { nombre: "Íñiga", apellido: "=1", especialidades: HOSTILE, horario, en_sitio: true };
  const empleado_id = await createEmpleado({ ...specialist, ...commission });
  const insumos = JSON.stringify(HOSTILE.filter((text) => /\S/.test(text)).map((nombre) => ({ nombre, cantidad: 1 })));
  const servicio_id = await createServicio({ nombre: '"Cejas"', precio: "0.10", categoria: "pestañas", insumos });
  await createPrecioDesde(servicio_id, "2099-12-31", "0.01", { cuenta_id });
  await createPrecioDesde(servicio_id, "2098-01-01", "9999999999.99");
  await addPictures(servicio_id, pictures);
  for (const text of HOSTILE)
    await createProveedor({ nombre: text.slice(0, 120), notas: text, updated_at: "2020-02-29T23:59:59.999Z" });
  const notes = { medicina: encrypt("Ninguna"), enfermedades: encrypt(""), alerta: encrypt("Ninguna") };
  const cliente_id = await createCliente({ nombre: "Lucía", edad: 0, ...notes });
  // Owes a part.
  const charged = { estado: "completada", precio: 650, cobrado: "0.01", devuelto: "0.02" };
  const cita_id = await createCita("2026-11-03T18:00Z", { cliente_id, servicio_id, empleado_id, ...charged });
  // A request that waits for its answer.
  await createCita("2031-01-02T18:00Z", { cliente_id, servicio_id, empleado_id, apartada_hasta: "2031-01-02T06:00:00.123Z" });
  await createTestimonio();
  const egreso_id = await createEgreso("2026-01-02", "0.01");
  await createPropina({ empleado_id, empleado_nombre: "Íñiga =1" });
  const item_id = await createItem({ cantidad: 1, rinde: 40, usos: 39 });
  await createVentaLinea({ item_id, devueltas: 1 });
  const movement = { item_id, item_nombre: "Henna", saldo: 1, cuenta_id };
  await insertRow("movimientos_inventario_susa", { ...movement, tipo: "entrada", cantidad: 1 });
  await insertRow("movimientos_inventario_susa", { ...movement, tipo: "salida", cantidad: 0, usos: 39, cita_id });
  const entry = { libro: "ingreso", registro_id: cita_id, cita_id, fecha: "2026-11-03", metodo_pago: "efectivo", monto: "0.01" };
  await insertRow("asientos_susa", { ...entry, orden: 900_000, cuenta_id });
  await createCorte({ cuenta_id });
  const counted = { esperado: "9.01", contado: "8.99", retiro: "8.98", motivo: HOSTILE[0] };
  await createCorte({ numero: 900, hasta: 900_000, ...counted, cuenta_id });
  const settlement = await settle(
    { empleado_id, egreso_id, cuenta_id, ajuste: "-0.01", ajuste_motivo: HOSTILE[2], propinas: 9 },
    cita_id,
  );
  await createPropina({ empleado_id, empleado_nombre: "Íñiga =1", venta_id: null, liquidacion_id: settlement, monto: -9 });
  await settle({ empleado_id, cancelada_at: "2026-11-08T00:00Z" }, cita_id);
  await insertRow("mensajes_susa", { cita_id, tipo: "gracias", cuenta_id });
  await insertRow("cambios_cita_susa", { orden: 900_000, cita_id, accion: "editada", estado: "programada" });
  const hueco = { hueco_desde: "2026-11-03T18:00:00.001Z", hueco_hasta: "2026-11-03T19:00Z", hueco_con: empleado_id };
  await insertRow("cambios_cita_susa", { orden: 899_999, cita_id, accion: "cancelada", estado: "cancelada", ...hueco });
  await createEspera(cliente_id, "2000-01-01", "2099-12-31", { servicio_id, empleado_id, nota: HOSTILE[1] });
  await createEspera(cliente_id, "2026-11-03", "2026-11-03");
  await createAusencia(empleado_id, "0001-01-01", "9999-12-31");
  await createAusencia(null, "2026-12-24", "2026-12-25");
  await createAusencia(empleado_id, "2026-11-24", null, { de: "00:00", a: "23:59", motivo: "Comida" });
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, $3)", [
    empleado_id,
    "a".repeat(64),
    encrypt("secreto"),
  ]);
  await sql(
    "INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('ZZZZZ', $1, now(), 1), ('00000', $1, now(), 2)",
    [servicio_id],
  );
  await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', '=gracias'), ('confirmar', 'Hola\r\n')");
  await sql(
    "UPDATE empleados_susa SET color = 'uva', foto_id = (SELECT id FROM archivos_susa ORDER BY id LIMIT 1) WHERE en_sitio",
  );
  await sql(
    "INSERT INTO apariencia_susa (acento, logo_id, retrato_id, retrato_visible) SELECT '#00ff00', id, id, false FROM archivos_susa ORDER BY id LIMIT 1",
  );
  await sql("DELETE FROM configuracion_susa");
  await sql(
    `INSERT INTO configuracion_susa (nombre, ciudad, direccion, telefono, whatsapp, horario, zona_horaria, hero_titulo, hero_texto,
    biografia, frase, frase_autora, beneficios, textos, categorias, dibujos_ocultos, reserva, reserva_horas, aviso_privacidad) VALUES ('Estudio Ñandú', 'M', 'D', '1',
    '5219991234567', $1, 'America/Merida', NULL, 'T', 'B', NULL, 'A', $2, $3, $4, '{microblading}', 'directa', 24, $5)`,
    [
      horario,
      JSON.stringify({ "=clave\u2028": HOSTILE, "": 1.0e3, "😀": "\u0001" }),
      JSON.stringify({ portada_linea: HOSTILE[0], contacto_texto: "" }),
      JSON.stringify([{ categoria: "manicura", frase: "=Uñas", visible: false }]),
      HOSTILE[0],
    ],
  );
  const reversa_de = await createIngreso("2026-02-28", "99999999.99");
  await createIngreso("2026-03-01", "-99999999.99", { concepto: "reversa", reversa_de });
  const devolucion = await createIngreso("2026-11-04", "-0.02", { concepto: "devolucion", cita_id });
  await createIngreso("2026-11-05", "0.02", { concepto: "devolucion", cita_id, reversa_de: devolucion });
  await createIngreso("2026-11-06", "200", { concepto: "cargo", cita_id });
}

/** A settlement that pays 40 % of five cents of an appointment; `columns` are others of its row. */
async function settle(columns: Columns, cita_id: string): Promise<string> {
  const liquidacion_id = await createLiquidacion({ empleado_nombre: "=Íñiga", comision: "0.02", ...columns });
  await insertRow("liquidacion_lineas_susa", { liquidacion_id, cita_id, base: "0.05", porcentaje: 40, monto: "0.02" });
  return liquidacion_id;
}

/** The bytes of an export of a database and of the pictures in a folder. */
export async function exportOf(url: string, folder: string): Promise<Buffer> {
  const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
  try {
    return await buffer(await exportRespaldo());
  } finally {
    Object.assign(process.env, before);
  }
}
