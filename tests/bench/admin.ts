import { join } from "node:path";
import { median, processorMs } from "./program";
import { ask, type Studio, startStudio } from "./studio";

const ROUNDS = 5;
const REQUESTS = 20;

export const adminPages = ({ ids }: Pick<Studio, "ids">) => [
  ...["/admin", "/admin/citas", "/admin/citas?vista=dia", "/admin/citas?vista=semana", "/admin/clientes"],
  ...["/admin/empleados", "/admin/servicios", "/admin/galeria", "/admin/inventario", "/admin/proveedores", "/admin/testimonios"],
  ...[
    "/admin/ingresos",
    "/admin/egresos",
    "/admin/reportes",
    "/admin/configuracion",
    "/admin/citas/nueva",
    "/admin/clientes/nuevo",
  ],
  ...[`/admin/clientes/${ids.cliente}`, `/admin/citas/${ids.cita}`, `/admin/servicios/${ids.servicio}`],
];

/** Measures CPU time of the server process per request of each admin page, compared to a reference build if given, as a table. */
export async function adminCost(folder: string, reference: string | undefined): Promise<string> {
  const current = await startStudio(join(folder, "admin"));
  const other = reference === undefined ? undefined : await startStudio(join(folder, "admin-referencia"), reference);
  const lines = ["| page | ms of processor | reference | part |", "|---|---|---|---|"];
  let [sum, referenceSum] = [0, 0];
  for (const [n, path] of adminPages(current).entries()) {
    const currentMs: number[] = [];
    const referenceMs: number[] = [];
    // Alternating, so that other load on the machine affects both.
    for (let round = 0; round <= ROUNDS; round++) {
      const [currentCost, referenceCost] = [
        await cost(current, path),
        other && (await cost(other, adminPages(other)[n] ?? path)),
      ];
      // The first round is a warm-up.
      if (round === 0) continue;
      currentMs.push(currentCost);
      if (referenceCost !== undefined) referenceMs.push(referenceCost);
    }
    sum += median(currentMs);
    referenceSum += median(referenceMs);
    const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]+/, ":id");
    const spread = `${median(currentMs).toFixed(1)} (${Math.min(...currentMs).toFixed(1)}–${Math.max(...currentMs).toFixed(1)})`;
    lines.push(
      `| ${name} | ${spread} | ${other ? `${median(referenceMs).toFixed(1)} | ${(median(currentMs) / median(referenceMs)).toFixed(2)}` : " | "} |`,
    );
    console.log(lines.at(-1));
  }
  lines.push(
    `| together | ${sum.toFixed(0)} | ${other ? `${referenceSum.toFixed(0)} | ${(sum / referenceSum).toFixed(2)}` : " | "} |`,
  );
  await current.end();
  await other?.end();
  return lines.join("\n");
}

async function cost(studio: Studio, path: string): Promise<number> {
  const before = processorMs(studio.pid);
  for (let n = 0; n < REQUESTS; n++) {
    const status = await ask(studio, path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
  return (processorMs(studio.pid) - before) / REQUESTS;
}
