import { type Browser, chromium, type Page } from "playwright";
import { findChromium } from "../chromium";
import { startBuiltServer } from "../support/built-server";
import { median, newFolder, trackServer } from "./studio";

// What a phone of 390 px sees of the public pages over a bad line, beside another checkout if one is given, in turn.

const ROUNDS = 5;
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PROCESSOR = 4;
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
  await browser.close();
}

/** Opens a page, and waits until nothing has arrived for two seconds. */
async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", LINE);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR });
  let bytes = 0;
  let last = Date.now();
  devtools.on("Network.dataReceived", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    last = Date.now();
  });
  await page.goto(url, { waitUntil: "load" });
  while (Date.now() - last < 2_000) await page.waitForTimeout(200);
  const painted = await timesOf(page);
  await context.close();
  return { ...painted, KB: Math.round(bytes / 1000) };
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
