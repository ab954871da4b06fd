import { beforeEach, describe, expect, test } from "vitest";
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
    ["inventario_susa", "rinde", 0, 10_000],
    ["inventario_susa", "usos", -1, 1],
    ["movimientos_inventario_susa", "cantidad", 0, -3],
    ["movimientos_inventario_susa", "usos", 0, -1],
    ["clientes_susa", "edad", -1, 121],
    ["clientes_susa", "correo", ""],
    ["empleados_susa", "apellido", " "],
    ["empleados_susa", "comision", "40.00"],
    ["empleados_susa", "comision_desde", "2026-11-01"],
    ["empleados_susa", "especialidades", ["cejas", ""], ["cejas", null]],
    ["citas_susa", "fin", "2026-11-21T16:00:00Z", "2026-11-21T15:00:00Z"],
    ["configuracion_susa", "id", false],
    ["configuracion_susa", "mapa_url", "http://mapas.mx"],
    ["configuracion_susa", "whatsapp", "+52 222"],
    ["cuentas_susa", "email", "Ana@ejemplo.mx"],
    ["citas_susa", "precio", "-0.01"],
    ["citas_susa", "devuelto", "-0.01"],
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
      ["inventario_susa", { rinde: 9999, usos: 9998 }],
      ["movimientos_inventario_susa", { cantidad: 0, usos: 1 }],
      ["empleados_susa", { comision: "0", comision_desde: "2026-11-01" }],
      ["empleados_susa", { comision: "100", comision_desde: "2026-11-01" }],
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

describe("the waiting list and the places that are freed", () => {
  const PLACE = { hueco_desde: "2026-11-21T16:00Z", hueco_hasta: "2026-11-21T17:00Z" };
  let parents: { cliente: string; empleado: string; cita: string };
  beforeEach(async () => {
    parents = {
      cliente: await insert("clientes_susa", { nombre: "Lucía" }),
      empleado: await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {}),
      cita: await insert("citas_susa", { fecha_hora: PLACE.hueco_desde, fin: PLACE.hueco_hasta }),
    };
  });

  test.each([
    ["one day", {}, "taken"],
    ["days that end before they begin", { hasta: "2026-11-20" }, CHECK],
    ["a blank note", { nota: " " }, CHECK],
    ["a note of 200", { nota: "x".repeat(200) }, "taken"],
    ["a note of 201", { nota: "x".repeat(201) }, CHECK],
  ])("a client waits for %s", async (_, values, outcome) => {
    const espera = { cliente_id: parents.cliente, desde: "2026-11-21", hasta: "2026-11-21", ...values };
    expect(await tryWrite(() => insert("esperas_susa", espera))).toBe(outcome);
  });

  test.each([
    ["none", {}, "taken"],
    ["a place", PLACE, "taken"],
    ["a place without an end", { ...PLACE, hueco_hasta: null }, CHECK],
    ["a place that ends as it begins", { ...PLACE, hueco_hasta: PLACE.hueco_desde }, CHECK],
    ["an end alone", { ...PLACE, hueco_desde: null }, CHECK],
    ["a specialist alone", { hueco_con: "$empleado" }, CHECK],
  ])("a change of an appointment leaves %s", async (_, values: Record<string, unknown>, outcome) => {
    const hueco_con = values.hueco_con && parents.empleado;
    const change = { cita_id: parents.cita, accion: "cancelada", estado: "cancelada", ...values, hueco_con };
    expect(await tryWrite(() => insert("cambios_cita_susa", change))).toBe(outcome);
  });

  test("a freed place never changes, but loses its specialist with her", async () => {
    const change = { cita_id: parents.cita, accion: "cancelada", estado: "cancelada", ...PLACE, hueco_con: parents.empleado };
    const id = await insert("cambios_cita_susa", change);
    for (const column of ["hueco_desde", "hueco_hasta"])
      expect(await tryWrite(() => rows(`UPDATE cambios_cita_susa SET ${column} = ${column}`))).toBe("P0001");
    await rows("DELETE FROM empleados_susa WHERE id = $1", [parents.empleado]);
    expect(await rows("SELECT hueco_con FROM cambios_cita_susa WHERE id = $1", [id])).toEqual([{ hueco_con: null }]);
  });

  test("who waits goes with her and with the service, and stays without the specialist", async () => {
    const servicio = await insert("servicios_susa", COMPLETE_ROWS.servicios_susa ?? {});
    const days = { cliente_id: parents.cliente, desde: "2026-11-21", hasta: "2026-11-21" };
    await insert("esperas_susa", { ...days, servicio_id: servicio });
    await insert("esperas_susa", { ...days, empleado_id: parents.empleado });
    await rows("DELETE FROM servicios_susa WHERE id = $1", [servicio]);
    await rows("DELETE FROM empleados_susa WHERE id = $1", [parents.empleado]);
    expect(await rows("SELECT empleado_id FROM esperas_susa")).toEqual([{ empleado_id: null }]);
    await rows("DELETE FROM clientes_susa WHERE id = $1", [parents.cliente]);
    expect(await rows("SELECT FROM esperas_susa")).toEqual([]);
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

describe("the money of the counter", () => {
  let parents: Record<"cuenta" | "empleado" | "cita" | "egreso" | "venta" | "liquidacion" | "propina", string>;
  const TIP = { monto: "9.00", metodo_pago: "efectivo", fecha: "2026-11-21" };
  const SETTLEMENT = { empleado_nombre: "Ana", fecha: "2026-11-21", comision: "2.00", propinas: "0.00", metodo_pago: "efectivo" };
  const LINE = { base: "5.00", porcentaje: "40.00", monto: "2.00" };
  beforeEach(async () => {
    const [cuenta, empleado, cita, egreso] = [
      await insert("cuentas_susa", COMPLETE_ROWS.cuentas_susa ?? {}),
      await insert("empleados_susa", COMPLETE_ROWS.empleados_susa ?? {}),
      await insert("citas_susa", COMPLETE_ROWS.citas_susa ?? {}),
      await insert("egresos_susa", COMPLETE_ROWS.egresos_susa ?? {}),
    ];
    const venta = await insert("ventas_susa", { fecha: "2026-11-21", total: "18.00" });
    const paid = { cuenta_id: cuenta, empleado_id: empleado, egreso_id: egreso };
    const liquidacion = await insert("liquidaciones_susa", { ...SETTLEMENT, ...paid });
    const propina = await insert("propinas_susa", { ...TIP, venta_id: venta, cita_id: cita, empleado_id: empleado });
    parents = { cuenta, empleado, cita, egreso, venta, liquidacion, propina };
  });

  /** A row of these values, in which `$venta` is the id of the sale, for instance. */
  const tryInsert = (table: string, values: Record<string, unknown>) =>
    tryWrite(() =>
      insert(
        table,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => {
            const parent = typeof value === "string" && value.startsWith("$") && parents[value.slice(1) as keyof typeof parents];
            return [name, parent || value];
          }),
        ),
      ),
    );

  const CUT = { hasta: 0, esperado: "9.00", contado: "9.00" };
  test.each<[Record<string, unknown>, string]>([
    [{}, "taken"],
    [{ retiro: "9.00" }, "taken"],
    [{ retiro: "9.01" }, CHECK],
    [{ retiro: "-0.01" }, CHECK],
    [{ hasta: -1 }, CHECK],
    [{ contado: "8.99" }, CHECK],
    [{ contado: "8.99", motivo: " " }, CHECK],
    [{ contado: "8.99", motivo: "x".repeat(301) }, CHECK],
    [{ contado: "8.99", motivo: "Di mal un cambio" }, "taken"],
    [{ esperado: "-0.01", contado: "0.00", motivo: "Puse de mi bolsa" }, "taken"],
    [{ esperado: "-0.01", contado: "-0.01" }, CHECK],
  ])("a cut may have %j or not: %s", async (values, outcome) => {
    expect(await tryInsert("cortes_susa", { ...CUT, ...values })).toBe(outcome);
  });

  test("each cut has a number of its own, and its difference is what was counted less what was expected", async () => {
    for (const contado of ["8.00", "11.50"]) await insert("cortes_susa", { ...CUT, contado, motivo: "Cambio" });
    const cuts = await rows<{ numero: number; diferencia: string }>("SELECT numero, diferencia FROM cortes_susa ORDER BY numero");
    expect(cuts.map(({ diferencia }) => diferencia)).toEqual(["-1.00", "2.50"]);
    expect(await tryInsert("cortes_susa", { ...CUT, numero: cuts[0]?.numero })).toBe(UNIQUE);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ ajuste: "1.00" }, CHECK],
    [{ ajuste_motivo: "Vale" }, CHECK],
    [{ ajuste: "1.00", ajuste_motivo: "Bono" }, "taken"],
    [{ ajuste: "-2.00", ajuste_motivo: "Vale" }, "taken"],
    [{ ajuste: "-2.01", ajuste_motivo: "Vale" }, CHECK],
    [{ comision: "-0.01" }, CHECK],
    [{ propinas: "-0.01" }, "taken"],
    [{ empleado_nombre: " " }, CHECK],
    [{ egreso_id: "$egreso" }, UNIQUE],
  ])("a settlement may have %j or not: %s", async (values, outcome) => {
    expect(await tryInsert("liquidaciones_susa", { ...SETTLEMENT, ...values })).toBe(outcome);
  });

  test.each<[Record<string, unknown>, string]>([
    [{}, "taken"],
    [{ monto: "2.01" }, CHECK],
    [{ base: "0.00", monto: "0.00" }, CHECK],
    [{ base: "-5.00", monto: "-2.00" }, "taken"],
    [{ base: "0.01", porcentaje: "50.00", monto: "0.01" }, "taken"],
    [{ porcentaje: "0.00", monto: "0.00" }, "taken"],
    [{ porcentaje: "100.01", monto: "5.00" }, CHECK],
    [{ porcentaje: "-1.00", monto: "-0.05" }, CHECK],
  ])("a line of a settlement may have %j or not: %s", async (values, outcome) => {
    const line = { ...LINE, liquidacion_id: "$liquidacion", cita_id: "$cita" };
    expect(await tryInsert("liquidacion_lineas_susa", { ...line, ...values })).toBe(outcome);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a tip", { venta_id: "$venta", cita_id: "$cita" }, "taken"],
    ["a tip", { venta_id: "$venta", monto: "-9.00" }, CHECK],
    ["a tip", {}, CHECK],
    ["its reversal", { venta_id: "$venta", reversa_de: "$propina", monto: "-9.00" }, "taken"],
    ["its reversal", { venta_id: "$venta", reversa_de: "$propina" }, CHECK],
    ["a handover", { liquidacion_id: "$liquidacion", monto: "-9.00" }, "taken"],
    ["a handover", { liquidacion_id: "$liquidacion", monto: "9.00" }, "taken"],
    ["a handover", { liquidacion_id: "$liquidacion", monto: "0.00" }, CHECK],
    ["a handover", { liquidacion_id: "$liquidacion", venta_id: "$venta" }, CHECK],
    ["a handover", { liquidacion_id: "$liquidacion", cita_id: "$cita" }, CHECK],
  ])("%s may have %j or not: %s", async (_, values, outcome) => {
    expect(await tryInsert("propinas_susa", { ...TIP, ...values })).toBe(outcome);
  });

  test("what is given back is below zero, and what reverses that above", async () => {
    const refund = { concepto: "devolucion", fecha: "2026-11-21", cita_id: "$cita" };
    for (const monto of ["0.00", "9.00"]) expect(await tryInsert("ingresos_susa", { ...refund, monto })).toBe(CHECK);
    const reversa_de = await insert("ingresos_susa", { ...refund, cita_id: parents.cita, monto: "-9.00" });
    for (const monto of ["0.00", "-9.00"]) expect(await tryInsert("ingresos_susa", { ...refund, monto, reversa_de })).toBe(CHECK);
    expect(await tryInsert("ingresos_susa", { ...refund, monto: "9.00", reversa_de })).toBe("taken");
    expect(await tryInsert("ingresos_susa", { ...refund, monto: "9.00", concepto: "cargo" })).toBe("taken");
    expect(await tryInsert("ingresos_susa", { ...refund, monto: "-9.00", concepto: "cargo" })).toBe(CHECK);
    expect(await tryInsert("ingresos_susa", { ...refund, monto: "9.00", concepto: "cargo", reversa_de })).toBe(CHECK);
  });

  test("of a product no more come back than were sold", async () => {
    const line = { venta_id: "$venta", item_nombre: "Aceite", cantidad: 2, precio: "9.00", importe: "18.00" };
    for (const devueltas of [-1, 3]) expect(await tryInsert("venta_lineas_susa", { ...line, devueltas })).toBe(CHECK);
    for (const devueltas of [0, 2]) expect(await tryInsert("venta_lineas_susa", { ...line, devueltas })).toBe("taken");
  });

  const RAISED = "P0001";
  test("no column of a cut, a settlement, its lines or a ledger entry changes, but to lose what it refers to or to be cancelled", async () => {
    const entry = { libro: "propina", registro_id: parents.propina, fecha: "2026-11-21", metodo_pago: "efectivo", monto: "9.00" };
    await insert("asientos_susa", { ...entry, cita_id: parents.cita, cuenta_id: parents.cuenta });
    await insert("cortes_susa", { ...CUT, cuenta_id: parents.cuenta });
    await insert("liquidacion_lineas_susa", { ...LINE, liquidacion_id: parents.liquidacion, cita_id: parents.cita });
    const CHANGEABLE: Record<string, string[]> = {
      cortes_susa: ["cuenta_id"],
      liquidaciones_susa: ["cancelada_at", "cuenta_id", "egreso_id", "empleado_id"],
      liquidacion_lineas_susa: ["cita_id"],
      // Its order is what a cut counts up to.
      asientos_susa: ["cita_id", "created_at", "cuenta_id", "id"],
    };
    for (const [table, changeable] of Object.entries(CHANGEABLE)) {
      const columns = await rows<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER' ORDER BY 1",
        [table],
      );
      const changed: string[] = [];
      for (const { name } of columns) {
        const outcome = await tryWrite(() => rows(`UPDATE ${table} SET ${name} = ${name}`));
        if (outcome === "taken") changed.push(name);
        else expect(outcome, `${table}.${name}`).toBe(RAISED);
      }
      expect(changed, table).toEqual(changeable);
      expect(await tryWrite(() => rows(`DELETE FROM ${table}`)), table).toBe(RAISED);
    }
    for (const table of ["citas_susa", "empleados_susa", "egresos_susa", "cuentas_susa"]) await rows(`DELETE FROM ${table}`);
    expect(await rows("SELECT cuenta_id, contado FROM cortes_susa")).toEqual([{ cuenta_id: null, contado: "9.00" }]);
    expect(await rows("SELECT empleado_id, empleado_nombre, egreso_id, cuenta_id, comision FROM liquidaciones_susa")).toEqual([
      { empleado_id: null, empleado_nombre: "Ana", egreso_id: null, cuenta_id: null, comision: "2.00" },
    ]);
    expect(await rows("SELECT cita_id, monto FROM liquidacion_lineas_susa")).toEqual([{ cita_id: null, monto: "2.00" }]);
    expect(await rows("SELECT cita_id, cuenta_id, monto FROM asientos_susa")).toEqual([
      { cita_id: null, cuenta_id: null, monto: "9.00" },
    ]);
  });

  test("no two ledger entries have the same order", async () => {
    const entry = { libro: "ingreso", registro_id: parents.cita, fecha: "2026-11-21", metodo_pago: "efectivo", monto: "9.00" };
    await insert("asientos_susa", { ...entry, orden: 900_000 });
    expect(await tryInsert("asientos_susa", { ...entry, orden: 900_000 })).toBe(UNIQUE);
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
