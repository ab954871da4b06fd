import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "../../app/database/client.server";
import { writeOnce } from "../../app/database/idempotency.server";
import { deleteCliente } from "../../app/models/clientes/cliente.server";
import { record, recordNow } from "../../app/models/cuentas/bitacora.server";
import {
  createCita,
  createCliente,
  createEgreso,
  createIngreso,
  createItem,
  createServicio,
  createTestimonio,
  insertRow,
} from "../support/factories";
import { sql } from "../support/test-database";

const CUENTA = randomUUID();
const actor = { cuenta_id: CUENTA, origen: "203.0.113.0/24" };
const key = () => ({ id: randomUUID(), digest: "x", actor });

type Line = {
  id: string;
  accion: string;
  tipo: string;
  registro_id: string;
  cuenta_id: string;
  campos: string[];
  importes: object;
  veces: number;
};
let last = 0;

/** The lines written since the last call, oldest first. */
async function lines(): Promise<Line[]> {
  const rows = await sql<Line & { orden: number }>("SELECT * FROM bitacora_susa WHERE orden > $1 ORDER BY orden", [last]);
  last = rows.at(-1)?.orden ?? last;
  return rows;
}

/** Runs a statement as a signed-in account does. */
const act = (statement: string) =>
  writeOnce(key(), async (transaction) => Number(await transaction.$executeRawUnsafe(statement)));

beforeEach(async () => void (await lines()));

describe("the record of who did what", () => {
  test.each([
    "UPDATE bitacora_susa SET campos = '{x}'",
    "UPDATE bitacora_susa SET veces = veces + 2",
    "UPDATE bitacora_susa SET veces = veces",
    "UPDATE bitacora_susa SET veces = veces - 1",
    "UPDATE bitacora_susa SET veces = veces + 1, created_at = now()",
    'UPDATE bitacora_susa SET veces = veces + 1, importes = \'{"precio": ["1.00", "2.00"]}\'',
    "UPDATE bitacora_susa SET veces = veces + 1, cuenta_id = NULL",
    "DELETE FROM bitacora_susa",
    "TRUNCATE bitacora_susa CASCADE",
  ])("rejects %s", async (statement) => {
    await recordNow(actor, { accion: "entrada" });
    const before = await sql("SELECT * FROM bitacora_susa ORDER BY orden");
    expect(await sql(statement).catch(String)).toContain("only ever added to");
    expect(await sql("SELECT * FROM bitacora_susa ORDER BY orden")).toEqual(before);
  });

  test("lets a line be deleted after two years, and not a day before", async () => {
    const at = (days: number) =>
      insertRow("bitacora_susa", { accion: "entrada", created_at: new Date(Date.now() - days * 86_400_000) });
    const [old, young] = [await at(732), await at(729)];
    await sql("DELETE FROM bitacora_susa WHERE id = $1", [old]);
    await expect(sql("DELETE FROM bitacora_susa WHERE id = $1", [young])).rejects.toThrow();
  });

  test("has a lowered and a deleted income, with the amounts before and after and who it was", async () => {
    const id = await createIngreso("2026-01-02", 500, { descripcion: "Ana Ruiz, 555 123 4567" });
    await lines();
    await act(`UPDATE ingresos_susa SET monto = 50, descripcion = 'Otra' WHERE id = '${id}'`);
    await act(`DELETE FROM ingresos_susa WHERE id = '${id}'`);
    expect(await lines()).toMatchObject([
      {
        accion: "cambio",
        tipo: "ingreso",
        registro_id: id,
        cuenta_id: CUENTA,
        origen: "203.0.113.0/24",
        campos: ["descripcion", "monto"],
        importes: { monto: ["500.00", "50.00"] },
      },
      { accion: "eliminacion", tipo: "ingreso", registro_id: id, importes: { monto: ["50.00", null] } },
    ]);
  });

  test("has every change of a price, of stock by hand and of the settings", async () => {
    const [servicio, item] = [await createServicio(), await createItem({ cantidad: 5, precio_unitario: 10 })];
    await lines();
    await act(`UPDATE servicios_susa SET precio = 100, nombre = 'Otro' WHERE id = '${servicio}'`);
    await act(`UPDATE inventario_susa SET precio_unitario = 1 WHERE id = '${item}'`);
    await act(`INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, saldo)
      VALUES ('salida', 2, '${item}', 'Henna', 3)`);
    await act("INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', 'Hola')");
    await act("UPDATE plantillas_susa SET texto = 'Adiós'");
    expect(await lines()).toMatchObject([
      { accion: "cambio", tipo: "servicio", campos: ["nombre", "precio"], importes: { precio: ["350.00", "100.00"] } },
      { accion: "cambio", tipo: "item", importes: { precio_unitario: ["10.00", "1.00"] } },
      { accion: "cambio", tipo: "item", registro_id: item, campos: ["cantidad"], importes: { cantidad: ["5", "3"] } },
      { accion: "alta", tipo: "plantilla", registro_id: "gracias" },
      { accion: "cambio", tipo: "plantilla", registro_id: "gracias", campos: ["texto"], importes: {} },
    ]);
  });

  test("has nothing of a change that changes neither money, price nor settings", async () => {
    const cita = await createCita("2026-01-02T18:00:00Z", { servicio_id: await createServicio() });
    await createIngreso("2026-01-02", 100, { concepto: "anticipo", cita_id: cita });
    await lines();
    await act(`UPDATE citas_susa SET notas = 'Otra' WHERE id = '${cita}'`);
    expect(await lines()).toEqual([]);
    // The income loses its link, which is no change of its own.
    await act(`DELETE FROM citas_susa WHERE id = '${cita}'`);
    expect((await lines()).map(({ accion, tipo }) => [accion, tipo])).toEqual([["eliminacion", "cita"]]);
  });

  test("never has a name, a telephone or a note", async () => {
    const id = await createCliente({ nombre: "CANARIO", telefono: "CANARIO", medicina: "CANARIO", correo: "canario@ejemplo.mx" });
    await deleteCliente(id, CUENTA, key());
    const testimonio = await createTestimonio({ nombre: "CANARIO", testimonio: "CANARIO" });
    await act(`DELETE FROM testimonios_susa WHERE id = '${testimonio}'`);
    await createEgreso("2026-01-02", 9, { descripcion: "CANARIO" });
    const edited = await createCliente();
    await act(`UPDATE clientes_susa SET nombre = 'CANARIO', enfermedades = 'CANARIO', alerta = 'CANARIO' WHERE id = '${edited}'`);
    const found = await lines();
    expect(found.map(({ accion, tipo, campos }) => [accion, tipo, ...campos])).toEqual([
      ["alta", "cliente"],
      ["eliminacion", "cliente"],
      ["alta", "testimonio"],
      ["eliminacion", "testimonio"],
      ["alta", "egreso"],
      ["alta", "cliente"],
      ["cambio", "cliente", "alerta", "enfermedades", "nombre"],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/canario/i);
  });

  test("belongs to the write: what is rolled back leaves no line, and what is sent twice leaves one", async () => {
    const id = await createIngreso("2026-01-02", 500);
    await lines();
    await expect(
      db.$transaction(async (transaction) => {
        await transaction.$executeRawUnsafe(`DELETE FROM ingresos_susa WHERE id = '${id}'`);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await lines()).toEqual([]);
    const same = key();
    const write = () =>
      writeOnce(same, async (transaction) => {
        await record(transaction, { accion: "fusion" });
        return 1;
      });
    await write();
    await write();
    expect((await lines()).map(({ accion }) => accion)).toEqual(["fusion"]);
  });

  test("logs each line of a write when it is stored, in its order, however many there are", async () => {
    const log = vi.spyOn(process.stdout, "write");
    const ids = await Promise.all([1, 2, 3].map((day) => createEgreso(`2026-01-0${day}`, 10)));
    // Another account's lines, written in the same time.
    await recordNow({ ...actor, cuenta_id: randomUUID() }, { accion: "entrada" });
    // The lines of one turn of the event loop are printed at its end.
    await new Promise((resolve) => setImmediate(resolve));
    log.mockClear();
    await act(
      "INSERT INTO egresos_susa (descripcion, monto, fecha) SELECT 'Gasto', n, '2026-02-01' FROM generate_series(1, 2000) n",
    );
    await act(`UPDATE egresos_susa SET monto = 20 WHERE id IN ('${ids.join("','")}')`);
    await new Promise((resolve) => setImmediate(resolve));
    const logged = log.mock.calls.map(([line]) => JSON.parse(String(line)).bitacora);
    log.mockRestore();
    const written = (await lines()).filter(({ cuenta_id }) => cuenta_id === CUENTA);
    expect(written.length).toBe(2003);
    expect(logged.map(({ id }) => id)).toEqual(written.map(({ id }) => id));
  });

  test("keeps what the owner must look at apart, once", async () => {
    const unseen = async () => (await sql("SELECT 1 FROM por_revisar_susa")).length;
    const before = await unseen();
    await recordNow(actor, { accion: "entrada" });
    expect(await unseen()).toBe(before);
    await recordNow(actor, { accion: "exportacion" });
    await recordNow(actor, { accion: "bloqueo" });
    expect(await unseen()).toBe(before + 2);
  });
});

describe("equal events of ten minutes", () => {
  const unseen = () => sql("SELECT linea_id FROM por_revisar_susa");
  const somebody = () => ({ ...actor, cuenta_id: randomUUID() });
  const download = { accion: "exportacion", tipo: "ingreso" } as const;

  test("are one line with a number, also four hundred at the same moment, which the owner is shown once and the log has once", async () => {
    const log = vi.spyOn(process.stdout, "write");
    await sql("DELETE FROM por_revisar_susa");
    const thief = somebody();
    await Promise.all(Array.from({ length: 400 }, () => recordNow(thief, download)));
    const logged = log.mock.calls.length;
    log.mockRestore();
    const found = await lines();
    expect(found).toMatchObject([{ ...download, cuenta_id: thief.cuenta_id, veces: 400 }]);
    expect([await unseen(), logged]).toEqual([[{ linea_id: found[0]?.id }], 1]);
  });

  test("come before the owner again when they go on after she has looked", async () => {
    const thief = somebody();
    await recordNow(thief, download);
    await sql("DELETE FROM por_revisar_susa");
    await recordNow(thief, download);
    expect(await unseen()).toEqual([{ linea_id: (await lines())[0]?.id }]);
  });

  test("are not those of another account, network, record, kind or field, nor those before", async () => {
    const [ana, registro_id] = [somebody(), randomUUID()];
    const refused = { accion: "prohibido", tipo: "cliente", registro_id, campos: ["dinero"] } satisfies Parameters<
      typeof recordNow
    >[1];
    const { cuenta_id, origen } = ana;
    const created_at = new Date(Date.now() - 601_000);
    await insertRow("bitacora_susa", { ...refused, cuenta_id, origen, created_at });
    await recordNow(ana, refused);
    await recordNow(somebody(), refused);
    await recordNow({ ...ana, origen: "198.51.100.0/24" }, refused);
    await recordNow({ ...ana, origen: null }, refused);
    await recordNow(ana, { ...refused, registro_id: randomUUID() });
    await recordNow(ana, { ...refused, registro_id: undefined });
    await recordNow(ana, { ...refused, tipo: "cita" });
    await recordNow(ana, { ...refused, campos: [] });
    await recordNow(ana, { ...refused, accion: "revelacion" });
    expect((await lines()).map(({ veces }) => veces)).toEqual(Array(10).fill(1));
    await recordNow(ana, refused);
    const repeated = await sql(
      "SELECT veces, created_at < now() - interval '10 minutes' AS old FROM bitacora_susa WHERE veces > 1",
    );
    expect(repeated.filter(({ old }) => old)).toEqual([]);
  });

  test("of strangers are one line wherever they come from, but each network that tries one account has its own", async () => {
    const registro_id = randomUUID();
    const from = (n: number) => ({ cuenta_id: null, origen: `198.51.${n}.0/24` });
    for (const n of [1, 2, 3]) {
      await recordNow(from(n), { accion: "rechazo", tipo: "cuenta" });
      await recordNow(from(n), { accion: "rechazo", tipo: "cuenta", registro_id });
      await recordNow(from(n), { accion: "bloqueo", tipo: "cuenta", registro_id });
    }
    expect((await lines()).map(({ accion, registro_id, veces }) => [accion, registro_id !== null, veces])).toEqual([
      ["rechazo", false, 3],
      ["rechazo", true, 1],
      ["bloqueo", true, 3],
      ["rechazo", true, 1],
      ["rechazo", true, 1],
    ]);
  });

  test("are counted for changes of fields too, but changed amounts stand each in its line", async () => {
    const id = await createIngreso("2026-01-02", 500);
    await lines();
    for (const texto of ["Una", "Otra", "Tercera"])
      await act(`UPDATE ingresos_susa SET descripcion = '${texto}' WHERE id = '${id}'`);
    for (const monto of [1, 2, 1, 2]) await act(`UPDATE ingresos_susa SET monto = ${monto} WHERE id = '${id}'`);
    expect((await lines()).map(({ campos, veces }) => [...campos, veces])).toEqual([
      ["descripcion", 3],
      ...Array(4).fill(["monto", 1]),
    ]);
  });

  test("of a write that is rolled back are not counted", async () => {
    const registro_id = randomUUID();
    const write = (accion: "fusion", fails: boolean) =>
      db.$transaction(async (transaction) => {
        await record(transaction, { accion, registro_id });
        if (fails) throw new Error("no");
      });
    await write("fusion", false);
    await expect(write("fusion", true)).rejects.toThrow("no");
    await write("fusion", false);
    expect((await lines()).map(({ veces }) => veces)).toEqual([2]);
  });
});
