import type { Actor } from "~/database/actor.server";
import { networkOf } from "~/format/ip-address";

// Remix passes one Request to the guard and to what reads the form.
const accounts = new WeakMap<Request, string>();

/** Remembers whose request it is, for what it will write. */
export function rememberAccount(request: Request, cuenta_id: string): void {
  accounts.set(request, cuenta_id);
}

/** The client's address, which the Express server puts into this header whatever the client sent; empty under remix-serve. */
export function clientAddress(request: Request): string {
  return request.headers.get("X-Client-Address") ?? "";
}

/** Who sent a request: the account that requireUser found, and the network of its address. */
export function actorOf(request: Request): Actor {
  return { cuenta_id: accounts.get(request) ?? null, origen: networkOf(clientAddress(request)) };
}
