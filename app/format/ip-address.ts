/** The first groups of an IP address (`203.0.113.7`, `2001:db8::1`): how many of IPv4's four, and of IPv6's eight. */
export function ipGroups(address: string, v4: number, v6: number): string[] {
  if (!address.includes(":")) return address.split(".").slice(0, v4);
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right].slice(0, v6);
}

/** The network of an address that is kept with what somebody did: 24 bits (`203.0.113.0/24`), of IPv6 48; null without one. */
export function networkOf(address: string): string | null {
  if (address === "") return null;
  const isV6 = address.includes(":");
  const groups = ipGroups(address, 3, 3);
  return isV6 ? `${groups.join(":")}::/48` : `${groups.join(".")}.0/24`;
}
