import { Readable } from "node:stream";
import { env } from "~/env.server";
import { logError } from "~/log.server";
import { cloudinaryStorage, uploadPicture } from "./cloudinary";
import { StorageError } from "./error";

const TIMEOUT_MS = 15_000;

// A WebP of one pixel.
const PIXEL = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

/** The result of a probe, with a sentence for the screen that quotes no secret and no English message. */
export type Probe = { ok: boolean; sentence: string };

/** Uploads a tiny picture to Cloudinary, reads it back from its public address, and deletes it. */
export async function probeCloudinary(): Promise<Probe> {
  if (!env().CLOUDINARY_URL) {
    return {
      ok: false,
      sentence:
        "No hay una cuenta de Cloudinary: las imágenes se guardan en el disco. Para usarla, arranca el servidor con CLOUDINARY_URL=cloudinary://clave:secreto@nube.",
    };
  }
  const cloudinary = cloudinaryStorage();
  const nombre = `prueba-${Date.now()}`;
  try {
    const saved = await uploadPicture(nombre, () => Readable.from(PIXEL));
    const isRead = saved !== null && (await isReadable(saved.url));
    await cloudinary.remove(nombre);
    if (isRead) return { ok: true, sentence: "La imagen de prueba se subió, se leyó y se borró." };
    return {
      ok: false,
      sentence: "La imagen de prueba se subió y se borró, pero no se pudo leer en la dirección que verían las visitas.",
    };
  } catch (error) {
    logError("probe", error);
    const sentence =
      error instanceof StorageError ? error.sentence : "Algo falló de nuestro lado. El detalle está en el registro del servidor.";
    return { ok: false, sentence };
  }
}

async function isReadable(url: string): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok && /^image\//.test(headers.get("Content-Type") ?? "");
  } catch (error) {
    logError("probe", error);
    return false;
  }
}
