import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { HOSTILE } from "../support/hostile-workbooks";

const AT_ONCE = 4;
// Those of the server (package.json).
const FLAGS = [
  "--expose-gc",
  "--max-old-space-size=192",
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
  "--import",
  "tsx",
];
const READER = fileURLToPath(new URL("read-workbook.ts", import.meta.url));

/** Prints, for each hostile workbook, alone and four at once, how long its sentence takes and how much the process grows. */
export async function measureWorkbooks(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "workbooks-"));
  try {
    console.log(
      `| workbook | KB | s | MB more | s, ${AT_ONCE} at once | MB more | sentence |\n|---|---:|---:|---:|---:|---:|---|`,
    );
    for (const [name, { make }] of Object.entries(HOSTILE)) {
      const file = join(folder, "libro.xlsx");
      const bytes = make(1000);
      await writeFile(file, bytes);
      const [alone, several] = [await read(file, 1), await read(file, AT_ONCE)];
      const cells = [alone.seconds, alone.grown, several.seconds, several.grown, alone.sentence];
      console.log(`| ${name} | ${Math.round(bytes.length / 1024)} | ${cells.join(" | ")} |`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads a file `times` at once in a process of its own. */
async function read(file: string, times: number): Promise<{ seconds: string; grown: string; sentence: string }> {
  const child = spawn(process.execPath, [...FLAGS, READER, file, String(times)], {
    env: { ...process.env, MALLOC_ARENA_MAX: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return JSON.parse(output || '{"seconds":"-","grown":"-","sentence":"the process ended"}');
}
