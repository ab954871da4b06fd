import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Site, startSite, type Visitor } from "../support/browser";
import { sql } from "../support/test-database";

const SERVICIO = "10000000-0000-4000-8000-000000000001";
const EMPLEADO = "20000000-0000-4000-8000-000000000001";

let site: Site;
let staff: Visitor;

beforeAll(async () => {
  site = await startSite();
  staff = await site.staff();
  await sql(`INSERT INTO empleados_susa (id, nombre, apellido) VALUES ('${EMPLEADO}', 'Ana', 'Núñez')`);
  await sql(`INSERT INTO servicios_susa (id, nombre, precio, categoria) VALUES ('${SERVICIO}', 'Diseño de cejas', 350, 'cejas')`);
  await sql("INSERT INTO clientes_susa (nombre, telefono) VALUES ('Lucía Peña', '+525512345678')");
  await sql(`INSERT INTO citas_susa (fecha_hora, fin, servicio_id, empleado_id)
    SELECT hora, hora + interval '30 minutes', '${SERVICIO}', '${EMPLEADO}'
    FROM generate_series(date_trunc('hour', now()) - interval '3 hours', now() + interval '3 hours', interval '1 hour') AS hora`);
  await sql("INSERT INTO inventario_susa (nombre, cantidad) VALUES ('Henna', 1234)");
  await sql("INSERT INTO ingresos_susa (monto, fecha) VALUES (350, current_date)");
});
afterAll(() => site.close());
afterEach(() => vi.unstubAllGlobals());

/** Records every Intl formatter created from now on, with `new` or without it. */
function countFormatters(): () => string[] {
  const made: string[] = [];
  const counted = (name: "DateTimeFormat" | "NumberFormat" | "Collator") =>
    new Proxy<CallableFunction>(Intl[name], {
      apply(target, self, given) {
        made.push(name);
        return Reflect.apply(target, self, given);
      },
      construct(target, given, newTarget) {
        made.push(name);
        return Reflect.construct(target, given, newTarget);
      },
    });
  const names = ["DateTimeFormat", "NumberFormat", "Collator"] as const;
  const stub = Object.create(Intl, Object.fromEntries(names.map((name) => [name, { value: counted(name) }])));
  vi.stubGlobal("Intl", stub);
  return () => made;
}

test.each([
  `/servicio/${SERVICIO}`,
  "/admin",
  "/admin/citas?cuando=todas",
  "/admin/citas?vista=dia",
  "/admin/citas?vista=semana",
  "/admin/clientes",
  "/admin/inventario?movimientos=si",
  "/admin/ingresos",
  "/admin/reportes",
  "/admin/clientes.csv",
])("creates no formatter for a second request of %s", async (path) => {
  expect((await staff.send(path)).status).toBe(200);
  const made = countFormatters();
  expect((await staff.send(path)).status).toBe(200);
  expect(made()).toEqual([]);
});
