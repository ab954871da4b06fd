import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { basename, join } from "node:path";
import sharp from "sharp";

const BOUNDARY = "----frontera-del-banco";

/** Generates different photographs with soft shapes and sensor noise; every second one is rotated by EXIF orientation. */
export async function takePhotos(folder: string, count: number): Promise<string[]> {
  const size = { width: 4000, height: 3000 };
  const noise = (sigma: number) => ({ type: "gaussian" as const, mean: 128, sigma });
  const canvas = { channels: 3 as const, background: "#888" };
  const paths: string[] = [];
  for (let n = 1; n <= count; n++) {
    const path = join(folder, `foto-${n}.jpg`);
    const shapes = await sharp({ create: { ...canvas, width: 40, height: 30, noise: noise(60) } })
      .png()
      .toBuffer();
    const grain = await sharp({ create: { ...canvas, ...size, noise: noise(75) } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await sharp(await sharp(shapes).resize(size.width, size.height).png({ compressionLevel: 1 }).toBuffer())
      .composite([{ input: grain, blend: "soft-light" }])
      .withMetadata({ orientation: n % 2 === 0 ? 6 : 1 })
      .jpeg({ quality: 100, chromaSubsampling: "4:2:0" })
      .toFile(path);
    paths.push(path);
  }
  return paths;
}

/** Sends a form with files as a browser does, streaming them from disk; gives the status. */
export async function post(
  port: number,
  path: string,
  headers: Record<string, string>,
  values: [string, string][],
  paths: string[],
): Promise<number> {
  const head = (name: string, more = "") => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const texts = values.map(([name, value]) => `${head(name)}${value}\r\n`).join("");
  const files = paths.map((file) => ({
    file,
    head: head("imagenes", `; filename="${basename(file)}"`),
    size: statSync(file).size,
  }));
  const end = `--${BOUNDARY}--\r\n`;
  const length =
    Buffer.byteLength(texts + end) + files.reduce((sum, { head, size }) => sum + Buffer.byteLength(head) + size + 2, 0);
  const request = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: {
      ...headers,
      "sec-fetch-site": "same-origin",
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": String(length),
    },
  });
  const answered = once(request, "response");
  request.write(texts);
  for (const { file, head } of files) {
    request.write(head);
    for await (const chunk of createReadStream(file)) if (!request.write(chunk)) await once(request, "drain");
    request.write("\r\n");
  }
  request.end(end);
  const [response] = await answered;
  response.resume();
  await once(response, "end");
  return response.statusCode;
}
