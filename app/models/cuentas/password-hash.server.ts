import { hash, verify } from "@node-rs/argon2";
import { HASHES_AT_ONCE, MAX_HASH_WAIT_MS, MAX_WAITING_HASHES } from "~/limits";

// argon2id with the library's defaults, which follow OWASP: 19 MiB, 2 passes, 1 lane.

/** Too many passwords are waiting to be hashed: nothing was checked or written. */
export class HashQueueFull extends Error {
  constructor() {
    super("too many passwords are waiting to be hashed");
  }
}

type Line = (() => void)[];

let running = 0;
// Known people first: many guesses at once must not keep the owner out either.
const known: Line = [];
const strangers: Line = [];

/**
 * Hashes a new password. `isKnown` for somebody signed in, or in a browser that has signed in before: her turn comes before
 * others. Throws HashQueueFull.
 */
export function hashPassword(password: string, isKnown: boolean): Promise<string> {
  return inTurn(isKnown, () => hash(password));
}

/** Whether this is the password of a stored hash. Throws HashQueueFull. */
export function isPasswordOf(stored: string, password: string, isKnown: boolean): Promise<boolean> {
  return inTurn(isKnown, () => verify(stored, password));
}

async function inTurn<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) running++;
  else await waitIn(isKnown ? known : strangers);
  try {
    return await work();
  } finally {
    // The next one takes over this place.
    const next = known.shift() ?? strangers.shift();
    if (next) next();
    else running--;
  }
}

function waitIn(line: Line): Promise<void> {
  if (line.length >= MAX_WAITING_HASHES) throw new HashQueueFull();
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      line.splice(line.indexOf(start), 1);
      reject(new HashQueueFull());
    }, MAX_HASH_WAIT_MS);
    line.push(start);
  });
}
