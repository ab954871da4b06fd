import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { fold } from "~/database/search.server";
import { exportClientes, findClientes, listClientes } from "~/models/clientes/cliente.server";
import { listEmpleados } from "~/models/equipo/empleado.server";
import { listProveedores } from "~/models/inventario/proveedor.server";
import { createCliente, createEmpleado, createProveedor } from "../support/factories";
import { sql } from "../support/test-database";

afterAll(() => db.$disconnect());

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

test.each([ASCII, "áéíóúüñ ÁÉÍÓÚÜÑ", "Lucía Peña", "Ærø ¿Straße? ½ İıſ", "ﬁn 日本 🌸", ""])(
  "fold gives the same as fold_text in the database for %j",
  async (text) => {
    const [row] = await sql<{ folded: string }>("SELECT fold_text($1) AS folded", [text]);
    expect(await fold(text)).toBe(row?.folded);
  },
);

const USER: Parameters<typeof findClientes>[1] = { rol: "propietaria", permisos: [], empleado_id: null };

describe("a telephone", () => {
  beforeAll(async () => {
    await createCliente({ nombre: "Lucía Peña", telefono: "+525577889900" });
    await createCliente({ nombre: "Vecina", telefono: "+1 (619) 555-0100" });
    await createCliente({ nombre: "Sin nada" });
    await createEmpleado({ nombre: "Ana", apellido: "Paz", telefono: "+525577889900" });
    await createProveedor({ nombre: "Ceras", telefono: "+525577889900 ext. 12" });
  });

  // As asked for in cordova-plugin-contacts#188, kimball#190, khard#301, carddavclient#31, react-native-contacts#579, TellFinder#25
  // and ConnectYou#162 (the last digits).
  test.each([
    "5577889900",
    "55 7788 9900",
    "55-7788-9900",
    "(55) 7788-9900",
    "+52 55 7788 9900",
    "+52 1 55 7788 9900",
    "+5215577889900",
    "52 1 55 7788 9900",
    "044 55 7788 9900",
    "01 55 7788 9900",
    "\u202a+52 55 7788 9900\u202c",
    "55\u00a07788\u00a09900",
    "55‑7788‑9900",
    "５５７７８８９９００",
    "tel:+525577889900",
    "https://wa.me/5215577889900",
    "Cel. 55 7788 9900",
    "7788 9900",
    "7788-9900",
    "77889900",
    "9900",
    "99-00",
    "(55) 7788",
    "+52 55 7788",
    "+52 1 55 7788",
    "Lucía 55-7788-9900",
    "peña 9900",
  ])("is found by %j in every list and form that has it", async (q) => {
    const one = [expect.objectContaining({ nombre: "Lucía Peña" })];
    expect((await listClientes({ q, pagina: 1 })).clientes).toEqual(one);
    expect((await findClientes(q, USER)).clientes).toEqual(one);
    const cursor = await exportClientes(q, "UTC");
    expect((await cursor.read()).map(([nombre]) => nombre)).toEqual(["Lucía Peña"]);
    cursor.close();
    if (/^(Lucía|peña)/.test(q)) return;
    expect((await listEmpleados({ q, activo: "", pagina: 1 })).total).toBe(1);
    expect((await listProveedores({ q, estado: "", pagina: 1 })).total).toBe(1);
  });

  test.each(["+1 619 555 0100", "1 (619) 555-0100", "001 619 555 0100", "619-555-0100", "555-0100"])(
    "of another country is found by %j",
    async (q) => expect((await listClientes({ q, pagina: 1 })).clientes.map(({ nombre }) => nombre)).toEqual(["Vecina"]),
  );

  test.each(["55 7788 9901", "+52 33 7788 9900", "Vecina 9900", "()", "%", "55 %"])("is not found by %j", async (q) => {
    expect((await listClientes({ q, pagina: 1 })).total).toBe(0);
  });

  // Rows of earlier versions, which stored what they could not read as it was typed.
  test.each([
    "5577889900",
    "044 55 7788 9900",
    "\u202a+52 55 7788 9900\u202c",
    "+5215577889900",
    "5577889900.0",
    "55 7788 9900 ext. 12",
    "(01 55) 7788-9900",
  ])("that was stored as %j is the same as hers", async (telefono) => {
    const old = await createCliente({ nombre: "De antes", telefono });
    const { exactMatch, clientes } = await findClientes("+52 1 55 7788 9900", USER);
    expect([exactMatch, clientes.map(({ nombre }) => nombre)]).toEqual([undefined, ["De antes", "Lucía Peña"]]);
    await sql("DELETE FROM clientes_susa WHERE id = $1", [old]);
  });

  test.each([
    ["+47 55 77 88 99", "+52 47 5577 8899"],
    ["12", "12"],
    ["no tiene", "no tiene"],
  ])("%j is not the same as %j in the database", async (one, other) => {
    const [row] = await sql<{ same: boolean | null }>("SELECT phone_digits($1) = phone_digits($2) AS same", [one, other]);
    expect(row?.same).not.toBe(true);
  });
});
