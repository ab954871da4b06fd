// Any origin that no URL has, to resolve a path against.
const BASE = "http://aqui";

/**
 * The screen to go back to, with its search, from `?de=`, or `fallback`. Never leads out of the back-office or to a file (open
 * redirect).
 */
export function readReturnPath(request: Request, fallback = "/admin/citas"): string {
  const de = new URL(request.url).searchParams.get("de") ?? "";
  if (!de.startsWith("/admin") || de.length > 2000 || !URL.canParse(de, BASE)) return fallback;
  const { origin, pathname, search } = new URL(de, BASE);
  return origin === BASE && /^\/admin(\/[\w-]+)*$/.test(pathname) ? pathname + search : fallback;
}
