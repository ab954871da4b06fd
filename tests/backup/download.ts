import type { IncomingMessage } from "node:http";
import type { Visitor } from "../support/browser";
import { sendRequest } from "../support/send-request";

export const PATH = "/admin/configuracion/exportar";

/** Sends a request and resolves as soon as the response headers arrive. */
export function startDownload(visitor: Visitor, path: string, headers = {}, method = "GET"): Promise<IncomingMessage> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return sendRequest(visitor.port, path, { method, headers: { cookie, ...headers }, agent: false });
}

/** Posts the export form. */
export const download = (visitor: Visitor) =>
  startDownload(visitor, PATH, { "content-length": 0, "sec-fetch-site": "same-origin" }, "POST");
