import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, installGlobals, type ServerBuild } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { applicationOf } from "../../../server/application";
import { readConfig } from "../../../server/config";
import { createListener } from "../../../server/express-app";
import { createBuildPageCache } from "../../../server/page-cache/build-page-cache";
import { revisionReader } from "../../../server/page-cache/revisions";
import { Visitor } from "../../support/browser";
import { createDemoConfiguracion, createEmpleado, createImagen, createServicio } from "../../support/factories";
import { eventually, freshFolder } from "../../support/process";
import { tcpProxyTo } from "../../support/tcp-proxy";
import { sql } from "../../support/test-database";

const direct = process.env.DATABASE_URL ?? "";
const gate = await tcpProxyTo(direct);
const folder = freshFolder();

const CEJAS = "40000000-0000-4000-8000-000000000001";
const UNAS = "40000000-0000-4000-8000-000000000002";
const EVA = "40000000-0000-4000-8000-000000000003";
const IMAGEN = "40000000-0000-4000-8000-000000000004";

// Read only once, because it writes defaults to the environment.
const config = readConfig(process.env);
let build: ServerBuild;
// The addresses that the application rendered, in order.
const made: string[] = [];
const closing: (() => Promise<unknown>)[] = [];

/** Starts another server on the same database, and returns a visitor of it. Only a test of outages is `impatient`. */
async function start({
  url = gate.url,
  maxBytes = undefined as number | undefined,
  copies = "",
  impatient = false,
} = {}): Promise<Visitor> {
  // On a busy machine the database may be silent for a second.
  const revisions = revisionReader(url, () => undefined, impatient ? undefined : 20_000);
  const render = createRequestHandler(build);
  const pages = createBuildPageCache(config, build, revisions, copies || undefined, {
    maxBytes,
    render: (request) => {
      made.push(request.url.replace(config.publicUrl.origin, ""));
      return render(request);
    },
  });
  const server = createServer(createListener(config, build, pages));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await revisions.close();
  });
  return new Visitor((server.address() as AddressInfo).port);
}

beforeAll(async () => {
  process.env.DATABASE_URL = gate.url;
  installGlobals({ nativeFetch: true });
  build = await import(pathToFileURL(resolve("build/index.js")).href);
  process.env.DATABASE_URL = direct;
  await createDemoConfiguracion();
  await createServicio({ id: CEJAS, nombre: "Diseño de cejas", precio: 450 });
  await createServicio({ id: UNAS, nombre: "Manicura en gel", precio: 380, categoria: "manicura" });
  await createEmpleado({ id: EVA, nombre: "Eva", apellido: "Uno", en_sitio: true });
  await createImagen(CEJAS, "/uploads/a.webp", { id: IMAGEN });
  await createImagen(CEJAS, "/uploads/b.webp");
});
beforeEach(() => {
  made.length = 0;
});
afterEach(async () => {
  await gate.heal();
  for (const close of closing.splice(0)) await close();
});
afterAll(async () => {
  await applicationOf(build).disconnect();
  gate.cut();
  gate.close();
});

const timesOf = async (visitor: Visitor, id = CEJAS) => (await visitor.get(`/servicio/${id}`)).hrefs(".slots a");

test("renders a page once for twenty concurrent requests", async () => {
  const eva = await start();
  for (const path of ["/", `/servicio/${CEJAS}`, "/gallery"]) {
    made.length = 0;
    const pages = await Promise.all(Array.from({ length: 20 }, () => eva.send(path)));
    expect(made, path).toEqual([path]);
    expect(new Set(pages.map(({ html }) => html)).size, path).toBe(1);
  }
});

test("caches a page once for each value of the parameters that its route declares, whatever else the URL has", async () => {
  const eva = await start();
  for (let n = 0; n < 5; n++) {
    await eva.get(`/servicio/${CEJAS}?utm=${n}`);
    await eva.get(`/servicio/${CEJAS.toUpperCase()}/?utm=${n}&imagen=`);
    await eva.get(`/gallery?n=${n}&servicio=manicura-en-gel`);
    await eva.get(`/?n=${n}`);
    await eva.get(`/About/?n=${n}`);
  }
  expect(made).toEqual([`/servicio/${CEJAS}`, "/gallery?servicio=manicura-en-gel", "/", "/about"]);
  await eva.get("/gallery?categoria=cejas&n=1");
  await eva.get("/gallery?n=1&obra=microblading");
  await eva.get(`/servicio/${CEJAS}?n=1&dias=mas&con=${EVA}`);
  await eva.get("/precios?n=1");
  await eva.get("/precios?q=cejas");
  expect(made.splice(4)).toEqual([
    "/gallery?categoria=cejas",
    "/gallery?obra=microblading",
    `/servicio/${CEJAS}?con=${EVA}&dias=mas`,
    "/precios",
    "/precios?q=cejas",
  ]);
  const chosen = await eva.get(`/servicio/${CEJAS}?imagen=${IMAGEN}&de=/gallery?servicio=manicura-en-gel`);
  expect(chosen.href("main > a")).toBe("/gallery?servicio=manicura-en-gel");
  expect(chosen.document.querySelector("[aria-current=true] img")?.getAttribute("src")).toBe("/uploads/a.webp");
  expect(made).toHaveLength(5);
});

async function showsWhatWasSaved(times: number): Promise<void> {
  // The first account may save.
  await sql("DELETE FROM cuentas_susa");
  const servers = [await start(), await start()] as const;
  const ana = await start();
  await (await ana.get("/auth?modo=registro")).submit({ email: "ana@ejemplo.mx", password: "una contraseña larga" });
  for (let precio = 500; precio < 500 + times; precio++) {
    if (precio % 2) await sql("UPDATE servicios_susa SET precio = $1 WHERE id = $2", [precio, CEJAS]);
    else {
      const editor = await ana.get(`/admin/servicios/${CEJAS}`);
      expect((await editor.submit({ precio: `${precio}` }, 'form:has([name="precio"])')).status).toBe(303);
    }
    const paths = Array.from({ length: 25 }, (_, n) => (n % 2 ? "/" : `/servicio/${CEJAS}`));
    const pages = await Promise.all(servers.flatMap((visitor) => paths.map((path) => visitor.send(path))));
    expect(pages.filter(({ html }) => !html.includes(`$${precio}.00`))).toEqual([]);
  }
}

test("shows what was saved, by a form or in SQL, on the very next page of every server", () => showsWhatWasSaved(4));

test("shows each of many saves on the very next page of every server", { tags: ["slow"] }, () => showsWhatWasSaved(20));

test("renders pages with free times again after a booking, and keeps the rest of the catalogue", async () => {
  const servers = [await start(), await start()];
  const before = await Promise.all(servers.flatMap((visitor) => [visitor.get("/"), visitor.get(`/servicio/${CEJAS}`)]));
  const offered = before[1]?.hrefs(".slots a") ?? [];
  expect(offered.length).toBeGreaterThan(1);
  made.length = 0;
  // It has no employee yet, so it occupies time of every service.
  const [slot] = await sql<{ fecha_hora: Date }>("SELECT fecha_hora FROM codigos_susa ORDER BY fecha_hora LIMIT 1");
  await sql("INSERT INTO citas_susa (fecha_hora, fin) VALUES ($1::timestamptz, $1::timestamptz + interval '1 hour')", [
    slot?.fecha_hora,
  ]);
  for (const visitor of servers) {
    await visitor.get("/");
    for (const id of [CEJAS, UNAS]) expect(await timesOf(visitor, id)).not.toContain(offered[0]);
  }
  expect(made.sort()).toEqual([CEJAS, CEJAS, UNAS, UNAS].map((id) => `/servicio/${id}`));
  await sql("DELETE FROM citas_susa");
  expect(await timesOf(servers[0] as Visitor)).toEqual(offered);
});

test("stops offering a time once it is too near, although nothing was saved", async () => {
  const eva = await start();
  const offered = await timesOf(eva);
  const [slot] = await sql<{ fecha_hora: Date }>(
    "SELECT fecha_hora FROM codigos_susa WHERE servicio_id = $1 AND fecha_hora > now() ORDER BY fecha_hora LIMIT 1",
    [CEJAS],
  );
  const last = Number(slot?.fecha_hora) - 2 * 3_600_000;
  const midnights = () => made.filter((path) => path.startsWith("/servicio")).length;
  try {
    vi.useFakeTimers({ toFake: ["Date"], now: last + 1 });
    const later = await timesOf(eva);
    expect(later).not.toContain(offered[0]);
    expect(midnights()).toBe(2);
    expect(await timesOf(eva)).toEqual(later);
    expect(midnights()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("evicts the least recently used pages over the size limit", async () => {
  const eva = await start({ maxBytes: 150_000 });
  const all = ["/", "/about", "/gallery", `/servicio/${CEJAS}`, `/servicio/${UNAS}`, "/gallery?servicio=-"];
  for (const path of all) {
    await eva.send(path);
    await eva.send("/");
  }
  expect(made).toEqual(all);
  await eva.send("/");
  expect(made).toEqual(all);
  await eva.send("/about");
  expect(made).toEqual([...all, "/about"]);
});

async function servesCopiesWhen(how: "refuse" | "hang"): Promise<void> {
  const eva = await start({ impatient: true });
  const paths = ["/", "/about", "/gallery", `/servicio/${CEJAS}`, "/aviso-de-privacidad", "/sitemap.xml", "/robots.txt"];
  const before = new Map<string, string>();
  for (const path of paths) before.set(path, (await eva.send(path)).html);
  expect(before.get(`/servicio/${CEJAS}`)).toContain("Próximos horarios libres");
  expect(before.get("/")).toMatch(/<b>(Abierto ahora|Cerrado)/);
  await gate[how]();
  for (const path of paths) {
    const page = await eva.send(path);
    expect(page.status, path).toBe(200);
    expect(page.html, path).toBe(before.get(path)?.replace(/<while-fresh>.*?<\/while-fresh>/gs, ""));
    expect(page.headers["cache-control"], path).toBe("no-store");
    expect(page.headers["content-security-policy"], path).toBeDefined();
    expect(page.html, path).not.toMatch(/Abierto ahora|<b>Cerrado|Próximos horarios/);
  }
  const chosen = await eva.send(`/servicio/${CEJAS}?imagen=${IMAGEN}&de=/about`);
  expect(chosen.html).toContain("Diseño de cejas");
  expect(chosen.html).not.toContain("horarios libres");
  expect((await eva.send("/gallery?servicio=manicura-en-gel")).html).toBe(before.get("/gallery"));
  for (const path of [`/servicio/${UNAS}`, "/no-existe", `/servicio/${EVA}`, "/reservar/AAAAA"]) {
    const unavailable = await eva.send(path);
    expect([unavailable.status, unavailable.headers["retry-after"]], path).toEqual([503, "10"]);
    expect(unavailable.text("h1")).toBe("Volvemos en un momento");
    for (const fact of ["Susa", "+52 000 000 0000", "Martes a sábado, de 10:00 a.m. a 6:00 p.m.", "Volver a intentar"])
      expect(unavailable.text("body"), path).toContain(fact);
    expect(unavailable.document.querySelector("main a[href^='https://wa.me/520000000000']")).not.toBeNull();
  }
  // Proves that no page was rendered since.
  expect(made).toEqual(paths);
  await gate.heal();
  await eventually(async () => (await eva.send(`/servicio/${UNAS}`)).status === 200);
  await eventually(async () => (await timesOf(eva)).length > 0);
  vi.mocked(console.error).mockClear();
}

test("serves the last copy of each page, without its free times and whether the studio is open, while the database refuses connections", () =>
  servesCopiesWhen("refuse"));

test("serves the last copy of each page while the database hangs", { tags: ["slow"] }, () => servesCopiesWhen("hang"));

test("serves the copies of the previous start of the same build when it starts without a database", async () => {
  const first = await start({ copies: folder, impatient: true });
  for (const path of ["/", `/servicio/${CEJAS}`]) await first.send(path);
  const names = () => readdirSync(folder).flatMap((build) => readdirSync(join(folder, build)));
  await eventually(() => names().filter((name) => name.endsWith(".copy")).length === 2 && names().includes("facts.json"));
  for (const close of closing.splice(0)) await close();

  await gate.refuse();
  made.length = 0;
  const second = await start({ copies: folder, impatient: true });
  const home = await second.get("/");
  expect([home.status, home.text("h1")]).toEqual([200, "Cejas perfectas, mirada que habla por ti"]);
  const servicio = await second.get(`/servicio/${CEJAS}`);
  expect([servicio.status, servicio.text("h1"), servicio.hrefs(".slots a")]).toEqual([200, "Diseño de cejas", []]);
  const never = await second.get("/about");
  expect(never.status).toBe(503);
  expect(never.text("footer")).toContain("+52 000 000 0000");
  expect(made).toEqual([]);
  await gate.heal();
  await eventually(async () => (await second.get("/about")).status === 200);
  vi.mocked(console.error).mockClear();

  // The copy of a service that no longer exists is deleted once somebody asks for it.
  await sql("UPDATE servicios_susa SET activo = false WHERE id = $1", [CEJAS]);
  try {
    expect((await second.get(`/servicio/${CEJAS}`)).status).toBe(404);
    await eventually(() => names().filter((name) => name.endsWith(".copy")).length === 2);
    await gate.refuse();
    expect((await second.get(`/servicio/${CEJAS}`)).status).toBe(503);
  } finally {
    await gate.heal();
    await sql("UPDATE servicios_susa SET activo = true WHERE id = $1", [CEJAS]);
    vi.mocked(console.error).mockClear();
  }
});

test("rejects an unknown host although the page is cached", async () => {
  const eva = await start();
  await eva.send("/");
  expect((await eva.send("/", { headers: { host: "otro.ejemplo" } })).status).toBe(421);
  expect((await eva.send("/", { headers: { host: "localhost" } })).status).toBe(200);
});
