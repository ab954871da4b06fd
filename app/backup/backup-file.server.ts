import { randomBytes } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { exportRespaldo } from "./export.server";
import { rowsIn } from "./format.server";

/** The file of a backup before it is complete. */
export const PART_FILE = /\.[0-9a-f]{8}\.part$/;

/** Writes a backup to `path`, where it appears when all of it is on the disk. Gives the numbers of its rows and bytes. */
export async function writeBackup(path: string): Promise<{ rows: number; bytes: number }> {
  const part = `${path}.${randomBytes(4).toString("hex")}.part`;
  const removePart = () => rmSync(part, { force: true });
  process.once("exit", removePart);
  try {
    let rows = 0;
    const zip = await exportRespaldo((manifest) => {
      rows = rowsIn(manifest);
    });
    await pipeline(zip, createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }));
    const { size } = await stat(part);
    await rename(part, path);
    return { rows, bytes: size };
  } finally {
    process.off("exit", removePart);
    removePart();
  }
}
