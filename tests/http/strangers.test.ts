import { beforeAll, describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page, RequestOptions, Visitor } from "../support/browser";
import { insertRow } from "../support/factories";
import { sql } from "../support/test-database";
import { fillTables, fingerprint, ID, listAdminAddresses } from "./admin-addresses";

const MARK = "MARCA-QUE-NADIE-DEBE-VER";

const site = await startSiteForFile({ SIGNUP: "approval" });
let addresses: { id: string; path: string }[];
const visitors: Record<string, Visitor> = {};

beforeAll(async () => {
  await site.staff(`duena@${MARK.toLowerCase()}.mx`);
  for (const kind of ["waiting", "deactivated"]) visitors[kind] = await site.staff(`${kind}@ejemplo.mx`);
  visitors.stranger = site.visitor();
  // Its session stays: only the status of the account keeps it out.
  await sql("UPDATE cuentas_susa SET estado = 'desactivada' WHERE email = 'deactivated@ejemplo.mx'");
  await fillTables(() => MARK);
  await insertRow("cuentas_susa", { id: ID, email: `otra@${MARK.toLowerCase()}.mx`, password_hash: "x", estado: "activa" });
  addresses = listAdminAddresses(site);
});

/** The target of a redirect, by HTTP or by Remix's header for data requests. */
function redirectTarget(page: Page): string | undefined {
  const to = page.location ?? page.headers["x-remix-redirect"];
  return typeof to === "string" ? to : undefined;
}

/** Other spellings of the same address. */
const otherSpellings = (path: string) => [
  path.replace("/admin", "/ADMIN"),
  path.replace("/admin", "/%61dmin"),
  path.replace("/admin", "//admin"),
  path.replace("/admin", "/./admin"),
  path.replace("/admin", "/x/../admin"),
  path.replace("/admin", "/x/%2E%2e/admin"),
  path.replace("/admin", "/\\admin"),
  path.replace("/admin", "/;/admin"),
  path.replace("/admin", "/admin/"),
  path.replace(/(\?|$)/, "/$1"),
];

const BODY = new URLSearchParams({
  token: "22222222-2222-4222-8222-222222222222",
  nombre: "Intrusa",
  estado: "desactivada",
  activo: "false",
  updated_at: "",
  de: "/admin",
}).toString();
const POST: RequestOptions = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: BODY };

test("the list of addresses covers the whole admin area", async () => {
  expect(new Set(addresses.map(({ id }) => id)).size).toBeGreaterThanOrEqual(20);
  const paths = ["?index", "/clientes", `/clientes/${ID}`, "/clientes/nuevo", `/clientes/${ID}/eliminar`];
  for (const path of paths) expect(addresses.map((address) => address.path)).toContain(`/admin${path}`);
  const tables = Object.keys(await fingerprint());
  expect(tables).toContain("clientes_susa");
  expect(tables.length).toBeGreaterThanOrEqual(14);
});

/** A visitor with the cookies of a kind, which an answer may take away. */
function visitorOfKind(kind: string): Visitor {
  const visitor = site.visitor();
  for (const [name, value] of visitors[kind]?.cookies ?? []) visitor.cookies.set(name, value);
  return visitor;
}

test("an active account sees the marker that visitors must not see", async () => {
  const visitor = visitorOfKind("waiting");
  await sql("UPDATE cuentas_susa SET estado = 'activa' WHERE email = 'waiting@ejemplo.mx'");
  try {
    expect((await visitor.send("/admin/clientes")).html).toContain(MARK);
    expect((await visitor.send(`/admin/clientes/${ID}`)).html).toContain(MARK);
    expect((await visitor.send("/admin/clientes?_data=@")).html).toContain(MARK);
  } finally {
    await sql("UPDATE cuentas_susa SET estado = 'pendiente' WHERE email = 'waiting@ejemplo.mx'");
  }
});

test("a waiting account gets no data of an admin route through another admin page or a public page", async () => {
  const problems: (string | null)[] = [];
  const OTHERS = ["/", "/admin/clientes/nuevo", "/no-existe"];
  // Another page for each route, in turn.
  for (const [index, id] of [...new Set(addresses.map((address) => address.id))].entries()) {
    const data = `${OTHERS[index % OTHERS.length]}?_data=${encodeURIComponent(id)}`;
    const visitor = visitorOfKind("waiting");
    for (const sent of [undefined, POST]) {
      const page = await visitor.send(data, sent);
      if (page.html.includes(MARK)) problems.push(`${data} tells the marker`);
      if (page.status === 200 || page.status >= 500) problems.push(`${data} answers ${page.status}`);
    }
  }
  expect(problems).toEqual([]);
});

describe.each([
  ["stranger", "/auth"],
  ["waiting", "/auth/espera"],
  ["deactivated", "/auth"],
])("a visitor who is %s", (kind, expectedTarget) => {
  // The sign-in page leads back to the screen that was asked for.
  const isTarget = (to: string | null) =>
    to === expectedTarget || (expectedTarget === "/auth" && /^\/auth\?de=%2Fadmin[\w%-]*$/.test(to ?? ""));

  /** Sends a request and gives what is wrong with its answer, or null. */
  async function findProblem(path: string, sent?: RequestOptions): Promise<string | null> {
    const page = await visitorOfKind(kind).send(path, sent);
    const to = redirectTarget(page);
    const summary = `${sent?.method ?? "GET"} ${path}: ${page.status} ${to ?? ""}`;
    if (
      page.html.toLowerCase().includes(MARK.toLowerCase()) ||
      JSON.stringify(page.headers).toLowerCase().includes(MARK.toLowerCase())
    )
      return `${summary} tells the marker`;
    if (page.headers["set-cookie"]?.some((line) => line.startsWith("barra="))) return `${summary} sets a cookie`;
    if (to !== undefined) {
      // The expected redirect, or a redirect to the normal spelling, which is requested in turn.
      if (isTarget(to)) return null;
      return page.status === 301 && /^\/[^/]/.test(to) && sent === undefined ? findProblem(to) : `${summary} is no way out`;
    }
    return page.status >= 400 && page.status < 500 ? null : `${summary} is an answer`;
  }

  /** Requests the spellings that `spellingsOf` gives of every address, and with `isWritten` writes to them; gives what is wrong with the answers. */
  async function tryAddresses(spellingsOf: (path: string, index: number) => string[], { isWritten = true } = {}) {
    const requests: (string | null)[] = [];
    for (const [index, { id, path }] of addresses.entries()) {
      for (const spelling of spellingsOf(path, index)) {
        const data = `${spelling}${spelling.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
        requests.push(
          ...(await Promise.all([
            findProblem(spelling),
            findProblem(data),
            ...(isWritten ? [findProblem(spelling, POST), findProblem(data, POST)] : []),
          ])),
        );
      }
    }
    return { count: requests.length, problems: requests.filter((problem) => problem !== null) };
  }

  test("gets no page and no data of any address", async () => {
    const { count, problems } = await tryAddresses((path) => [path], { isWritten: false });
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(20 * 2);
  });

  // The guard reads the same account whatever is asked for, so that one kind of visitor writes in the gate.
  const isLong = { tags: kind === "stranger" ? [] : ["slow"] };

  test("cannot write, and gets nothing by another spelling of an address", isLong, async () => {
    const before = await fingerprint();
    // Another spelling for each address, in turn and shifted by one each round: every spelling is tried at addresses of each kind.
    const { count, problems } = await tryAddresses((path, index) => {
      const spellings = otherSpellings(path);
      return [path, spellings[(index + Math.floor(index / spellings.length)) % spellings.length] ?? path];
    });
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(20 * 4);
    expect(await fingerprint()).toEqual(before);
  });

  test("gets no page and no data and cannot write, in any spelling of any address", { tags: ["slow"] }, async () => {
    const before = await fingerprint();
    const { count, problems } = await tryAddresses(otherSpellings);
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(20 * 10 * 4);
    expect(await fingerprint()).toEqual(before);
  });

  test("is redirected from every admin address", isLong, async () => {
    for (const { path } of addresses) {
      const visitor = visitorOfKind(kind);
      const page = await visitor.send(path);
      expect([page.status, isTarget(page.location)], path).toEqual([302, true]);
      const head = await visitor.send(path, { method: "HEAD" });
      expect([head.status, head.location], path).toEqual([302, page.location]);
    }
  });
});
