/** One part of a multipart body: what its header says, and its bytes as they arrive, to be read to their end. */
export type Part = { name: string; filename: string | undefined; data: AsyncGenerator<Buffer> };

/** A body that is not what its header says, or that ended before its end. */
export class MalformedBody extends Error {}

const CRLF = "\r\n";
const MOST_HEADER_BYTES = 8192;

/**
 * Reads a `multipart/form-data` body part by part, holding no more of it than a chunk. (Remix's own parser refuses a file
 * whose name holds `;` or `=`, and keeps a header of any length.) Throws MalformedBody.
 */
export async function* readParts(request: Request): AsyncGenerator<Part> {
  const type = request.headers.get("Content-Type") ?? "";
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!request.body || boundary === undefined) throw new MalformedBody();
  const bytes = new Bytes(request.body.getReader());
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  for await (const _preamble of bytes.until(delimiter));
  while ((await bytes.take(2)) === CRLF) {
    const header = await readText(bytes.until(Buffer.from(CRLF + CRLF)), MOST_HEADER_BYTES);
    yield { ...readHeader(header), data: bytes.until(delimiter) };
  }
}

/** Gives what is left of a part as text; throws MalformedBody when that is more than `most` bytes. */
export async function readText(data: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of data) {
    size += chunk.length;
    if (size > most) throw new MalformedBody();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readHeader(header: string): { name: string; filename: string | undefined } {
  const disposition = /^content-disposition:\s*form-data(;.*)$/im.exec(header)?.[1] ?? "";
  // Within quotes browsers escape three characters, all of them this way.
  const parameters = new Map(
    [...disposition.matchAll(/;\s*(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
      key.toLowerCase(),
      value.replace(/%22/g, '"').replace(/%0D%0A|%0D|%0A/gi, "\n"),
    ]),
  );
  const name = parameters.get("name");
  if (name === undefined) throw new MalformedBody();
  return { name, filename: parameters.get("filename") };
}

/** A stream of bytes, read up to marks in it. */
class Bytes {
  // The first delimiter begins a line too, though no line stands before it.
  private kept = Buffer.from(CRLF);

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  /** Gives what comes before the next `mark`, as it arrives, and moves behind it. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.kept.indexOf(mark);
      // The end of what is there may be the beginning of the mark.
      const sure = at === -1 ? Math.max(0, this.kept.length - mark.length + 1) : at;
      const chunk = this.kept.subarray(0, sure);
      this.kept = this.kept.subarray(at === -1 ? sure : at + mark.length);
      if (chunk.length > 0) yield chunk;
      if (at !== -1) return;
      await this.more();
    }
  }

  /** Gives the next `length` bytes as text. */
  async take(length: number): Promise<string> {
    while (this.kept.length < length) await this.more();
    const taken = this.kept.subarray(0, length).toString("latin1");
    this.kept = this.kept.subarray(length);
    return taken;
  }

  private async more(): Promise<void> {
    // Whoever was sending has gone: no fault of ours, and nothing more to read.
    const { done, value } = await this.reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) throw new MalformedBody();
    this.kept = Buffer.concat([this.kept, value]);
  }
}
