const HERE = "http://aqui";

/**
 * Reads from `?de=` which screen of the panel somebody came from, with its search, or gives `otherwise`: whatever it says, it
 * leads to no other site, out of the panel, or to a file.
 */
export function readReturnPath(request: Request, otherwise = "/admin/citas"): string {
  const de = new URL(request.url).searchParams.get("de") ?? "";
  if (!de.startsWith("/admin") || de.length > 2000 || !URL.canParse(de, HERE)) return otherwise;
  const { origin, pathname, search } = new URL(de, HERE);
  return origin === HERE && /^\/admin(\/[\w-]+)*$/.test(pathname) ? pathname + search : otherwise;
}
