import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { logError, runInRequest } from "~/log.server";

// A new instance for each test, because the log remembers the errors that it left out.
let log: { logError: typeof logError; runInRequest: typeof runInRequest };
beforeEach(async () => {
  vi.resetModules();
  log = await import("~/log.server");
});
afterEach(() => vi.useRealTimers());

/** What was printed as errors, and clears it. */
function logged(): Record<string, unknown>[] {
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)));
  vi.mocked(console.error).mockClear();
  return lines;
}

test("logs the error's name, code and SQLSTATE as one JSON line, and never its message", () => {
  const error = Object.assign(new TypeError("Key (correo)=(lucia@ejemplo.mx)\nalready exists"), { code: "23505" });
  log.logError("write", error);
  const [line] = logged();
  expect(line).toMatchObject({ level: "error", where: "write", name: "TypeError", code: "23505", sqlstate: "23505" });
  expect(Date.parse(String(line?.time))).toBeGreaterThan(Date.now() - 60_000);
  expect(JSON.stringify(line)).not.toMatch(/lucia|correo|exists/);
});

test("logs the SQLSTATE that the adapter passes on, and no code of Prisma or of a socket as one", () => {
  const ofPrisma = { code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "55P03" } } } };
  log.logError("read", Object.assign(new Error("x"), ofPrisma));
  log.logError("read", Object.assign(new Error("x"), { code: "P2021" }));
  log.logError("read", Object.assign(new Error("x"), { code: "EPIPE" }));
  expect(logged().map(({ sqlstate }) => sqlstate)).toEqual(["55P03", undefined, undefined]);
});

test("logs the first places of our code, and none of a package or of the message", () => {
  const here = process.cwd();
  const error = new Error("read\n    at x (app/message.ts:1:1)");
  error.stack = `Error: ${error.message}
    at y (${here}/node_modules/pg/app/index.ts:1:1)
    at z (${here}/node_modules/prisma/index.js:1:1)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at async getCliente (file://${here}/app/models/clientes/cliente.server.ts:40:12)
    at async ${here}/server/main.ts:7:3
    at loader (${here}/app/routes/admin/clientes/editor.tsx:9:1)
    at late (${here}/app/root.tsx:1:1)`;
  log.logError("read", error);
  expect(logged()[0]?.at).toEqual([
    "app/models/clientes/cliente.server.ts:40",
    "server/main.ts:7",
    "app/routes/admin/clientes/editor.tsx:9",
  ]);
});

test("logs only the type of a thrown value that is no error", () => {
  log.logError("read", "lucia@ejemplo.mx");
  expect(logged()).toEqual([{ level: "error", time: expect.any(String), where: "read", name: "string" }]);
});

test("logs the id of the request, also after a wait", async () => {
  await log.runInRequest({ id: "abc123", route: "none" }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    log.logError("read", new Error("x"));
  });
  log.logError("read", new Error("x"));
  expect(logged().map(({ id }) => id)).toEqual(["abc123", undefined]);
});

test("logs one of many equal errors of a lost connection, then their number, and each error of another kind", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const info = vi.spyOn(process.stdout, "write");
  const lost = () => Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  for (let n = 0; n < 50; n++) log.logError("read", lost());
  log.logError("read", Object.assign(new Error("admin"), { code: "57P01" }));
  for (let n = 0; n < 3; n++) log.logError("read", Object.assign(new Error("missing"), { code: "42P01" }));
  expect(logged().map(({ code }) => code)).toEqual(["ECONNREFUSED", "57P01", "42P01", "42P01", "42P01"]);
  vi.advanceTimersByTime(5_000);
  await new Promise((resolve) => setImmediate(resolve));
  const lines = info.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toEqual([expect.objectContaining({ level: "warn", code: "ECONNREFUSED", omitted: 49 })]);
  log.logError("read", lost());
  expect(logged()).toHaveLength(1);
});
