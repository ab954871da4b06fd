import type { IncomingMessage } from "node:http";

export type Encoding = "br" | "gzip" | "identity";

const MAX_MEMOIZED = 100;
const BROTLI = /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i;
const GZIP = /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i;

// Parsing the header takes longer than the rest of sending a cached page.
const memoized = new Map<string, Encoding>();

/** The best encoding that a request accepts: Brotli, gzip, or none. */
export function encodingFor({ headers }: IncomingMessage): Encoding {
  const header = String(headers["accept-encoding"] ?? "");
  const known = memoized.get(header);
  if (known) return known;
  const encoding = parseAcceptEncoding(header);
  if (memoized.size < MAX_MEMOIZED) memoized.set(header, encoding);
  return encoding;
}

// Our order of preference, not the browser's: all of them list gzip first.
function parseAcceptEncoding(header: string): Encoding {
  if (accepts(BROTLI, header)) return "br";
  return accepts(GZIP, header) ? "gzip" : "identity";
}

function accepts(encoding: RegExp, header: string): boolean {
  const match = encoding.exec(header);
  return match !== null && Number(match[1] ?? 1) > 0;
}
