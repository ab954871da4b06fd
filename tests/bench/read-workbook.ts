// Reads a workbook as often at once as its second argument says, and prints the seconds of the slowest, how much the resident memory
// grew at most, and the sentence.
import { readFileSync } from "node:fs";
import { readWorkbook } from "~/format/workbook.server";
import { bookOf } from "../support/workbooks";

const [, , path = "", times = "1"] = process.argv;
// Everything is loaded once before it is measured.
await readWorkbook(bookOf('<row><c t="inlineStr"><is><t>Ana</t></is></c></row>'));

const files = Array.from({ length: Number(times) }, () => readFileSync(path));
// Without the room that loading left, which would hide the growth.
for (let times = 0; times < 3; times++) {
  (globalThis as { gc?: () => void }).gc?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const before = residentMb();
const start = performance.now();
let most = before;
const timer = setInterval(() => {
  most = Math.max(most, residentMb());
}, 5);
const read = await Promise.all(files.map((file) => readWorkbook(file)));
clearInterval(timer);
most = Math.max(most, residentMb());
const sentence = typeof read[0] === "string" ? read[0] : `${read[0]?.length} hojas`;
console.log(
  JSON.stringify({ seconds: ((performance.now() - start) / 1000).toFixed(2), grown: (most - before).toFixed(0), sentence }),
);

function residentMb(): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
}
