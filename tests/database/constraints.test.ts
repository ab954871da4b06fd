import { describe, expect, test } from "vitest";
import { COMPLETE_ROWS, insert, rows, tryWrite } from "./transaction";

const CHECK = "23514";
const EXCLUSION = "23P01";
const UNIQUE = "23505";

describe("a database constraint", () => {
  const REJECTED: [table: string, column: string, ...values: unknown[]][] = [
    ["testimonios_susa", "rating", 0, 6],
    ["testimonios_susa", "testimonio", "  "],
    ["service_images_susa", "display_order", -1],
    ["service_images_susa", "image_url", "javascript:alert(1)", "//otro.mx/1.jpg", ""],
    ["ingresos_susa", "monto", "0", "-1"],
    ["egresos_susa", "monto", "0", "-0.01"],
    ["egresos_susa", "descripcion", ""],
    ["egresos_susa", "comprobante_url", "javascript:alert(1)", "data:text/html,x", "recibo.pdf", ""],
    ["servicios_susa", "precio", "-0.01"],
    ["servicios_susa", "duracion_minutos", 0, 1441],
    [
      "servicios_susa",
      "insumos",
      "{}",
      '["Hilo"]',
      '[{"nombre": "Hilo", "cantidad": 0}]',
      '[{"nombre": "Hilo", "cantidad": -1}]',
      '[{"nombre": "Hilo", "cantidad": 2}, {"nombre": "Cera", "cantidad": 0}]',
      '[{"nombre": "Hilo"}]',
      '[{"nombre": "Hilo", "cantidad": null}]',
      '[{"nombre": "Hilo", "cantidad": "2"}]',
      '[{"nombre": "Hilo", "cantidad": 1.5}]',
      '[{"nombre": "", "cantidad": 1}]',
      '[{"nombre": null, "cantidad": 1}]',
      '[{"nombre": "\\t", "cantidad": 1}]',
      '[[{"nombre": "Hilo", "cantidad": 1}]]',
      '[{"cantidad": 1}]',
    ],
    ["inventario_susa", "precio_unitario", "-0.01"],
    ["movimientos_inventario_susa", "cantidad", 0, -3],
    ["clientes_susa", "edad", -1, 121],
    ["clientes_susa", "correo", ""],
    ["empleados_susa", "apellido", " "],
    ["empleados_susa", "especialidades", ["cejas", ""], ["cejas", null]],
    ["citas_susa", "fin", "2026-11-21T16:00:00Z", "2026-11-21T15:00:00Z"],
    ["configuracion_susa", "id", false],
    ["configuracion_susa", "mapa_url", "http://mapas.mx"],
    ["configuracion_susa", "whatsapp", "+52 222"],
    ["cuentas_susa", "email", "Ana@ejemplo.mx"],
    ["citas_susa", "precio", "-0.01"],
    ["citas_susa", "no_asistio", true],
    ["servicios_susa", "limpieza_minutos", -1],
    ["servicios_susa", "retoque_semanas", 0],
    ["empleados_susa", "horario", "[]"],
    ["ausencias_susa", "hasta", "2026-12-23", null],
    ["ausencias_susa", "de", "14:00"],
    ["ausencias_susa", "a", "15:00"],
    ["ingresos_susa", "concepto", "reversa"],
    ["apariencia_susa", "acento", "red", "#8A3B5C"],
    ...Object.entries(COMPLETE_ROWS).flatMap(([table, values]): [string, string, ...unknown[]][] =>
      "nombre" in values ? [[table, "nombre", "", " \t\n", "x".repeat(121)]] : [],
    ),
  ];
  const cases = REJECTED.flatMap(([table, column, ...values]) => values.map((value) => [table, column, value] as const));

  test.each(cases)("rejects %s.%s = %j", async (table, column, value) => {
    expect(await tryWrite(() => insert(table, { ...COMPLETE_ROWS[table], [column]: value }))).toBe(CHECK);
  });

  test("accepts a complete row in every table", async () => {
    for (const [table, values] of Object.entries(COMPLETE_ROWS))
      expect(await tryWrite(() => insert(table, values)), table).toBe("taken");
  });

  test("accepts the minimum and the maximum of every range", async () => {
    const allowed: [string, Record<string, unknown>][] = [
      ["testimonios_susa", { rating: 1 }],
      ["testimonios_susa", { rating: 5 }],
      ["ingresos_susa", { monto: "0.01" }],
      ["ingresos_susa", { monto: "9999999999.99" }],
      ["servicios_susa", { precio: "0", insumos: '[{"nombre": "Hilo", "cantidad": 1}, {"nombre": "Cera", "cantidad": 20}]' }],
      ["inventario_susa", { cantidad: -5 }],
      ["egresos_susa", { comprobante_url: "https://ejemplo.mx/recibo.pdf" }],
      ["clientes_susa", { edad: 0 }],
      ["clientes_susa", { edad: 120 }],
      ["ausencias_susa", { de: "14:00", a: "14:01", hasta: null }],
    ];
    for (const [table, values] of allowed)
      expect(await tryWrite(() => insert(table, { ...COMPLETE_ROWS[table], ...values })), table).toBe("taken");
  });

  test("rejects an absence whose hours do not end after they begin", async () => {
    for (const a of ["14:00", "13:59"])
      expect(await tryWrite(() => insert("ausencias_susa", { ...COMPLETE_ROWS.ausencias_susa, de: "14:00", a }))).toBe(CHECK);
  });

  test("rejects a second owner, and an owner whose account is not active", async () => {
    const owner = { email: "susana@ejemplo.mx", password_hash: "x", rol: "propietaria", estado: "activa" };
    for (const estado of ["pendiente", "desactivada"])
      expect(await tryWrite(() => insert("cuentas_susa", { ...owner, estado }))).toBe(CHECK);
    const id = await insert("cuentas_susa", owner);
    expect(await tryWrite(() => insert("cuentas_susa", { ...owner, email: "otra@ejemplo.mx" }))).toBe(UNIQUE);
    expect(await tryWrite(() => rows("UPDATE cuentas_susa SET estado = 'desactivada' WHERE id = $1", [id]))).toBe(CHECK);
  });

  test("rejects a second row of settings, and a second account with the same e-mail", async () => {
    for (const table of ["configuracion_susa", "cuentas_susa", "apariencia_susa"]) {
      await insert(table, COMPLETE_ROWS[table] ?? {});
      expect(await tryWrite(() => insert(table, COMPLETE_ROWS[table] ?? {}))).toBe(UNIQUE);
    }
  });
});

describe("two appointments of one employee", () => {
  const cita = (from: string, to: string, empleado_id: string | null, estado = "programada") =>
    tryWrite(() => insert("citas_susa", { fecha_hora: `2026-11-21T${from}Z`, fin: `2026-11-21T${to}Z`, empleado_id, estado }));

  test("cannot overlap, not even by a millisecond", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    expect(await cita("10:00", "11:00", ana)).toBe("taken");
    expect(await cita("10:30", "11:30", ana)).toBe(EXCLUSION);
    expect(await cita("09:30", "10:00:00.001", ana)).toBe(EXCLUSION);
    expect(await cita("10:15", "10:30", ana, "confirmada")).toBe(EXCLUSION);
    expect(await cita("09:00", "12:00", ana, "completada")).toBe(EXCLUSION);
  });

  test("may follow each other without a gap", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    expect(await cita("10:00", "11:00", ana)).toBe("taken");
    expect(await cita("11:00", "12:00", ana)).toBe("taken");
    expect(await cita("09:00", "10:00", ana)).toBe("taken");
  });

  test("may share an hour if one is cancelled, and the cancelled one cannot be reopened then", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    expect(await cita("10:00", "11:00", ana, "cancelada")).toBe("taken");
    expect(await cita("10:00", "11:00", ana)).toBe("taken");
    expect(await cita("10:00", "11:00", ana, "cancelada")).toBe("taken");
    expect(await tryWrite(() => rows("UPDATE citas_susa SET estado = 'programada'"))).toBe(EXCLUSION);
  });

  test("may overlap with those of another employee, or without an employee", async () => {
    const ana = await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {});
    const eva = await insert("empleados_susa", { nombre: "Eva", apellido: "Paz" });
    for (const who of [ana, eva, null, null]) expect(await cita("10:00", "11:00", who)).toBe("taken");
  });
});

describe("updated_at", () => {
  test("increases with every change in every table, even twice in one transaction", async () => {
    for (const [table, values] of Object.entries(COMPLETE_ROWS)) {
      await insert(table, values);
      const column = Object.keys(values)[0];
      const seen: number[] = [];
      for (let change = 0; change < 3; change++) {
        const [row] = await rows<{ updated_at: Date }>(`UPDATE ${table} SET ${column} = ${column} RETURNING updated_at`);
        seen.push(row?.updated_at.getTime() ?? 0);
      }
      expect(new Set(seen).size, table).toBe(3);
      expect(seen, table).toEqual([...seen].sort((one, other) => one - other));
    }
  });

  test("never decreases, even if the clock does", async () => {
    await insert("clientes_susa", { nombre: "Lucía", updated_at: "2090-01-01T00:00:00Z" });
    const [row] = await rows<{ updated_at: Date }>("UPDATE clientes_susa SET nombre = 'Luz' RETURNING updated_at");
    expect(row?.updated_at.toISOString()).toBe("2090-01-01T00:00:00.001Z");
  });
});

describe("deleting a related record keeps the history", () => {
  test("of appointments when a client, a service or an employee is deleted", async () => {
    const cliente_id = await insert("clientes_susa", { nombre: "Lucía" });
    const empleado_id = await insert("empleados_susa", { nombre: "Ana", apellido: "Núñez" });
    const servicio_id = await insert("servicios_susa", { ...COMPLETE_ROWS.servicios_susa, empleado_id });
    await insert("citas_susa", { ...COMPLETE_ROWS.citas_susa, cliente_id, servicio_id, empleado_id });
    await insert("service_images_susa", { ...COMPLETE_ROWS.service_images_susa, servicio_id });
    await rows("DELETE FROM empleados_susa");
    expect(await rows("SELECT empleado_id FROM servicios_susa")).toEqual([{ empleado_id: null }]);
    await rows("DELETE FROM clientes_susa");
    await rows("DELETE FROM servicios_susa");
    expect(await rows("SELECT cliente_id, servicio_id, empleado_id FROM citas_susa")).toEqual([
      { cliente_id: null, servicio_id: null, empleado_id: null },
    ]);
    expect(await rows("SELECT servicio_id FROM service_images_susa")).toEqual([{ servicio_id: null }]);
  });

  test("of stock movements when an item or an account is deleted, and removes the account's sessions", async () => {
    const item_id = await insert("inventario_susa", { nombre: "Hilo" });
    const cuenta_id = await insert("cuentas_susa", COMPLETE_ROWS.cuentas_susa ?? {});
    await insert("movimientos_inventario_susa", { tipo: "salida", cantidad: 2, item_id, item_nombre: "Hilo", cuenta_id });
    await insert("sesiones_susa", { id: "0".repeat(64), cuenta_id });
    await rows("DELETE FROM inventario_susa");
    await rows("DELETE FROM cuentas_susa");
    expect(await rows("SELECT item_id, cuenta_id, item_nombre, cantidad FROM movimientos_inventario_susa")).toEqual([
      { item_id: null, cuenta_id: null, item_nombre: "Hilo", cantidad: 2 },
    ]);
    expect(await rows("SELECT 1 FROM sesiones_susa")).toEqual([]);
  });
});

describe("what the studio shows of itself", () => {
  test.each([
    ["textos", '{"portada_linea": "Uñas · Mérida", "nosotros_cifra_1": ""}', "taken"],
    ["textos", '{"portada_linea": 1}', CHECK],
    ["textos", "[]", CHECK],
    ["categorias", '[{"categoria": "pestañas", "frase": "", "visible": false}]', "taken"],
    ["categorias", '[{"categoria": "tatuajes", "frase": "", "visible": true}]', CHECK],
    ["categorias", '[{"categoria": "cejas", "visible": true}]', CHECK],
    [
      "categorias",
      '[{"categoria": "cejas", "frase": "", "visible": true}, {"categoria": "cejas", "frase": "", "visible": true}]',
      CHECK,
    ],
    ["dibujos_ocultos", "{microblading}", "taken"],
    ["dibujos_ocultos", "{NULL}", CHECK],
  ])("%s may be %s or not: %s", async (column, value, outcome) => {
    const row = { ...COMPLETE_ROWS.configuracion_susa, [column]: value };
    expect(await tryWrite(() => insert("configuracion_susa", row))).toBe(outcome);
  });

  test("each specialist gets the colour that the fewest have, unless one was chosen", async () => {
    const ana = COMPLETE_ROWS.empleados_susa ?? {};
    await insert("empleados_susa", { ...ana, color: "rosa" });
    for (let count = 0; count < 8; count++) await insert("empleados_susa", ana);
    const colors = await rows<{ color: string; count: string }>("SELECT color, count(*) FROM empleados_susa GROUP BY color");
    expect(colors).toHaveLength(8);
    expect(colors.filter(({ count }) => count === "2")).toEqual([{ color: "arcilla", count: "2" }]);
  });
});

describe("an append-only table", () => {
  test("rejects changes, but clears references to a deleted account or appointment", async () => {
    const cuenta_id = await insert("cuentas_susa", COMPLETE_ROWS.cuentas_susa ?? {});
    const cita_id = await insert("citas_susa", COMPLETE_ROWS.citas_susa ?? {});
    const asiento = {
      libro: "ingreso",
      registro_id: cita_id,
      cita_id,
      fecha: "2026-11-21",
      metodo_pago: "efectivo",
      monto: "1.00",
    };
    await insert("asientos_susa", { ...asiento, cuenta_id });
    await insert("cambios_cita_susa", { cita_id, accion: "creada", estado: "programada", cuenta_id });
    const RAISED = "P0001";
    expect(await tryWrite(() => rows("UPDATE asientos_susa SET monto = 2"))).toBe(RAISED);
    expect(await tryWrite(() => rows("DELETE FROM asientos_susa"))).toBe(RAISED);
    expect(await tryWrite(() => rows("UPDATE cambios_cita_susa SET estado = 'cancelada'"))).toBe(RAISED);
    await rows("DELETE FROM cuentas_susa");
    expect(await rows("SELECT cuenta_id FROM cambios_cita_susa")).toEqual([{ cuenta_id: null }]);
    await rows("DELETE FROM citas_susa");
    expect(await rows("SELECT cita_id, cuenta_id, monto FROM asientos_susa")).toEqual([
      { cita_id: null, cuenta_id: null, monto: "1.00" },
    ]);
    expect(await rows("SELECT FROM cambios_cita_susa")).toEqual([]);
  });

  test("allows one reversal of an income, which must be negative, and then keeps the income from being deleted", async () => {
    const reversa_de = await insert("ingresos_susa", COMPLETE_ROWS.ingresos_susa ?? {});
    const reversa = { monto: "-100.00", fecha: "2026-11-22", concepto: "reversa", reversa_de };
    expect(await tryWrite(() => insert("ingresos_susa", { ...reversa, monto: "100.00" }))).toBe(CHECK);
    expect(await tryWrite(() => insert("ingresos_susa", { ...reversa, reversa_de: null }))).toBe(CHECK);
    expect(await tryWrite(() => insert("ingresos_susa", reversa))).toBe("taken");
    expect(await tryWrite(() => insert("ingresos_susa", reversa))).toBe(UNIQUE);
    expect(await tryWrite(() => rows("DELETE FROM ingresos_susa WHERE id = $1", [reversa_de]))).toBe("23001");
  });
});

describe("names", () => {
  const NAMES = ["Zoe", "ñandú", "Ñoño", "Núria", "Ofelia", "oscar", "Ángel", "ana", "Ana", "Beatriz", "Álvaro", "nuria"];
  const ORDER = ["Álvaro", "ana", "Ana", "Ángel", "Beatriz", "nuria", "Núria", "ñandú", "Ñoño", "Ofelia", "oscar", "Zoe"];

  test.each(["clientes_susa", "empleados_susa", "servicios_susa", "inventario_susa", "proveedores_susa", "testimonios_susa"])(
    "in %s are sorted in Spanish order",
    async (table) => {
      for (const nombre of NAMES) await insert(table, { ...COMPLETE_ROWS[table], nombre });
      const sorted = await rows<{ nombre: string }>(`SELECT nombre FROM ${table} ORDER BY nombre`);
      expect(sorted.map(({ nombre }) => nombre)).toEqual(ORDER);
    },
  );
});
