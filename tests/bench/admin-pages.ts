import { ask, type Data, makeData, median, type Studio, startStudio, upgradableCopyOf } from "./studio";

const ROUNDS = 15;
const WARM_UP = 3;

/** The pages of the back-office whose time is measured. A page too far is the last one. */
export function adminPages({ ids }: Data): string[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return [
    "/admin",
    "/admin/citas",
    "/admin/citas?cuando=todas",
    "/admin/citas?cuando=todas&pagina=99999",
    "/admin/citas?cuando=todas&q=jazmin",
    "/admin/citas?vista=dia",
    "/admin/citas?vista=semana",
    "/admin/citas/nueva",
    `/admin/citas/${ids.cita}`,
    "/admin/citas/recordatorios",
    "/admin/clientes",
    "/admin/clientes?pagina=99999",
    "/admin/clientes?q=jazmin",
    "/admin/clientes/nuevo",
    `/admin/clientes/${ids.cliente}`,
    `/admin/clientes/${ids.cliente}/ficha`,
    "/admin/inventario",
    "/admin/inventario?movimientos=si",
    `/admin/inventario?movimientos=${ids.item}`,
    "/admin/ingresos",
    "/admin/ingresos?pagina=99999",
    `/admin/ingresos?mes=${ids.mes}`,
    "/admin/ingresos?q=microblading",
    "/admin/egresos",
    "/admin/egresos?categoria=Productos",
    "/admin/reportes",
    `/admin/reportes?mes=${ids.mes}`,
    `/admin/reportes?anio=${day(0).slice(0, 4)}`,
    `/admin/reportes?desde=${day(1826)}&hasta=${day(0)}`,
    "/admin/reportes/cuadre",
    "/admin/configuracion/base-de-datos",
    "/admin/servicios",
    `/admin/servicios/${ids.servicio}`,
    "/admin/galeria",
    "/admin/empleados",
    "/admin/proveedores",
    "/admin/testimonios",
  ];
}

/** Prints the median milliseconds of each page at `times` the demo's data, also of a reference checkout if one is given. */
export async function timeAdminPages(times: number, reference: string | undefined): Promise<void> {
  // The older of the two makes the data: the newer one migrates it.
  const data = await makeData(times, reference);
  const own = reference === undefined ? data : await upgradableCopyOf(data, reference);
  const studios = [await startStudio(own), ...(reference === undefined ? [] : [await startStudio(data, reference)])];
  console.log(
    reference === undefined ? "| page | ms |\n|---|---:|" : "| page | ms | reference, ms | part |\n|---|---:|---:|---:|",
  );
  const sums = studios.map(() => 0);
  for (const path of adminPages(data)) {
    const medians = await timePage(studios, path);
    for (const [n, ms] of medians.entries()) sums[n] = (sums[n] ?? 0) + ms;
    printRow(path.replace(/[0-9a-f]{8}-[0-9a-f-]+/, ":id").replace("99999", "last"), medians);
  }
  printRow("together", sums);
  for (const studio of studios) await studio.stop();
}

async function timePage(studios: Studio[], path: string): Promise<number[]> {
  const paths = await Promise.all(studios.map((studio) => lastPage(studio, path)));
  const times: number[][] = studios.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [n, studio] of studios.entries()) {
      const { status, ms } = await ask(studio, paths[n] ?? path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      if (round >= 0) times[n]?.push(ms);
    }
  }
  return times.map(median);
}

/** Where a page too far redirects to. */
async function lastPage({ port, cookie }: Studio, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const { pathname, search } = new URL(response.url);
  await response.arrayBuffer();
  return pathname + search;
}

function printRow(name: string, [ms = 0, reference]: number[]): void {
  const compared = reference === undefined ? "" : ` ${reference.toFixed(1)} | ${(ms / reference).toFixed(2)} |`;
  console.log(`| ${name} | ${ms.toFixed(1)} |${compared}`);
}
