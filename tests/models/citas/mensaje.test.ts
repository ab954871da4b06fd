import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PLANTILLAS } from "~/content/plantillas";
import { readEnlace } from "~/models/citas/enlace.server";
import { getMensaje } from "~/models/citas/mensaje.server";
import { getPlantilla } from "~/models/estudio/plantilla.server";
import { createCita, createCliente, createConfiguracion, createServicio, insertRow } from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";

const RESENA = "https://g.page/r/CXestudio/review";

let id: string;

beforeEach(async () => {
  process.env.PUBLIC_URL = "https://estudio.mx";
  await emptyTables();
  await createConfiguracion();
  const cliente_id = await createCliente({ telefono: "+525512345678" });
  id = await createCita(new Date(Date.now() + 86_400_000), { cliente_id, servicio_id: await createServicio() });
});
afterEach(() => delete process.env.PUBLIC_URL);

async function textOf(tipo: keyof typeof PLANTILLAS): Promise<string> {
  await insertRow("mensajes_susa", { cita_id: id, tipo });
  return (await getMensaje(id, tipo))?.texto ?? "";
}

describe("the link of a message", () => {
  test.each(["confirmar", "recordar"] as const)("is the last line of *%s*, and opens that appointment", async (tipo) => {
    const [, secret] = /\nConfírmala o cámbiala aquí: https:\/\/estudio\.mx\/cita\/([\w-]{38})$/.exec(await textOf(tipo)) ?? [];
    expect(await readEnlace(secret, "")).toMatchObject({ outcome: "open", visita: [{ id }] });
  });

  test("is left out with its line while the site has no https address", async () => {
    for (const url of ["http://estudio.mx", undefined]) {
      if (url === undefined) delete process.env.PUBLIC_URL;
      else process.env.PUBLIC_URL = url;
      expect(await textOf("confirmar")).toMatch(/¿Nos confirmas que vienes\?$/);
    }
  });

  test("goes where an owner put it in a text of her own, and braces in the name of a service are not filled", async () => {
    await sql("UPDATE servicios_susa SET nombre = '{enlace}'");
    await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('confirmar', $1)", ["Hola: {servicio}\n{enlace}\nTe esperamos"]);
    expect(await textOf("confirmar")).toMatch(/^Hola: \{enlace\}\nhttps:\/\/estudio\.mx\/cita\/[\w-]{38}\nTe esperamos$/);
  });
});

test("the message of thanks ends with the studio's review link, or without that line", async () => {
  expect(await textOf("gracias")).toMatch(/Cualquier duda, escríbenos por aquí\.$/);
  await sql("UPDATE configuracion_susa SET resena_url = $1", [RESENA]);
  expect(await textOf("gracias")).toMatch(new RegExp(`\n¿Nos cuentas cómo te fue\\? ${RESENA}$`));
});

test("a text saved before there were links lacks one, and others lack none", async () => {
  const lacking = () =>
    Promise.all((["confirmar", "recordar", "gracias", "reagendar"] as const).map((tipo) => getPlantilla(tipo)));
  expect((await lacking()).map(({ falta }) => falta)).toEqual([null, null, null, null]);
  await sql(
    "INSERT INTO plantillas_susa (tipo, texto) SELECT tipo, 'Hola, {nombre}.' FROM unnest(enum_range(NULL::tipo_mensaje)) AS tipo",
  );
  expect((await lacking()).map(({ falta }) => falta)).toEqual(["enlace", "enlace", "resena", null]);
  await sql("UPDATE plantillas_susa SET texto = 'Hola. {enlace}'");
  expect((await lacking()).map(({ falta }) => falta)).toEqual([null, null, "resena", null]);
});
