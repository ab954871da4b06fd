import { MAX_SIGN_IN_WAIT_MS, MAX_WAITING_SIGN_INS } from "~/limits";

/** Too many people are signing in: nothing was checked or written. */
export class LineFull extends Error {
  constructor() {
    super("too many are waiting");
  }
}

/** For `catch`: gives null when too many were waiting. Throws other errors. */
export function nullIfLineFull(error: unknown): null {
  if (error instanceof LineFull) return null;
  throw error;
}

type Line = (() => void)[];

/**
 * Lets `places` pieces of work run at once; the others wait in line, at most so many and so long (app/limits.ts). Known people
 * come first: a crowd of strangers must not keep the owner out. The function it gives throws LineFull.
 */
export function waitingLine(places: number) {
  let running = 0;
  const known: Line = [];
  const strangers: Line = [];
  return async <T>(isKnown: boolean, work: () => Promise<T>): Promise<T> => {
    if (running < places) running++;
    else await waitIn(isKnown ? known : strangers);
    try {
      return await work();
    } finally {
      // The next one takes over this place.
      const next = known.shift() ?? strangers.shift();
      if (next) next();
      else running--;
    }
  };
}

function waitIn(line: Line): Promise<void> {
  if (line.length >= MAX_WAITING_SIGN_INS) throw new LineFull();
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      line.splice(line.indexOf(start), 1);
      reject(new LineFull());
    }, MAX_SIGN_IN_WAIT_MS);
    line.push(start);
  });
}
