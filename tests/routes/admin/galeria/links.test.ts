import { describe, expect, test } from "vitest";
import { imagenSchema } from "~/models/catalogo/imagen.server";

const errorOf = (image_url: string, present?: string) =>
  imagenSchema(present).safeParse({ image_url }).error?.issues[0]?.message ?? null;

// The forms in which each service's own "copy link" button gives an address: the help pages of Google Drive ("Share files"), Google
// Photos ("Share photos"), Dropbox ("Share a link"), iCloud ("Share photos with a link"), OneDrive, Canva and Pinterest.
describe("a link that is no picture is refused with what it is and what to do", () => {
  test.each([
    ["https://drive.google.com/file/d/1AbC/view?usp=sharing", "Google Drive"],
    ["https://drive.google.com/uc?export=view&id=1AbC", "Google Drive"],
    ["https://photos.app.goo.gl/AbC123", "Google Fotos"],
    ["https://photos.google.com/share/AF1Qip", "Google Fotos"],
    ["https://www.google.com/imgres?imgurl=x.jpg", "Google"],
    ["https://share.google/images/AbC", "Google"],
    ["https://www.instagram.com/p/AbC/?igsh=1", "Instagram"],
    ["https://www.facebook.com/photo/?fbid=1", "Facebook"],
    ["https://m.facebook.com/susa/photos/1", "Facebook"],
    ["https://www.dropbox.com/scl/fi/abc/cejas.jpg?rlkey=1&dl=0", "Dropbox"],
    ["https://share.icloud.com/photos/0aB", "iCloud"],
    ["https://1drv.ms/i/s!AbC", "OneDrive"],
    ["https://web.whatsapp.com/", "WhatsApp"],
    ["https://www.canva.com/design/DAF/view", "Canva"],
    ["https://pin.it/AbC", "Pinterest"],
    ["https://www.pinterest.com.mx/pin/1/", "Pinterest"],
    ["https://imgur.com/a/AbC", "Imgur"],
    ["https://studio.example/foto.heic", "archivo HEIC"],
    ["https://studio.example/logo.SVG?v=2", "archivo SVG"],
    ["https://studio.example/precios.pdf", "archivo PDF"],
    ["data:image/png;base64,iVBORw0KGgo=", "no un enlace"],
    ["blob:https://web.whatsapp.com/0a1b", "no un enlace"],
    ["file:///C:/Users/Ana/foto.jpg", "no un enlace"],
    ["C:\\Users\\Ana\\foto.jpg", "no un enlace"],
    ["/Users/ana/Desktop/foto.jpg", "no un enlace"],
    ["content://media/external/images/1", "no un enlace"],
    ["http://studio.example/foto.jpg", "https://"],
    ["foto.jpg", "https://"],
  ])("%s", (link, sentence) => {
    expect(errorOf(link)).toContain(sentence);
  });

  test.each([
    "https://studio.example/foto.jpg",
    "https://studio.example/imagen?id=5",
    "https://i.imgur.com/AbC.jpeg",
    "https://i.pinimg.com/736x/ab/cd.jpg",
    "https://res.cloudinary.com/nube/image/upload/v1/a.webp",
    "https://lh3.googleusercontent.com/p/AbC=w800",
    "https://live.staticflickr.com/1/2_3.jpg",
    "https://notinstagram.com.example/foto.jpg",
  ])("but not %s", (link) => {
    expect(errorOf(link)).toBeNull();
  });

  test("and a link that was saved before stays", () => {
    const link = "https://www.instagram.com/p/AbC/";
    expect(errorOf(link, link)).toBeNull();
  });
});
