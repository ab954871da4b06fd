import { hash, verify } from "@node-rs/argon2";
import { HASHES_AT_ONCE } from "~/limits";
import { waitingLine } from "./waiting-line.server";

// argon2id with the library's defaults, which follow OWASP: 19 MiB, 2 passes, 1 lane.

const inTurn = waitingLine(HASHES_AT_ONCE);

/**
 * Hashes a new password. `isKnown` for somebody signed in, or in a browser that has signed in before: her turn comes before
 * others. Throws LineFull.
 */
export function hashPassword(password: string, isKnown: boolean): Promise<string> {
  return inTurn(isKnown, () => hash(password));
}

/** Whether this is the password of a stored hash. Throws LineFull. */
export function isPasswordOf(stored: string, password: string, isKnown: boolean): Promise<boolean> {
  return inTurn(isKnown, () => verify(stored, password));
}
