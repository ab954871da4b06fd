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
  ["ciudad", "x".repeat(81)],
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
  ["instagram_url", "https://usuario@www.instagram.com/x"],
  ["facebook_url", "https://facebook.com.otra.example/x"],
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
  ["facebook_url", "@nandu", "https://www.facebook.com/nandu"],
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

/**
 * Links as buttons, phones and address bars give them. From odoo#120325, social-media-profiles-regexs#31, lorey/socials#5 and
 * metabrainz/musicbrainz-server#3825 (Facebook); url-tracking-stripper#92, ClearURLs/Rules#316, brave/adblock-lists#1461
 * (Instagram); outline#5673, dreamwidth#2182, embedresponsively#44, sismics/reader#54, denverfoundation/storybase#280 and the help
 * pages of Google Maps (maps).
 */
test.each([
  ["instagram_url", "instagram.com/nandu", "https://www.instagram.com/nandu"],
  ["instagram_url", "https://www.instagram.com/nandu?igsh=MXBldz==", "https://www.instagram.com/nandu"],
  [
    "instagram_url",
    "https://www.instagram.com/nandu/?utm_source=ig_web_button_share_sheet&igsi=a",
    "https://www.instagram.com/nandu/",
  ],
  ["instagram_url", "https://instagr.am/nandu", "https://www.instagram.com/nandu"],
  ["instagram_url", "Sígueme en Instagram: https://www.instagram.com/nandu?igshid=a.", "https://www.instagram.com/nandu"],
  ["instagram_url", "\u202a@nandu.estudio\u202c", "https://www.instagram.com/nandu.estudio"],
  ["instagram_url", "IG: @nandu", "https://www.instagram.com/nandu"],
  ["instagram_url", "@nandu\u00a0", "https://www.instagram.com/nandu"],
  ["facebook_url", "https://es-la.facebook.com/nandu", "https://www.facebook.com/nandu"],
  ["facebook_url", "https://fr-fr.facebook.com/nandu/", "https://www.facebook.com/nandu/"],
  ["facebook_url", "m.facebook.com/nandu", "https://www.facebook.com/nandu"],
  ["facebook_url", "https://web.facebook.com/nandu?_rdc=1&_rdr", "https://www.facebook.com/nandu"],
  ["facebook_url", "https://mbasic.facebook.com/nandu", "https://www.facebook.com/nandu"],
  ["facebook_url", "fb.com/nandu", "https://www.facebook.com/nandu"],
  ["facebook_url", "https://fb.me/nandu", "https://fb.me/nandu"],
  ["facebook_url", "https://www.facebook.com/nandu?fbclid=IwAR0&mibextid=ZbWKwL", "https://www.facebook.com/nandu"],
  ["facebook_url", "https://www.facebook.com/share/1BiNcRpu8m?mibextid=wwXIfr", "https://www.facebook.com/share/1BiNcRpu8m"],
  ["facebook_url", "https://m.facebook.com/profile.php?id=100&ref=x", "https://www.facebook.com/profile.php?id=100"],
  ["facebook_url", "https://www.facebook.com/people/Nandu/100?__tn__=C", "https://www.facebook.com/people/Nandu/100"],
  ["facebook_url", "https://www.facebook.com/p/Nandu-100/", "https://www.facebook.com/p/Nandu-100/"],
  [
    "mapa_url",
    '<iframe src="https://www.google.com/maps/embed?pb=!1m18!1m12" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy"></iframe>',
    "https://www.google.com/maps/embed?pb=!1m18!1m12",
  ],
  [
    "mapa_url",
    "<iframe width='425' src='https://www.google.com/maps/embed?pb=!2sGuy&#39;s+Cut&amp;hl=es'></iframe>",
    "https://www.google.com/maps/embed?pb=!2sGuy%27s+Cut&hl=es",
  ],
  [
    "mapa_url",
    '<iframe\n  src="https://www.google.com.mx/maps/embed?pb=!1m1"></iframe>',
    "https://www.google.com/maps/embed?pb=!1m1",
  ],
  [
    "mapa_url",
    '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1%2C2&amp;layer=mapnik"></iframe><br/><small><a href="https://www.openstreetmap.org/">Ver</a></small>',
    "https://www.openstreetmap.org/export/embed.html?bbox=1%2C2&layer=mapnik",
  ],
  [
    "mapa_url",
    '<iframe src="https://maps.google.com/maps?q=x&amp;output=embed"></iframe>',
    "https://maps.google.com/maps?q=x&output=embed",
  ],
  ["mapa_url", "https://maps.google.com.mx/maps?q=Susa", "https://maps.google.com.mx/maps?q=Susa"],
  ["mapa_url", "Estudio Ñandú\nhttps://maps.app.goo.gl/AbC123", "https://maps.app.goo.gl/AbC123"],
  ["mapa_url", "https://g.co/kgs/AbC123", "https://g.co/kgs/AbC123"],
  ["mapa_url", "https://share.google/AbC123", "https://share.google/AbC123"],
  ["mapa_url", "https://g.page/nandu?share", "https://g.page/nandu?share"],
  ["mapa_url", "geo:19.4326,-99.1332?q=Susa", "https://www.google.com/maps/search/?api=1&query=19.4326%2C-99.1332"],
  ["mapa_url", "19.4326, -99.1332", "https://www.google.com/maps/search/?api=1&query=19.4326%2C-99.1332"],
  ["mapa_url", " ", null],
  ["whatsapp", "https://wa.me/525543210988", "525543210988"],
  ["whatsapp", "https://api.whatsapp.com/send?phone=5215543210988&text=Hola", "525543210988"],
  ["whatsapp", "\u202a+52 55 4321 0988\u202c", "525543210988"],
  ["whatsapp", "001 619 555 0100", "16195550100"],
  ["telefono", "\u202a+52 (55) 4321‑0988\u202c", "+52 (55) 4321-0988"],
] as const)("the settings read %s = %j as %j", (name, typed, stored) => {
  expect(configuracionSchema.shape[name].parse(typed)).toBe(stored);
  if (stored) expect(configuracionSchema.shape[name].parse(name === "whatsapp" ? `+${stored}` : stored)).toBe(stored);
});

const PROFILE = "Escribe tu usuario, como @tu.estudio, o pega el enlace de tu perfil";
const MAP = "Pega el enlace que da Google Maps en «Compartir», como https://maps.app.goo.gl/…";

test.each([
  ["whatsapp", "55 4321 09876", "Sobra un dígito: son 10 y escribiste 11. Si es de otro país, empieza con +."],
  ["whatsapp", "55432109876", "Sobra un dígito: son 10 y escribiste 11. Si es de otro país, empieza con +."],
  ["whatsapp", "4321 0988", "Faltan 2 dígitos: son 10 y escribiste 8."],
  ["whatsapp", "https://wa.me/message/ABCDE1", "Ese enlace no dice el número: escríbelo."],
  ["whatsapp", "no tengo", "Escribe el número, como 244 123 4567."],
  ["telefono", "55 4321 09876", "Sobra un dígito: son 10 y escribiste 11. Si es de otro país, empieza con +."],
  ["telefono", "llámame", "Escribe el número, como 244 123 4567."],
  ["instagram_url", "https://www.tiktok.com/@nandu", `Ese enlace es de tiktok.com. ${PROFILE} de Instagram.`],
  ["instagram_url", "https://www.instagram.com/", `${PROFILE}.`],
  ["facebook_url", "https://www.instagram.com/nandu", `Ese enlace es de instagram.com. ${PROFILE} de Facebook.`],
  ["facebook_url", "Estudio Ñandú", `${PROFILE}.`],
  ["mapa_url", "https://waze.com/ul?ll=19.4,-99.1", `Ese enlace es de waze.com. ${MAP}`],
  ["mapa_url", "https://www.google.com/", MAP],
  ["mapa_url", '<iframe src="https://mapas.example/embed?pb=1"></iframe>', `Ese enlace es de mapas.example. ${MAP}`],
  ["mapa_url", "Calle 5, Puebla", MAP],
] as const)("of %s = %j the settings say: %s", (name, typed, sentence) => {
  expect(configuracionSchema.shape[name].safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
