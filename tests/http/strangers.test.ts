import { beforeAll, describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page, RequestOptions, Visitor } from "../support/browser";
import { insertRow } from "../support/factories";
import { sql } from "../support/test-database";
import { fillTables, fingerprint, firstOfEachRoute, ID, listAdminAddresses } from "./admin-addresses";

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

/** Asks as a waiting account, by GET and POST, for the data of each route at the pages that `pagesOf` gives. */
async function expectNoData(pagesOf: (index: number) => string[]): Promise<void> {
  const problems: string[] = [];
  for (const [index, { id }] of firstOfEachRoute(addresses).entries())
    for (const path of pagesOf(index)) {
      const data = `${path}?_data=${encodeURIComponent(id)}`;
      const visitor = visitorOfKind("waiting");
      for (const sent of [undefined, POST]) {
        const page = await visitor.send(data, sent);
        if (page.html.includes(MARK)) problems.push(`${data} tells the marker`);
        if (page.status === 200 || page.status >= 500) problems.push(`${data} answers ${page.status}`);
      }
    }
  expect(problems).toEqual([]);
}

const OTHERS = ["/", "/admin/clientes/nuevo", "/no-existe"];

test("a waiting account gets no data of an admin route through another admin page or a public page, one in turn", () =>
  expectNoData((index) => OTHERS.slice(index % OTHERS.length).slice(0, 1)));

test("a waiting account gets no data of an admin route through any other page", { tags: ["slow"] }, () =>
  expectNoData(() => OTHERS),
);

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

  type SpellingsOf = (path: string, index: number) => string[];

  /** Requests the spellings that `spellingsOf` gives of these addresses, also with `_data`, and with POST too unless `sent` says less. */
  async function expectNoWay(spellingsOf: SpellingsOf, list = addresses, sent = [undefined, POST]): Promise<void> {
    const before = await fingerprint();
    const requests: (string | null)[] = [];
    for (const [index, { id, path }] of list.entries())
      for (const spelling of spellingsOf(path, index)) {
        const data = `${spelling}${spelling.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
        requests.push(...(await Promise.all(sent.flatMap((each) => [findProblem(spelling, each), findProblem(data, each)]))));
      }
    expect(requests.filter((problem) => problem !== null)).toEqual([]);
    expect(requests.length).toBeGreaterThan(20 * 2 * sent.length);
    expect(await fingerprint()).toEqual(before);
  }

  async function expectRedirects(list: { path: string }[]): Promise<void> {
    for (const { path } of list) {
      const visitor = visitorOfKind(kind);
      const page = await visitor.send(path);
      expect([page.status, isTarget(page.location)], path).toEqual([302, true]);
      const head = await visitor.send(path, { method: "HEAD" });
      expect([head.status, head.location], path).toEqual([302, page.location]);
    }
  }

  // The guard reads the same account whatever is asked for: in the gate one kind of visitor tries all, the others each screen.
  const tags = kind === "stranger" ? [] : ["slow"];

  test("gets no page and no data and cannot write, by the address or by another spelling of it", { tags }, () =>
    // Another spelling for each address, in turn and shifted by one each round: every spelling is tried at addresses of each kind.
    expectNoWay((path, index) => {
      const spellings = otherSpellings(path);
      return [path, spellings[(index + Math.floor(index / spellings.length)) % spellings.length] ?? path];
    }),
  );

  test.runIf(kind !== "stranger")("gets no page and no data of any screen", () =>
    expectNoWay((path) => [path], firstOfEachRoute(addresses), [undefined]),
  );

  test("gets no page and no data and cannot write, in any spelling of any address", { tags: ["slow"] }, () =>
    expectNoWay(otherSpellings),
  );

  test("is redirected from every admin screen", { tags }, () => expectRedirects(firstOfEachRoute(addresses)));

  test("is redirected from every admin address", { tags: ["slow"] }, () => expectRedirects(addresses));
});
