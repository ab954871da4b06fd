import { beforeEach, describe, expect, test } from "vitest";
import { AVISO_DE_PRIVACIDAD } from "~/content/aviso-de-privacidad";
import { createConfiguracion } from "../../../support/factories";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/citas-en-linea";
const AVISO = "/aviso-de-privacidad";
const FACTS = { whatsapp: "522441234567", direccion: "Calle 1" };

const site = await startSiteForFile();
const ana = await site.staff();
const lucia = site.visitor();

beforeEach(async () => {
  await sql("DELETE FROM configuracion_susa");
  await createConfiguracion(FACTS);
});

const saved = () =>
  sqlValue<string>(
    "SELECT concat_ws(' ', reserva, reserva_horas, coalesce(aviso_privacidad, 'inicial')) FROM configuracion_susa",
  );

describe("booking on the site", () => {
  test("is off until the owner turns it on, with twelve hours and the initial notice", async () => {
    const page = await ana.get(PATH);
    expect(page.values()).toMatchObject({ reserva: "no", reserva_horas: "12", aviso_privacidad: AVISO_DE_PRIVACIDAD });
    expect((await page.submit({ reserva: "solicitud", reserva_horas: "6" })).location).toBe("/admin/configuracion");
    expect((await ana.get("/admin/configuracion")).flash).toBe("Cambios guardados");
    // The initial text is not stored, so that it follows later versions.
    expect(await saved()).toBe("solicitud 6 inicial");
    await ana.submit(PATH, { reserva: "directa" });
    expect(await saved()).toBe("directa 6 inicial");
  });

  test("cannot be turned on without the notice, whose field says why, and what was chosen stays", async () => {
    const refused = await ana.submit(PATH, { reserva: "solicitud", reserva_horas: "24", aviso_privacidad: " " });
    expect([refused.status, refused.text("#reserva-aviso_privacidad-error")]).toEqual([
      400,
      "Sin aviso de privacidad tu sitio no puede recibir citas. Escríbelo aquí.",
    ]);
    expect(refused.values()).toMatchObject({ reserva: "solicitud", reserva_horas: "24" });
    expect(await saved()).toBe("no 12 inicial");
    expect((await ana.submit(PATH, { aviso_privacidad: "" })).status).toBe(303);
    expect(await saved()).toBe("no 12 ");
    expect((await ana.submit(PATH, { reserva: "directa" })).status).toBe(400);
  });

  test.each([
    ["address", { direccion: null }],
    ["WhatsApp", { whatsapp: null }],
  ])("cannot be turned on before General has the %s", async (_, missing) => {
    await sql("DELETE FROM configuracion_susa");
    await createConfiguracion({ ...FACTS, ...missing });
    const refused = await ana.submit(PATH, { reserva: "solicitud" });
    expect([refused.status, refused.text("#reserva-reserva-error")]).toEqual([
      400,
      "Escribe antes en General la dirección y el WhatsApp de tu estudio: van en el aviso.",
    ]);
    expect(await saved()).toBe("no 12 inicial");
  });

  test.each([
    [{ reserva: "quizá" }, "Elige cómo reservan."],
    [{ reserva_horas: "3" }, "Elige cuántas horas tienes para contestar."],
    [
      { aviso_privacidad: "Somos {nombre}, en {ciudad}." },
      "{ciudad} no se puede completar. Usa {nombre}, {direccion} o {telefono}.",
    ],
    [{ aviso_privacidad: "a".repeat(12_001) }, "Escribe 12000 caracteres o menos."],
  ])("refuses %o", async (values, sentence) => {
    const refused = await ana.submit(PATH, values);
    expect([refused.status, refused.alert]).toEqual([400, expect.stringContaining(sentence)]);
    expect(await saved()).toBe("no 12 inicial");
  });
});

describe("the privacy notice", () => {
  test("says who is responsible and where, and is linked from every public page and from the form of a client", async () => {
    const page = await lucia.get(AVISO);
    expect(page.status).toBe(200);
    expect(page.text()).toContain("Susa, con domicilio en Calle 1, es responsable de tus datos personales.");
    // Without a telephone of its own it is that of the WhatsApp.
    expect(page.text()).toContain("llámanos o escríbenos al 244 123 4567");
    expect(page.text()).not.toMatch(/[{}]/);
    expect(page.texts("main h2")).toEqual([
      "Qué datos te pedimos",
      "Datos sensibles",
      "Para qué los usamos",
      "A quién se los damos",
      "Cómo decides sobre tus datos",
      "Este sitio",
      "Cambios a este aviso",
    ]);
    for (const path of ["/", "/about", "/gallery", "/precios", AVISO])
      expect((await lucia.get(path)).hrefs("footer a"), path).toContain(AVISO);
    expect((await ana.get("/admin/clientes/nuevo")).hrefs("form a")).toContain(AVISO);
  });

  test("is the owner's own once she wrote one, and none once she emptied it, at the next request", async () => {
    await lucia.get(AVISO);
    await ana.submit(PATH, {
      aviso_privacidad: "Somos {nombre}.\n\nTus datos\n\nSon tuyos.\r\n \r\nY de nadie más <b>nunca</b>.",
    });
    const page = await lucia.get(AVISO);
    expect(page.texts("main p")).toEqual(["Somos Susa.", "Son tuyos.", "Y de nadie más <b>nunca</b>."]);
    expect(page.texts("main h2")).toEqual(["Tus datos"]);
    await ana.submit(PATH, { aviso_privacidad: "" });
    expect((await lucia.get(AVISO)).status).toBe(404);
    expect((await lucia.get("/")).hrefs("footer a")).not.toContain(AVISO);
    expect((await ana.get("/admin/clientes/nuevo")).hrefs("form a")).not.toContain(AVISO);
  });
});
