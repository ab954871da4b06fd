import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Page, Visitor } from "../support/browser";
import { freePort } from "../support/port";
import { eventually, type Program, query } from "../support/program";
import { createDatabase, newFolder, start, urlOf } from "./programs";

// The built server as a program, and who visits it.

/** Whether a trial passed, and the figure that is printed beside it. */
export type Result = [pass: boolean, figure: string];
export type Trials = Record<string, () => Promise<Result>>;
export type Env = Record<string, string>;

export const SECRETS = {
  SESSION_SECRET: "un secreto de prueba de más de treinta y dos letras",
  DATA_KEY: "otra clave de prueba de más de treinta y dos letras",
};

/** Runs a built program, such as `server`. */
export function runBuilt(name: string, env: Env, ...args: string[]): Program {
  const all = { HOST: "127.0.0.1", SIGNUP: "open", ...SECRETS, ...env };
  // A killed server would leave the embedded database running.
  const end = env.DATABASE_URL ? "SIGKILL" : "SIGTERM";
  return start(process.execPath, ["--enable-source-maps", `build/${name}.js`, ...args], all, end);
}

export type Server = { program: Program; port: number; isReady: boolean };

/** Starts the server, and waits until it says that it is ready, has ended, or `patience` milliseconds have passed. */
export async function tryServer(env: Env, patience = 60_000): Promise<Server> {
  const port = Number(env.PORT ?? (await freePort()));
  const program = runBuilt("server", { DATA_DIR: newFolder(), ...env, PORT: String(port) });
  const saysReady = () => program.stdout.includes("Susa está lista");
  await eventually(() => saysReady() || program.ended !== undefined, patience).catch(() => undefined);
  return { program, port, isReady: saysReady() && program.ended === undefined };
}

/** Starts the server. Throws with what it wrote if it does not become ready. */
export async function startServer(env: Env): Promise<Server> {
  const server = await tryServer(env);
  if (!server.isReady) throw new Error(`the server did not start: ${firstLine(server.program.stderr)}`);
  return server;
}

export const firstLine = (text: string) => (text.trim().split("\n")[0] ?? "").slice(0, 160);

const ENGLISH =
  /\b(the|is|not|no such|permission|denied|does|must|cannot|could|failed|server|support|connections?|parameter|at)\b/i;

/** Passes when the start ends with 1 and one Spanish sentence about `topic`, and nothing else on stderr. */
export async function isRefused(env: Env, topic: RegExp): Promise<Result> {
  const { program } = await tryServer(env, 12_000);
  const { ended, stderr } = program;
  const isOneSentence = /^[^\n]+\.\n$/.test(stderr) && !ENGLISH.test(stderr) && topic.test(stderr);
  const how = ended === undefined ? "goes on" : `rc ${ended}, ${stderr.trim().split("\n").length} lines`;
  return [ended === 1 && isOneSentence, `${how}: ${firstLine(stderr)}`];
}

let demo: Promise<{ database: string; dataDir: string }> | undefined;

/** A database with the demo studio, no accounts, and a folder with its pictures; of the role `susa`. */
export async function demoStudio(): Promise<{ database: string; dataDir: string; DATABASE_URL: string }> {
  demo ??= (async () => {
    const made = { database: await createDatabase(), dataDir: newFolder() };
    const env = { DATA_DIR: made.dataDir, DATABASE_URL: await urlOf(made.database, "susa") };
    const program = runBuilt("server", env, "--demo-only");
    await program.exited;
    if (program.ended !== 0) throw new Error(`the demo was not loaded: ${firstLine(program.stderr)}`);
    return made;
  })();
  const template = await demo;
  const dataDir = join(newFolder(), "datos");
  execFileSync("cp", ["-a", template.dataDir, dataDir]);
  const database = await createDatabase(`OWNER susa TEMPLATE ${template.database}`);
  return { database, dataDir, DATABASE_URL: await urlOf(database, "susa") };
}

const ACCOUNT = { email: "ana@ejemplo.mx", password: "una contraseña larga" };

/** Signs the first account up, which is the owner's. Throws if that fails. */
export async function signUp(port: number): Promise<Visitor> {
  const owner = new Visitor(port);
  const form = await owner.get("/auth?modo=registro");
  const answer = await form.submit(ACCOUNT);
  if (answer.location !== "/admin") throw new Error(`the sign-up gave ${answer.status}: ${answer.alert}`);
  // Takes away the message that the account was created.
  await owner.get("/admin");
  return owner;
}

/** Signs the account of `signUp` in. Throws if that fails. */
export async function signIn(port: number): Promise<Visitor> {
  const owner = new Visitor(port);
  const answer = await (await owner.get("/auth")).submit(ACCOUNT);
  if (answer.location !== "/admin") throw new Error(`the sign-in gave ${answer.status}: ${answer.alert}`);
  return owner;
}

/** The same person at another port. */
export function at(port: number, { cookies }: Visitor): Visitor {
  const visitor = new Visitor(port);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

/** The status of an answer; 0 without one. */
export const statusOf = (answer: Promise<Page>) =>
  answer.then(
    ({ status }) => status,
    () => 0,
  );

/** Asks for `path` `times` at once, spread over the visitors, and counts the answers with 200. */
export async function countOk(visitors: Visitor[], path: string, times: number): Promise<number> {
  const asked = Array.from({ length: times }, (_, n) => statusOf((visitors[n % visitors.length] as Visitor).send(path)));
  return (await Promise.all(asked)).filter((status) => status === 200).length;
}

const SUPPLIER = "/admin/proveedores/nuevo";

/** Sends `times` forms at once, spread over the visitors, and counts those that made exactly one row. */
export async function countSaved(visitors: Visitor[], url: string, times: number): Promise<number> {
  const name = `Escritura ${Math.random()}`;
  await Promise.all(
    Array.from({ length: times }, (_, n) =>
      (visitors[n % visitors.length] as Visitor).submit(SUPPLIER, { nombre: `${name} ${n}` }).catch(() => undefined),
    ),
  );
  return (await suppliers(url, name)).filter(({ n }) => n === 1).length;
}

/** How many suppliers have each name that begins with `name`. */
export const suppliers = (url: string, name: string) =>
  query<{ n: number }>(
    url,
    `SELECT nombre, count(*)::int AS n FROM proveedores_susa WHERE nombre LIKE '${name} %' GROUP BY nombre`,
  );

export type Load = { asked: number; lost: number };

/** Tries until there is an answer that a person can use; counts the first try, and whether it was lost. */
export async function tryUntilAnswered(load: Load, ask: () => Promise<Page>): Promise<Page> {
  for (let tries = 0; ; tries++) {
    const page = await ask().catch(() => undefined);
    const isLost = !page || [502, 503, 504].includes(page.status);
    if (tries === 0) load.asked++;
    if (tries === 0 && isLost) load.lost++;
    if (page && !isLost) return page;
    if (tries === 100) throw new Error("no answer in 100 tries");
    await sleep(300);
  }
}

/** Opens the form for a supplier and sends it; what got no answer is sent again as it is. */
export async function saveSupplier(visitor: Visitor, nombre: string, forms: Load, pages: Load): Promise<void> {
  const page = await tryUntilAnswered(pages, () => visitor.get(SUPPLIER));
  const { status } = await tryUntilAnswered(forms, () => page.submit({ nombre }));
  if (status !== 303) throw new Error(`the form of ${nombre} gave ${status}`);
}

/** Repeats `work` with a pause until `stop` is called, which waits for the last. */
export function repeat(pause: number, work: (round: number) => Promise<unknown>): { stop: () => Promise<void> } {
  let isOver = false;
  const done = (async () => {
    for (let round = 0; !isOver; round++) {
      await work(round);
      await sleep(pause);
    }
  })();
  // A failure is reported by `stop`.
  done.catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
      return done;
    },
  };
}
