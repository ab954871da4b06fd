import { beforeEach, describe, expect, test } from "vitest";
import { createDemoConfiguracion } from "../../../support/factories";
import { sql, whileRejecting } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// What every form of the settings does alike. What a form shows, accepts and stores is tested with its screen.

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => sql("DELETE FROM configuracion_susa; DELETE FROM plantillas_susa; DELETE FROM apariencia_susa"));

type Form = {
  /** Its path, and where it leads once it is saved if not back to itself, both within the settings. */
  name: string;
  back?: string;
  table?: string;
  /** A field with two values, and its label where two people changed it. */
  field: string;
  label: string;
  mine?: string;
  hers?: string;
  /** Two other fields, of which each of two people changes one. */
  others?: [onlyMine: string, onlyHers: string];
};

const FORMS: Form[] = [
  { name: "/general", field: "nombre", label: "Nombre del estudio", others: ["direccion", "ciudad"] },
  { name: "/beneficios", back: "/general", field: "cejas", label: "Cejas", others: ["masajes", "faciales"] },
  {
    name: "/textos",
    field: "contacto_titulo",
    label: "Contacto: Título del contacto",
    others: ["galeria_texto", "portada_linea"],
  },
  { name: "/categorias", field: "cejas_frase", label: "Frase (cejas)", others: ["manicura_frase", "masajes_frase"] },
  { name: "/citas-en-linea", back: "", field: "aviso_privacidad", label: "Tu aviso de privacidad" },
  { name: "/apariencia", table: "apariencia_susa", field: "acento", label: "Color", mine: "#000000", hers: "#7c3aed" },
  { name: "/notificaciones/confirmar", back: "/notificaciones", table: "plantillas_susa", field: "texto", label: "Mensaje" },
];

describe.each(FORMS)("the form at $name", ({ name, back = name, field, label, others, ...form }) => {
  const path = `/admin/configuracion${name}`;
  const { table = "configuracion_susa", mine = "Lo mío", hers = "Lo de ella" } = form;
  const rows = () => sql(`SELECT * FROM ${table}`);
  // Before its first save a part of General lacks what it asks for.
  if (name === "/general") beforeEach(createDemoConfiguracion);

  test("asks about a field that two people changed, keeps what only one of them did, and saves the answer", async () => {
    const [first, second] = [await ana.get(path), await ana.get(path)];
    const [mineToo, hersToo] = others ? [{ [others[0]]: "Solo yo" }, { [others[1]]: "Solo ella" }] : [];
    expect((await second.submit({ [field]: hers, ...hersToo })).status).toBe(303);
    const conflict = await first.submit({ [field]: mine, ...mineToo });
    expect([conflict.status, conflict.text("section[aria-labelledby=versiones]")]).toEqual([
      409,
      `Las dos versiones${label}Tu versión: ${mine}Lo guardado: ${hers}`,
    ]);
    expect(conflict.values()).toMatchObject({ [field]: mine, ...mineToo, ...hersToo });
    expect((await ana.get(path)).values()[field]).toBe(hers);
    expect((await conflict.submit()).status).toBe(303);
    expect((await ana.get(path)).values()).toMatchObject({ [field]: mine, ...mineToo, ...hersToo });
  });

  test("is saved once when it is sent three times at once, and not with other values or without its key", async () => {
    const page = await ana.get(path);
    expect(await page.submitThrice({ [field]: mine })).toEqual([`303 /admin/configuracion${back}`]);
    const saved = await rows();
    expect((await page.submit({ [field]: mine })).status).toBe(303);
    const other = await page.submit({ [field]: hers });
    expect([other.status, other.alert]).toEqual([409, expect.stringContaining("ya se había enviado")]);
    expect((await ana.submit(path, { [field]: hers, token: "" })).status).toBe(400);
    expect(await rows()).toEqual(saved);
  });

  test("comes back with its values while the database rejects them, and is saved when it is sent again", async () => {
    const rejected = await whileRejecting(table, () => ana.submit(path, { [field]: mine }));
    expect([rejected.status, rejected.values()[field]]).toEqual([503, mine]);
    expect(rejected.alert).toContain("Tus datos siguen aquí");
    expect((await rejected.submit()).status).toBe(303);
  });
});
