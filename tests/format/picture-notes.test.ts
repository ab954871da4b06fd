import { describe, expect, test } from "vitest";
import { type NamedPicture, pictureNotes } from "~/format/picture-notes";

const picture = (name: string, width: number, height: number, isAnimated = false): NamedPicture => ({
  name,
  width,
  height,
  isAnimated,
});
const note = (place: Parameters<typeof pictureNotes>[1], width: number, height: number, isAnimated = false) =>
  pictureNotes([picture("foto.jpg", width, height, isAnimated)], place, "stored");

describe("what cannot be shown as meant", () => {
  test.each([
    // Screenshots of a long conversation, of a whole page, of a phone in several sizes (Apple, Human Interface Guidelines; Samsung).
    ["galeria", 200, 2400, "es muy alta: en la galería solo se verá una parte. Recórtala y súbela otra vez."],
    ["galeria", 900, 2400, "es muy alta: en la galería solo se verá una parte. Recórtala y súbela otra vez."],
    ["galeria", 1107, 2400, ""],
    ["galeria", 960, 2400, ""],
    ["galeria", 959, 2400, "es muy alta: en la galería solo se verá una parte. Recórtala y súbela otra vez."],
    // A panorama, a cover of Facebook (851 × 315), a banner, a strip of before and after.
    ["galeria", 1600, 320, "es muy ancha: en la galería solo se verá una parte. Recórtala y súbela otra vez."],
    ["galeria", 851, 315, ""],
    ["galeria", 1500, 500, ""],
    ["galeria", 1501, 500, "es muy ancha: en la galería solo se verá una parte. Recórtala y súbela otra vez."],
    ["galeria", 1200, 1600, ""],
    ["galeria", 1600, 1200, ""],
    ["galeria", 1350, 2400, ""],
    ["galeria", 1600, 900, ""],
    // Thumbnails that were saved in place of their photographs, a sticker, a pixel.
    ["galeria", 399, 400, "es muy chica: en la galería se verá borrosa. Si la tienes más grande, súbela otra vez."],
    ["galeria", 400, 400, ""],
    ["galeria", 160, 120, "es muy chica: en la galería se verá borrosa. Si la tienes más grande, súbela otra vez."],
    ["galeria", 1, 1, "es muy chica: en la galería se verá borrosa. Si la tienes más grande, súbela otra vez."],
    ["hero", 500, 1201, "es muy alta: en la portada solo se verá una parte. Recórtala y súbela otra vez."],
    ["hero", 1350, 2400, ""],
    ["hero", 1600, 900, ""],
    ["hero", 1600, 699, "es muy ancha: en la portada solo se verá una parte. Recórtala y súbela otra vez."],
    ["hero", 320, 320, "es muy chica: en la portada se verá borrosa. Si la tienes más grande, súbela otra vez."],
    ["retrato", 1200, 1600, ""],
    ["retrato", 1200, 800, ""],
    ["retrato", 1600, 900, "es muy ancha: en Nosotros solo se verá una parte. Recórtala y súbela otra vez."],
    ["retrato", 390, 400, "es muy chica: en Nosotros se verá borrosa. Si la tienes más grande, súbela otra vez."],
    ["foto", 1600, 900, "es muy ancha: en Nosotros solo se verá una parte. Recórtala y súbela otra vez."],
    ["foto", 240, 320, ""],
    ["foto", 96, 96, "es muy chica: en Nosotros se verá borrosa. Si la tienes más grande, súbela otra vez."],
    // A logo is shown whole: one of extreme shape becomes small.
    ["logo", 300, 100, ""],
    ["logo", 960, 100, ""],
    ["logo", 1000, 100, "es muy ancha: en tu sitio se verá muy chica. Recórtala y súbela otra vez."],
    ["logo", 200, 800, ""],
    ["logo", 200, 900, "es muy alta: en tu sitio se verá muy chica. Recórtala y súbela otra vez."],
    ["logo", 32, 32, "es muy chica: en tu sitio se verá borrosa. Si la tienes más grande, súbela otra vez."],
  ] as const)("%s %d × %d: %s", (place, width, height, expected) => {
    expect(note(place, width, height)).toBe(expected && `foto.jpg se guardó, pero ${expected}`);
  });

  test("an animation says that it does not move, beside what its size has", () => {
    expect(note("galeria", 480, 480, true)).toBe("foto.jpg se guardó, pero ya no se mueve: solo se verá su primera imagen.");
    expect(note("galeria", 200, 200, true)).toBe(
      "foto.jpg se guardó, pero es muy chica: en la galería se verá borrosa. Si la tienes más grande, súbela otra vez. " +
        "foto.jpg se guardó, pero ya no se mueve: solo se verá su primera imagen.",
    );
  });
});

test.each([
  [
    [picture("larga.png", 1000, 12_000)],
    "larga.png es muy alta: en la galería solo se verá una parte. Recórtala antes de subirla.",
  ],
  [
    [picture("panorama.jpg", 9000, 1200), picture("mesa.jpg", 1600, 100)],
    "panorama.jpg y mesa.jpg son muy anchas: en la galería solo se verá una parte. Recórtalas antes de subirlas.",
  ],
  [[picture("mini.jpg", 90, 90)], "mini.jpg es muy chica: en la galería se verá borrosa. Si la tienes más grande, elige esa."],
  [
    [picture("mini.jpg", 90, 90), picture("icono.png", 64, 64)],
    "mini.jpg e icono.png son muy chicas: en la galería se verán borrosas. Si las tienes más grandes, elige esas.",
  ],
  [[picture("buena.jpg", 3000, 4000)], ""],
])("before they are sent it says what to do instead", (pictures, expected) => {
  expect(pictureNotes(pictures, "galeria", "chosen")).toBe(expected);
});

describe("several pictures", () => {
  test("are joined by what is said of them, and those without a note are not named", () => {
    const pictures = [
      picture("larga.png", 200, 2400),
      picture("buena.jpg", 1200, 1600),
      picture("chat.png", 300, 2400),
      picture("panorama.jpg", 1600, 200),
      picture("mesa.jpg", 1600, 100),
      picture("mini.jpg", 90, 90),
      picture("baile.gif", 300, 300, true),
      picture("brillo.gif", 480, 300, true),
    ];
    expect(pictureNotes(pictures, "galeria", "stored")).toBe(
      [
        "larga.png y chat.png se guardaron, pero son muy altas: en la galería solo se verá una parte. Recórtalas y súbelas otra vez.",
        "panorama.jpg y mesa.jpg se guardaron, pero son muy anchas: en la galería solo se verá una parte. Recórtalas y súbelas otra vez.",
        "mini.jpg y baile.gif se guardaron, pero son muy chicas: en la galería se verán borrosas. Si las tienes más grandes, súbelas otra vez.",
        "baile.gif y brillo.gif se guardaron, pero ya no se mueven: solo se verá la primera imagen de cada una.",
      ].join(" "),
    );
    expect(pictureNotes(pictures.slice(1, 2), "galeria", "stored")).toBe("");
    expect(pictureNotes([], "galeria", "stored")).toBe("");
  });

  test("with names too long for the message are counted", () => {
    const long = Array.from({ length: 20 }, (_, n) => picture(`${"🦩".repeat(50)}${n}.png`, 200, 2400));
    const said = pictureNotes(long, "galeria", "stored");
    expect(said).toMatch(/^(🦩)+0\.png, (🦩)+1\.png y 18 más se guardaron, pero son muy altas: /u);
    const usual = Array.from({ length: 20 }, (_, n) => picture(`Captura de pantalla ${n + 10}.png`, 200, 2400));
    expect(pictureNotes(usual, "galeria", "stored")).toContain(
      "Captura de pantalla 28.png y Captura de pantalla 29.png se guardaron",
    );
  });
});
