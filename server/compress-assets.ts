import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

// Runs after the build: writes the .br and .gz variants of every text file in public/, which server/static-files.ts serves.
for (const name of readdirSync("public", { recursive: true, encoding: "utf8" })) {
  const file = join("public", name);
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file) || !statSync(file).isFile()) continue;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
