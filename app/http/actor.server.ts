import { isIP } from "node:net";
import type { Actor } from "~/database/actor.server";
import { networkOf } from "~/format/ip-address";

// Remix passes one Request to the guard and to what reads the form.
const accounts = new WeakMap<Request, string>();

/** Remembers whose request it is, for what it will write. */
export function rememberAccount(request: Request, cuenta_id: string): void {
  accounts.set(request, cuenta_id);
}

/**
 * The client's address, which the Express server puts into this header whatever the client sent. Empty when unknown: under
 * remix-serve, or when a proxy passed on something that is not an address.
 */
export function clientAddress(request: Request): string {
  const address = request.headers.get("X-Client-Address") ?? "";
  return isIP(address) === 0 ? "" : address;
}

/** Who sent a request: the account that requireUser found, and the network of its address. */
export function actorOf(request: Request): Actor {
  return { cuenta_id: accounts.get(request) ?? null, origen: networkOf(clientAddress(request)) };
}
