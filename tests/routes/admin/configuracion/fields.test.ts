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
  ["instagram_url", "http:www.instagram.com/x"],
  ["instagram_url", "www.instagram.com"],
  ["instagram_url", "Estudio Ñandú"],
  ["instagram_url", "https://www.instagram.com/a\0b"],
  ["facebook_url", "data:text/html,https://facebook.com/x"],
  ["mapa_url", "https://mapas.example/embed?pb=1"],
  ["mapa_url", "https://www.google.com.otra.example/maps/embed?pb=1"],
  ["mapa_url", "https://maps.app.goo.gl.otra.example/x"],
  ["mapa_url", "https://www.google.com.mx.otra.example/maps/place/x"],
  ["mapa_url", "https://otra.example/https://maps.app.goo.gl/x"],
  ["mapa_url", "https://usuario@otra.example/maps.app.goo.gl/x"],
  ["mapa_url", "https://www.google.com/mapsx"],
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

test.each([
  ["whatsapp", "244 123 4567", "522441234567"],
  ["whatsapp", "045 244 123 4567", "522441234567"],
  ["whatsapp", "+52 (244) 123-4567", "522441234567"],
  ["whatsapp", "+1 619 555 0100", "16195550100"],
  ["whatsapp", "+53 5123 4567", "5351234567"],
  ["telefono", "244 123 4567", "244 123 4567"],
  ["instagram_url", "@nandu.estudio", "https://www.instagram.com/nandu.estudio"],
  ["instagram_url", " nandu_estudio ", "https://www.instagram.com/nandu_estudio"],
  ["instagram_url", "instagram.com/nandu", "https://instagram.com/nandu"],
  ["instagram_url", "http://www.instagram.com/nandu?igsh=1", "https://www.instagram.com/nandu?igsh=1"],
  ["facebook_url", "@nandu", "https://www.facebook.com/nandu"],
  ["facebook_url", "m.facebook.com/nandu", "https://m.facebook.com/nandu"],
  ["facebook_url", "https://www.facebook.com/profile.php?id=100", "https://www.facebook.com/profile.php?id=100"],
  ["mapa_url", "https://maps.app.goo.gl/AbC123", "https://maps.app.goo.gl/AbC123"],
  ["mapa_url", "maps.app.goo.gl/AbC123?g_st=iw", "https://maps.app.goo.gl/AbC123?g_st=iw"],
  ["mapa_url", "https://goo.gl/maps/AbC123", "https://goo.gl/maps/AbC123"],
  ["mapa_url", "https://www.google.com/maps/place/X/@18.4,-97.3,17z", "https://www.google.com/maps/place/X/@18.4,-97.3,17z"],
  ["mapa_url", "https://www.google.com.mx/maps/place/X", "https://www.google.com.mx/maps/place/X"],
  ["mapa_url", "https://maps.google.com/?q=18.4,-97.3", "https://maps.google.com/?q=18.4,-97.3"],
] as const)("the settings accept %s = %j as %j", (name, typed, stored) => {
  expect(configuracionSchema.shape[name].parse(typed)).toBe(stored);
});
