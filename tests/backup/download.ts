import { type IncomingMessage, request } from "node:http";
import type { Visitor } from "../support/browser";

export const PATH = "/admin/configuracion/exportar";

/** Posts the export form and resolves as soon as the response headers arrive. */
export function download(visitor: Visitor): Promise<IncomingMessage> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((done, fail) => {
    request(
      {
        host: "127.0.0.1",
        port: visitor.port,
        path: PATH,
        method: "POST",
        headers: { cookie, "content-length": 0, "sec-fetch-site": "same-origin" },
        agent: false,
      },
      done,
    )
      .on("error", fail)
      .end();
  });
}
