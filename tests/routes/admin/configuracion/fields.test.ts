import { expect, test } from "vitest";
import { configuracionSchema } from "~/models/estudio/configuracion.server";

const VALID = {
  nombre: "Estudio Ñandú",
  ciudad: "Mérida",
  whatsapp: "529991234567",
  instagram_url: "https://www.instagram.com/nandu.estudio",
  facebook_url: "https://facebook.com/nandu",
  zona_horaria: "America/Merida",
  mapa_url: "https://www.google.com/maps/embed?pb=!1m18!1m12",
  hero_titulo: "Cejas que <b>hablan</b> & callan",
  frase: "Poco a poco.",
  frase_autora: "Ñ",
};

test.each([
  ["nombre", "x".repeat(81)],
  ["ciudad", ""],
  ["whatsapp", "123"],
  ["whatsapp", "1".repeat(16)],
  ["zona_horaria", "toString"],
  ["zona_horaria", ""],
  ["instagram_url", "https://otra.example/instagram.com/x"],
  ["instagram_url", "https://instagram.com.otra.example/x"],
  ["instagram_url", "https://wwwxinstagram.com/x"],
  ["instagram_url", "http://www.instagram.com/x"],
  ["instagram_url", "https://www.instagram.com/a\0b"],
  ["instagram_url", "@nandu"],
  ["facebook_url", "data:text/html,https://facebook.com/x"],
  ["mapa_url", "https://mapas.example/embed?pb=1"],
  ["mapa_url", "https://www.google.com.otra.example/maps/embed?pb=1"],
  ["mapa_url", "https://www.google.com/maps/place/x"],
  ["mapa_url", "https://www.google.com/url?q=/maps/embed?pb=1"],
  ["mapa_url", "javascript:alert(1)"],
  ["mapa_url", "https://www.google.com/maps/embed?pb=\0"],
  ["hero_titulo", "x".repeat(121)],
  ["frase_autora", "x".repeat(121)],
] as const)("the settings do not accept %s = %j", (name, value) => {
  const field = configuracionSchema.shape[name];
  expect(field.safeParse(value).success).toBe(false);
  expect(field.safeParse(VALID[name]).success).toBe(true);
});

test.each(["9:30", "19:60", "24:00"])("the settings do not accept the hour %j", (abre) => {
  const week = (first: string) => [{ abre: first, cierra: "23:00" }, ...Array(6).fill({})];
  const { horario } = configuracionSchema.shape;
  expect([horario.safeParse(week(abre)).success, horario.safeParse(week("09:30")).success]).toEqual([false, true]);
});
