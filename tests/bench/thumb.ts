import type { Locator, Page } from "playwright";

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Presses and types on a page, and counts both. */
export class Thumb {
  taps = 0;
  values = 0;

  constructor(
    readonly page: Page,
    private readonly hasScripts: boolean,
  ) {}

  async tap(target: Locator): Promise<void> {
    this.taps++;
    await target.waitFor();
    // Without scripts nothing would ever wake this wait.
    if (this.hasScripts) await isReady(this.page);
    await target.click();
  }

  /** Chooses files, which together count as a value. */
  async choose(target: Locator, ...files: FilePayload[]): Promise<void> {
    this.values++;
    await target.setInputFiles(files);
  }

  /** Chooses an option of a select, which counts as a value. */
  async pick(target: Locator, option: string): Promise<void> {
    this.values++;
    if (this.hasScripts) await isReady(this.page);
    await target.selectOption({ label: option });
  }

  async type(target: Locator, value: string): Promise<void> {
    this.values++;
    await target.fill(value);
  }
}

/** Waits until scripts have taken the page over, and until a form's answer lets the next one through. */
async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => !("__remixContext" in window) || history.scrollRestoration === "manual");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}
