// Forms with files are sent by XMLHttpRequest, which reports the upload's progress; fetch does not.

const STALL_TIMEOUT_MS = 60_000;
// A busy server needs this long to encode twenty uploaded photographs.
const ENCODING_TIMEOUT_MS = 300_000;

/** Why a form has no answer, whether its body had been uploaded completely, and the server's sentence if it sent one. */
export class NoAnswer extends Error {
  constructor(
    readonly reason: "cancelled" | "stalled" | "failed" | "large",
    readonly isUploaded: boolean,
    readonly sentence?: string,
  ) {
    super(reason);
  }
}

/** A form with files, and the route whose action gets it. `onProgress` gets the percentage of the body that was uploaded. */
export type FileSubmission = { body: FormData; routeId: string; onProgress: (percent: number) => void };

/** Uploads a form, until `signal` is aborted. Gives the answer as a response for the framework; throws its error pages, and NoAnswer. */
export function sendFiles(url: string, { body, routeId, onProgress }: FileSubmission, signal: AbortSignal): Promise<Response> {
  const request = new XMLHttpRequest();
  let isUploaded = false;
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<Response>((resolve, reject) => {
    const fail = (reason: NoAnswer["reason"]) => {
      reject(new NoAnswer(reason, isUploaded));
      request.abort();
    };
    const restartTimer = (ms = STALL_TIMEOUT_MS) => {
      clearTimeout(timer);
      timer = setTimeout(fail, ms, "stalled");
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress(Math.floor((loaded / total) * 100));
    };
    request.upload.onload = () => {
      isUploaded = true;
      restartTimer(ENCODING_TIMEOUT_MS);
    };
    request.onprogress = () => restartTimer();
    request.onload = () => resolve(readAnswer(request));
    request.onerror = () => fail("failed");
    request.onloadend = () => clearTimeout(timer);
    signal.addEventListener("abort", () => fail("cancelled"));
    const address = new URL(url);
    address.searchParams.set("_data", routeId);
    request.open("POST", address);
    restartTimer();
    request.send(body);
  });
}

async function readAnswer(request: XMLHttpRequest): Promise<Response> {
  const lines = request.getAllResponseHeaders().matchAll(/^(.+?): (.*)$/gm);
  const headers = new Headers(Array.from(lines, ([, name = "", value = ""]): [string, string] => [name, value]));
  const { status, responseText } = request;
  const redirect = headers.get("X-Remix-Redirect");
  if (redirect) headers.set("Location", redirect);
  if (redirect) return new Response(null, { status: 302, headers });
  if (headers.has("X-Remix-Response")) return new Response(responseText, { status, headers });
  // Not an answer of the framework but of a proxy, of the server itself, or an unexpected error.
  if (!headers.has("X-Remix-Catch")) throw new NoAnswer(status === 413 ? "large" : "failed", true);
  // The error page could give back the fields but not the files.
  if (status === 503) throw new NoAnswer("failed", true, JSON.parse(responseText)?.sentence);
  throw new Response(responseText, { status, headers });
}
