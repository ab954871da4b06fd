import { describe, expect, test } from "vitest";
import {
  createCita,
  createCliente,
  createEgreso,
  createEmpleado,
  createIngreso,
  createItem,
  createPropina,
  createServicio,
  insertRow,
} from "../../../support/factories";
import { withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const MES = "mes=2026-11";

// The server's own midnight is hours away from UTC's: no day may change because of it.
const site = await startSiteForFile({ TZ: "Asia/Tokyo" });
const ana = await site.staff();
const empleado_id = await createEmpleado({ nombre: "Íñiga", apellido: "Ñandú" });
const cita_id = await createCita("2026-11-05T18:00Z", {
  ...{ empleado_id, precio: 1350, cobrado: 1350, descuento: 50, descuento_motivo: "+1 amiga" },
  servicio_id: await createServicio({ nombre: '=CMD("Cejas", 1)' }),
  cliente_id: await createCliente({ created_at: "2026-11-02T18:00Z" }),
  estado: "completada",
});
await createIngreso("2026-11-05", 1350, { concepto: "cita", cita_id });
await createPropina({ empleado_id, fecha: "2026-11-05", monto: 20 });
await createEgreso("2026-11-30", "1500.5", { metodo_pago: "tarjeta" });
const item_id = await createItem({ nombre: "Gel", precio_unitario: 10.5 });
const used = { tipo: "salida", cantidad: 3, item_id, item_nombre: "Gel", created_at: "2026-11-06T18:00Z" };
await insertRow("movimientos_inventario_susa", used);
const report = await ana.get(`/admin/reportes?${MES}`);

describe("the CSV file of the report", () => {
  test.each([
    [
      "metodos",
      [
        "Método de pago,Ingresos,Egresos,Utilidad neta,Propinas",
        "Efectivo,1350.00,0.00,1350.00,20.00",
        "Tarjeta,0.00,1500.50,-1500.50,0.00",
        "Transferencia,0.00,0.00,0.00,0.00",
        "Otro,0.00,0.00,0.00,0.00",
      ],
    ],
    ["categorias", ["Categoría,Egresos,Monto", "Sin categoría,1,1500.50"]],
    ["conceptos", ["Concepto,Ingresos,Monto", "Cobros de citas,1,1350.00"]],
    // A name that starts like a formula is escaped.
    ["servicios", ["Servicio,Citas completadas,Ingresos", `"'=CMD(""Cejas"", 1)",1,1350.00`]],
    [
      "especialistas",
      [
        "Especialista,Citas,Completadas,Canceladas,No asistieron,Hecho y pagado,Descuentos,Propinas",
        "Íñiga Ñandú,1,1,0,0,1350.00,50.00,20.00",
      ],
    ],
    [
      "descuentos",
      [
        "Día,Clienta,Servicio,Especialista,Descuento,Motivo",
        `2026-11-05,Lucía Peña,"'=CMD(""Cejas"", 1)",Íñiga Ñandú,50.00,'+1 amiga`,
      ],
    ],
    ["citas", ["Estado,Citas", "Programadas,0", "Confirmadas,0", "Completadas,1", "Canceladas,0", "No asistieron,0"]],
    [
      "clientes",
      [
        "Clientas,Cuántas",
        "Nuevas,1",
        "Atendidas,1",
        "Vinieron por primera vez,1",
        "Ya habían venido antes,0",
        "Vinieron dos veces o más,0",
      ],
    ],
    ["insumos", ["Artículo,Cantidad,Precio unitario,Costo", "Gel,3,10.50,31.50"]],
  ])("has the rows of the table %s without its total, amounts as plain decimals", async (tabla, lines) => {
    const link = report.document.getElementById(tabla)?.closest("section")?.querySelector('a[href*=".csv"]');
    const href = `/admin/reportes.csv?${MES}&tabla=${tabla}`;
    expect(link?.getAttribute("href")).toBe(href);
    const file = await ana.send(href);
    expect(file.status).toBe(200);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toBe(`attachment; filename="reporte-${tabla}-2026-11-01-a-2026-11-30.csv"`);
    expect(file.html).toBe(`\ufeff${lines.join("\r\n")}\r\n`);
  });

  test("has every day, month or year of the chart", async () => {
    const days = (await ana.send(`/admin/reportes.csv?${MES}&tabla=serie`)).html.split("\r\n");
    expect([days.length, days[0], days[5], days[30]]).toEqual([
      32,
      "\ufeffDía,Ingresos,Egresos,Utilidad neta",
      "2026-11-05,1350.00,0.00,1350.00",
      "2026-11-30,0.00,1500.50,-1500.50",
    ]);
    const months = (await ana.send("/admin/reportes.csv?anio=2026&tabla=serie")).html.split("\r\n");
    expect([months.length, months[11]]).toEqual([14, "2026-11,1350.00,1500.50,-150.50"]);
  });

  test.each(["", "?tabla=otra", "?tabla=__proto__&mes=2026-11"])("of no known table answers 404: %j", async (query) => {
    expect((await ana.send(`/admin/reportes.csv${query}`)).status).toBe(404);
  });

  test("redirects to the report with an error message when it cannot be read", async () => {
    const answer = await withoutTable("egresos_susa", () => ana.send(`/admin/reportes.csv?${MES}&tabla=categorias`));
    expect([answer.status, answer.location]).toEqual([303, `/admin/reportes?${MES}&tabla=categorias`]);
    const page = await ana.get(String(answer.location));
    expect(page.alert).toBe("ErrorNo se pudieron cargar los reportes");
  });
});
