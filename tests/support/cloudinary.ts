import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";

const KEY = "123456789012345";
const SECRET = "un-secreto-de-prueba";
const CLOUD = "estudio";

/**
 * How the stand-in answers a request: `stopped` pauses reading until release(), `silent` never answers, `gone` closes the connection,
 * and `lost` does so after it has done what was asked.
 */
export type Mode = "ok" | "stopped" | "silent" | "gone" | "lost" | { status: number; message: string; retryAfter?: string };

/**
 * A local HTTP server with Cloudinary's upload API: upload, destroy, rename and explicit, with their signatures checked, errors in
 * Cloudinary's JSON, and every stored asset under its public id.
 */
export class CloudinaryStandIn {
  mode: Mode = "ok";
  /** How it answers the next requests, before `mode`. */
  readonly next: Mode[] = [];
  /** The uploads that get `mode`, by their public id; the others succeed. */
  failing = /./;
  /** When each request was read. */
  readonly times: number[] = [];
  /** How many of the next uploads answer that their name already exists. */
  takenNames = 0;
  /** How many requests are being read now, and the maximum so far. */
  reading = 0;
  maxReading = 0;
  readonly assets = new Map<string, Buffer>();
  /** The assets of the type `authenticated`, which no unsigned address delivers. */
  readonly hidden = new Map<string, Buffer>();
  private versions = 1_700_000_000;
  /** The form fields of each upload, without the file. */
  readonly uploads: Record<string, string>[] = [];
  /** The number of requests without a valid signature. */
  unsigned = 0;
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => request.socket.destroy());
  });

  async start(): Promise<void> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
  }

  /** The CLOUDINARY_URL of this server. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `cloudinary://${KEY}:${SECRET}@${CLOUD}?upload_prefix=http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** Resumes the requests paused by `stopped`. */
  release(): void {
    this.mode = "ok";
    this.released();
  }

  private released: () => void = () => undefined;
  private readonly untilReleased = new Promise<void>((released) => {
    this.released = released;
  });

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const action = new RegExp(`^/v1_1/${CLOUD}/image/(upload|destroy|rename|explicit)$`).exec(request.url ?? "")?.[1];
    const { file, values } = await parts(request, await this.read(request));
    this.times.push(Date.now());
    const mode = this.next.shift() ?? (this.failing.test(values.public_id ?? "-") ? this.mode : "ok");
    if (mode === "silent") return;
    if (mode === "gone") return void request.socket.destroy();
    const reply = (status: number, json: object, headers = {}) => {
      if (mode === "lost") return void request.socket.destroy();
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
    };
    if (typeof mode === "object") {
      const headers = mode.retryAfter === undefined ? {} : { "retry-after": mode.retryAfter };
      return reply(mode.status, { error: { message: mode.message } }, headers);
    }
    if (request.method !== "POST" || action === undefined) return reply(404, { error: { message: "Not found" } });
    if (!isSigned(values)) {
      this.unsigned++;
      return reply(401, { error: { message: `Invalid Signature ${values.signature}. String to sign - '...'.` } });
    }
    const ofType = (type = "upload") => (type === "upload" ? this.assets : this.hidden);
    if (action === "destroy")
      return reply(200, { result: ofType(values.type).delete(String(values.public_id)) ? "ok" : "not found" });
    if (action === "rename" || action === "explicit") {
      const id = String(values.from_public_id ?? values.public_id);
      const bytes = ofType(values.type).get(id);
      if (!bytes) return reply(404, { error: { message: `Resource not found - ${id}` } });
      if (action === "rename") {
        ofType(values.type).delete(id);
        ofType(values.to_type).set(String(values.to_public_id), bytes);
        this.versions++;
      }
      const type = values.to_type ?? values.type ?? "upload";
      const path = `${CLOUD}/image/${type}/v${this.versions}/${values.to_public_id ?? id}.webp`;
      return reply(200, { public_id: id, type, secure_url: `https://res.cloudinary.com/${path}` });
    }
    if (file === undefined) return reply(400, { error: { message: "Missing required parameter - file" } });
    this.uploads.push(values);
    const public_id = `${values.folder}/${values.public_id}`;
    const existing = this.assets.has(public_id) || this.takenNames-- > 0;
    if (!existing) this.assets.set(public_id, file);
    const path = `${CLOUD}/image/upload/v1700000000/${public_id}.webp`;
    return reply(200, {
      public_id,
      ...(existing ? { existing } : {}),
      etag: createHash("md5")
        .update(this.assets.get(public_id) ?? "")
        .digest("hex"),
      url: `http://res.cloudinary.com/${path}`,
      secure_url: `https://res.cloudinary.com/${path}`,
    });
  }

  private async read(request: IncomingMessage): Promise<Buffer> {
    this.maxReading = Math.max(this.maxReading, ++this.reading);
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      if (this.mode === "stopped") await this.untilReleased;
    }
    this.reading--;
    return Buffer.concat(chunks);
  }
}

/**
 * Parses a multipart body into its fields and its file. Uses Busboy: the SDK's boundaries may be two letters long, and Node's
 * `formData()` rejects a picture that contains two hyphens and those letters anywhere.
 */
async function parts(request: IncomingMessage, body: Buffer): Promise<{ file?: Buffer; values: Record<string, string> }> {
  const values: Record<string, string> = {};
  let file: Promise<Buffer> | undefined;
  const form = new Busboy({ headers: request.headers as BusboyHeaders });
  form.on("field", (name, value) => {
    values[name] = value;
  });
  form.on("file", (_name, stream) => {
    file = buffer(stream);
  });
  form.end(body);
  await once(form, "finish");
  return { file: await file, values };
}

/** Checks a request's signature: a hash over all parameters except the excluded ones, sorted, followed by the secret. */
function isSigned({ signature = "", api_key = "", ...signed }: Record<string, string>): boolean {
  const text = Object.entries(signed)
    .filter(([name, value]) => !["file", "cloud_name", "resource_type"].includes(name) && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const algorithm = signature.length === 64 ? "sha256" : "sha1";
  const fresh = Math.abs(Date.now() / 1000 - Number(signed.timestamp)) < 3600;
  return (
    api_key === KEY &&
    fresh &&
    createHash(algorithm)
      .update(text + SECRET)
      .digest("hex") === signature
  );
}
