import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A fault in a connection: closed before a message is delivered (`lost`) or after it (`unanswered`), or answers never arrive (`hangs`). */
export type Fault = "lost" | "unanswered" | "hangs" | undefined;

/**
 * Starts a TCP proxy to a database with faults that a test controls: `faultFor` chooses the fault for each message of a client,
 * and the whole proxy can hang (accept connections without answering), refuse connections, and heal. Gives the database URL
 * through the proxy.
 */
export async function tcpProxyTo(url: string, faultFor: (sent: Buffer) => Fault = () => undefined) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isHanging = false;

  const proxy = createServer({ pauseOnConnect: true }, (client) => {
    sockets.add(client);
    client.on("error", () => client.destroy()).on("close", () => sockets.delete(client));
    const startForwarding = () => {
      if (client.destroyed) return;
      const upstream = connect(Number(port), hostname);
      sockets.add(upstream);
      upstream.on("close", () => sockets.delete(upstream));
      const disconnect = () => {
        client.destroy();
        upstream.destroy();
      };
      for (const end of [client, upstream]) end.on("error", disconnect).on("close", disconnect);
      let fault: Fault;
      client.on("data", (sent) => {
        fault ??= faultFor(sent);
        if (fault === "lost") return disconnect();
        upstream.write(sent);
      });
      upstream.on("data", (answer) => {
        if (fault === "unanswered") return disconnect();
        if (fault !== "hangs") client.write(answer);
      });
      client.resume();
    };
    if (isHanging) waiting.push(startForwarding);
    else startForwarding();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const proxyPort = (proxy.address() as AddressInfo).port;
  const cut = () => {
    for (const end of sockets) end.destroy();
  };
  return {
    url: url.replace(`:${port}/`, `:${proxyPort}/`),
    hang() {
      isHanging = true;
      for (const end of sockets) end.pause();
    },
    async refuse() {
      const closed = once(proxy, "close");
      proxy.close();
      cut();
      await closed;
    },
    async heal() {
      if (!proxy.listening) {
        proxy.listen(proxyPort, "127.0.0.1");
        await once(proxy, "listening");
      }
      isHanging = false;
      for (const startForwarding of waiting.splice(0)) startForwarding();
      for (const end of sockets) end.resume();
    },
    cut,
    /** Accepts no new connections; open ones continue. */
    close: () => proxy.close(),
  };
}
