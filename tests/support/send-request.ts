import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request } from "node:http";

/** Sends a request to a server on this machine, and gives the answer as soon as its headers have arrived. */
export async function sendRequest(
  port: number,
  path: string,
  options: RequestOptions = {},
  body?: string | Buffer,
): Promise<IncomingMessage> {
  const sent = request({ host: "127.0.0.1", port, path, ...options });
  // After the headers the answer fails, which its reader notices.
  sent.on("error", () => undefined);
  try {
    return (await once(sent.end(body), "response"))[0];
  } catch (error) {
    // As browsers do: the server may close an idle connection at the moment in which it is used again.
    const wasClosed = sent.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET" && sent.method === "GET";
    if (wasClosed) return sendRequest(port, path, options, body);
    throw error;
  }
}
