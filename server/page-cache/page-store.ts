import type { CachedPage } from "./cached-page";

/** Cached pages by address, of `maxBytes` together at most: the least recently used is evicted first. */
export class PageStore {
  // In the order of their last use.
  private readonly pages = new Map<string, CachedPage>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(address: string): CachedPage | undefined {
    const page = this.pages.get(address);
    if (page) {
      this.pages.delete(address);
      this.pages.set(address, page);
    }
    return page;
  }

  set(address: string, page: CachedPage): void {
    this.delete(address);
    this.pages.set(address, page);
    this.bytes += sizeOf(page);
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.maxBytes || oldest === address) return;
      this.delete(oldest);
    }
  }

  private delete(address: string): void {
    const page = this.pages.get(address);
    if (page && this.pages.delete(address)) this.bytes -= sizeOf(page);
  }
}

function sizeOf({ bodies }: CachedPage): number {
  return Object.values(bodies).reduce((sum, { length }) => sum + length, 0);
}
