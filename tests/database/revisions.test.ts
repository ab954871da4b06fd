import pg from "pg";
import { describe, expect, test } from "vitest";
import { sql } from "../support/test-database";
import { COMPLETE_ROWS, insert, rows } from "./transaction";

describe("the revision counters", () => {
  const PUBLIC = [
    "servicios_susa",
    "service_images_susa",
    "testimonios_susa",
    "empleados_susa",
    "configuracion_susa",
    "ausencias_susa",
    "apariencia_susa",
  ];
  const AGENDA = ["citas_susa", "codigos_susa"];
  const revision = async (tema: string) =>
    Number((await rows<{ sum: string }>(`SELECT sum(revision) FROM revisiones_susa WHERE tema = '${tema}'`))[0]?.sum);

  test.each(PUBLIC)("publica increases with every change of %s", async (table) => {
    const seen = [await revision("publica")];
    await insert(table, COMPLETE_ROWS[table] ?? {});
    seen.push(await revision("publica"));
    await rows(`UPDATE ${table} SET created_at = created_at`);
    seen.push(await revision("publica"));
    await rows(`DELETE FROM ${table}`);
    seen.push(await revision("publica"));
    expect(new Set(seen).size).toBe(4);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  });

  test("do not change with any other table", async () => {
    const before = [await revision("publica"), await revision("agenda")];
    for (const [table, values] of Object.entries(COMPLETE_ROWS)) {
      // Deleting an account unties its specialist, who is on public pages.
      if (PUBLIC.includes(table) || AGENDA.includes(table) || table === "cuentas_susa") continue;
      await insert(table, values);
      await rows(`UPDATE ${table} SET created_at = created_at`);
      await rows(`DELETE FROM ${table}`);
    }
    expect([await revision("publica"), await revision("agenda")]).toEqual(before);
  });

  test.each(["fecha_hora = fecha_hora, fin = fin", "estado = 'cancelada'", "empleado_id = NULL"])(
    "only agenda increases when an appointment changes its time or place (%s)",
    async (change) => {
      const before = await revision("publica");
      const seen = [await revision("agenda")];
      await insert("citas_susa", COMPLETE_ROWS.citas_susa ?? {});
      seen.push(await revision("agenda"));
      await rows(`UPDATE citas_susa SET ${change}`);
      seen.push(await revision("agenda"));
      await rows("UPDATE citas_susa SET notas = 'Nada', cobrado = 5");
      expect(await revision("agenda")).toBe(seen.at(-1));
      await rows("DELETE FROM citas_susa");
      seen.push(await revision("agenda"));
      expect(new Set(seen).size).toBe(4);
      expect(await revision("publica")).toBe(before);
    },
  );

  test("agenda increases when a booking code is deleted, not when it is created", async () => {
    const before = await revision("agenda");
    const servicio_id = await insert("servicios_susa", COMPLETE_ROWS.servicios_susa ?? {});
    await rows("INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('A1C2D', $1, now(), 1)", [
      servicio_id,
    ]);
    expect(await revision("agenda")).toBe(before);
    await rows("DELETE FROM codigos_susa");
    expect(await revision("agenda")).toBe(before + 1);
  });

  test("two writers do not block each other, and a change is not visible before its commit", async () => {
    const [one, other] = [new pg.Client(process.env.DATABASE_URL), new pg.Client(process.env.DATABASE_URL)];
    await Promise.all([one.connect(), other.connect()]);
    try {
      const before = await revision("publica");
      const change = "INSERT INTO testimonios_susa (nombre, testimonio) VALUES ('Ana', 'Volveré')";
      for (const writer of [one, other]) {
        await writer.query("BEGIN; SET LOCAL lock_timeout = '5s'");
        await writer.query(change);
      }
      expect(await revision("publica")).toBe(before);
      await other.query("COMMIT");
      expect(await revision("publica")).toBe(before + 1);
      await one.query("COMMIT");
      expect(await revision("publica")).toBe(before + 2);
    } finally {
      await Promise.all([one.end(), other.end()]);
      await sql("DELETE FROM testimonios_susa");
    }
  });
});
