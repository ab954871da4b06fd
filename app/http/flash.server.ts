import { createCookie } from "@remix-run/node";
import { signedCookie } from "./cookies.server";

const flashCookie = createCookie("aviso", { ...signedCookie, maxAge: 60 });

/** `link` is one of our own addresses, as the server wrote it. */
export type Flash = { title: string; description?: string; destructive?: boolean; link?: { href: string; label: string } };

/** Gives the `Set-Cookie` that makes the next page say something once. */
export function setFlash(flash: Flash): Promise<string> {
  return flashCookie.serialize(flash);
}

/** Gives what the page has to say, if anything, and the `Set-Cookie` that makes it say it only once. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; setCookie: string | null }> {
  const flash: Flash | null = await flashCookie.parse(request.headers.get("Cookie"));
  return { flash, setCookie: flash && (await flashCookie.serialize("", { maxAge: 0 })) };
}
