import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What becomes of what a client says: lost with its connection before it arrives, or after it; or it arrives, and no answer ever comes. */
export type Fault = "lost" | "unanswered" | "hangs" | undefined;

/**
 * A way to a database, of which a test decides how it is: `hear` tells, of what a client sends, what becomes of it, and the way
 * as a whole can hang (it takes connections, and no answer ever comes), refuse, and be well again. Gives the address by which
 * one goes there.
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
    /** Takes no new connections; those under way go on. */
    close: () => proxy.close(),
  };
}
