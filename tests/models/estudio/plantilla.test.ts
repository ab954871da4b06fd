import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { ESTUDIO } from "~/content/estudio";
import { LUGARES } from "~/content/plantillas";
import {
  asTipo,
  listPlantillas,
  plantillaSchema,
  previewPlantilla,
  savePlantilla,
  TIPOS_DE_MENSAJE,
} from "~/models/estudio/plantilla.server";
import { emptyTables } from "../../support/test-database";

const key = () => ({ id: randomUUID(), digest: "los valores" });
const recordar = async () => (await listPlantillas()).find(({ tipo }) => tipo === "recordar");
const templateError = (texto: unknown) => plantillaSchema.safeParse({ texto }).error?.issues[0]?.message;

beforeEach(() => emptyTables("plantillas_susa"));

test("there are always the same templates in a fixed order, with the default texts until one is saved", async () => {
  const all = await listPlantillas();
  expect(all.map(({ tipo }) => tipo)).toEqual([
    "confirmar",
    "recordar",
    "reagendar",
    "como_llegar",
    "gracias",
    "volver",
    "espera",
  ]);
  expect(new Set(all.map(({ updated_at }) => updated_at))).toEqual(new Set([""]));
  for (const { texto } of all) expect(templateError(texto)).toBeUndefined();
});

test("a stale edit is rejected, both of a template saved for the first time and of a saved one", async () => {
  expect(await savePlantilla("recordar", "", { texto: "Uno" }, key())).toMatchObject({ outcome: "written" });
  expect(await savePlantilla("recordar", "", { texto: "Dos" }, key())).toEqual({ outcome: "stale" });
  const seen = (await recordar())?.updated_at;
  expect(await savePlantilla("recordar", seen, { texto: "Tres" }, key())).toMatchObject({ outcome: "written" });
  expect(await savePlantilla("recordar", seen, { texto: "Cuatro" }, key())).toEqual({ outcome: "stale" });
  expect((await recordar())?.texto).toBe("Tres");
  expect((await listPlantillas()).filter(({ updated_at }) => updated_at !== "")).toHaveLength(1);
});

test.each(["{medicina}", "{cliente}", "{telefono}", "{Nombre}", "{}", "{constructor}", "{__proto__}", "{toString}"])(
  "the unknown placeholder %s is rejected with the list of valid ones",
  (placeholder) => {
    const message = String(templateError(`Hola, {nombre}: ${placeholder}.`));
    expect(message).toContain(`${placeholder} no se puede completar.`);
    for (const name of Object.keys(LUGARES)) expect(message).toContain(`{${name}}`);
  },
);

test.each([
  ["", "Escribe el mensaje."],
  ["  \n", "Escribe el mensaje."],
  [undefined, "Escribe el mensaje."],
  ["x".repeat(1001), "Escribe 1000 caracteres o menos."],
  ["con\0nulo", "Quita los caracteres que no se ven y vuelve a escribirlo."],
])("the text %j is rejected", (texto, message) => {
  expect(templateError(texto)).toBe(message);
});

test("a preview fills every placeholder in the studio's time zone, without the lines of links that there are not", () => {
  const texto = Object.keys(LUGARES)
    .map((name) => `{${name}}`)
    .join("\n");
  const filled = previewPlantilla(
    texto,
    { ...ESTUDIO, resena_url: null, zona_horaria: "America/Tijuana" },
    new Date("2026-11-21T06:30Z"),
  );
  expect(filled.split("\n")).toEqual([
    "Lucía",
    "Diseño de cejas",
    "viernes 20 de noviembre",
    "10:30 p.m.",
    ESTUDIO.nombre,
    ESTUDIO.direccion,
    expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Susa%2C\+Calle\+Inventada[\w+%.-]*$/),
  ]);
});

test("asTipo accepts only the types of templates", () => {
  expect(TIPOS_DE_MENSAJE.map((tipo) => asTipo(tipo))).toEqual(TIPOS_DE_MENSAJE);
  for (const text of [undefined, "", "otro", "constructor", "__proto__", "RECORDAR"]) expect(asTipo(text)).toBeNull();
});
