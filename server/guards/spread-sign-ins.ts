import type { RequestListener } from "node:http";
import { MAX_WAITING_SIGN_INS, SIGN_IN_INTERVAL_MS } from "~/limits";

/**
 * Lets sign-ins into the application one by one, so that reading many at once does not keep public pages waiting. A lone one
 * does not wait, nor a browser that says it has signed in before, nor those for whom the line is too long: the application
 * decides about them. Does not wait for bodies, so that a slow one does not block the queue.
 */
export function spreadSignIns(listener: RequestListener): RequestListener {
  const waiting: (() => void)[] = [];
  let isPausing = false;
  const goOn = () => {
    const next = waiting.shift();
    isPausing = next !== undefined;
    if (!next) return;
    setTimeout(goOn, SIGN_IN_INTERVAL_MS).unref();
    next();
  };
  return (request, response) => {
    const isSignIn = request.method === "POST" && /^\/auth\/?(\?|$)/i.test(request.url ?? "");
    const isFree = /navegador=/.test(request.headers.cookie ?? "") || waiting.length >= MAX_WAITING_SIGN_INS;
    if (!isSignIn || isFree) return listener(request, response);
    waiting.push(() => {
      if (!response.destroyed) listener(request, response);
    });
    if (!isPausing) goOn();
  };
}
