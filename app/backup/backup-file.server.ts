import { randomBytes } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { exportRespaldo } from "./export.server";
import { rowsIn } from "./format.server";

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
