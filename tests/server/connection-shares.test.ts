import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { limitConnections } from "../../server/guards/connection-limit";

// Which connections count together, and which of them makes room, with sockets that are connected to nothing.

/** Opens a connection from each of these addresses at a server that gives two to each, and tells which were closed. */
function closedOf(addresses: string[], maxConnections = 9): boolean[] {
  const server = new EventEmitter() as Server;
  limitConnections(server, { maxConnections, maxPerAddress: 2 }, new WeakMap(), new WeakSet());
  const sockets = addresses.map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
    server.emit("connection", socket);
    return socket;
  });
  return sockets.map(({ destroyed }) => destroyed);
}

test.each<[what: string, addresses: string[], closed: boolean[]]>([
  ["an address", ["203.0.113.7", "203.0.113.7", "203.0.113.7"], [true, false, false]],
  ["an address that IPv6 carries", ["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7"], [true, false, false]],
  ["a subscriber of IPv6", ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2:1:2:3:4"], [true, false, false]],
  ["five that arrive in one moment", Array(5).fill("203.0.113.7"), [true, true, true, false, false]],
])("%s has two connections, and the newest are kept", (_what, addresses, closed) => {
  expect(closedOf(addresses)).toEqual(closed);
});

test.each<[what: string, addresses: string[]]>([
  ["two neighbours in a network of IPv4", ["203.0.113.7", "203.0.113.7", "203.0.113.8", "203.0.113.8"]],
  ["two subscribers of IPv6", ["2001:db8:1:2::1", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:3::1"]],
  ["an IPv4 address and what only looks like it", ["203.0.113.7", "203.0.113.7", "203.0.113.70", "203.0.113.70"]],
])("%s take nothing from each other", (_what, addresses) => {
  expect(closedOf(addresses)).toEqual(addresses.map(() => false));
});

test("at the limit of all, the one that has been silent for longest makes room, whoever it is", () => {
  const logged: unknown[] = [];
  const write = console.error;
  console.error = (line: unknown) => logged.push(line);
  const closed = closedOf(["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"], 3);
  console.error = write;
  expect([closed, logged.length]).toEqual([[true, true, false, false, false], 1]);
});
