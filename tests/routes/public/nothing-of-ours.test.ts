import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { CATEGORIAS_DE_EJEMPLO } from "~/content/beneficios";
import { ESTUDIO } from "~/content/estudio";
import { OBRAS } from "~/content/obras";
import { TEXTOS } from "~/content/textos";
import { enlacePath } from "~/models/citas/enlace.server";
import type { Page } from "../../support/browser";
import { photograph } from "../../support/pictures";
import { freshFolder } from "../../support/process";
import { sql, sqlValue } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

// A new studio through its first steps: afterwards nothing of ours is on its pages but what its owner chose.

const site = await startSiteForFile({ DATA_DIR: freshFolder() });
const ana = await site.staff();
const eva = site.visitor();

const HERS = {
  nombre: "Uñas Lola",
  whatsapp: "238 123 4567",
  telefono: "238 123 4567",
  direccion: "Calle 5",
  ciudad: "Tehuacán",
};

/** What the program says of any studio, made of its own facts. */
const NEUTRAL = Object.values(TEXTOS)
  .map((sentence) => ("propio" in sentence ? sentence.propio : sentence.texto))
  .join("\n");

/** What the program says of its example: of the studio, of its categories, in its sentences, under its drawings. */
const WORDS = [
  ...Object.values(ESTUDIO).filter((fact): fact is string => typeof fact === "string" && fact !== ESTUDIO.zona_horaria),
  ...Object.values(TEXTOS).flatMap((sentence) => ("propio" in sentence ? [sentence.texto] : [])),
  ...Object.values(CATEGORIAS_DE_EJEMPLO).flatMap(({ frase, beneficios }) => [frase, ...beneficios]),
  ...OBRAS.flatMap(({ alt }) => alt),
]
  .flatMap((text) => text.split("\n\n"))
  // A sentence with a place in it is there with her name.
  .flatMap((text) => text.split(/\{\w+\}/))
  .map((text) => text.trim())
  // A sentence that is only about her name and city is shared.
  .filter((text) => text.length > 3 && !NEUTRAL.includes(text));

const FIGURES = [TEXTOS.nosotros_cifra_1.texto, TEXTOS.nosotros_cifra_2.texto];

/** Every drawing of the program, by its file. */
const DRAWINGS = readdirSync("public/art", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".svg"))
  .map((file) => `/art/${file}`);

function findOurs({ html }: Page): string[] {
  // The style sheet is the same for every studio, and the specification names the folder of its uploads.
  const text = html
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll("/uploads/susa-servicios/", "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
  return [...WORDS, ...FIGURES, ...DRAWINGS].filter((ours) => text.includes(ours));
}

/** The classes inside which the style sheet shows a drawing of ours. */
const drawnClasses = (page: Page) => page.all('[class*="art-"], .drawn').map((element) => element.className);

const paths: string[] = [];
beforeAll(async () => {
  const step = async (path: string, values: Record<string, string>, form?: string) => {
    const page = await ana.get(path);
    const saved = await page.submit(values, form);
    // Who does a service is proposed first.
    const answer = saved.status === 400 ? await saved.submit() : saved;
    expect([answer.status, answer.status === 303 ? "" : answer.alert], path).toEqual([303, ""]);
  };
  const steps = (await ana.get("/admin")).hrefs("section[aria-labelledby=para-empezar] li a");
  const [datos = "", horario = "", equipo = "", servicios = ""] = steps;
  await step(datos, HERS, "#general-estudio");
  await step(horario, { comida_de: "14:00", comida_a: "15:00" }, "#general-horario");
  await step("/admin/configuracion/general", { mapa_url: "https://www.google.com/maps/embed?pb=!1m18" }, "#general-redes");
  await step(equipo, { nombre: "Dolores", apellido: "Ruiz", en_sitio: "on" });
  // One of each category, so that each shows what it has.
  for (const [n, categoria] of Object.keys(CATEGORIAS_DE_EJEMPLO).entries())
    await step(servicios, { nombre: `Servicio ${n}`, precio: "250", categoria });
  await step("/admin/configuracion/citas-en-linea?de=/admin", { reserva: "directa" });
  const services = await sql<{ id: string }>("SELECT id FROM servicios_susa ORDER BY nombre");
  const [first] = services;
  const page = await eva.get(`/servicio/${first?.id}`);
  const reservar = page.href(".slots dd a") ?? "";
  const booked = await (await eva.get(reservar)).submit({ nombre: "Eva", telefono: "238 765 4321" });
  expect(booked.status).toBe(303);
  const [cita] = await sql<{ id: string; cliente_id: string }>("SELECT id, cliente_id FROM citas_susa");
  const enlace = cita ? enlacePath(cita) : "";
  paths.push(
    ...[
      "/",
      "/about",
      "/gallery",
      "/gallery?servicio=servicio-0",
      "/gallery?servicio=nada",
      "/precios",
      "/precios?q=gel",
      "/precios?q=nada",
    ],
    ...services.map(({ id }) => `/servicio/${id}`),
    ...["/servicio/00000000-0000-4000-8000-000000000000", "/no-existe", reservar, enlace, `${enlace}/cambiar`],
    ...[
      "/cita/nada",
      "/auth",
      "/auth?modo=registro",
      "/auth/espera",
      "/auth/acceso/nada",
      "/manifest.webmanifest",
      "/apariencia.css",
    ],
  );
});

test("after the first steps no page of the site has words, figures or drawings of ours", async () => {
  for (const path of paths) {
    const page = await eva.send(path);
    expect([findOurs(page), drawnClasses(page)], path).toEqual([[], []]);
  }
});

test("nor has it once she has works, a founder's text and a quote", async () => {
  const servicio_id = (await sqlValue<string>("SELECT id FROM servicios_susa ORDER BY nombre")) ?? "";
  const form = await ana.get("/admin/galeria/nueva");
  const work = { filename: "obra.jpg", content: await photograph(800, 600, 1), type: "image/jpeg" };
  const uploaded = await ana.upload("/admin/galeria/nueva", { ...form.values("form:has([type=file])"), servicio_id }, [work]);
  expect(uploaded.status).toBe(303);
  await (await ana.get("/admin/configuracion/general")).submit(
    { biografia: "Soy Lola.", frase: "Sin prisa." },
    "#general-portada",
  );
  for (const path of ["/", "/about", "/gallery", `/servicio/${servicio_id}`]) {
    const page = await eva.send(path);
    expect([findOurs(page), drawnClasses(page)], path).toEqual([[], []]);
  }
  expect((await eva.get("/about")).text(".quote")).toContain("Sin prisa.");
});

test("what she chose is there: a line, benefits and a drawing", async () => {
  const [, lines] = Object.entries(CATEGORIAS_DE_EJEMPLO)[0] ?? [];
  const categorias = await ana.get("/admin/configuracion/categorias");
  await categorias.submit({ cejas_frase: lines?.frase ?? "", dibujo_microblading: "on" });
  expect(findOurs(await eva.get("/"))).toEqual([lines?.frase]);
  expect(findOurs(await eva.get("/gallery"))).toContain("/art/obras/microblading.svg");
});
