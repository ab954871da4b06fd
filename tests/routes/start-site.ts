import { afterAll } from "vitest";
import { type Site, startSite } from "../support/browser";

/** Starts the site for one test file, with `env` set first, and closes it after the file's last test. */
export async function startSiteForFile(env?: Record<string, string>): Promise<Site> {
  const site = await startSite(env);
  afterAll(() => site.close());
  return site;
}
