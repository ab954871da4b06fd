import type { ReactNode } from "react";

/** Content that may be wrong an hour later: the server removes it from fallback copies (server/page-cache.ts). */
export function WhileFresh({ children }: { children: ReactNode }) {
  return <while-fresh>{children}</while-fresh>;
}
