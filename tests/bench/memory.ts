import { readFileSync } from "node:fs";
import { adminPages } from "./admin-pages";
import { ask, makeData, startStudio } from "./studio";

const REQUESTS = 20_000;
const AT_ONCE = 8;
const PRINT_EVERY = 2_500;

/** Prints the server's resident memory over 20,000 requests, half of public pages, half of admin pages and an export. */
export async function measureMemory(): Promise<void> {
  const data = await makeData(1);
  const studio = await startStudio(data);
  const publicPages = ["/", "/about", "/gallery", "/precios", `/servicio/${data.ids.servicio}`];
  const others = [...adminPages(data), "/admin/clientes.csv"];
  let sent = 0;
  let failed = 0;
  const visit = async () => {
    while (sent < REQUESTS) {
      const n = sent++;
      const pages = n % 2 === 0 ? publicPages : others;
      const { status } = await ask(studio, pages[Math.floor(n / 2) % pages.length] ?? "/");
      if (status === 0 || status >= 400) failed++;
      if ((n + 1) % PRINT_EVERY === 0) console.log(`| ${n + 1} | ${residentMb(studio.pid).toFixed(0)} |`);
    }
  };
  console.log("| requests | MB |\n|---:|---:|");
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  console.log(`\n${failed} of ${REQUESTS} requests failed.`);
  await studio.stop();
}

/** The resident memory of a process. */
function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
