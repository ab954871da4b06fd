import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

// Part of the build: every text file under public/ gets its compressed forms beside it, as small as they go.
for (const name of readdirSync("public", { recursive: true, encoding: "utf8" })) {
  const file = join("public", name);
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file) || !statSync(file).isFile()) continue;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
