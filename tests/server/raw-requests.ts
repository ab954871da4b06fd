import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import type { RequestOptions } from "../support/browser";
import { sendRequest } from "../support/send-request";

export const FORM = { "content-type": "application/x-www-form-urlencoded" };
export const CROSS_SITE = { "sec-fetch-site": "cross-site" };
export const post = (body = "", headers: Record<string, string> = {}): RequestOptions => ({
  method: "POST",
  headers: { ...FORM, ...headers },
  body,
});

/** Gives a response as bytes, for compressed content. */
export async function fetchBytes(port: number, path: string, headers: Record<string, string>, method = "GET") {
  const response = await sendRequest(port, path, { method, headers });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** Sends raw bytes that an HTTP client would not send, and gives the response. */
export function sendRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  return text(socket);
}
