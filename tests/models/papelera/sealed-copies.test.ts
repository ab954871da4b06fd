import { expect, test, vi } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import { openSealedCopies } from "~/models/papelera/sealed-copies.server";
import { createEmpleado, insertRow } from "../../support/factories";
import { sql, sqlValue } from "../../support/test-database";
import { addCita, cuenta } from "../citas/cita-history";
import { bringBack } from "./trash";

const insertSealed = (tipo: string, registro_id: string, copia: object) =>
  insertRow("papelera_susa", { tipo, registro_id, sobre: encrypt(JSON.stringify(copia)), cuenta_id: cuenta });

const ID = "30000000-0000-4000-8000-000000000001";

test("a client whose copy was encrypted as a whole comes back with her notes and appointments", async () => {
  const cita_id = await addCita({ cliente_id: null });
  const fila = { id: ID, nombre: "Lucía", medicina: { claro: "Aspirina" }, created_at: "2026-11-01T10:00:00+00:00" };
  const enlaces = { "citas_susa.cliente_id": [cita_id] };
  const copia = { fila: { ...fila, updated_at: fila.created_at }, hijas: {}, enlaces, datos: {} };
  const papelera_id = await insertSealed("cliente", ID, copia);
  await openSealedCopies();
  expect(await sqlValue("SELECT papelera_susa::text FROM papelera_susa")).not.toContain("Aspirina");
  expect(await bringBack(papelera_id)).toMatchObject({ unidos: [{ tabla: "citas_susa", de: 1, unidos: 1 }] });
  const [row] = await sql<{ nombre: string; medicina: string }>("SELECT nombre, medicina FROM clientes_susa WHERE id = $1", [ID]);
  expect([row?.nombre, decrypt(row?.medicina ?? "")]).toEqual(["Lucía", "Aspirina"]);
});

test("a specialist whose copy was encrypted as a whole comes back with her calendar; one of another key stays as it is", async () => {
  const before = await createEmpleado();
  const fila = await sqlValue("DELETE FROM empleados_susa WHERE id = $1 RETURNING to_jsonb(empleados_susa) - 'busqueda'", [
    before,
  ]);
  const calendario = {
    empleado_id: before,
    digest: "d".repeat(64),
    sobre: { claro: "enlace" },
    created_at: "2026-11-01T10:00:00+00:00",
  };
  const copia = {
    fila,
    hijas: { ausencias_susa: [], calendarios_susa: [calendario] },
    enlaces: {},
    datos: { width: null, height: null },
  };
  const papelera_id = await insertSealed("empleado", before, copia);
  await insertRow("papelera_susa", { tipo: "testimonio", registro_id: ID, sobre: "v1.AAAA", cuenta_id: cuenta });
  await openSealedCopies();
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
  expect(await bringBack(papelera_id)).toMatchObject({ perdidos: [] });
  const sobre = await sqlValue("SELECT sobre FROM calendarios_susa WHERE empleado_id = $1", [before]);
  expect(decrypt(String(sobre))).toBe("enlace");
  expect(await sql("SELECT sobre FROM papelera_susa")).toEqual([{ sobre: "v1.AAAA" }]);
});
