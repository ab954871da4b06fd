import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { decode, encode } from "@jridgewell/sourcemap-codec";

// Runs after the build: writes the .br and .gz variants of every text file in public/, which server/static-files.ts serves, and
// deletes the browser's source maps, which must not be served.
for (const name of readdirSync("public", { recursive: true, encoding: "utf8" })) {
  const file = join("public", name);
  if (file.endsWith(".map")) rmSync(file);
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file) || !statSync(file).isFile()) continue;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

// The log prints lines of source files. A map of lines alone takes 4 MB of memory, one with columns, names and sources over 30.
const map: { mappings: string; sources: string[] } = JSON.parse(readFileSync("build/index.js.map", "utf8"));
const mappings = encode(decode(map.mappings).map((segments) => segments.slice(0, 1)));
// Vitest reports a source that is neither a file nor in the map: two of them are made by Remix.
const sourcesContent = map.sources.map((source) => (existsSync(join("build", source)) ? null : ""));
writeFileSync("build/index.js.map", JSON.stringify({ ...map, mappings, sourcesContent }));
