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
  TIPOS,
} from "~/models/estudio/plantilla.server";
import { sql } from "../test-database";

const key = () => ({ id: randomUUID(), digest: "los valores" });
const recordar = async () => (await listPlantillas()).find(({ tipo }) => tipo === "recordar");
const wrong = (texto: unknown) => plantillaSchema.safeParse({ texto }).error?.issues[0]?.message;

beforeEach(() => sql("TRUNCATE plantillas_susa"));

test("there are always five, in their order, as app/content says until somebody saves one", async () => {
  const all = await listPlantillas();
  expect(all.map(({ tipo }) => tipo)).toEqual(["confirmar", "recordar", "reagendar", "como_llegar", "gracias"]);
  expect(new Set(all.map(({ updated_at }) => updated_at))).toEqual(new Set([""]));
  for (const { texto } of all) expect(wrong(texto)).toBeUndefined();
});

test("the first of two who never saw it saved has it, and the second is told; so is who saw an older one", async () => {
  expect(await savePlantilla("recordar", "", { texto: "Uno" }, key())).toMatchObject({ outcome: "written" });
  expect(await savePlantilla("recordar", "", { texto: "Dos" }, key())).toEqual({ outcome: "stale" });
  const seen = (await recordar())?.updated_at;
  expect(await savePlantilla("recordar", seen, { texto: "Tres" }, key())).toMatchObject({ outcome: "written" });
  expect(await savePlantilla("recordar", seen, { texto: "Cuatro" }, key())).toEqual({ outcome: "stale" });
  expect((await recordar())?.texto).toBe("Tres");
  expect((await listPlantillas()).filter(({ updated_at }) => updated_at !== "")).toHaveLength(1);
});

test.each(["{medicina}", "{cliente}", "{telefono}", "{Nombre}", "{}", "{constructor}", "{__proto__}", "{toString}"])(
  "refuses %s, which is no place of ours, and says what may stand there",
  (place) => {
    const message = String(wrong(`Hola, {nombre}: ${place}.`));
    expect(message).toContain(`${place} no se puede llenar.`);
    for (const name of Object.keys(LUGARES)) expect(message).toContain(`{${name}}`);
  },
);

test.each([
  ["", "Escribe el mensaje."],
  ["  \n", "Escribe el mensaje."],
  [undefined, "Escribe el mensaje."],
  ["x".repeat(1001), "Escribe 1000 caracteres o menos."],
  ["con\0nulo", "Quita los caracteres que no se ven y vuelve a escribirlo."],
])("refuses %j", (texto, message) => {
  expect(wrong(texto)).toBe(message);
});

test("a preview has every place filled, in the studio's zone", () => {
  const texto = Object.keys(LUGARES)
    .map((name) => `{${name}}`)
    .join("|");
  const filled = previewPlantilla(texto, { ...ESTUDIO, zona_horaria: "America/Tijuana" }, new Date("2026-11-21T06:30Z"));
  expect(filled.split("|")).toEqual([
    "Lucía",
    "Diseño de cejas",
    "viernes 20 de noviembre",
    "10:30 p.m.",
    ESTUDIO.nombre,
    ESTUDIO.direccion,
    expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Susa%2C\+Calle\+Inventada[\w+%.-]*$/),
  ]);
});

test("only the five are messages", () => {
  expect(TIPOS.map((tipo) => asTipo(tipo))).toEqual(TIPOS);
  for (const text of [undefined, "", "otro", "constructor", "__proto__", "RECORDAR"]) expect(asTipo(text)).toBeNull();
});
