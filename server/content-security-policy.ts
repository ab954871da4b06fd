import { MAP_PAGES } from "~/content/mapas";

// The browser blocks everything that is not listed.
const SHARED_DIRECTIVES = {
  "default-src": "'none'",
  "img-src": "'self' https: data:",
  "font-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
  "manifest-src": "'self'",
};

/** `publicStyleHash` is the CSP source of the public style sheet, which is inlined. */
export type PolicyOptions = { nonce: string; publicStyleHash: string; development: boolean };

/** The Content-Security-Policy for a decoded path. */
export function contentSecurityPolicy(path: string, { nonce, publicStyleHash, development }: PolicyOptions): string {
  if (/^\/+admin(\/|$)/i.test(path))
    return policy({
      "script-src": `'self' 'nonce-${nonce}'`,
      // The error page is shared with the public site, and inlines the public style sheet.
      "style-src": `'self' ${publicStyleHash}`,
      "connect-src": development ? "'self' ws: http://localhost:*" : "'self'",
    });
  if (/^\/+auth(\/|$)/i.test(path)) return policy({ "script-src": "'self'", "style-src": `'self' ${publicStyleHash}` });
  // Files load nothing. An SVG opened by itself needs its own styles.
  if (/^\/(build|fonts|art)\//.test(path)) return "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  if (/^\/uploads\//.test(path)) return "default-src 'none'; frame-ancestors 'none'; sandbox";
  return policy({
    "script-src": "'none'",
    "style-src": `'self' ${publicStyleHash}`,
    "frame-src": MAP_PAGES.map((page) => new URL(page).origin).join(" "),
  });
}

function policy(directives: Record<string, string>): string {
  return Object.entries({ ...SHARED_DIRECTIVES, ...directives })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
