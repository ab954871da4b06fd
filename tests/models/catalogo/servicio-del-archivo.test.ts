import { expect, test } from "vitest";
import { proposeServicio } from "~/models/catalogo/servicio-del-archivo.server";
import * as demo from "../../../prisma/demo-data";

// The names that files have, and which service of the demo each speaks of; null where she is asked.

const servicios = demo.SERVICIOS.map(({ nombre, categoria }) => ({ id: nombre, nombre, categoria }));

test.each<[archivo: string, servicio: string | null]>([
  // A camera, a phone or a messenger named them.
  ["IMG_2034.JPG", null],
  ["IMG-20261129-WA0007.jpg", null],
  ["DSC_0141.jpeg", null],
  ["PXL_20261129_161530123.jpg", null],
  ["20261129_101432.jpg", null],
  ["WhatsApp Image 2026-11-29 at 10.14.32 AM (1).jpeg", null],
  ["Screenshot_2026-11-29-10-14.png", null],
  ["Captura de pantalla 2026-11-29.png", null],
  ["foto.jpg", null],
  ["5F2A9C1E-7B0D-4C7A-9C55-0D3E0A1B2C3D.heic", null],
  ["(sin nombre)", null],
  // The service, as it is called and as it is not.
  ["Pedicura spa (2).png", "Pedicura spa"],
  ["pedicura-spa.webp", "Pedicura spa"],
  ["PEDICURA_SPA_3.JPG", "Pedicura spa"],
  ["PedicuraSpa2.jpg", "Pedicura spa"],
  ["pedicuraspa.jpg", "Pedicura spa"],
  ["Diseño de cejas.jpg", "Diseño de cejas"],
  ["diseno cejas 4.jpg", "Diseño de cejas"],
  // Letters and accents apart, as an iPhone writes them.
  ["Disen\u0303o de cejas.jpg", "Diseño de cejas"],
  ["Un\u0303as acri\u0301licas.jpg", "Uñas acrílicas"],
  ["uñas acrilicas rosa.jpg", "Uñas acrílicas"],
  ["unas-acrilico-01.jpg", "Uñas acrílicas"],
  ["uñas gel 3.jpg", "Manicura con gelish"],
  ["manicure gelish francés.jpg", "Manicura con gelish"],
  ["pies gelish.jpg", "Pedicura con gelish"],
  ["gelish.jpg", null],
  ["microblading ana.jpg", "Microblading"],
  ["Microblading - retoque.jpg", "Retoque de microblading"],
  ["retoque microblading antes y después.jpg", "Retoque de microblading"],
  ["henna 2.jpg", "Diseño con henna"],
  ["lifting.jpg", "Lifting de pestañas"],
  ["Lifting pestaña antes.jpg", "Lifting de pestañas"],
  ["pestañas volumen.jpg", "Extensiones de volumen"],
  ["extensiones clasicas.jpg", "Extensiones de pestañas clásicas"],
  ["limpieza facial profunda.jpg", "Limpieza facial profunda"],
  ["masaje relajante 1.jpeg", "Masaje relajante"],
  ["piedras calientes.jpg", "Masaje con piedras calientes"],
  ["depilacion axila.jpg", "Depilación de axilas"],
  // Several could be meant.
  ["cejas.jpg", null],
  ["manicura.jpg", null],
  ["uñas.jpg", null],
  ["masaje 3.jpg", null],
  ["Facial.jpg", null],
  ["Ana López.jpg", null],
  ["clienta feliz.jpg", null],
  ["logo.png", null],
])("%s: %s", (archivo, servicio) => {
  expect(proposeServicio(archivo, servicios)?.nombre ?? null).toBe(servicio);
});

test("of services of which one is the name of the other, the longer one is meant only where it is written", () => {
  const [manicura, spa] = ["Manicura", "Manicura spa"].map((nombre) => ({ id: nombre, nombre, categoria: "manicura" }));
  if (!manicura || !spa) throw new Error("two services");
  expect(proposeServicio("manicura 3.jpg", [spa, manicura])).toBe(manicura);
  expect(proposeServicio("manicura spa 3.jpg", [manicura, spa])).toBe(spa);
});

test("a photo is none of photodepilation, and without services nothing is proposed", () => {
  const fotodepilacion = { id: "f", nombre: "Fotodepilación", categoria: "depilación" };
  expect(proposeServicio("foto 3.jpg", [fotodepilacion])).toBeNull();
  expect(proposeServicio("fotodepilacion 3.jpg", [fotodepilacion])).toBe(fotodepilacion);
  expect(proposeServicio("Pedicura spa.jpg", [])).toBeNull();
});
