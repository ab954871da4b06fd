import { describe, expect, test } from "vitest";
import { createProveedor } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();

const WHOLE = {
  nombre: "Ceras Ñandú",
  contacto: "Íñigo Peña",
  telefono: "01 222 123 4567",
  email: "ventas@ceras.example",
  direccion: "Calle 5, Puebla",
  productos_servicios: "Cera elástica\ny bandas",
  notas: "Solo efectivo",
};

testFormContract(
  {
    path: "/admin/proveedores",
    table: "proveedores_susa",
    whole: WHOLE,
    normalized: { telefono: "222 123 4567" },
    required: { nombre: "Escribe el nombre del proveedor." },
    optional: ["contacto", "telefono", "email", "direccion", "productos_servicios", "notas"],
    invalid: [
      ["nombre", "x".repeat(121)],
      ["nombre", "\u200b"],
      ["email", "no es correo"],
      ["direccion", "x".repeat(301)],
      ["notas", "con\0nulo"],
    ],
    textField: "nombre",
    edits: {
      contacto: "Luz",
      telefono: "",
      email: "otra@ceras.example",
      direccion: "",
      productos_servicios: "Cera",
      notas: "De contado\no con tarjeta",
    },
    messages: { created: "Proveedor creado", updated: "Proveedor actualizado", deleted: "Proveedor desactivado" },
    question: "¿Estás segura de que quieres eliminar a Ceras Ñandú?",
    softDelete: true,
  },
  () => ana,
  { isWhole: true },
);

describe("the list of suppliers", () => {
  const names = async (query = "") => (await ana.get(`/admin/proveedores${query}`)).texts("main li h2");

  test("shows the active ones by name, filters the inactive ones, and saving one reactivates it", async () => {
    await sql("DELETE FROM proveedores_susa");
    await createProveedor({ nombre: "Ñu", productos_servicios: "Algodón" });
    await createProveedor({ nombre: "Nube" });
    await createProveedor({ nombre: "oso" });
    const ido = await createProveedor({ nombre: "Ido", activo: false, productos_servicios: "algodon" });
    expect(await names()).toEqual(["Nube", "Ñu", "oso"]);
    expect(await names("?estado=inactivos")).toEqual(["Ido"]);
    expect(await names("?estado=todos&q=ALGOD%C3%93N")).toEqual(["Ido", "Ñu"]);
    const page = await ana.get(`/admin/proveedores/${ido}`);
    expect(page.text("dialog")).toContain("Está inactivo");
    await page.submit();
    expect(await names("?estado=inactivos")).toEqual([]);
    expect(await names()).toContain("Ido");
  });

  test("searches name, contact, phone, e-mail and products without regard to accents and case", async () => {
    await sql("DELETE FROM proveedores_susa");
    await ana.submit("/admin/proveedores/nuevo", WHOLE);
    for (const q of ["nandu", "INIGO peña", "222 123", "2221234567", "ventas@ceras", "ELASTICA"])
      expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual(["Ceras Ñandú"]);
    const noMatches = await ana.get("/admin/proveedores?q=_");
    expect(noMatches.text()).toContain("Nada coincide con lo que buscas");
    expect(noMatches.text()).toContain("0 proveedores");
  });
});

test("a phone number that cannot be parsed is stored as typed, with a notice", async () => {
  await ana.submit("/admin/proveedores/nuevo", { nombre: "Con extensión", telefono: "222 123 ext. 4" });
  const page = await ana.get("/admin/proveedores?q=extension");
  expect(page.flash).toContain("El teléfono se guardó como lo escribiste");
  expect(page.text("main li")).toContain("222 123 ext. 4 (revisa el número)");
  expect(page.all('main li a[href^="tel:"]')).toEqual([]);
});
