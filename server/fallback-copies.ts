import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

/** What is served of a page while the database is away: the page without what may be untrue by now, compressed. */
export type FallbackCopy = { contentType: string; gzip: Buffer };

export type FallbackCopies<Facts> = {
  get: (address: string) => FallbackCopy | undefined;
  /** Keeps a page that was just made, unless it is the same as before. */
  save: (address: string, contentType: string, html: string) => Promise<void>;
  /** What was last known of the studio, if anything was. */
  facts: () => Facts | undefined;
  /** Keeps what is known now, and lets go of every copy whose address is not among `addresses`. */
  saveFacts: (facts: Facts, addresses: Iterable<string>) => Promise<void>;
};

const FACTS = "facts.json";

/**
 * Keeps the last good copy of each public page, in memory and in `root/build` (memory alone without it), so that a start
 * without a database has them too. The copies of other builds are deleted: they name styles and pictures that may be gone.
 */
export function createFallbackCopies<Facts>(root: string | undefined, build = ""): FallbackCopies<Facts> {
  const folder = root && join(root, build);
  const copies = new Map<string, FallbackCopy>();
  const digests = new Map<string, string>();
  let facts: Facts | undefined;
  if (root && folder) {
    try {
      readAll(root, folder);
    } catch (error) {
      report(error);
    }
  }

  function readAll(root: string, folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const other of readdirSync(root)) if (other !== build) void rm(join(root, other), { recursive: true, force: true });
    for (const name of readdirSync(folder)) {
      try {
        const bytes = readFileSync(join(folder, name));
        if (name === FACTS) facts = JSON.parse(bytes.toString());
        if (!name.endsWith(".copy")) continue;
        const end = bytes.indexOf("\n");
        const { address, contentType } = JSON.parse(bytes.subarray(0, end).toString());
        copies.set(address, { contentType, gzip: bytes.subarray(end + 1) });
      } catch {
        // A file that cannot be read is a copy that is missing.
      }
    }
  }

  // Written aside and renamed when whole: a reader never sees half a copy.
  async function write(name: string, bytes: Buffer | string): Promise<void> {
    if (!folder) return;
    const draft = join(folder, `${name}.${randomBytes(6).toString("hex")}`);
    try {
      await writeFile(draft, bytes);
      await rename(draft, join(folder, name));
    } catch (error) {
      report(error);
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  const nameOf = (address: string) => `${digestOf(address)}.copy`;

  return {
    get: (address) => copies.get(address),
    facts: () => facts,
    async save(address, contentType, html) {
      const digest = digestOf(html);
      if (digests.get(address) === digest) return;
      digests.set(address, digest);
      const copy = { contentType, gzip: await compress(html) };
      copies.set(address, copy);
      await write(nameOf(address), Buffer.concat([Buffer.from(`${JSON.stringify({ address, contentType })}\n`), copy.gzip]));
    },
    async saveFacts(now, addresses) {
      facts = now;
      const kept = new Set(addresses);
      const gone = [...copies.keys()].filter((address) => !kept.has(address));
      for (const address of gone) {
        copies.delete(address);
        digests.delete(address);
      }
      await Promise.all([
        write(FACTS, JSON.stringify(now)),
        ...gone.map((address) => folder && rm(join(folder, nameOf(address)), { force: true })),
      ]);
    },
  };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

// The site goes on without copies on the disk; which disk it is, is no secret.
function report(error: unknown): void {
  console.warn(`copies: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`);
}
