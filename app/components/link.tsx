import { type LinkProps, Link as RouterLink, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

type Props = Omit<LinkProps, "to" | "prefetch" | "discover"> & { to: string };

/** Whether a click opens another tab or window. */
export const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link to another screen, by client-side navigation. Absolute paths skip React Router's Link, which resolves every path against
 * all parent routes and is slow in long lists.
 */
export function Link({ to, ...props }: Props) {
  return to.startsWith("/") ? <AbsoluteLink to={to} {...props} /> : <RouterLink to={to} discover="none" {...props} />;
}

function AbsoluteLink({ to, replace, preventScrollReset, onClick, children, ...props }: Props) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    // Like browsers, replace the history entry when the URL stays the same.
    const currentPath = location.pathname + location.search;
    navigate(to, { replace: replace ?? to === currentPath, preventScrollReset });
  };
  return (
    <a href={to} {...props} onClick={follow}>
      {children}
    </a>
  );
}
