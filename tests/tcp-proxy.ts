import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What becomes of what a client says: lost with its connection before it arrives, or after it; or it arrives, and no answer ever comes. */
export type Fate = "lost" | "unanswered" | "hangs" | undefined;

/**
 * A way to a database, of which a test decides how it is: `hear` tells, of what a client sends, what becomes of it, and the way
 * as a whole can hang (it takes connections, and no answer ever comes), refuse, and be well again. Gives the address by which
 * one goes there.
 */
export async function tcpProxyTo(url: string, hear: (sent: Buffer) => Fate = () => undefined) {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  const begun: (() => void)[] = [];
  let hangs = false;

  const way = createServer({ pauseOnConnect: true }, (near) => {
    ends.add(near);
    near.on("error", () => near.destroy()).on("close", () => ends.delete(near));
    const begin = () => {
      if (near.destroyed) return;
      const far = connect(Number(port), hostname);
      ends.add(far);
      far.on("close", () => ends.delete(far));
      const lose = () => {
        near.destroy();
        far.destroy();
      };
      for (const end of [near, far]) end.on("error", lose).on("close", lose);
      let fate: Fate;
      near.on("data", (sent) => {
        fate ??= hear(sent);
        if (fate === "lost") return lose();
        far.write(sent);
      });
      far.on("data", (answer) => {
        if (fate === "unanswered") return lose();
        if (fate !== "hangs") near.write(answer);
      });
      near.resume();
    };
    if (hangs) begun.push(begin);
    else begin();
  });
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  const ours = (way.address() as AddressInfo).port;
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.replace(`:${port}/`, `:${ours}/`),
    hang() {
      hangs = true;
      for (const end of ends) end.pause();
    },
    async refuse() {
      const closed = once(way, "close");
      way.close();
      cut();
      await closed;
    },
    async heal() {
      if (!way.listening) {
        way.listen(ours, "127.0.0.1");
        await once(way, "listening");
      }
      hangs = false;
      for (const begin of begun.splice(0)) begin();
      for (const end of ends) end.resume();
    },
    cut,
    /** Takes no new connections; those under way go on. */
    close: () => way.close(),
  };
}
