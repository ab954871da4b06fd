import { createCookie } from "@remix-run/node";
import { cookieName, signedCookie } from "./session/cookies.server";

const flashCookie = createCookie(cookieName("aviso"), { ...signedCookie, maxAge: 60 });

/**
 * A message that the next page shows once. `link.href` is a path of this site; `undo` the id of the copy of what was deleted;
 * `button` any other form of one button, which takes the change back unless it has a label. The page gives it its token.
 */
export type Flash = {
  title: string;
  description?: string;
  destructive?: boolean;
  link?: { href: string; label: string };
  undo?: string;
  button?: { action: string; values?: Record<string, string>; label?: string; pending?: string };
};

/** Gives the `Set-Cookie` with the message for the next page. */
export function setFlash(flash: Flash): Promise<string> {
  return flashCookie.serialize(flash);
}

/** Gives the message for this page, or null, and the `Set-Cookie` that clears it. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; setCookie: string | null }> {
  const flash: Flash | null = await flashCookie.parse(request.headers.get("Cookie"));
  return { flash, setCookie: flash && (await flashCookie.serialize("", { maxAge: 0 })) };
}
