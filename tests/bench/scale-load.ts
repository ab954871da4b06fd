import pg from "pg";
import { ESTUDIO } from "~/content/estudio";

// The copies add up to 100,000 clients, 300,000 appointments, 200,000 incomes and 500,000 movements, spread over ten years.
const YEARS = 10;
const COPIES = { clientes: 333, citas: 215, dinero: 137, movimientos: 772 };

// The ids of copy k are hashes of k and the original id, so that references within a copy match; k also sets how many years
// earlier it is dated. Years of 364 days keep the day of the week.
const copyOf = (id: string) => `CASE WHEN ${id} IS NOT NULL THEN md5(k || ${id}::text)::uuid END`;
const earlier = `make_interval(days => 364 * (k % ${YEARS}))`;
const copies = (count: number) => `generate_series(1, ${count}) AS k`;

// Only past appointments are copied.
const PAST = `c.fecha_hora < date_trunc('day', now(), '${ESTUDIO.zona_horaria}')`;

const steps = (times: typeof COPIES) => [
  // New names: the first name of one client with the surnames of another.
  `CREATE TEMPORARY TABLE nombres AS
    SELECT split_part(nombre, ' ', 1) AS nombre, substr(nombre, strpos(nombre, ' ') + 1) AS apellidos,
      row_number() OVER (ORDER BY created_at, id) - 1 AS n, count(*) OVER () AS de
    FROM clientes_susa`,
  `INSERT INTO clientes_susa (id, nombre, correo, telefono, edad, ocupacion, estado_civil, medicina, enfermedades, servicio, created_at, updated_at)
    SELECT ${copyOf("id")}, propio.nombre || ' ' || otro.apellidos, k || '.' || correo,
      '+5200' || lpad((k * 1000 + propio.n)::text, 8, '0'), edad, ocupacion, estado_civil, medicina, enfermedades, servicio,
      created_at - ${earlier}, created_at - ${earlier}
    FROM (SELECT *, row_number() OVER (ORDER BY created_at, id) - 1 AS n FROM clientes_susa) AS c
    CROSS JOIN ${copies(times.clientes)}
    JOIN nombres AS propio ON propio.n = c.n
    JOIN nombres AS otro ON otro.n = (c.n + k) % propio.de`,
  // A specialist has one appointment at a time: overlapping copies have no specialist.
  `INSERT INTO citas_susa (id, fecha_hora, fin, cliente_id, servicio_id, empleado_id, notas, estado, precio, duracion_minutos, cobrado,
      no_asistio, created_at, updated_at)
    SELECT id, fecha_hora, fin, cliente_id, servicio_id,
      CASE WHEN fecha_hora >= max(fin) OVER (PARTITION BY empleado_id, anio ORDER BY fecha_hora, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
        AND anio > 0 THEN empleado_id END,
      notas, estado, precio, duracion_minutos, cobrado, no_asistio, created_at, created_at
    FROM (
      SELECT ${copyOf("c.id")} AS id, c.fecha_hora - ${earlier} AS fecha_hora, c.fin - ${earlier} AS fin, ${copyOf("c.cliente_id")} AS cliente_id,
        c.servicio_id, c.empleado_id, c.notas, c.estado, c.precio, c.duracion_minutos,
        CASE WHEN k <= ${times.dinero} THEN c.cobrado ELSE 0 END AS cobrado, c.no_asistio, c.created_at - ${earlier} AS created_at,
        k % ${YEARS} AS anio
      FROM citas_susa c CROSS JOIN ${copies(times.citas)} WHERE ${PAST}
    ) AS copias ORDER BY fecha_hora`,
  `INSERT INTO cambios_cita_susa (id, cita_id, accion, estado, no_asistio, detalle, created_at)
    SELECT ${copyOf("h.id")}, ${copyOf("h.cita_id")}, h.accion, h.estado, h.no_asistio, h.detalle, h.created_at - ${earlier}
    FROM cambios_cita_susa h JOIN citas_susa c ON c.id = h.cita_id CROSS JOIN ${copies(times.citas)}
    WHERE ${PAST} ORDER BY h.orden, k`,
  `INSERT INTO ingresos_susa (id, monto, descripcion, metodo_pago, fecha, concepto, cita_id, created_at, updated_at)
    SELECT ${copyOf("id")}, monto, descripcion, metodo_pago, fecha - 364 * (k % ${YEARS}), concepto, ${copyOf("cita_id")},
      created_at - ${earlier}, created_at - ${earlier}
    FROM ingresos_susa CROSS JOIN ${copies(times.dinero)}`,
  `INSERT INTO egresos_susa (id, monto, descripcion, categoria, metodo_pago, fecha, comprobante_url, created_at, updated_at)
    SELECT ${copyOf("id")}, monto, descripcion, categoria, metodo_pago, fecha - 364 * (k % ${YEARS}), comprobante_url,
      created_at - ${earlier}, created_at - ${earlier}
    FROM egresos_susa CROSS JOIN ${copies(times.dinero)}`,
  `INSERT INTO asientos_susa (id, libro, registro_id, cita_id, fecha, metodo_pago, monto, created_at)
    SELECT ${copyOf("id")}, libro, ${copyOf("registro_id")}, ${copyOf("cita_id")}, fecha - 364 * (k % ${YEARS}), metodo_pago, monto,
      created_at - ${earlier}
    FROM asientos_susa CROSS JOIN ${copies(times.dinero)} ORDER BY orden, k`,
  // In pairs that cancel out, all dated before the demo's movements, so that the stock does not change.
  `INSERT INTO movimientos_inventario_susa (id, tipo, cantidad, item_id, item_nombre, motivo, orden, saldo, created_at, updated_at)
    SELECT id, tipo, cantidad, item_id, item_nombre, motivo, orden,
      sum(CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END) OVER (PARTITION BY item_id ORDER BY orden), created_at, created_at
    FROM (
      SELECT ${copyOf("id")} AS id, CASE WHEN k % 2 = 0 THEN tipo WHEN tipo = 'entrada' THEN 'salida' ELSE 'entrada' END::tipo_movimiento AS tipo,
        cantidad, item_id, item_nombre, motivo, created_at - ${earlier.replace("k %", "(k / 2) %")} AS created_at,
        row_number() OVER (ORDER BY created_at - ${earlier.replace("k %", "(k / 2) %")}, id, k) - (SELECT count(*) FROM movimientos_inventario_susa) * ${times.movimientos} AS orden
      FROM movimientos_inventario_susa CROSS JOIN ${copies(times.movimientos)}
    ) AS copias ORDER BY orden`,
];

/**
 * Multiplies the data of a demo studio by a hundred, by SQL, without any discrepancy for Cuadre. `times` gives the number of
 * copies per kind: money at most as many as appointments, and those at most as many as clients.
 */
export async function loadScale(url: string, times = COPIES): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL synchronous_commit = off; SET LOCAL work_mem = '128MB'");
    for (const step of steps(times)) await client.query(step);
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}
