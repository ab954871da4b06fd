import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { log } from "~/log.server";

const gzipAsync = promisify(gzip);

/** What is served for a page while the database is unavailable, compressed and without the parts that could be outdated. */
export type FallbackCopy = { contentType: string; gzip: Buffer };

export type FallbackCopies<Facts> = {
  get: (address: string) => FallbackCopy | undefined;
  /** Stores a page that was just rendered, unless it is the same as the stored one. */
  save: (address: string, contentType: string, html: string) => Promise<void>;
  /** The facts of the studio when the database last answered, if it ever did. */
  facts: () => Facts | undefined;
  /** Deletes the copy of a page that no longer exists. */
  remove: (address: string) => Promise<void>;
  saveFacts: (facts: Facts) => Promise<void>;
};

const FACTS_FILE = "facts.json";

/**
 * Keeps the last good copy of each public page in memory and in `root/build` (only in memory without `root`), so a server
 * that starts without a database has them too. Deletes the copies of other builds, which link to styles that are gone.
 */
export function createFallbackCopies<Facts>(root: string | undefined, build = ""): FallbackCopies<Facts> {
  const folder = root && join(root, build);
  const copies = new Map<string, FallbackCopy>();
  const digests = new Map<string, string>();
  let facts: Facts | undefined;
  if (root && folder) {
    try {
      readStoredCopies(root, folder);
    } catch (error) {
      logFileError(error);
    }
  }

  function readStoredCopies(root: string, folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const other of readdirSync(root))
      if (other !== build) void rm(join(root, other), { recursive: true, force: true }).catch(logFileError);
    for (const name of readdirSync(folder)) {
      try {
        const bytes = readFileSync(join(folder, name));
        if (name === FACTS_FILE) facts = JSON.parse(bytes.toString());
        if (!name.endsWith(".copy")) continue;
        const endOfHeader = bytes.indexOf("\n");
        const { address, contentType } = JSON.parse(bytes.subarray(0, endOfHeader).toString());
        copies.set(address, { contentType, gzip: bytes.subarray(endOfHeader + 1) });
      } catch {
        // An unreadable file counts as a missing copy.
      }
    }
  }

  // Written to a temporary file and renamed when complete, so a copy is never read half written.
  async function writeAtomically(name: string, bytes: Buffer | string): Promise<void> {
    if (!folder) return;
    const temporaryFile = join(folder, `${name}.${randomBytes(6).toString("hex")}`);
    try {
      await writeFile(temporaryFile, bytes);
      await rename(temporaryFile, join(folder, name));
    } catch (error) {
      logFileError(error);
      await rm(temporaryFile, { force: true }).catch(() => undefined);
    }
  }

  const fileName = (address: string) => `${digestOf(address)}.copy`;

  return {
    get: (address) => copies.get(address),
    facts: () => facts,
    async save(address, contentType, html) {
      const digest = digestOf(html);
      if (digests.get(address) === digest) return;
      digests.set(address, digest);
      const copy = { contentType, gzip: await gzipAsync(html) };
      copies.set(address, copy);
      const header = Buffer.from(`${JSON.stringify({ address, contentType })}\n`);
      await writeAtomically(fileName(address), Buffer.concat([header, copy.gzip]));
    },
    async remove(address) {
      digests.delete(address);
      if (copies.delete(address) && folder) await rm(join(folder, fileName(address)), { force: true }).catch(logFileError);
    },
    async saveFacts(newFacts) {
      facts = newFacts;
      await writeAtomically(FACTS_FILE, JSON.stringify(newFacts));
    },
  };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

// Only the error code: the site works without copies on disk, and messages would show paths.
function logFileError(error: unknown): void {
  log.warn({ where: "copies", code: (error as NodeJS.ErrnoException).code ?? (error as Error).name });
}
