import type { Site } from "../support/browser";
import { sql } from "../support/test-database";

/** The id with which the addresses of the back-office are filled, and that rows have whom they should show. */
export const ID = "11111111-1111-4111-8111-111111111111";

/** Every address under /admin in the build, with its parameters filled with an id and with `nuevo`, and the id of its route. */
export function listAdminAddresses(site: Site): { id: string; path: string }[] {
  return Object.values(site.build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => /^\/admin(\/|$)/.test(site.pathOf(route.id)))
    .flatMap((route) => {
      const path = site.pathOf(route.id).replace(/\?/g, "");
      const filled = [ID, "nuevo"].map((value) => path.replace(/:[^/]+|\*/g, value) + (route.index ? "?index" : ""));
      return [...new Set(filled)].map((address) => ({ id: route.id, path: address }));
    });
}

/** A checksum of every table except those that a rejected request may write to. */
export async function fingerprint(...ignored: string[]): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' ORDER BY 1",
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables.filter((table) => ![...ignored, "sesiones_susa", "login_tries_susa"].includes(table.name))) {
    const [row] = await sql<{ sum: string }>(
      `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum FROM ${name} t`,
    );
    sums[name] = String(row?.sum);
  }
  return sums;
}
