// Encodes the AVIF versions of one picture in a child process, so that the encoder's memory goes back to the system. Usage:
// node build/avif.js FILE.webp WIDTH
import { rename } from "node:fs/promises";
import os from "node:os";
import sharp from "sharp";
import { widthsOf } from "~/format/picture";

const [file = "", width = ""] = process.argv.slice(2);
// Requests go first. The lowest priority would get no time at all on a busy server, and run into the timeout.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

const startedAt = Date.now();
const name = file.replace(/\.webp$/, "");
const encoded: string[] = [];
// The largest first: the smaller ones then fit into the memory it used.
for (const size of widthsOf(Number(width)).reverse()) {
  const version = `${name}${size === Number(width) ? "" : `-${size}`}.avif`;
  // Effort 3 instead of 4 takes a quarter of the time for 4 % more bytes. The WebP source is 4:2:0 already.
  await sharp(file)
    .resize({ width: size })
    .avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" })
    .toFile(`${version}.part`);
  encoded.push(version);
}
// Renamed at the end, each atomically, so that no half-written file is served.
for (const version of encoded) await rename(`${version}.part`, version);
console.log(JSON.stringify({ ms: Date.now() - startedAt, peakKb: process.resourceUsage().maxRSS }));
