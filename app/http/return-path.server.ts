// Any origin that no URL has, to resolve a path against.
const BASE = "http://aqui";

// Far more than the longest path of a screen.
const MAX_CARRIED = 200;

/**
 * The screen to go back to, with its search, from `?de=`, or `fallback`. Never leads out of the back-office or to a file (open
 * redirect).
 */
export function readReturnPath(request: Request, fallback = "/admin/citas"): string {
  const de = new URL(request.url).searchParams.get("de") ?? "";
  if (!de.startsWith("/admin") || de.length > 2000 || !URL.canParse(de, BASE)) return fallback;
  const { origin, pathname, search } = new URL(de, BASE);
  return origin === BASE && isScreen(pathname) ? pathname + search : fallback;
}

/** The first steps of a new studio are on the dashboard. */
export const FIRST_STEPS = "/admin";

/** Where one more record of `list` is created, for the message of one that was created as a first step; undefined for any other. */
export function anotherStep(back: string, list: string, noun: string): { href: string; label: string } | undefined {
  return back === FIRST_STEPS ? { href: `${list}/nuevo?de=${FIRST_STEPS}`, label: `Agregar ${noun}` } : undefined;
}

/**
 * The sign-in page that leads back to the screen that a GET asked for. Only its path: a search may contain a name or a
 * telephone, which has no place in the URL of a public page. A POST comes back as a pending submission.
 */
export function signInPath(request: Request): string {
  const { pathname } = new URL(request.url);
  const isWorth = request.method !== "POST" && isScreen(pathname) && pathname.length <= MAX_CARRIED;
  return authUrl({}, isWorth ? pathname : "/admin");
}

/** The sign-in page with these parameters, which leads to the same screen as the sign-in page of the request. */
export function authPath(request: Request, params: Record<string, string>): string {
  return authUrl(params, readReturnPath(request, "/admin"));
}

function authUrl(params: Record<string, string>, screen: string): string {
  // /admin is where signing in leads anyway.
  const search = new URLSearchParams(screen === "/admin" ? params : { ...params, de: screen }).toString();
  return search ? `/auth?${search}` : "/auth";
}

const isScreen = (pathname: string) => /^\/admin(\/[\w-]+)*$/.test(pathname);
