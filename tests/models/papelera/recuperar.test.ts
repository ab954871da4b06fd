import { describe, expect, test } from "vitest";
import { decrypt } from "~/database/encryption.server";
import { deleteImagen } from "~/models/catalogo/imagen.server";
import { deleteTestimonio } from "~/models/catalogo/testimonio.server";
import { deleteCita } from "~/models/citas/cita.server";
import { createCliente, deleteCliente, getClienteConSalud } from "~/models/clientes/cliente.server";
import { deleteEmpleado } from "~/models/equipo/empleado.server";
import { deleteItem } from "~/models/inventario/item.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { createAusencia, createEmpleado, createImagen, createTestimonio, createVenta } from "../../support/factories";
import { countOf, sql, sqlColumn, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";
import { addCita, addItem, charge, cuenta, key, servicio } from "../citas/cita-history";
import { bringBack, expectNoDifferences, rowOf } from "./trash";

expectNoDifferences();

const NOTES = {
  nombre: "Lucía Peña",
  correo: "lucia@ejemplo.mx",
  telefono: null,
  edad: 31,
  ocupacion: null,
  estado_civil: null,
  medicina: "Aspirina",
  enfermedades: null,
  servicio: null,
};
const newCliente = async () => String(await resultOf(createCliente(NOTES, key())));

describe("a deleted client", () => {
  test("comes back with her notes, which stay encrypted in the trash, and with all her appointments and sales", async () => {
    const id = await newCliente();
    const citas = [await addCita({ cliente_id: id }), await addCita({ cliente_id: id })];
    await createVenta({ cliente_id: id });
    const papelera_id = await resultOf(deleteCliente(id, cuenta, key()));
    expect(await getClienteConSalud(id)).toBeNull();
    const copy = await sqlValue("SELECT papelera_susa::text FROM papelera_susa");
    expect(copy).toContain("Lucía Peña");
    expect(copy).not.toContain("Aspirina");
    expect(await bringBack(papelera_id)).toMatchObject({
      id,
      perdidos: [],
      unidos: [
        { tabla: "citas_susa", de: 2, unidos: 2 },
        { tabla: "ventas_susa", de: 1, unidos: 1 },
      ],
    });
    expect(await getClienteConSalud(id)).toMatchObject(NOTES);
    expect(decrypt(String(await sqlValue("SELECT medicina FROM clientes_susa")))).toBe("Aspirina");
    expect(await sqlColumn("SELECT id FROM citas_susa WHERE cliente_id = $1 ORDER BY created_at", [id])).toEqual(citas);
    expect(await countOf("papelera_susa")).toBe(0);
  });

  test("says which appointments went or have another client, and leaves those alone", async () => {
    const [id, otra] = [await newCliente(), await newCliente()];
    const [gone, moved] = [
      await addCita({ cliente_id: id }),
      await addCita({ cliente_id: id }),
      await addCita({ cliente_id: id }),
    ];
    const papelera_id = await resultOf(deleteCliente(id, cuenta, key()));
    await sql("DELETE FROM citas_susa WHERE id = $1", [gone]);
    await sql("UPDATE citas_susa SET cliente_id = $2 WHERE id = $1", [moved, otra]);
    expect((await bringBack(papelera_id)).unidos).toEqual([
      { tabla: "citas_susa", de: 3, unidos: 1, enPapelera: 0, ocupados: 0 },
    ]);
    expect(await sql("SELECT cliente_id FROM citas_susa WHERE id = $1", [moved])).toEqual([{ cliente_id: otra }]);
  });

  test.each([["client"], ["appointment"]])(
    "and her deleted appointment are tied again when the %s comes back first",
    async (first) => {
      const id = await newCliente();
      const cita_id = await addCita({ cliente_id: id });
      const ofCliente = await resultOf(deleteCliente(id, cuenta, key()));
      const ofCita = await resultOf(deleteCita(cita_id, cuenta, key()));
      if (first === "client") expect((await bringBack(ofCliente)).unidos).toMatchObject([{ de: 1, unidos: 0, enPapelera: 1 }]);
      await bringBack(ofCita);
      if (first !== "client") await bringBack(ofCliente);
      expect(await sql("SELECT cliente_id FROM citas_susa")).toEqual([{ cliente_id: id }]);
    },
  );

  test("deleted after her appointment is tied to it again, whichever comes back first", async () => {
    const id = await newCliente();
    const cita_id = await addCita({ cliente_id: id });
    for (const isCitaFirst of [true, false]) {
      const ofCita = await resultOf(deleteCita(cita_id, cuenta, key()));
      const ofCliente = await resultOf(deleteCliente(id, cuenta, key()));
      if (!isCitaFirst) await bringBack(ofCliente);
      const { perdidos } = await bringBack(ofCita);
      if (isCitaFirst) {
        expect(perdidos).toEqual([{ columna: "cliente_id", enPapelera: true }]);
        expect((await bringBack(ofCliente)).unidos).toMatchObject([{ de: 1, unidos: 1 }]);
      }
      expect(await sql("SELECT cliente_id FROM citas_susa")).toEqual([{ cliente_id: id }]);
    }
  });
});

test("a deleted item comes back with its quantity and its movements, also those of appointments that went", async () => {
  const item = await addItem("Hilo de Algodon", 5);
  const id = await addCita();
  await charge(id);
  const before = await rowOf("inventario_susa", item);
  const papelera_id = await resultOf(deleteItem(item, cuenta, key()));
  await deleteCita(id, cuenta, key());
  expect((await bringBack(papelera_id)).unidos).toMatchObject([{ tabla: "movimientos_inventario_susa", de: 2, unidos: 2 }]);
  expect(await rowOf("inventario_susa", item)).toEqual(before);
});

test("a deleted employee comes back with her absences, calendar, services and those appointments whose hour is still hers", async () => {
  const empleado_id = await createEmpleado({ especialidades: ["Cejas", "Uñas"], horario: null });
  const ausencia = await createAusencia(empleado_id, "2026-12-24", null, { de: "14:00", a: "15:00" });
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, 'no es de esta llave')", [
    empleado_id,
    "d".repeat(64),
  ]);
  await sql("UPDATE servicios_susa SET empleado_id = $1", [empleado_id]);
  const hours = ["10", "11", "12", "13", "14"].map((hour) => new Date(`2026-11-23T${hour}:00Z`));
  const citas: string[] = [];
  for (const fecha_hora of hours) {
    const fin = new Date(fecha_hora.getTime() + 3_600_000);
    citas.push(await addCita({ fecha_hora, fin, empleado_id }));
  }
  const before = [await rowOf("empleados_susa", empleado_id), await rowOf("ausencias_susa", ausencia)];
  const { papelera_id } = await resultOf(deleteEmpleado(empleado_id, cuenta, key()));
  // Meanwhile two of them were moved to the same hour, which is allowed without a specialist.
  await sql("UPDATE citas_susa SET fecha_hora = $2, fin = $3 WHERE id = ANY ($1)", [citas.slice(1, 3), hours[0], hours[1]]);
  const { unidos } = await bringBack(papelera_id);
  expect(unidos).toEqual([
    { tabla: "citas_susa", de: 5, unidos: 3, enPapelera: 0, ocupados: 2 },
    { tabla: "servicios_susa", de: 1, unidos: 1, enPapelera: 0, ocupados: 0 },
  ]);
  expect([await rowOf("empleados_susa", empleado_id), await rowOf("ausencias_susa", ausencia)]).toEqual(before);
  expect([
    await countOf("ausencias_susa"),
    await countOf("calendarios_susa"),
    await countOf("citas_susa", "empleado_id IS NOT NULL"),
  ]).toEqual([1, 1, 3]);
});

test("a deleted employee comes back without the account that another one was given meanwhile", async () => {
  const empleado_id = await createEmpleado({ cuenta_id: cuenta });
  const first = await resultOf(deleteEmpleado(empleado_id, cuenta, key()));
  expect((await bringBack(first.papelera_id)).perdidos).toEqual([]);
  const second = await resultOf(deleteEmpleado(empleado_id, cuenta, key()));
  await createEmpleado({ cuenta_id: cuenta });
  expect((await bringBack(second.papelera_id)).perdidos).toEqual([{ columna: "cuenta_id", enPapelera: false }]);
});

test("a deleted testimonial comes back as it was", async () => {
  const id = await createTestimonio({ rating: 3, activo: false });
  const before = await rowOf("testimonios_susa", id);
  await bringBack(await resultOf(deleteTestimonio(id, cuenta, key())));
  expect(await rowOf("testimonios_susa", id)).toEqual(before);
});

test("a deleted image of another site comes back, and says that its service is gone", async () => {
  const id = await createImagen(servicio, "https://ejemplo.mx/a.jpg", { alt_text: "Cejas", is_featured: true });
  const { papelera_id } = await resultOf(deleteImagen(id, cuenta, key()));
  await sql("DELETE FROM servicios_susa");
  expect((await bringBack(papelera_id)).perdidos).toEqual([{ columna: "servicio_id", enPapelera: false }]);
  expect(await rowOf("service_images_susa", id)).toMatchObject({ alt_text: "Cejas", is_featured: true, servicio_id: null });
});

describe("bringing back", () => {
  test("by two people at once happens once", async () => {
    const papelera_id = await resultOf(deleteCliente(await newCliente(), cuenta, key()));
    const two = await Promise.all([recuperar(papelera_id, cuenta, key()), recuperar(papelera_id, cuenta, key())]);
    expect(two.map(({ outcome }) => outcome).sort()).toEqual(["missing", "written"]);
    expect(await countOf("clientes_susa")).toBe(1);
  });

  test("of a client and her appointment at once ties them", async () => {
    for (let n = 0; n < 10; n++) {
      const id = await newCliente();
      const cita_id = await addCita({ cliente_id: id });
      const ofCliente = await resultOf(deleteCliente(id, cuenta, key()));
      const ofCita = await resultOf(deleteCita(cita_id, cuenta, key()));
      await Promise.all([bringBack(ofCliente), bringBack(ofCita)]);
      expect(await sql("SELECT cliente_id FROM citas_susa WHERE id = $1", [cita_id])).toEqual([{ cliente_id: id }]);
    }
  });

  test("fills columns that are newer than the copy with their defaults", async () => {
    const id = await createTestimonio();
    const papelera_id = await resultOf(deleteTestimonio(id, cuenta, key()));
    await sql("ALTER TABLE testimonios_susa ADD COLUMN nueva text NOT NULL DEFAULT 'x'");
    try {
      await bringBack(papelera_id);
      expect(await sql("SELECT nueva FROM testimonios_susa")).toEqual([{ nueva: "x" }]);
    } finally {
      await sql("ALTER TABLE testimonios_susa DROP COLUMN nueva");
    }
  });
});
