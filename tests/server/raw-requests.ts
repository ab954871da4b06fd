import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { RequestOptions } from "../support/browser";

export const FORM = { "content-type": "application/x-www-form-urlencoded" };
export const CROSS_SITE = { "sec-fetch-site": "cross-site" };
export const post = (body = "", headers: Record<string, string> = {}): RequestOptions => ({
  method: "POST",
  headers: { ...FORM, ...headers },
  body,
});
/** Gives a response as bytes, for compressed content. */
export function fetchBytes(port: number, path: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((done, fail) => {
    httpRequest({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", fail)
      .end();
  });
}

/** Sends raw bytes that an HTTP client would not send, and gives the response. */
export function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("utf8");
    });
    socket.on("end", () => done(received));
    socket.on("error", fail);
  });
}
