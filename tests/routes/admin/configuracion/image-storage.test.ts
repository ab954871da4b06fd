import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CloudinaryStandIn } from "../../../support/cloudinary";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/instalacion";

const cloudinary = new CloudinaryStandIn();
await cloudinary.start();
afterAll(() => cloudinary.stop());
const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => {
  delete process.env.CLOUDINARY_URL;
});

describe("the image storage", () => {
  const resultMessage = async () => {
    const page = await ana.get(PATH).then((shown) => shown.submit({}, `form[action="${PATH}/probar"]`));
    expect(page.location).toBe(PATH);
    const after = await ana.get(PATH);
    return after.flash || after.alert;
  };

  test("is the local disk, and without Cloudinary the connection test says how to configure it", async () => {
    expect((await ana.get(PATH)).text()).toContain("En el disco, en DATA_DIR/uploads");
    expect(await resultMessage()).toContain("arranca el servidor con CLOUDINARY_URL=cloudinary://clave:secreto@nube");
    expect((await ana.send(`${PATH}/probar`)).location).toBe(PATH);
  });

  describe("tested at Cloudinary", () => {
    const storedImage = () =>
      new Response(new Uint8Array(cloudinary.assets.values().next().value ?? []), { headers: { "Content-Type": "image/webp" } });
    const fetchedUrls: string[] = [];

    beforeEach(() => {
      process.env.CLOUDINARY_URL = cloudinary.url;
      cloudinary.mode = "ok";
      cloudinary.assets.clear();
      fetchedUrls.length = 0;
    });

    const mockImageFetch = (answer: () => Promise<Response>) =>
      vi.spyOn(globalThis, "fetch").mockImplementation((url) => {
        fetchedUrls.push(String(url));
        return answer();
      });

    test("uploads a picture, reads it at its public address and deletes it", async () => {
      mockImageFetch(async () => storedImage());
      expect(await resultMessage()).toBe("Cloudinary respondeLa imagen de prueba se subió, se leyó y se borró.");
      expect(fetchedUrls).toEqual([
        expect.stringMatching(/^https:\/\/res\.cloudinary\.com\/estudio\/image\/upload\/.*prueba-\d+/),
      ]);
      expect(cloudinary.assets.size).toBe(0);
    });

    test.each([
      ["not found at its address", async () => new Response(null, { status: 404 })],
      ["not an image", async () => new Response("hola", { headers: { "Content-Type": "text/html" } })],
      ["not reachable", () => Promise.reject(new Error("no hay red"))],
    ])("reports a picture that was %s, and deletes it too", async (_label, answer) => {
      mockImageFetch(answer);
      expect(await resultMessage()).toContain("no se pudo leer en la dirección que verían las visitas");
      expect(cloudinary.assets.size).toBe(0);
      vi.mocked(console.error).mockClear();
    });

    test("reports rejected credentials without showing them", async () => {
      cloudinary.mode = { status: 401, message: "Invalid Signature un-secreto-de-prueba" };
      const sentence = await resultMessage();
      expect(sentence).toContain("no aceptó las claves del estudio");
      expect(sentence).not.toMatch(/secreto-de-prueba|123456789012345|Invalid/);
      expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toMatch(/secreto-de-prueba|123456789012345/);
      vi.mocked(console.error).mockClear();
    });
  });
});
