import { beforeEach, expect, test } from "vitest";
import {
  countTry as countFor,
  countSignUp,
  resetTries,
  type Trier,
  uncountSignUp,
} from "~/models/cuentas/sign-in-throttle.server";
import { emptyTables, sql } from "../../support/test-database";

beforeEach(() => emptyTables("login_tries_susa"));

const count = async (trier: Trier) => (await countFor(trier)).wait;
const countTry = (address: string, email?: string) => count({ address, email });

async function tries(times: number, address: string, email?: string): Promise<number> {
  let wait = 0;
  for (let n = 0; n < times; n++) wait = await countTry(address, email);
  return wait;
}

test("after ten tries at one account the next one waits up to three minutes", async () => {
  expect(await tries(10, "10.0.0.1", "ana@ejemplo.mx")).toBe(0);
  const wait = await countTry("10.0.0.2", "ana@ejemplo.mx");
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(180);
  expect(await countTry("10.0.0.2", "eva@ejemplo.mx")).toBe(0);
});

test("after thirty tries from one address the next one waits, whatever the account", async () => {
  for (let n = 0; n < 30; n++) expect(await countTry("10.0.0.1", `${n}@ejemplo.mx`)).toBe(0);
  expect(await countTry("10.0.0.1", "otra@ejemplo.mx")).toBeGreaterThan(0);
  expect(await countTry("10.0.0.1")).toBeGreaterThan(0);
  expect(await countTry("10.0.0.2", "otra@ejemplo.mx")).toBe(0);
});

test("concurrent tries are all counted", async () => {
  const waits = await Promise.all(Array.from({ length: 25 }, (_, n) => countTry(`10.0.0.${n}`, "ana@ejemplo.mx")));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test("further tries do not extend the wait, and the count starts again after it", async () => {
  for (let n = 0; n < 11; n++) await countTry(`10.0.0.${n}`, "ana@ejemplo.mx");
  const account = () => sql<{ ends_at: Date }>("SELECT ends_at FROM login_tries_susa WHERE tries >= 11 ORDER BY key");
  const before = await account();
  // The wrong ones, and all.
  expect(before).toHaveLength(2);
  await tries(3, "10.0.0.20", "ana@ejemplo.mx");
  expect(await account()).toEqual(before);
  await sql("UPDATE login_tries_susa SET ends_at = now() - interval '1 millisecond'");
  expect(await tries(10, "10.0.0.1", "ana@ejemplo.mx")).toBe(0);
  expect(await countTry("10.0.0.1", "ana@ejemplo.mx")).toBeGreaterThan(0);
});

test("the IPv6 addresses of one /64 network count as one, those of another as another", async () => {
  const household = [
    "2001:db8:1:2::1",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:db8:1:2:0:0:0:3",
    "2001:db8:1:2::4:5",
    "2001:db8:1:2:3::",
  ];
  for (const address of household) expect(await tries(6, address)).toBe(0);
  for (const address of household) expect(await countTry(address)).toBeGreaterThan(0);
  for (const address of ["2001:db8:1:3::1", "2001:db8:1::1", "::1", "fe80::1", "10.0.0.1"])
    expect(await countTry(address)).toBe(0);
});

test("a right password forgives the wrong ones of its account, and takes one try back from its address", async () => {
  await tries(10, "10.0.0.1", "ana@ejemplo.mx");
  await resetTries({ address: "10.0.0.1", email: "ana@ejemplo.mx" });
  expect(await tries(10, "10.0.0.2", "ana@ejemplo.mx")).toBe(0);
  // Nine of its thirty remain counted.
  expect(await tries(21, "10.0.0.1")).toBe(0);
  expect(await countTry("10.0.0.1")).toBeGreaterThan(0);
});

test("taking back a try that was never counted changes nothing", async () => {
  await resetTries({ browser: "uno" });
  await uncountSignUp("10.0.0.9");
  expect(await sql("SELECT 1 FROM login_tries_susa")).toEqual([]);
});

test.each<[string, Trier, Trier]>([
  ["a browser", { browser: "uno" }, { browser: "otro" }],
  ["a session", { session: "una" }, { session: "otra" }],
])("the tries of %s count alone, and it waits after ten like an account", async (_, own, other) => {
  // Guesses from elsewhere, at the account and from the address.
  for (let n = 0; n < 40; n++) await countTry("10.0.0.1", "ana@ejemplo.mx");
  for (let n = 0; n < 10; n++) expect(await count(own)).toBe(0);
  const wait = await count(own);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(180);
  expect(await count(other)).toBe(0);
  await sql("UPDATE login_tries_susa SET ends_at = now() - interval '1 millisecond'");
  expect(await count(own)).toBe(0);
});

test("a right password in a known browser forgives its wrong ones and nothing else", async () => {
  await tries(11, "10.0.0.1", "ana@ejemplo.mx");
  for (let n = 0; n < 10; n++) await count({ browser: "uno" });
  await resetTries({ browser: "uno" });
  expect(await count({ browser: "uno" })).toBe(0);
  expect(await countTry("10.0.0.2", "ana@ejemplo.mx")).toBeGreaterThan(0);
});

test.each<Trier>([{ browser: "uno" }, { session: "una" }, { address: "10.0.0.1", email: "ana@ejemplo.mx" }])(
  "right passwords count too: after sixty of %j the next one waits",
  async (trier) => {
    for (let n = 0; n < 60; n++) {
      expect(await count(trier), String(n)).toBe(0);
      await resetTries(trier);
    }
    expect(await count(trier)).toBeGreaterThan(0);
    expect(await countTry("10.0.0.1", "eva@ejemplo.mx")).toBe(0);
  },
);

test("after twenty sign-ups from one address the next one waits up to an hour, and one sent again does not count", async () => {
  for (let n = 0; n < 20; n++) expect(await countSignUp("10.0.0.1")).toBe(0);
  await uncountSignUp("10.0.0.1");
  expect(await countSignUp("10.0.0.1")).toBe(0);
  const wait = await countSignUp("10.0.0.1");
  expect(wait).toBeGreaterThan(3000);
  expect(wait).toBeLessThanOrEqual(3600);
  expect(await countSignUp("10.0.0.2")).toBe(0);
  expect(await countTry("10.0.0.1", "ana@ejemplo.mx")).toBe(0);
});

test("the table contains no readable account or address", async () => {
  await countTry("10.0.0.1", "ana@ejemplo.mx");
  await count({ browser: "uno" });
  await countSignUp("10.0.0.1");
  for (const { key } of await sql<{ key: string }>("SELECT key FROM login_tries_susa")) expect(key).toMatch(/^[0-9a-f]{64}$/);
});
