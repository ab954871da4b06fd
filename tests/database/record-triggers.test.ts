import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { writeOnce } from "../../app/database/idempotency.server";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
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
  createVenta,
  insertRow,
} from "../support/factories";
import { countOf, sql, sqlColumn } from "../support/test-database";

// The whole list of what the record notices, and of what the owner is shown, as tables.

const RECORDED = "current_setting('susa.record'::text, true) IS DISTINCT FROM 'off'::text";

/** The columns of a service whose change is shown to the owner besides its price, each with other values. */
const SERVICIO: [column: string, value: string][] = [
  ["nombre", "'Otro'"],
  ["descripcion", "'Otra'"],
  ["categoria", "'pedicura'"],
  ["duracion_minutos", "15"],
  ["limpieza_minutos", "5"],
  ["retoque_semanas", "3"],
  ["empleado_id", `'${await createEmpleado()}'`],
  ["insumos", `'[{"nombre": "Henna", "cantidad": 1}]'`],
];

/** Every trigger of the record: its table, its event, the function with its arguments, and on what it depends beyond RECORDED. */
const TRIGGERS: [table: string, event: string, call: string, condition?: string][] = [
  ["apariencia_susa", "INSERT", "record_change('apariencia')"],
  ["apariencia_susa", "UPDATE", "record_change('apariencia')"],
  ["ausencias_susa", "DELETE", "record_change('ausencia')"],
  ["ausencias_susa", "INSERT", "record_change('ausencia')"],
  ["ausencias_susa", "UPDATE", "record_change('ausencia')"],
  ["bitacora_susa", "INSERT OR UPDATE", "mark_for_review()"],
  [
    "bitacora_susa",
    "INSERT OR UPDATE",
    "mark_for_review_service()",
    `new.accion = 'cambio'::accion_bitacora AND new.tipo = 'servicio'::tipo_registro AND new.campos && '{${SERVICIO.map(([column]) => column)}}'::text[]`,
  ],
  ["calendarios_susa", "DELETE", "record_change('calendario')"],
  ["calendarios_susa", "INSERT", "record_change('calendario')"],
  ["calendarios_susa", "UPDATE", "record_change('calendario')"],
  ["citas_susa", "DELETE", "record_change('cita', 'precio', 'cobrado')"],
  ["citas_susa", "INSERT", "record_lower_price()", "current_setting('susa.account'::text, true) <> ''::text"],
  [
    "citas_susa",
    "UPDATE OF precio",
    "record_change('cita', 'precio')",
    "old.precio <> new.precio AND old.devuelto = new.devuelto",
  ],
  ["citas_susa", "UPDATE OF servicio_id", "record_lower_price()", "old.servicio_id IS DISTINCT FROM new.servicio_id"],
  [
    "citas_susa",
    "UPDATE OF estado",
    "record_lost_debt()",
    "old.estado = 'completada'::estado_cita AND new.estado <> 'completada'::estado_cita AND old.precio > old.cobrado",
  ],
  ["clientes_susa", "DELETE", "record_deleted_client()"],
  ["clientes_susa", "INSERT", "record_change('cliente')"],
  ["clientes_susa", "UPDATE", "record_change('cliente')"],
  ["configuracion_susa", "INSERT", "record_change('configuracion')"],
  ["configuracion_susa", "UPDATE", "record_change('configuracion')"],
  ["cortes_susa", "INSERT", "record_change('corte', 'esperado', 'contado', 'retiro')"],
  ["egresos_susa", "DELETE", "record_change('egreso', 'monto')"],
  ["egresos_susa", "INSERT", "record_change('egreso', 'monto')"],
  ["egresos_susa", "UPDATE", "record_change('egreso', 'monto')"],
  ["empleados_susa", "DELETE", "record_change('empleado')"],
  ["empleados_susa", "INSERT", "record_change('empleado')"],
  ["empleados_susa", "UPDATE", "record_change('empleado')"],
  ["ingresos_susa", "DELETE", "record_change('ingreso', 'monto')"],
  ["ingresos_susa", "INSERT", "record_change('ingreso', 'monto')"],
  ["ingresos_susa", "UPDATE OF monto, fecha, metodo_pago, descripcion", "record_change('ingreso', 'monto')"],
  ["inventario_susa", "DELETE", "record_change('item', 'precio_unitario', 'precio_venta', 'cantidad')"],
  ["inventario_susa", "INSERT", "record_change('item', 'precio_unitario', 'precio_venta')"],
  [
    "inventario_susa",
    "UPDATE OF nombre, descripcion, minimo, rinde, precio_unitario, precio_venta, categoria, proveedor",
    "record_change('item', 'precio_unitario', 'precio_venta')",
  ],
  ...["INSERT", "UPDATE", "DELETE"].map((event): [string, string, string, string] => [
    "esperas_susa",
    event,
    "record_change('espera')",
    "current_setting'susa.account'::text, true <> ''::text AND pg_trigger_depth = 0",
  ]),
  ["liquidaciones_susa", "INSERT", "record_change('liquidacion', 'comision', 'ajuste', 'propinas')"],
  ["liquidaciones_susa", "UPDATE OF cancelada_at", "record_change('liquidacion', 'comision', 'ajuste', 'propinas')"],
  [
    "movimientos_inventario_susa",
    "INSERT",
    "record_stock()",
    "new.cita_id IS NULL AND new.venta_id IS NULL AND new.item_id IS NOT NULL AND new.saldo IS NOT NULL",
  ],
  ["plantillas_susa", "DELETE", "record_change('plantilla')"],
  ["plantillas_susa", "INSERT", "record_change('plantilla')"],
  ["plantillas_susa", "UPDATE", "record_change('plantilla')"],
  ["precios_susa", "DELETE", "record_precio()", "pg_trigger_depth = 0"],
  ["precios_susa", "INSERT", "record_precio()"],
  ["precios_susa", "UPDATE OF precio", "record_precio()", "old.precio <> new.precio"],
  ["propinas_susa", "DELETE", "record_change('propina', 'monto')"],
  ["propinas_susa", "INSERT", "record_change('propina', 'monto')", "new.liquidacion_id IS NULL"],
  ["propinas_susa", "UPDATE OF monto, fecha, metodo_pago", "record_change('propina', 'monto')"],
  ["proveedores_susa", "INSERT", "record_change('proveedor')"],
  ["proveedores_susa", "UPDATE", "record_change('proveedor')"],
  ["service_images_susa", "DELETE", "record_change('imagen')"],
  ["service_images_susa", "INSERT", "record_change('imagen')"],
  ["service_images_susa", "UPDATE", "record_change('imagen')"],
  ["servicios_susa", "DELETE", "record_change('servicio', 'precio')"],
  ["servicios_susa", "INSERT", "record_change('servicio', 'precio')"],
  ["servicios_susa", "UPDATE", "record_change('servicio', 'precio')"],
  ["testimonios_susa", "DELETE", "record_change('testimonio')"],
  ["testimonios_susa", "INSERT", "record_change('testimonio')"],
  ["testimonios_susa", "UPDATE", "record_change('testimonio')"],
  ["ventas_susa", "DELETE", "record_change('venta', 'total')"],
  ["ventas_susa", "INSERT", "record_change('venta', 'total')", "new.total > 0::numeric"],
  ["ventas_susa", "UPDATE OF total, fecha, cancelada_at", "record_change('venta', 'total')"],
];

type Trigger = { definition: string; enabled: string };

test("the triggers of the record are these, all of them switched on", async () => {
  const triggers = await sql<Trigger>(`
    SELECT pg_get_triggerdef(oid) AS definition, tgenabled AS enabled FROM pg_trigger
    WHERE tgfoid::regproc::text ~ '^(record_|mark_for_review)'`);
  const bare = (text: string) => text.replace(/[()]/g, "");
  const rows = triggers.map(({ definition, enabled }) => {
    const found =
      /(?:AFTER|BEFORE) (.+) ON public\.(\w+) FOR EACH ROW WHEN \((.+)\) EXECUTE FUNCTION (.+)$/.exec(definition) ?? [];
    const [, event = "", table = "", condition = "", call = ""] = found;
    const more = bare(condition)
      .replace(bare(RECORDED), "")
      .replace(/^ AND (true$)?/, "");
    return [table, event, call, more, enabled];
  });
  const expected = TRIGGERS.map(([table, event, call, condition = ""]) => [table, event, call, bare(condition), "O"]);
  expect(rows.map(String).sort()).toEqual(expected.map(String).sort());
});

test("the owner is shown these lines, and no other", async () => {
  const change = ["9.00", "1.00"];
  const amounts = [
    {},
    { precio: change },
    { precio_unitario: change },
    { precio_venta: change },
    { cobrado: change },
    { por_cobrar: change },
  ];
  const others = [{ monto: change }, { cantidad: ["9", "1"] }, { total: change }];
  await sql(
    `INSERT INTO bitacora_susa (accion, tipo, importes)
     SELECT accion, tipo, importes FROM unnest(enum_range(NULL::accion_bitacora)) accion,
       unnest(array_append(enum_range(NULL::tipo_registro), NULL)) tipo, unnest($1::jsonb[]) importes`,
    [[...amounts, ...others].map((one) => JSON.stringify(one))],
  );
  const tipos = await sqlColumn<string>("SELECT unnest(enum_range(NULL::tipo_registro))::text");
  const all = ["{}", ...[...amounts, ...others].flatMap((one) => Object.keys(one))];
  const [any, money] = [
    ["", ...tipos],
    ["ingreso", "egreso", "venta", "propina"],
  ];
  const shown: string[] = [];
  const show = (accion: string, tipo: string, importes: string[]) =>
    shown.push(...importes.map((name) => `${accion} ${tipo} ${name}`));
  for (const accion of ["exportacion", "bloqueo", "reversa"]) for (const tipo of any) show(accion, tipo, all);
  for (const accion of ["cambio", "eliminacion"])
    for (const tipo of any)
      show(accion, tipo, money.includes(tipo) ? all : ["precio", "precio_unitario", "precio_venta", "cobrado", "por_cobrar"]);
  const stored = await sqlColumn<string>(`
    SELECT concat_ws(' ', accion, coalesce(tipo::text, ''), coalesce((SELECT jsonb_object_keys(importes)), '{}'))
    FROM bitacora_susa JOIN por_revisar_susa ON linea_id = id`);
  expect(stored.sort()).toEqual(shown.sort());
});

test.each(SERVICIO)("the owner is shown that the %s of a service changed", async (column, value) => {
  const id = await createServicio();
  await sql("DELETE FROM por_revisar_susa");
  await act(`UPDATE servicios_susa SET activo = NOT activo WHERE id = '${id}'`);
  expect(await sql("SELECT 1 FROM por_revisar_susa")).toEqual([]);
  await act(`UPDATE servicios_susa SET ${column} = ${value} WHERE id = '${id}'`);
  const shown = "SELECT tipo, registro_id, campos FROM bitacora_susa JOIN por_revisar_susa ON linea_id = id";
  expect(await sql(shown)).toEqual([{ tipo: "servicio", registro_id: id, campos: [column] }]);
});

let last = 0;

/** The lines written since the last call, oldest first. */
async function lines(): Promise<string[]> {
  const rows = await sql<{ orden: number; line: string }>(
    `SELECT orden, concat_ws(' ', accion, tipo, array_to_string(campos, ','), nullif(importes::text, '{}')) AS line
     FROM bitacora_susa WHERE orden > $1 ORDER BY orden`,
    [last],
  );
  last = rows.at(-1)?.orden ?? last;
  return rows.map(({ line }) => line);
}

/** Runs a statement as an account does that has done nothing yet, so that its lines are new ones. */
const act = (statement: string) =>
  writeOnce({ id: randomUUID(), digest: "x", actor: { cuenta_id: randomUUID(), origen: null } }, async (transaction) =>
    Number(await transaction.$executeRawUnsafe(statement)),
  );

const rowOf = {
  apariencia: () => insertRow("apariencia_susa", { acento: "#aa5566" }),
  ausencia: async () => createAusencia(await createEmpleado(), "2026-01-01", "2026-01-02"),
  calendario: async () => {
    const empleado_id = await createEmpleado();
    await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, 'x')", [empleado_id, "x".repeat(64)]);
    return empleado_id;
  },
  cita: async () => createCita(new Date(), { servicio_id: await createServicio({ precio: 350 }), precio: 350 }),
  cliente: () => createCliente(),
  /** A completed appointment that owes 250 pesos of 350, of a client who owes 9 more for a sale. */
  debt: async () => {
    const cliente_id = await createCliente();
    await createVenta({ cliente_id, total: 9 });
    const servicio_id = await createServicio({ precio: 350 });
    return createCita(new Date(), { servicio_id, cliente_id, precio: 350, cobrado: 100, estado: "completada" });
  },
  configuracion: () => createConfiguracion(),
  egreso: () => createEgreso("2026-01-02", 9),
  empleado: () => createEmpleado(),
  espera: async () => createEspera(await createCliente(), "2026-01-02", "2026-01-09", { empleado_id: await createEmpleado() }),
  ingreso: () => createIngreso("2026-01-02", 9),
  item: () => createItem({ precio_unitario: 9, cantidad: 5, rinde: 9 }),
  imagen: async () => createImagen(await createServicio(), "https://ejemplo.mx/a.webp"),
  liquidacion: () => createLiquidacion({ comision: 2, ajuste: "-1.50", ajuste_motivo: "Vale" }),
  none: async () => "",
  plantilla: async () => String(await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', 'Hola')")),
  precio: async () => createPrecioDesde(await createServicio({ precio: 350 }), "2026-01-02", 380),
  propina: () => createPropina(),
  proveedor: () => createProveedor(),
  servicio: () => createServicio({ precio: 350 }),
  testimonio: () => createTestimonio(),
  venta: () => createVenta({ total: 9 }),
};

/** A cut in which 9 pesos were expected, with what was counted and taken out, and why. */
const cutOf = (rest: string) => `INSERT INTO cortes_susa (hasta, esperado, contado, retiro, motivo) VALUES (0, 9, ${rest})`;

/** Pays 2 pesos of commission, of which 1.50 stay for something that she took. */
const SETTLEMENT = `
  INSERT INTO liquidaciones_susa (empleado_nombre, fecha, comision, ajuste, ajuste_motivo, propinas, metodo_pago)
  VALUES ('Ana', '2026-01-01', 2, -1.5, 'Vale', 9, 'efectivo')`;

/** What somebody does to a row, where `$` is its id, and the line of it, for every trigger. */
const EVENTS: [kind: keyof typeof rowOf, statement: string, ...lines: string[]][] = [
  ["none", "INSERT INTO apariencia_susa (acento) VALUES ('#aa5566')", "alta apariencia "],
  ["apariencia", "UPDATE apariencia_susa SET retrato_visible = NOT retrato_visible", "cambio apariencia retrato_visible"],
  ["none", "INSERT INTO ausencias_susa (desde, hasta) VALUES ('2026-03-01', '2026-03-02')", "alta ausencia "],
  ["ausencia", "UPDATE ausencias_susa SET motivo = 'Boda' WHERE id = '$'", "cambio ausencia motivo"],
  ["ausencia", "DELETE FROM ausencias_susa WHERE id = '$'", "eliminacion ausencia "],
  [
    "empleado",
    "INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ('$', repeat('y', 64), 'x')",
    "alta calendario ",
  ],
  ["calendario", "UPDATE calendarios_susa SET sobre = 'z' WHERE empleado_id = '$'", "cambio calendario sobre"],
  ["calendario", "DELETE FROM calendarios_susa WHERE empleado_id = '$'", "eliminacion calendario "],
  [
    "servicio",
    "INSERT INTO citas_susa (fecha_hora, fin, servicio_id, precio) VALUES (now(), now() + interval '1 hour', '$', 349)",
    'cambio cita precio {"precio": ["350.00", "349.00"]}',
  ],
  ["cita", "UPDATE citas_susa SET precio = 349 WHERE id = '$'", 'cambio cita precio {"precio": ["350.00", "349.00"]}'],
  [
    "cita",
    `WITH dear AS (INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Otro', 351, 'cejas') RETURNING id)
     UPDATE citas_susa SET servicio_id = (SELECT id FROM dear) WHERE id = '$'`,
    'alta servicio  {"precio": [null, "351.00"]}',
    'cambio cita precio {"precio": ["351.00", "350.00"]}',
  ],
  // The income says it.
  ["cita", "UPDATE citas_susa SET precio = 349, devuelto = 1 WHERE id = '$'"],
  ["cita", "DELETE FROM citas_susa WHERE id = '$'", 'eliminacion cita  {"precio": ["350.00", null], "cobrado": ["0.00", null]}'],
  ["debt", "UPDATE citas_susa SET estado = 'programada' WHERE id = '$'", 'cambio cita estado {"por_cobrar": ["250.00", null]}'],
  [
    "debt",
    "UPDATE citas_susa SET estado = 'programada', cobrado = 0 WHERE id = '$'",
    'cambio cita estado {"por_cobrar": ["250.00", null]}',
  ],
  // Nothing was owed.
  ["debt", "UPDATE citas_susa SET cobrado = 350 WHERE id = '$'; UPDATE citas_susa SET estado = 'programada' WHERE id = '$'"],
  [
    "debt",
    "DELETE FROM clientes_susa WHERE id = (SELECT cliente_id FROM citas_susa WHERE id = '$')",
    'eliminacion cliente  {"por_cobrar": ["259.00", null]}',
  ],
  ["none", "INSERT INTO clientes_susa (nombre) VALUES ('Eva')", "alta cliente "],
  ["cliente", "UPDATE clientes_susa SET telefono = '1', alerta = 'x' WHERE id = '$'", "cambio cliente alerta,telefono"],
  ["cliente", "DELETE FROM clientes_susa WHERE id = '$'", "eliminacion cliente "],
  ["configuracion", "UPDATE configuracion_susa SET ciudad = 'Atlixco'", "cambio configuracion ciudad"],
  ["none", cutOf("9, 8, NULL"), 'alta corte  {"retiro": [null, "8.00"], "contado": [null, "9.00"], "esperado": [null, "9.00"]}'],
  [
    "none",
    "INSERT INTO egresos_susa (descripcion, monto, fecha) VALUES ('Luz', 9, '2026-01-01')",
    'alta egreso  {"monto": [null, "9.00"]}',
  ],
  ["egreso", "UPDATE egresos_susa SET fecha = '2026-02-02' WHERE id = '$'", "cambio egreso fecha"],
  ["egreso", "DELETE FROM egresos_susa WHERE id = '$'", 'eliminacion egreso  {"monto": ["9.00", null]}'],
  ["none", "INSERT INTO empleados_susa (nombre, apellido) VALUES ('Eva', 'Ruiz')", "alta empleado "],
  ["empleado", "UPDATE empleados_susa SET telefono = '1' WHERE id = '$'", "cambio empleado telefono"],
  ["empleado", "DELETE FROM empleados_susa WHERE id = '$'", "eliminacion empleado "],
  ["cliente", "INSERT INTO esperas_susa (cliente_id, desde, hasta) VALUES ('$', '2026-01-01', '2026-01-02')", "alta espera "],
  ["espera", "UPDATE esperas_susa SET hasta = '2026-02-02', nota = 'Tardes' WHERE id = '$'", "cambio espera hasta,nota"],
  ["espera", "DELETE FROM esperas_susa WHERE id = '$'", "eliminacion espera "],
  // Her own line says it.
  ["espera", "DELETE FROM clientes_susa WHERE id = (SELECT cliente_id FROM esperas_susa WHERE id = '$')", "eliminacion cliente "],
  [
    "espera",
    "DELETE FROM empleados_susa WHERE id = (SELECT empleado_id FROM esperas_susa WHERE id = '$')",
    "eliminacion empleado ",
  ],
  ["none", "INSERT INTO ingresos_susa (monto, fecha) VALUES (9, '2026-01-01')", 'alta ingreso  {"monto": [null, "9.00"]}'],
  [
    "none",
    "INSERT INTO ingresos_susa (monto, fecha, concepto) VALUES (-9, '2026-01-01', 'devolucion')",
    'reversa ingreso  {"monto": [null, "-9.00"]}',
  ],
  ["ingreso", "UPDATE ingresos_susa SET monto = 1 WHERE id = '$'", 'cambio ingreso monto {"monto": ["9.00", "1.00"]}'],
  ["ingreso", "UPDATE ingresos_susa SET fecha = '2026-02-02' WHERE id = '$'", "cambio ingreso fecha"],
  ["ingreso", "UPDATE ingresos_susa SET metodo_pago = 'tarjeta' WHERE id = '$'", "cambio ingreso metodo_pago"],
  ["ingreso", "UPDATE ingresos_susa SET descripcion = 'Otra' WHERE id = '$'", "cambio ingreso descripcion"],
  ["ingreso", "DELETE FROM ingresos_susa WHERE id = '$'", 'eliminacion ingreso  {"monto": ["9.00", null]}'],
  ["none", "INSERT INTO inventario_susa (nombre) VALUES ('Cera')", 'alta item  {"precio_unitario": [null, "0.00"]}'],
  ["item", "UPDATE inventario_susa SET nombre = 'Cera' WHERE id = '$'", "cambio item nombre"],
  [
    "item",
    "UPDATE inventario_susa SET precio_unitario = 1 WHERE id = '$'",
    'cambio item precio_unitario {"precio_unitario": ["9.00", "1.00"]}',
  ],
  [
    "item",
    "UPDATE inventario_susa SET precio_venta = 20 WHERE id = '$'",
    'cambio item precio_venta {"precio_venta": [null, "20.00"]}',
  ],
  ["item", "UPDATE inventario_susa SET rinde = 40 WHERE id = '$'", "cambio item rinde"],
  // The movement says it.
  ["item", "UPDATE inventario_susa SET usos = 1 WHERE id = '$'"],
  ["item", "UPDATE inventario_susa SET cantidad = 4 WHERE id = '$'"],
  [
    "item",
    "INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, saldo) VALUES ('salida', 2, '$', 'Henna', 3)",
    'cambio item cantidad {"cantidad": ["5", "3"]}',
  ],
  // The sale says it.
  [
    "item",
    `WITH venta AS (INSERT INTO ventas_susa (fecha, total) VALUES ('2026-01-01', 9) RETURNING id)
     INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, saldo, venta_id)
     SELECT 'salida', 2, '$', 'Henna', 3, id FROM venta`,
    'alta venta  {"total": [null, "9.00"]}',
  ],
  [
    "item",
    "DELETE FROM inventario_susa WHERE id = '$'",
    'eliminacion item  {"cantidad": ["5", null], "precio_unitario": ["9.00", null]}',
  ],
  ["none", SETTLEMENT, 'alta liquidacion  {"ajuste": [null, "-1.50"], "comision": [null, "2.00"], "propinas": [null, "9.00"]}'],
  [
    "liquidacion",
    "UPDATE liquidaciones_susa SET cancelada_at = now() WHERE id = '$'",
    'reversa liquidacion cancelada_at {"ajuste": ["-1.50", null], "comision": ["2.00", null]}',
  ],
  ["liquidacion", "UPDATE liquidaciones_susa SET egreso_id = NULL WHERE id = '$'"],
  // The settlement says it.
  [
    "liquidacion",
    "INSERT INTO propinas_susa (liquidacion_id, monto, metodo_pago, fecha) VALUES ('$', -9, 'efectivo', '2026-01-01')",
  ],
  ["none", "INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', 'Hola')", "alta plantilla "],
  ["plantilla", "UPDATE plantillas_susa SET texto = 'Adiós'", "cambio plantilla texto"],
  ["plantilla", "DELETE FROM plantillas_susa", "eliminacion plantilla "],
  [
    "venta",
    "INSERT INTO propinas_susa (venta_id, monto, metodo_pago, fecha) VALUES ('$', 9, 'tarjeta', '2026-01-01')",
    'alta propina  {"monto": [null, "9.00"]}',
  ],
  [
    "propina",
    `INSERT INTO propinas_susa (venta_id, monto, metodo_pago, fecha, reversa_de)
     SELECT venta_id, -9, metodo_pago, fecha, id FROM propinas_susa WHERE id = '$'`,
    'reversa propina  {"monto": [null, "-9.00"]}',
  ],
  [
    "servicio",
    "INSERT INTO precios_susa (servicio_id, desde, precio) VALUES ('$', '2099-01-01', 380)",
    'cambio servicio precio_desde {"precio_desde": [null, "380.00"]}',
  ],
  [
    "precio",
    "UPDATE precios_susa SET precio = 390, desde = '2099-01-01' WHERE id = '$'",
    'cambio servicio precio_desde {"precio_desde": ["380.00", "390.00"]}',
  ],
  ["precio", "UPDATE precios_susa SET desde = '2099-01-02', precio = 380 WHERE id = '$'"],
  ["precio", "DELETE FROM precios_susa WHERE id = '$'", 'cambio servicio precio_desde {"precio_desde": ["380.00", null]}'],
  // In force: the line of its service says it.
  ["precio", "SELECT apply_precios('2026-01-03')", 'cambio servicio precio {"precio": ["350.00", "380.00"]}'],
  [
    "precio",
    "DELETE FROM servicios_susa WHERE id = (SELECT servicio_id FROM precios_susa WHERE id = '$')",
    'eliminacion servicio  {"precio": ["350.00", null]}',
  ],
  ["propina", "UPDATE propinas_susa SET monto = 1 WHERE id = '$'", 'cambio propina monto {"monto": ["9.00", "1.00"]}'],
  ["propina", "UPDATE propinas_susa SET fecha = '2026-02-02' WHERE id = '$'", "cambio propina fecha"],
  ["propina", "DELETE FROM propinas_susa WHERE id = '$'", 'eliminacion propina  {"monto": ["9.00", null]}'],
  ["none", "INSERT INTO proveedores_susa (nombre) VALUES ('Ceras')", "alta proveedor "],
  ["proveedor", "UPDATE proveedores_susa SET telefono = '1' WHERE id = '$'", "cambio proveedor telefono"],
  ["proveedor", "UPDATE proveedores_susa SET activo = false WHERE id = '$'", "cambio proveedor activo"],
  ["none", "INSERT INTO service_images_susa (image_url) VALUES ('https://ejemplo.mx/b.webp')", "alta imagen "],
  ["imagen", "UPDATE service_images_susa SET alt_text = 'Cejas' WHERE id = '$'", "cambio imagen alt_text"],
  ["imagen", "DELETE FROM service_images_susa WHERE id = '$'", "eliminacion imagen "],
  [
    "none",
    "INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Otro', 9, 'cejas')",
    'alta servicio  {"precio": [null, "9.00"]}',
  ],
  ["servicio", "UPDATE servicios_susa SET precio = 1 WHERE id = '$'", 'cambio servicio precio {"precio": ["350.00", "1.00"]}'],
  ["servicio", "UPDATE servicios_susa SET activo = false WHERE id = '$'", "cambio servicio activo"],
  ...SERVICIO.map(([column, value]): [kind: "servicio", statement: string, line: string] => [
    "servicio",
    `UPDATE servicios_susa SET ${column} = ${value} WHERE id = '$'`,
    `cambio servicio ${column}`,
  ]),
  ["servicio", "UPDATE servicios_susa SET updated_at = now(), nombre = nombre WHERE id = '$'"],
  ["servicio", "DELETE FROM servicios_susa WHERE id = '$'", 'eliminacion servicio  {"precio": ["350.00", null]}'],
  ["none", "INSERT INTO testimonios_susa (nombre, testimonio) VALUES ('Eva', 'Bien')", "alta testimonio "],
  ["testimonio", "UPDATE testimonios_susa SET activo = NOT activo WHERE id = '$'", "cambio testimonio activo"],
  ["testimonio", "DELETE FROM testimonios_susa WHERE id = '$'", "eliminacion testimonio "],
  ["none", "INSERT INTO ventas_susa (fecha, total) VALUES ('2026-01-01', 9)", 'alta venta  {"total": [null, "9.00"]}'],
  ["venta", "UPDATE ventas_susa SET total = 1 WHERE id = '$'", 'cambio venta total {"total": ["9.00", "1.00"]}'],
  ["venta", "UPDATE ventas_susa SET cancelada_at = now() WHERE id = '$'", 'reversa venta cancelada_at {"total": ["9.00", null]}'],
  ["venta", "DELETE FROM ventas_susa WHERE id = '$'", 'eliminacion venta  {"total": ["9.00", null]}'],
];

describe("one event of each trigger leaves its line", () => {
  beforeEach(() =>
    sql("DELETE FROM calendarios_susa; DELETE FROM apariencia_susa; DELETE FROM configuracion_susa; DELETE FROM plantillas_susa"),
  );

  test.each(EVENTS)("%s: %s", async (kind, statement, ...expected) => {
    const id = await rowOf[kind]();
    await lines();
    expect(await act(statement.replaceAll("$", id))).toMatchObject({ outcome: "written" });
    expect(await lines()).toEqual(expected);
  });

  test.each<[what: string, shown: number, kind: keyof typeof rowOf, statement: string]>([
    ["a cut in which cash is missing", 1, "none", cutOf("8, 0, 'Cambio'")],
    ["a cut in which cash is left over", 1, "none", cutOf("10, 0, 'Cambio'")],
    ["a cut without a difference", 0, "none", cutOf("9, 8, NULL")],
    ["money given back", 1, "none", "INSERT INTO ingresos_susa (monto, fecha, concepto) VALUES (-9, '2026-01-01', 'devolucion')"],
    ["a fee", 0, "none", "INSERT INTO ingresos_susa (monto, fecha, concepto) VALUES (9, '2026-01-01', 'cargo')"],
    ["a settlement", 0, "none", SETTLEMENT],
    ["a cancelled settlement", 1, "liquidacion", "UPDATE liquidaciones_susa SET cancelada_at = now() WHERE id = '$'"],
  ])("and of %s the owner is shown %i lines", async (_, shown, kind, statement) => {
    const id = await rowOf[kind]();
    await sql("DELETE FROM por_revisar_susa");
    await act(statement.replace("$", id));
    expect(await countOf("por_revisar_susa")).toBe(shown);
  });

  test("the studio's first settings", async () => {
    await createConfiguracion();
    const [row] = await sql("DELETE FROM configuracion_susa AS c RETURNING to_jsonb(c)::text AS saved");
    await lines();
    await act(
      `INSERT INTO configuracion_susa SELECT * FROM jsonb_populate_record(NULL::configuracion_susa, $json$${row?.saved}$json$)`,
    );
    expect(await lines()).toEqual(["alta configuracion "]);
  });

  test("but rows that are restored leave none", async () => {
    await lines();
    await sql(`DO $do$ BEGIN
      PERFORM set_config('susa.record', 'off', true);
      INSERT INTO clientes_susa (nombre) VALUES ('Eva'); UPDATE clientes_susa SET nombre = 'Ana'; DELETE FROM clientes_susa;
    END $do$`);
    expect(await lines()).toEqual([]);
  });
});
