import { connect } from "node:net";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { Visitor } from "../support/browser";
import { embeddedUrl, end, eventually, freshFolder, postgresIn, query } from "../support/process";
import { tcpProxyTo } from "../support/tcp-proxy";
import { testDatabase } from "../support/test-database";
import { type RunningServer, runFirst, SECRETS, startServer } from "./server-program";

// Reading, saving and showing these fail, each where only the application's own code does it.
const FAULTS = runFirst(`
  const { get } = URLSearchParams.prototype;
  URLSearchParams.prototype.get = function (name) {
    const value = get.call(this, name);
    if (value === "falla al leer") throw new TypeError("plantado en el mensaje");
    return value;
  };
  const { trim } = String.prototype;
  String.prototype.trim = function () {
    const text = trim.call(this);
    if (text === "falla al guardar") throw new TypeError("plantado en el mensaje");
    return text;
  };
  const encode = encodeURIComponent;
  globalThis.encodeURIComponent = (text) => {
    if (text === "falla al mostrar") throw new TypeError("plantado en el mensaje");
    return encode(text);
  };
`);

let server: RunningServer;
let url: string;
let ana: Visitor;

type Line = Record<string, unknown>;

const textOf = ({ program }: RunningServer) => program.stdout + program.stderr;
const linesOf = (running: RunningServer): Line[] =>
  textOf(running)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const requestLines = (running = server) => linesOf(running).filter(({ method }) => method !== undefined);

/** The line of a request, which is written after its answer. */
const lineOf = (id: string) => eventually(() => requestLines().find((line) => line.id === id));

async function signUp(port: number, email = "ana@ejemplo.mx"): Promise<Visitor> {
  const visitor = new Visitor(port);
  await visitor.submit("/auth?modo=registro", { email, password: "una contraseña larga" });
  return visitor;
}

beforeAll(async () => {
  server = await startServer({ SIGNUP: "open", DATA_DIR: freshFolder(), ...FAULTS });
  url = embeddedUrl(server.dataDir);
  ana = await signUp(server.port);
});

describe("the log", () => {
  test("has one line for each request, with its route, status and the id of the answer", async () => {
    const eva = new Visitor(server.port);
    const cases: [visitor: Visitor, path: string, status: number, route: string, options?: Parameters<Visitor["send"]>[1]][] = [
      [eva, "/about", 200, "routes/public/about"],
      // From the page cache.
      [eva, "/About/?utm=1", 200, "routes/public/about"],
      [eva, "/about", 200, "routes/public/about", { method: "HEAD" }],
      [eva, "/auth", 200, "routes/account/sign-in"],
      [eva, "/admin/clientes", 302, "routes/admin/clientes/list"],
      [ana, "/admin/clientes/nuevo", 200, "routes/admin/clientes/editor"],
      [ana, "/admin/clientes/nuevo?_data=routes%2Fadmin%2Fclientes%2Feditor", 200, "routes/admin/clientes/editor"],
      [ana, "/admin/client%65s", 200, "routes/admin/clientes/list"],
      [ana, "/admin/nada", 404, "routes/admin/not-found"],
      [eva, "/nada", 404, "routes/public/not-found"],
      [eva, "/metrics", 404, "routes/public/not-found"],
      [eva, "/art/hero.svg", 200, "files"],
      [eva, "/uploads/nada.webp", 404, "files"],
      [eva, "/salud", 200, "salud"],
      [eva, "/salud/vivo", 200, "salud"],
      [eva, "/about", 421, "none", { headers: { host: "otro.mx" } }],
      [eva, "/auth", 403, "none", { method: "POST", headers: { "sec-fetch-site": "cross-site" } }],
      [eva, "/auth", 413, "none", { method: "POST", headers: { "content-length": "99999999" } }],
      [eva, "/auth", 405, "none", { method: "DELETE", headers: { "sec-fetch-site": "same-origin" } }],
      [eva, "/%E0%A4%A", 400, "none"],
    ];
    const ids = new Set<string>();
    for (const [visitor, path, status, route, options = {}] of cases) {
      const headers = { "x-request-id": "plantado", ...options.headers };
      const page = await visitor.send(path, { ...options, headers });
      const id = String(page.headers["x-request-id"]);
      expect([page.status, id], path).toEqual([status, expect.stringMatching(/^[0-9a-f]{8}$/)]);
      ids.add(id);
      const { time, ms, ...line } = await lineOf(id);
      expect(line, path).toEqual({ level: "info", id, route, method: options.method ?? "GET", status });
      expect([Number.isNaN(Date.parse(String(time))), typeof ms]).toEqual([false, "number"]);
    }
    expect(ids.size).toBe(cases.length);
    expect(requestLines().filter(({ id }) => ids.has(String(id)))).toHaveLength(cases.length);
  });

  test("says of a request without an answer that it was aborted, and has a line of what is no request", async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE servicios_susa IN ACCESS EXCLUSIVE MODE");
    const socket = connect(server.port, "127.0.0.1");
    const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    socket.write(`GET /admin/servicios HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
    await eventually(async () => (await query(url, "SELECT 1 FROM pg_locks WHERE NOT granted")).length > 0);
    socket.destroy();
    const aborted = await eventually(() => requestLines().find((line) => line.aborted === true));
    expect(aborted).toEqual({
      ...{ level: "info", time: aborted.time, id: aborted.id, ms: aborted.ms },
      ...{ route: "routes/admin/servicios/list", method: "GET", aborted: true },
    });
    await holder.end();

    const malformed = connect(server.port, "127.0.0.1");
    malformed.write("plantado\r\n\r\n");
    const answer = String(await new Promise<Buffer>((resolve) => malformed.once("data", resolve)));
    const id = /^x-request-id: (\w+)\r$/im.exec(answer)?.[1];
    await eventually(() => linesOf(server).some((line) => line.id === id && line.status === 400));
  });

  test.each([
    ["reading", () => ana.send("/admin/clientes?q=falla+al+leer"), 500, "GET routes/admin/clientes/list"],
    [
      "saving",
      () => ana.submit("/admin/clientes/nuevo", { nombre: "falla al guardar" }),
      503,
      "POST routes/admin/clientes/editor",
    ],
    ["showing", () => ana.send("/admin/clientes?q=falla+al+mostrar"), 500, "render routes/admin/clientes/list"],
  ] as const)("has the error of %s under the id on its page", async (_act, send, status, where) => {
    const page = await send();
    expect(page.status).toBe(status);
    const [, id] = /Si lo reportas, di esta clave: ([0-9a-f]{8})/.exec(page.text("main")) ?? [];
    expect(id).toBe(page.headers["x-request-id"]);
    const errors = linesOf(server).filter((line) => line.id === id && line.level === "error");
    expect(errors).toEqual([expect.objectContaining({ where, name: "TypeError", at: expect.anything() })]);
    // Places in the source, found by the build's source map.
    expect(String(errors[0]?.at)).toMatch(/^app\/[\w./-]+\.tsx?:\d+/);
    expect(textOf(server)).not.toContain("plantado");
  });

  test("has the last words of an embedded PostgreSQL that exits, without its statements", async () => {
    await query(url, "SELECT 'plantado'::int").catch(() => undefined);
    const postmaster = Math.min(...postgresIn(server.dataDir));
    // A stopped backend holds the shutdown open while connections are refused, as a busy machine does.
    const held = new pg.Client({ connectionString: url }).on("error", () => undefined);
    await held.connect();
    const { rows } = await held.query("SELECT pg_backend_pid()");
    process.kill(rows[0].pg_backend_pid, "SIGSTOP");
    end(postmaster, "SIGQUIT");
    await eventually(() =>
      query(url, "SELECT 1").then(
        () => false,
        ({ code }) => code === "57P03",
      ),
    );
    process.kill(rows[0].pg_backend_pid, "SIGCONT");
    const line = await eventually(() => linesOf(server).find(({ postgres }) => postgres !== undefined));
    expect(line.postgres).toEqual([expect.stringMatching(/^LOG: .*shutdown/), "LOG:  database system is shut down"]);
    expect(textOf(server)).not.toContain("plantado");
    await eventually(async () => (await new Visitor(server.port).send("/salud")).status === 200);
  });
});

describe("the log of many requests", () => {
  /** Sends requests of every kind with a value of a person in each place that a request has, and gives how many. */
  async function sendPlanted(port: number, owner: Visitor): Promise<number> {
    let planted = 0;
    const next = () => `plantado${++planted}`;
    const stranger = () => new Visitor(port);
    // Without the database's answer there is no form.
    const submit = async (path: string, values: Record<string, string>) => {
      const page = await owner.get(path);
      return page.status === 200 ? page.submit(values) : owner.post(path, values);
    };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const email = `${next()}@ejemplo.mx`;
    const sends: (() => Promise<unknown>)[] = [
      () => stranger().submit("/auth?modo=registro", { email, password: `contraseña ${next()}` }),
      () => stranger().submit("/auth", { email: `${next()}@ejemplo.mx`, password: next() }),
      () => stranger().submit("/auth", { email, password: next() }),
      () =>
        submit("/admin/clientes/nuevo", {
          ...{ nombre: `Lucía ${next()}`, email: `${next()}@ejemplo.mx`, telefono: "2381234567", notas: next() },
          ...{ medicina: next(), enfermedades: next(), alerta: next(), servicio: next() },
        }),
      // Rejected, and rejected by the database.
      () => submit("/admin/clientes/nuevo", { nombre: "", email: next(), edad: next() }),
      () => submit("/admin/proveedores/nuevo", { nombre: next(), contacto: next(), notas: next() }),
      () => submit("/admin/egresos/nuevo", { descripcion: next(), monto: "99999999999999", proveedor: next() }),
      () => owner.get(`/admin/clientes?q=${next()}&${next()}=${next()}`),
      () => owner.get(`/admin/clientes/${next()}`),
      () => owner.get(`/admin/clientes.csv?q=${next()}`),
      () => owner.send(`/admin/clientes?_data=${next()}`),
      () => owner.upload("/admin/galeria", { alt_text: next() }, [{ filename: `${next()}.jpg`, content: Buffer.from(next()) }]),
      () => stranger().get(`/auth/acceso/${next()}`),
      () => stranger().get(`/calendario/${next().padEnd(43, "x")}.ics`),
      () => stranger().get(`/servicio/${next()}?con=${next()}`),
      () => stranger().get(`/${next()}/%E0%A4%A`),
      () => stranger().get(`/build/${next()}.js`),
      () => stranger().get(`/uploads/${next()}.webp`),
      () => stranger().send(`//${next()}`),
      () => stranger().send("/about", { headers: { host: `${next()}.mx` } }),
      () => stranger().send("/", { headers: { cookie: `${next()}=${next()}; susa=${next()}`, referer: `http://x/${next()}` } }),
      () => stranger().send("/auth", { headers: { "user-agent": next(), "accept-language": next(), "x-forwarded-for": next() } }),
      () => stranger().send("/admin", { headers: { authorization: next(), "x-request-id": next(), [next()]: next() } }),
      () =>
        stranger().send("/auth", { method: "POST", headers: { ...form, origin: `https://${next()}.mx` }, body: `a=${next()}` }),
      () => stranger().send("/admin/clientes", { method: "POST", headers: form, body: `${next()}=${next()}` }),
    ];
    for (const send of sends) await send();
    return planted;
  }

  const hasNothingPlanted = async (running: RunningServer, database: string, owner: Visitor, rounds: number) => {
    const errorsOf = () => linesOf(running).filter(({ level }) => level === "error").length;
    const before = errorsOf();
    for (let round = 0; round < rounds; round++) expect(await sendPlanted(running.port, owner)).toBeGreaterThan(50);
    // Statements that fail, one of them with the values in its message.
    await query(
      database,
      "ALTER TABLE clientes_susa RENAME COLUMN telefono TO perdido",
      "CREATE FUNCTION quote_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Key (%)', NEW; END $$",
      "CREATE TRIGGER quote BEFORE INSERT ON proveedores_susa FOR EACH ROW EXECUTE FUNCTION quote_row()",
    );
    await sendPlanted(running.port, owner);
    expect(await running.program.stop()).toBe(0);
    const lines = linesOf(running);
    const ofRequests = requestLines(running);
    expect(ofRequests.length).toBeGreaterThan(rounds * 30);
    const keys = ["level", "time", "id", "route", "method", "status", "aborted", "ms"];
    expect(ofRequests.flatMap((line) => Object.keys(line)).filter((key) => !keys.includes(key))).toEqual([]);
    expect(errorsOf()).toBeGreaterThan(before);
    expect(textOf(running).match(/.*(plantado|2381234567).*/gi)).toBeNull();
    const stopped = lines.flatMap(({ msg }) => (/^Susa se det/.test(String(msg)) ? [msg] : []));
    expect(stopped).toEqual(["Susa se detiene: termina lo que está en curso.", "Susa se detuvo."]);
  };

  let running: RunningServer;
  let visitor: Visitor;
  let proxy: Awaited<ReturnType<typeof tcpProxyTo>>;

  test("has a few lines of errors for an outage of the database, and one for each request", async () => {
    proxy = await tcpProxyTo(await testDatabase());
    running = await startServer({ ...SECRETS, SIGNUP: "open", DATABASE_URL: proxy.url, DATA_DIR: freshFolder() });
    visitor = await signUp(running.port);
    const before = requestLines(running).length;
    await proxy.refuse();
    const pages = await Promise.all(Array.from({ length: 50 }, () => visitor.send("/admin/clientes")));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([503]));
    await eventually(() => requestLines(running).length >= before + 50);
    const errors = linesOf(running).filter(({ level }) => level === "error");
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(10);
    // Those that were left out are counted.
    const omitted = () => linesOf(running).reduce((sum, line) => sum + Number(line.omitted ?? 0), 0);
    await eventually(() => omitted() + errors.length >= 50);
    await proxy.heal();
  });

  test("may lose the readers of its lines and of its errors, and the server goes on", async () => {
    running.program.closeOutput();
    await query(proxy.url, "ALTER TABLE clientes_susa RENAME COLUMN telefono TO perdido");
    for (let round = 0; round < 3; round++) expect((await visitor.send("/admin/clientes")).status).toBeGreaterThanOrEqual(500);
    for (let round = 0; round < 3; round++) {
      const pages = await Promise.all(Array.from({ length: 20 }, () => new Visitor(running.port).send("/auth")));
      expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await running.program.stop()).toBe(0);
    proxy.close();
  });

  test("holds none of their values after a thousand requests", { tags: ["slow"] }, async () => {
    const database = await testDatabase();
    const running = await startServer({ ...SECRETS, SIGNUP: "open", DATABASE_URL: database, DATA_DIR: freshFolder() });
    await hasNothingPlanted(running, database, await signUp(running.port), 34);
  });

  // Last, because it stops the server.
  test("holds none of fifty values of persons", () => hasNothingPlanted(server, url, ana, 1));
});
