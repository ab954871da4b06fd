import { matchRoutes } from "@remix-run/react";

// With JavaScript a form is sent by XMLHttpRequest, which reports upload progress, can be cancelled, and leaves the page unchanged
// when it fails. Only the response is passed to the framework, whose own request would replace the page after a failure.

const STALL_TIMEOUT_MS = 60_000;
// A busy server needs this long to encode twenty uploaded photographs.
const ENCODING_TIMEOUT_MS = 300_000;

export type Progress = { loaded: number; total: number };

/** Why a form was not sent, whether its body had been uploaded completely, and the server's sentence if it sent one. */
export type Failure = { reason: "cancelled" | "stalled" | "failed" | "large"; isUploaded: boolean; sentence?: string };

export type Sending = { answer: Promise<Response | Failure>; cancel: () => void };

export const isFailure = (answer: Response | Failure): answer is Failure => "reason" in answer;

/** Sends a form to the action of `url`; `onProgress` is called as bytes are uploaded. */
export function sendForm(url: string, body: FormData | URLSearchParams, onProgress: (progress: Progress) => void): Sending {
  const request = new XMLHttpRequest();
  let reason: Failure["reason"] = "failed";
  let isUploaded = false;
  let timer: ReturnType<typeof setTimeout>;
  const stop = (cause: Failure["reason"]) => {
    reason = cause;
    request.abort();
  };
  const restartTimer = (ms = STALL_TIMEOUT_MS) => {
    clearTimeout(timer);
    timer = setTimeout(stop, ms, "stalled");
  };
  const answer = new Promise<Response | Failure>((settle) => {
    const end = (outcome: Response | Failure) => {
      clearTimeout(timer);
      settle(outcome);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress({ loaded, total });
    };
    request.upload.onload = () => {
      isUploaded = true;
      restartTimer(body instanceof FormData ? ENCODING_TIMEOUT_MS : STALL_TIMEOUT_MS);
    };
    request.onprogress = () => restartTimer();
    request.onload = () => end(readResponse(request, body instanceof FormData));
    request.onerror = request.onabort = () => end({ reason, isUploaded });
  });
  request.open("POST", dataUrl(url));
  restartTimer();
  request.send(body);
  return { answer, cancel: () => stop("cancelled") };
}

/** The URL at which the framework answers with an action's data instead of a page. */
function dataUrl(address: string): string {
  const url = new URL(address, location.href);
  const matches = matchRoutes(window.__remixRouter.routes, url.pathname) ?? [];
  const isIndex = url.searchParams.getAll("index").includes("");
  const match = isIndex ? matches.at(-1) : matches.filter(({ route }) => route.path).at(-1);
  url.searchParams.set("_data", match?.route.id ?? "root");
  return url.href;
}

function readResponse(request: XMLHttpRequest, hasFiles: boolean): Response | Failure {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = "", value = ""] = line.split(/: (.*)/);
    if (name) headers.append(name, value);
  }
  const { status, responseText } = request;
  // Not an answer of the framework but of a proxy, of the server itself, or an unexpected error.
  if (!["X-Remix-Response", "X-Remix-Catch", "X-Remix-Redirect"].some((name) => headers.has(name)))
    return { reason: status === 413 ? "large" : "failed", isUploaded: true };
  // The error page could give back the fields but not the files.
  if (hasFiles && status === 503 && headers.has("X-Remix-Catch"))
    return { reason: "failed", isUploaded: true, sentence: JSON.parse(responseText)?.sentence };
  return new Response(status === 204 ? null : responseText, { status, headers });
}

/**
 * Has the framework handle `response` as the answer of an action: `submit` makes it send the form, and its fetch gets `response`.
 * Gives a function that undoes this.
 */
export function replay(response: Response, submit: () => void): () => void {
  const { fetch } = window;
  const fetchOnce: typeof fetch = (input, init) => {
    if (init?.method !== "POST") return fetch(input, init);
    undo();
    return Promise.resolve(response);
  };
  const undo = () => {
    if (window.fetch === fetchOnce) window.fetch = fetch;
  };
  window.fetch = fetchOnce;
  submit();
  return undo;
}
