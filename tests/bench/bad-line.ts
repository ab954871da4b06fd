import { type Browser, chromium, type Locator, type Page } from "playwright";
import { findChromium } from "../chromium";
import type { Visitor } from "../support/browser";
import { startBuiltServer } from "../support/built-server";
import { median, newFolder, signUp, trackServer } from "./studio";

// What a phone of 390 px sees of the public pages over a bad line, and what booking takes, beside another checkout if one is given, in turn.

const ROUNDS = 5;
// Between two acts.
const PAUSE = 4_000;
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PROCESSOR = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
const PAGES = ["/", "/gallery", "/precios", "/about"];
const COLUMNS = ["text", "largest", "moves", "KB"] as const;

type Seen = Record<(typeof COLUMNS)[number], number>;

/** Prints when the first text and the largest element of each page are painted, how much it moves, and what it weighs. */
export async function measureBadLine(reference: string | undefined): Promise<void> {
  const checkouts = [".", ...(reference === undefined ? [] : [reference])];
  const ports: number[] = [];
  for (const checkout of checkouts) {
    const server = trackServer(
      await startBuiltServer({ DATA_DIR: newFolder(), SIGNUP: "open", DATABASE_URL: "" }, "--demo", checkout),
    );
    ports.push(server.port);
  }
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-quic"] });
  console.log(`| page | checkout | ${COLUMNS.join(" | ")} |\n|---|---|${COLUMNS.map(() => "---:|").join("")}`);
  for (const path of PAGES) {
    const seen: Seen[][] = ports.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, port] of ports.entries()) seen[n]?.push(await look(browser, `http://127.0.0.1:${port}${path}`));
    }
    for (const [n, all] of seen.entries()) {
      const medians = COLUMNS.map((column) => median(all.map((one) => one[column])));
      console.log(
        `| ${path} | ${n === 0 ? "this" : "reference"} | ${medians.map((one) => Number(one.toFixed(4))).join(" | ")} |`,
      );
    }
  }
  console.log("\n| list → Nueva Cita → search → service → create | checkout | ms | KB |\n|---|---|---:|---:|");
  const owners = await Promise.all(ports.map(signUp));
  for (const hasScripts of [true, false]) {
    const booked: Booked[][] = ports.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, owner] of owners.entries()) booked[n]?.push(await book(browser, owner, hasScripts));
    }
    for (const [n, all] of booked.entries()) {
      const [ms, KB] = [median(all.map((one) => one.ms)), median(all.map((one) => one.KB))];
      console.log(`| ${hasScripts ? "with" : "without"} JavaScript | ${n === 0 ? "this" : "reference"} | ${ms} | ${KB} |`);
    }
  }
  await browser.close();
}

type Booked = { ms: number; KB: number };

/** How long booking a client of the demo from the list makes wait over the bad line, with nothing in the browser's cache. */
async function book(browser: Browser, owner: Visitor, hasScripts: boolean): Promise<Booked> {
  const [clienta = ""] = (await owner.get("/admin/clientes")).texts('a[href*="/ficha"]');
  const url = `http://127.0.0.1:${owner.port}`;
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: hasScripts });
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  const line = await slowLine(page);
  let ms = 0;
  /** Presses, and waits for what she looks at next; what she does meanwhile is not counted. */
  const act = async (press: () => Promise<unknown>, next: Locator) => {
    const begin = Date.now();
    await press();
    await next.waitFor();
    ms += Date.now() - begin;
    await page.waitForTimeout(PAUSE);
  };
  const [nueva, name] = [page.getByRole("link", { name: "Nueva Cita" }), page.getByLabel("Teléfono o nombre")];
  const service = page.getByRole("button", { name: / min · / }).first();
  const hour = page.getByRole("button", { name: /^\d+:\d\d.* con / }).first();
  const press = (target: Locator) => () => target.click({ noWaitAfter: true });
  await act(() => page.goto(`${url}/admin/citas`, { waitUntil: "commit" }), nueva);
  await act(press(nueva), name);
  await name.fill(clienta);
  await act(press(page.getByRole("button", { name: "Buscar" })), page.getByRole("radio", { name: clienta }));
  await act(press(service), hour);
  await act(press(hour), page.getByText("Cita creada"));
  await context.close();
  return { ms, KB: Math.round(line.bytes / 1000) };
}

/** Opens a page, and waits until nothing has arrived for two seconds. */
async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const line = await slowLine(page);
  await page.goto(url, { waitUntil: "load" });
  while (Date.now() - line.last < 2_000) await page.waitForTimeout(200);
  const painted = await timesOf(page);
  await context.close();
  return { ...painted, KB: Math.round(line.bytes / 1000) };
}

/** Makes the line of a page bad and its processor slow, and counts what arrives, in bytes, and when it last did. */
async function slowLine(page: Page): Promise<{ bytes: number; last: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", LINE);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR });
  const line = { bytes: 0, last: Date.now() };
  devtools.on("Network.dataReceived", ({ encodedDataLength }) => {
    line.bytes += encodedDataLength;
    line.last = Date.now();
  });
  return line;
}

async function timesOf(page: Page): Promise<Omit<Seen, "KB">> {
  const paints = await entriesOf(page, "paint");
  const largest = await entriesOf(page, "largest-contentful-paint");
  const moves = await entriesOf(page, "layout-shift");
  return {
    text: Math.round(paints.find(({ name }) => name === "first-contentful-paint")?.startTime ?? 0),
    largest: Math.round(largest.at(-1)?.startTime ?? 0),
    moves: moves.reduce((sum, { value }) => sum + value, 0),
  };
}

type Entry = { name: string; startTime: number; value: number };

/** The entries of the page's timeline of one type. */
function entriesOf(page: Page, type: string): Promise<Entry[]> {
  return page.evaluate(
    (type) =>
      new Promise<Entry[]>((done) => {
        new PerformanceObserver((list) =>
          done(
            list
              .getEntries()
              .map((entry) => ({ name: entry.name, startTime: entry.startTime, value: Reflect.get(entry, "value") })),
          ),
        ).observe({ type, buffered: true });
        // There are none.
        setTimeout(done, 300, []);
      }),
    type,
  );
}
