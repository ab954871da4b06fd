import { readFileSync } from "node:fs";

// `npm run timings` runs the gate's Vitest files and prints the twenty slowest tests and files as the tables of docs/benchmarks.md.

type Report = {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { title: string; duration?: number | null }[];
  }[];
};

const MOST = 20;
const { testResults }: Report = JSON.parse(readFileSync("test-results/vitest.json", "utf8"));

function printSlowest(title: string, rows: { name: string; ms: number }[]): void {
  console.log(`\n| ${title} | seconds |\n|---|---:|`);
  for (const { name, ms } of rows.sort((one, other) => other.ms - one.ms).slice(0, MOST))
    console.log(`| ${name} | ${(ms / 1000).toFixed(1)} |`);
}

const pathOf = (name: string) => name.replace(/^.*\/tests\//, "");

printSlowest(
  "test",
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({ name: `${pathOf(name)}: ${title}`, ms: duration ?? 0 })),
  ),
);
printSlowest(
  "file",
  testResults.map(({ name, startTime, endTime }) => ({ name: pathOf(name), ms: endTime - startTime })),
);
const seconds = testResults.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
console.log(`\n${testResults.length} files, ${seconds.toFixed(0)} s in both workers together`);
