import { json } from "@remix-run/node";
import { logError } from "~/log.server";

/** Kept by the server until what it shows changes (see server/page-cache.ts); asked for again at every visit. */
const KEPT = { "Cache-Control": "public, max-age=0, must-revalidate", "Speculation-Rules": '"/speculation-rules.json"' };

/** A public page's data. An incomplete page (something could not be read) is shown, but not kept. */
export function publicPage<T>(data: T, complete = true) {
  return json(data, { headers: complete ? KEPT : {} });
}

/** A public list, or null when it cannot be read: that is logged, and the rest of the page stands without it. */
export async function readOrNothing<T>(where: string, list: Promise<T>): Promise<T | null> {
  try {
    return await list;
  } catch (error) {
    logError(where, error);
    return null;
  }
}
