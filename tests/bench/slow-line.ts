// `npm run bench:slow-line -- ADDRESS…`: opens each address of a running server as a phone on a slow line would, with nothing
// cached: 400 kb/s, 400 ms, a processor at a quarter. Prints the medians of five visits.
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../chromium";
import { median } from "./program";

const VISITS = 5;
const LINE = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

type Visit = { text: number; picture: number; shift: number; kb: number };

declare global {
  interface Window {
    visit: { picture: number | null; shift: number };
  }
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...phone, bypassCSP: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    window.visit = { picture: null, shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.visit.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    // Not a named function: tsx would add a helper to it that the page does not have.
    document.addEventListener(
      "load",
      ({ target }) => {
        if (!(target instanceof HTMLImageElement) || window.visit.picture !== null) return;
        // The mark in the bar is not what the page shows.
        if (target.closest("header") || target.getBoundingClientRect().top > innerHeight) return;
        requestAnimationFrame(() => {
          setTimeout(() => {
            window.visit.picture ??= performance.now();
          });
        });
      },
      true,
    );
  });
  await page.goto(address, { waitUntil: "load", timeout: 120_000 });
  await page.waitForFunction(() => window.visit.picture !== null);
  const measured = await page.evaluate(() => ({
    text: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    picture: window.visit.picture ?? Number.NaN,
    shift: window.visit.shift,
    kb: performance
      .getEntries()
      .reduce((sum, entry) => sum + ("transferSize" in entry ? Number(entry.transferSize) / 1024 : 0), 0),
  }));
  await context.close();
  return measured;
}

const addresses = process.argv.slice(2);
if (addresses.length === 0) throw new Error("usage: npm run bench:slow-line -- ADDRESS…");
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
try {
  for (const address of addresses) {
    const visits: Visit[] = [];
    for (let n = 0; n < VISITS; n++) visits.push(await visit(browser, address));
    const of = (name: keyof Visit) => median(visits.map((one) => one[name]));
    const seconds = (name: "text" | "picture") => `${(of(name) / 1000).toFixed(2)} s`;
    console.log(
      `${address}: text ${seconds("text")}, first picture ${seconds("picture")}, shift ${of("shift").toFixed(3)}, ${Math.round(of("kb"))} KB`,
    );
  }
} finally {
  await browser.close();
}
