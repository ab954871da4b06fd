import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decrypt } from "~/database/encryption.server";
import { INIT } from "~/database/migrations.server";
import { migrate } from "../../server/migrate";
import { query } from "../support/process";
import { emptyDatabase } from "../support/test-database";
import { fillFromExport, manifestOf, restore, sumsOf, unzip } from "./restore-program";
import { exportOf } from "./studio";

// Exports of the studio of these tests, by version 1.0.0, of a database that the last 0.x had made and of one of its own, and by each
// version since. Every table of that version has rows; who is called Zoila has notes.
describe.each([
  ["the last 0.x", "0.x", INIT, []],
  ["1.0.0", "1.0.0", "20261203010000_from_0_x", []],
  ["1.1.0", "1.1.0", "20261206010000_caja", ["slow"]],
  ["1.2.0", "1.2.0", "20261209010000_esperas", ["slow"]],
  ["1.3.0", "1.3.0", "20261210010000_solicitudes", ["slow"]],
  ["1.4.0", "1.4.0", "20261215000000_precios", []],
])("the export of %s", (_, name, migration, tags) => {
  const zip = readFileSync(`tests/backup/exports/${name}.zip`);

  test("fills a database of its version with the rows of its manifest, whose checksums are its own", { tags }, async () => {
    const url = await emptyDatabase();
    await migrate(url, undefined, migration);
    await fillFromExport(url, zip);
    await migrate(url);
  });

  test("restores with its notes, and what is exported from there restores with the same checksums", { tags }, async () => {
    const { code, stderr, url, dataDir } = await restore(zip, { DATABASE_URL: await emptyDatabase() });
    expect([code, stderr]).toEqual([0, ""]);
    const before = manifestOf(await unzip(zip));
    const exported = await exportOf(url, dataDir);
    const after = manifestOf(await unzip(exported));
    const rowsOf = ({ tablas }: typeof before) => tablas.map(({ tabla, filas }) => [tabla, filas]);
    const names = before.tablas.map(({ tabla }) => tabla);
    expect(rowsOf({ ...after, tablas: after.tablas.filter(({ tabla }) => names.includes(tabla)) })).toEqual(rowsOf(before));
    // Who does what is carried over from the specialties.
    const carried = after.tablas.filter(({ tabla, filas }) => !names.includes(tabla) && filas > 0);
    expect(carried.map(({ tabla }) => tabla)).toEqual(
      names.includes("servicios_empleados_susa") ? [] : ["servicios_empleados_susa"],
    );
    expect([after.imagenes, after.faltantes]).toEqual([before.imagenes, []]);
    const [zoila] = await query<Record<string, string>>(
      url,
      "SELECT medicina, enfermedades, alerta FROM clientes_susa WHERE nombre = 'Zoila'",
    );
    expect(Object.values(zoila ?? {}).map(decrypt)).toEqual(["Insulina", "Asma", "Látex"]);
    const again = await restore(exported);
    expect([again.code, again.stderr]).toEqual([0, ""]);
    expect(await sumsOf(await exportOf(again.url, again.dataDir))).toEqual(await sumsOf(exported));
  });
});
