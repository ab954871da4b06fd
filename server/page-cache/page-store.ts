import type { CachedPage } from "./cached-page";

type Entry = { page: CachedPage; usedAt: number };

/** Cached pages by address, of `maxBytes` together at most: the least recently used is evicted first. */
export class PageStore {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;
  private uses = 0;

  constructor(private readonly maxBytes: number) {}

  get(address: string): CachedPage | undefined {
    const entry = this.entries.get(address);
    if (entry) entry.usedAt = ++this.uses;
    return entry?.page;
  }

  set(address: string, page: CachedPage): void {
    this.bytes += page.bytes - (this.entries.get(address)?.page.bytes ?? 0);
    this.entries.set(address, { page, usedAt: ++this.uses });
    while (this.bytes > this.maxBytes && this.entries.size > 1) {
      const [oldest, { page: evicted }] = [...this.entries].reduce((a, b) => (b[1].usedAt < a[1].usedAt ? b : a));
      this.bytes -= evicted.bytes;
      this.entries.delete(oldest);
    }
  }
}
