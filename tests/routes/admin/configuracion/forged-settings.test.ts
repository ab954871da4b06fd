import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PLANTILLAS } from "~/content/plantillas";
import type { Visitor } from "../../../support/browser";
import { createDemoConfiguracion } from "../../../support/factories";
import { photograph } from "../../../support/pictures";
import { freshFolder } from "../../../support/process";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// Whoever changes the WhatsApp number receives every booking: staff sends here what the owner's own forms would send.

const CONFIGURACION = "/admin/configuracion";
const FORGED: Record<string, string> = {
  nombre: "Otro estudio",
  ciudad: "Otra ciudad",
  direccion: "Otra calle 1",
  telefono: "222 999 8877",
  whatsapp: "522229998877",
  instagram_url: "https://www.instagram.com/otra",
  facebook_url: "https://www.facebook.com/otra",
  zona_horaria: "America/Tijuana",
  mapa_url: "https://www.google.com/maps/embed?pb=otra",
  hero_titulo: "Otro título",
  hero_texto: "Otro texto",
  biografia: "Otra biografía",
  frase: "Otra frase",
  frase_autora: "Otra autora",
};
// One field of each other screen of the site.
const FORGED_SITE: Record<string, string> = {
  contacto_titulo: "Otro texto",
  cejas_lugar: "8",
  cejas_frase: "Otra frase",
  visible: "no",
};
// The accounts that are not the owner's, by what they may do.
const ACCOUNTS: Record<string, string> = {
  "recepcion@ejemplo.mx": "{salud,dinero,inventario,catalogo}",
  "especialista@ejemplo.mx": "{salud_propias}",
  "agenda@ejemplo.mx": "{}",
};

const isForged = (name: string, value: string) => ({ ...FORGED, ...FORGED_SITE })[name] === value;

const settings = async () => ({
  configuracion: await sql("SELECT * FROM configuracion_susa"),
  plantillas: await sql("SELECT * FROM plantillas_susa ORDER BY tipo"),
  apariencia: await sql("SELECT * FROM apariencia_susa"),
  archivos: await sql("SELECT * FROM archivos_susa"),
});

const site = await startSiteForFile({ SIGNUP: "open", DATA_DIR: freshFolder() });
const owner = await site.staff("duena@ejemplo.mx");
const staff: Record<string, Visitor> = {};
for (const [email, permisos] of Object.entries(ACCOUNTS)) {
  staff[email] = await site.staff(email);
  await sql("UPDATE cuentas_susa SET permisos = $1::permiso[] WHERE email = $2", [permisos, email]);
}
const photo = await photograph(800, 600, 1);
// Saved once, so that there are rows to change.
await createDemoConfiguracion();
await owner.submit(`${CONFIGURACION}/general`, { frase: "Nuestra frase" });
await owner.submit(`${CONFIGURACION}/notificaciones/gracias`, { texto: "Gracias, {nombre}." });
await owner.submit(`${CONFIGURACION}/apariencia`, { acento: "#7a3b2e" });
const { archivos, ...saved } = await settings();
expect([...Object.values(saved).map((rows) => rows.length), archivos.length]).toEqual([1, 1, 1, 0]);

/** What the owner's forms send when one of their fields is changed: with the present version, so that nothing else rejects it. */
async function forgeries(): Promise<{ path: string; values: Record<string, string> }[]> {
  const valuesOf = async (path: string) => (await owner.get(`${CONFIGURACION}/${path}`)).values();
  const page = await owner.get(`${CONFIGURACION}/general`);
  const parts = ["estudio", "horario", "redes", "portada"].map((parte) => page.values(`#general-${parte}`));
  const fieldsOf = (part: object) =>
    Object.keys(part).filter((name) => !/^(token|updated_at|base|parte|horario|comida)/.test(name));
  expect(parts.flatMap(fieldsOf).sort()).toEqual(Object.keys(FORGED).sort());
  const forged = [
    ...parts.flatMap((part) => [
      ...fieldsOf(part).map((name) => ({ path: "general", values: { ...part, [name]: FORGED[name] ?? "" } })),
      { path: "general", values: { ...part, ...FORGED } },
    ]),
    { path: "apariencia", values: { ...(await valuesOf("apariencia")), acento: "#005f60" } },
  ];
  const { contacto_titulo = "", visible = "", ...category } = FORGED_SITE;
  forged.push({ path: "textos", values: { ...(await valuesOf("textos")), contacto_titulo } });
  forged.push({ path: "categorias", values: { ...(await valuesOf("categorias")), ...category } });
  forged.push({ path: "apariencia/retrato/visible", values: { visible } });
  for (const tipo of Object.keys(PLANTILLAS)) {
    const path = `notificaciones/${tipo}`;
    forged.push({ path, values: { ...(await valuesOf(path)), texto: "Deposita a otra cuenta, {nombre}." } });
  }
  return forged.map(({ path, values }) => ({ path: `${CONFIGURACION}/${path}`, values }));
}

test.each(Object.keys(ACCOUNTS))(
  "%s changes no telephone, address, link, message or appearance by a forged form",
  async (email) => {
    const visitor = staff[email] as Visitor;
    const before = await settings();
    for (const { path, values } of await forgeries()) {
      const sent = { ...values, token: randomUUID() };
      const changed = Object.entries(values).find(([name, value]) => isForged(name, value))?.[0];
      for (const address of [path, `${path}?_data=@`])
        expect([path, changed, (await visitor.post(address, sent)).status]).toEqual([path, changed, 403]);
    }
    for (const image of ["logo", "portada", "retrato"]) {
      const path = `${CONFIGURACION}/apariencia/${image}`;
      const sent = { ...(await owner.get(path)).values(), token: randomUUID() };
      expect((await visitor.upload(path, sent, [{ filename: "otra.jpg", content: photo }])).status).toBe(403);
    }
    // The one form of the settings that the catalogue opens writes nothing but benefits, whatever it carries.
    const benefits = `${CONFIGURACION}/beneficios`;
    const answer = await visitor.post(benefits, { ...(await owner.get(benefits)).values(), ...FORGED, token: randomUUID() });
    expect([answer.status, email]).toEqual([email.startsWith("recepcion") ? 303 : 403, email]);
    const withoutBenefits = ({ configuracion, ...rest }: Awaited<ReturnType<typeof settings>>) => ({
      ...rest,
      configuracion: configuracion.map((row) => ({ ...row, beneficios: null, updated_at: null })),
    });
    expect(withoutBenefits(await settings())).toEqual(withoutBenefits(before));
  },
);

test("the same forms, sent by the owner, change all of it", async () => {
  for (const { path, values } of await forgeries()) {
    // Each was made from the version before the others were saved.
    const current = (await owner.get(path)).values(values.parte && `#general-${values.parte}`);
    const changes = Object.entries(values).filter(([name, value]) => isForged(name, value) || /^(acento|texto)$/.test(name));
    const sent = { ...current, ...Object.fromEntries(changes) };
    expect([path, (await owner.post(path, sent)).status]).toEqual([path, 303]);
  }
  const { configuracion, plantillas, apariencia } = await settings();
  expect(configuracion).toMatchObject([{ ...FORGED, textos: { contacto_titulo: "Otro texto" } }]);
  expect((configuracion[0] as { categorias: object[] }).categorias.at(-1)).toEqual({
    categoria: "cejas",
    frase: "Otra frase",
    visible: true,
  });
  expect(plantillas.map(({ texto }) => texto)).toEqual(Object.keys(PLANTILLAS).map(() => "Deposita a otra cuenta, {nombre}."));
  expect(apariencia).toMatchObject([{ acento: "#005f60", retrato_visible: false }]);
});
