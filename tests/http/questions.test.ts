import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { createConfiguracion } from "../support/factories";
import { sql } from "../support/test-database";

const SERVICIO = "10000000-0000-4000-8000-000000000001";
const [ANA, BETY] = ["20000000-0000-4000-8000-000000000001", "20000000-0000-4000-8000-000000000002"];

const site = await startSiteForFile();
const staff = await site.staff();

beforeAll(async () => {
  await sql(`INSERT INTO empleados_susa (id, nombre, apellido, especialidades) VALUES
    ('${ANA}', 'Ana', 'Núñez', '{cejas}'), ('${BETY}', 'Bety', 'Paz', '{}')`);
  await sql(`INSERT INTO servicios_susa (id, nombre, precio, categoria, empleado_id) VALUES
    ('${SERVICIO}', 'Diseño de cejas', 350, 'cejas', '${ANA}')`);
  await sql(`INSERT INTO service_images_susa (servicio_id, image_url) VALUES ('${SERVICIO}', 'https://ejemplo.com/1.jpg')`);
  // More rows than a page has, so that no list skips a query.
  await sql("INSERT INTO clientes_susa (nombre) SELECT 'Lucía ' || n FROM generate_series(1, 120) AS n");
  await sql(`INSERT INTO citas_susa (fecha_hora, fin, cliente_id, servicio_id, empleado_id)
    SELECT hora, hora + interval '5 minutes', (SELECT id FROM clientes_susa LIMIT 1), '${SERVICIO}', '${ANA}'
    FROM generate_series(now() - interval '8 hours', now() + interval '8 hours', interval '10 minutes') AS hora`);
  await sql(`INSERT INTO precios_susa (servicio_id, desde, precio)
    SELECT '${SERVICIO}', current_date + n, 300 + n FROM generate_series(5, 60) AS n`);
  await sql("INSERT INTO inventario_susa (nombre, cantidad, categoria) SELECT 'Henna', 5, 'Tintes' FROM generate_series(1, 60)");
  await sql("INSERT INTO ingresos_susa (monto, fecha) SELECT 350, current_date FROM generate_series(1, 60)");
  await sql("INSERT INTO egresos_susa (monto, fecha, descripcion) SELECT 35, current_date, 'Renta' FROM generate_series(1, 60)");
  await sql(
    "INSERT INTO ausencias_susa (id, empleado_id, desde, hasta) SELECT id, id, current_date, current_date FROM empleados_susa",
  );
});

/** The SQL statements that this process sends while `work` runs, without those that begin and end transactions. */
async function queriesDuring(work: () => Promise<void>): Promise<string[]> {
  const queries: string[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { text: string }];
    const text = typeof statement === "string" ? statement : statement.text;
    if (!/^\s*(BEGIN|SET TRANSACTION|COMMIT|ROLLBACK)\b/i.test(text)) queries.push(text);
    return query.apply(this, given);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return queries;
}

const LISTS = [
  "/admin/citas",
  "/admin/citas?cuando=todas&pagina=2",
  "/admin/citas?cuando=todas&q=luc%C3%ADa&empleado=ninguna&estado=programada",
  "/admin/clientes?q=LUC%C3%8DA+1",
  "/admin/servicios?q=dise%C3%B1o",
  "/admin/servicios/precios",
  "/admin/empleados?q=ana",
  "/admin/inventario?categoria=Tintes&q=henna",
  "/admin/inventario?movimientos=si",
  "/admin/proveedores",
  "/admin/testimonios",
  `/admin/galeria?servicio=${SERVICIO}`,
  "/admin/galeria/por-acomodar",
  "/admin/ingresos?q=renta",
  "/admin/egresos?q=renta",
  "/admin/citas/recordatorios",
  "/admin/citas/solicitudes",
  "/admin/citas/por-volver",
  "/admin/citas/espera",
  "/admin/configuracion/dias-cerrados",
  `/admin/empleados/${ANA}/horario`,
];

// Far fewer than the rows that each shows: none asks once for each row.
test.each([
  ...LISTS.map((path): [string, number] => [path, 10]),
  // Some fifty appointments, of which twelve show the hours to which they can go.
  [`/admin/empleados/${ANA}/horario/${ANA}/citas`, 12],
  [`/servicio/${SERVICIO}`, 12],
  ["/admin", 12],
  ["/admin/citas?vista=dia", 10],
  ["/admin/citas?vista=semana", 10],
])("%s sends at most %i queries to the database", expectAtMost);

test("the dashboard asks no more when nothing is left today, and in a new studio", async () => {
  await sql("DELETE FROM citas_susa");
  await expectAtMost("/admin", 12);
  await sql(`INSERT INTO citas_susa (fecha_hora, fin, cliente_id, servicio_id)
    SELECT hora, hora + interval '5 minutes', (SELECT id FROM clientes_susa LIMIT 1), '${SERVICIO}'
    FROM generate_series(now() + interval '2 days', now() + interval '3 days', interval '1 hour') AS hora`);
  // An hour of the next days was freed, for which somebody waits.
  await sql("INSERT INTO esperas_susa (cliente_id, desde, hasta) SELECT id, current_date, current_date + 9 FROM clientes_susa");
  await createConfiguracion({ horario: Array(7).fill({ abre: "00:00", cierra: "23:59" }) });
  await sql("DELETE FROM ausencias_susa");
  await sql(`INSERT INTO cambios_cita_susa (cita_id, accion, estado, hueco_desde, hueco_hasta, hueco_con)
    SELECT id, 'editada', estado, date_trunc('hour', fecha_hora) + interval '1 day', date_trunc('hour', fecha_hora) + interval '1 day 5 minutes',
      '${BETY}' FROM citas_susa LIMIT 9`);
  const page = await staff.get("/admin");
  expect(page.text("section[aria-labelledby=por-atender]")).toContain("un horario que se liberó");
  expect(page.all("section[aria-labelledby=siguiente-dia] li").length).toBeGreaterThan(0);
  await expectAtMost("/admin", 12);
});

async function expectAtMost(path: string, limit: number) {
  // Warm up: booking codes are stored once, and a session records its use once a minute.
  await staff.send(path);
  await sql("UPDATE sesiones_susa SET last_used_at = now() - interval '2 minutes'");
  const all = await queriesDuring(async () => {
    expect((await staff.send(path)).status).toBe(200);
  });
  // Requests share what is asked before each answer (server/page-cache/revisions.ts). A kept page asks nothing else.
  const queries = path.startsWith("/admin") ? all.filter((text) => !text.includes("FROM revisiones_susa")) : all;
  expect(queries.length, queries.join("\n\n")).toBeLessThanOrEqual(limit);
  expect(queries.length).toBeGreaterThan(0);
}
