import { matchRoutes } from "@remix-run/react";

// How a form is sent once the script runs: by a request of its own, which knows how many bytes have gone, can be cancelled, and
// leaves the page as it is when it fails. Only its answer reaches the framework, which would replace a page whose request failed.

const STALLED_MS = 60_000;
// What a studio with much to do needs to prepare twenty photographs that have all arrived.
const PREPARING_MS = 300_000;

export type Progress = { loaded: number; total: number };

/** Why a form was not sent; whether all of it had gone by then, and the server's own sentence if it has one. */
export type Failure = { why: "cancelled" | "stalled" | "failed" | "large"; hasGone: boolean; sentence?: string };

export type Sending = { answer: Promise<Response | Failure>; cancel: () => void };

export const isFailure = (answer: Response | Failure): answer is Failure => "why" in answer;

/** Sends a form to the action of `address`; `onProgress` hears of every step of its bytes. */
export function send(address: string, body: FormData | URLSearchParams, onProgress: (progress: Progress) => void): Sending {
  const request = new XMLHttpRequest();
  let why: Failure["why"] = "failed";
  let hasGone = false;
  let clock: ReturnType<typeof setTimeout>;
  const stop = (because: Failure["why"]) => {
    why = because;
    request.abort();
  };
  const wait = (ms = STALLED_MS) => {
    clearTimeout(clock);
    clock = setTimeout(stop, ms, "stalled");
  };
  const answer = new Promise<Response | Failure>((settle) => {
    const end = (outcome: Response | Failure) => {
      clearTimeout(clock);
      settle(outcome);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress({ loaded, total });
    };
    request.upload.onload = () => {
      hasGone = true;
      wait(body instanceof FormData ? PREPARING_MS : STALLED_MS);
    };
    request.onprogress = () => wait();
    request.onload = () => end(read(request, body instanceof FormData));
    request.onerror = request.onabort = () => end({ why, hasGone });
  });
  request.open("POST", dataAddress(address));
  wait();
  request.send(body);
  return { answer, cancel: () => stop("cancelled") };
}

/** The address at which the framework's action answers with data instead of a page. */
function dataAddress(address: string): string {
  const url = new URL(address, location.href);
  const matches = matchRoutes(window.__remixRouter.routes, url.pathname) ?? [];
  const isIndex = url.searchParams.getAll("index").includes("");
  const match = isIndex ? matches.at(-1) : matches.filter(({ route }) => route.path).at(-1);
  url.searchParams.set("_data", match?.route.id ?? "root");
  return url.href;
}

function read(request: XMLHttpRequest, hasFiles: boolean): Response | Failure {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = "", value = ""] = line.split(/: (.*)/);
    if (name) headers.append(name, value);
  }
  const { status, responseText } = request;
  // A proxy, the server itself, or an unexpected error: none of these answers has a page for what was typed.
  if (!["X-Remix-Response", "X-Remix-Catch", "X-Remix-Redirect"].some((name) => headers.has(name)))
    return { why: status === 413 ? "large" : "failed", hasGone: true };
  // Its page would give back what was typed, but no file.
  if (hasFiles && status === 503 && headers.has("X-Remix-Catch"))
    return { why: "failed", hasGone: true, sentence: JSON.parse(responseText)?.sentence };
  return new Response(status === 204 ? null : responseText, { status, headers });
}

/** Has the framework do with `response` what it does with an action's answer: `submit` asks it to send the form. Gives the way to undo. */
export function replay(response: Response, submit: () => void): () => void {
  const { fetch } = window;
  const answered: typeof fetch = (input, init) => {
    if (init?.method !== "POST") return fetch(input, init);
    undo();
    return Promise.resolve(response);
  };
  const undo = () => {
    if (window.fetch === answered) window.fetch = fetch;
  };
  window.fetch = answered;
  submit();
  return undo;
}
