import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { sql } from "../support/test-database";

// The size of a full page of each list before compression, with realistic texts in every column.

const site = await startSiteForFile();
const ana = await site.staff();

const NAME = "'María Guadalupe Villaseñor ' || n";
const CONTACT = "'+5200000' || (10000 + n), 'maria.guadalupe.' || n || '@ejemplo.mx'";
const TEXT =
  "'Llegué con desconfianza. Me las dibujaron primero, me las explicaron frente al espejo y hasta entonces empezaron.'";
const FIFTY = "FROM generate_series(1, 50) n";

beforeAll(async () => {
  for (const rows of [
    `clientes_susa (nombre, telefono, correo, servicio) SELECT ${NAME}, ${CONTACT}, 'Extensiones de volumen' ${FIFTY}`,
    `empleados_susa (nombre, apellido, telefono, email, especialidades)
      SELECT 'Mariana ' || n, 'Núñez Ortega', ${CONTACT}, '{Manicura clásica,Pedicura clásica}' ${FIFTY}`,
    `servicios_susa (nombre, descripcion, precio, categoria) SELECT 'Extensiones de volumen ' || n, ${TEXT}, 1250, 'pestañas' ${FIFTY}`,
    `inventario_susa (nombre, precio_unitario, cantidad, categoria, proveedor)
      SELECT 'Aceite esencial de lavanda ' || n, 190, 3, 'Masajes', 'Aceites y Aromas Quimera' ${FIFTY}`,
    `proveedores_susa (nombre, contacto, telefono, email, direccion, productos_servicios)
      SELECT 'Aceites y Aromas ' || n, 'Inés Belmonte', ${CONTACT}, 'Calle Inexistente 000, Atlixco', 'Aceites vegetales' ${FIFTY}`,
    `testimonios_susa (nombre, testimonio) SELECT ${NAME}, ${TEXT} ${FIFTY}`,
    `service_images_susa (servicio_id, image_url, alt_text)
      SELECT id, 'https://ejemplo.mx/obras/' || nombre || '.jpg', left(descripcion, 90) FROM servicios_susa`,
    `ingresos_susa (fecha, monto, descripcion) SELECT current_date - n, 1250.50, 'Tarjeta de regalo de ' || n ${FIFTY}`,
    `egresos_susa (fecha, monto, categoria, descripcion, comprobante_url)
      SELECT current_date - n, 1067, 'Servicios', 'Lavandería de toallas y batas', 'https://ejemplo.mx/comprobantes/' || n || '.pdf' ${FIFTY}`,
    `citas_susa (fecha_hora, fin, precio, cliente_id, servicio_id)
      SELECT now() + n * interval '2 h', now() + n * interval '2 h' + interval '1 h', 1250, cliente.id, servicio.id
      ${FIFTY}
      JOIN (SELECT id, row_number() OVER () AS n FROM clientes_susa) cliente USING (n)
      JOIN (SELECT id, row_number() OVER () AS n FROM servicios_susa) servicio USING (n)`,
  ]) {
    await sql(`INSERT INTO ${rows}`);
  }
});

test.each([
  ["/admin/clientes", 50, 120_000],
  ["/admin/clientes?q=", 50, 120_000],
  ["/admin/empleados", 50, 120_000],
  ["/admin/servicios", 50, 120_000],
  ["/admin/inventario", 50, 120_000],
  ["/admin/proveedores", 50, 120_000],
  ["/admin/testimonios", 50, 120_000],
  ["/admin/galeria", 50, 120_000],
  ["/admin/ingresos?q=&mes=&metodo=", 50, 120_000],
  ["/admin/egresos?q=&mes=&categoria=&metodo=", 50, 120_000],
  // Each card has eight forms, so that a page has sixteen cards.
  ["/admin/citas?cuando=todas&q=&empleado=&estado=programada", 16, 120_000],
])("a full page of %s has %i cards and at most %i bytes", async (path, cards, bytes) => {
  const page = await ana.get(path);
  expect([page.status, page.all("main li.card").length]).toEqual([200, cards]);
  expect(Buffer.byteLength(page.html)).toBeLessThanOrEqual(bytes);
});

test("every icon of a page is in the sprite, whose file name has a content hash", async () => {
  const drawn = new Set<string>();
  for (const path of ["/admin", "/admin/citas?cuando=todas", "/admin/testimonios", "/admin/empleados", "/admin/galeria"]) {
    for (const use of (await ana.get(path)).all("svg use")) drawn.add(String(use.getAttribute("href")));
  }
  const [address, ...others] = new Set([...drawn].map((href) => href.split("#")[0]));
  expect(others).toEqual([]);
  expect(address).toMatch(/^\/build\/_assets\/icons-[A-Z0-9]{8}\.svg$/);
  const sprite = readFileSync(join("public", String(address)), "utf8");
  for (const href of drawn) expect(sprite).toContain(`<symbol id="${href.split("#")[1]}"`);
  expect(drawn.size).toBeGreaterThan(20);
  const kept = await ana.get(String(address));
  expect([kept.status, kept.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
});
