import { expect, test } from "vitest";
import { actorOf, clientAddress } from "~/http/actor.server";

const from = (address: string) => new Request("http://localhost/", { headers: { "X-Client-Address": address } });

test("the network of an address is kept, and what a proxy passes on that is no address counts as unknown", () => {
  expect(actorOf(from("203.0.113.7")).origen).toBe("203.0.113.0/24");
  expect(actorOf(from("2001:db8:1:2::7")).origen).toBe("2001:db8:1::/48");
  for (const garbage of ["<script>alert(1)</script>", "203.0.113.7, 10.0.0.1", "1.2.3", "a:".repeat(400), "unknown", ""]) {
    expect(clientAddress(from(garbage)), garbage).toBe("");
    expect(actorOf(from(garbage)).origen, garbage).toBeNull();
  }
});
