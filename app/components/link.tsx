import { type LinkProps, Link as ResolvedLink, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

type Props = Omit<LinkProps, "to" | "prefetch" | "discover"> & { to: string };

/** Whether a click asks for another tab or window. */
export const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link to another screen, which with JavaScript loads no page. React Router resolves each of its own against every route
 * around it, whatever it says; an address that is whole, as most of ours are, has nothing to resolve.
 */
export function Link({ to, ...props }: Props) {
  return to.startsWith("/") ? <WholeLink to={to} {...props} /> : <ResolvedLink to={to} discover="none" {...props} />;
}

function WholeLink({ to, replace, preventScrollReset, onClick, children, ...props }: Props) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    // As a browser does: the same address again is no step further.
    const here = location.pathname + location.search;
    navigate(to, { replace: replace ?? to === here, preventScrollReset });
  };
  return (
    <a href={to} {...props} onClick={follow}>
      {children}
    </a>
  );
}
