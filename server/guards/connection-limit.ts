import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ipGroups } from "../../app/format/ip-address";
import { log } from "../../app/log.server";

export type ConnectionLimits = { maxConnections: number; maxPerAddress: number };

/**
 * Limits the connections of a server, in all and of each address. Above a limit the one that has been silent for longest is
 * closed, so that a new visitor is served: Node's own `maxConnections` would close the new one. `responses` has the last response
 * of each connection, `longUploads` the requests that may take long.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPerAddress }: ConnectionLimits,
  responses: WeakMap<object, ServerResponse>,
  longUploads: WeakSet<IncomingMessage>,
): void {
  // In the order in which a connection was opened, or its last request began or was answered; with their addresses.
  const all = new Map<Socket, string>();
  let isLogged = false;

  // Nothing was asked, everything is answered, or the rest of a request is missing.
  const isSilent = (socket: Socket) => {
    const response = responses.get(socket);
    if (!response || response.writableFinished) return true;
    return !response.req.complete && !longUploads.has(response.req);
  };
  const isUnread = (socket: Socket) => socket.writableLength > 0;

  const moveToEnd = (socket: Socket) => {
    const address = all.get(socket);
    if (address !== undefined && all.delete(socket)) all.set(socket, address);
  };
  const ofAddress = (address: string) => [...all].flatMap(([socket, other]) => (other === address ? [socket] : []));
  const makeRoom = (sockets: Socket[], newest: Socket) => {
    const oldest = sockets.find(isSilent) ?? sockets.find(isUnread) ?? newest;
    // Its close event comes later.
    all.delete(oldest);
    oldest.destroy();
  };

  server.on("connection", (socket: Socket) => {
    const address = shareOf(socket.remoteAddress);
    const own = all.size < maxPerAddress ? [] : ofAddress(address);
    if (own.length >= maxPerAddress) makeRoom(own, socket);
    else if (all.size >= maxConnections) {
      if (!isLogged) log.error({ where: "server", maxConnections }, "Demasiadas conexiones a la vez");
      isLogged = true;
      makeRoom([...all.keys()], socket);
    }
    if (socket.destroyed) return;
    all.set(socket, address);
    socket.once("close", () => all.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    moveToEnd(socket);
    response.once("close", () => moveToEnd(socket));
  });
}

/** What a connection counts for: an IPv4 address, also as ::ffff:1.2.3.4, or the 64 bits of IPv6 that one subscriber has. */
function shareOf(address = ""): string {
  return ipGroups(address.replace(/^::ffff:/, ""), 4, 4).join(":");
}
