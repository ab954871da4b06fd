/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
import "@remix-run/server-runtime";
import "react";

declare module "@remix-run/server-runtime" {
  /** The context that the Express server passes to loaders and actions; empty under remix-serve. */
  interface AppLoadContext {
    nonce?: string;
    /** Settles when the client has taken everything written so far. */
    drained?: () => Promise<void>;
    /** Set by an action that the database did not answer, so that the loaders of its page do not wait for it again. */
    isDatabaseAway?: boolean;
    /** The request of an action, whose form is given back if the page that should show its answer cannot be read. */
    submitted?: Request;
  }
}

declare global {
  interface Window {
    /** The framework's router, after hydration. */
    __remixRouter: { routes: import("@remix-run/react").RouteObject[] };
  }
}

// Attributes that React 18 does not know, or only in camelCase.
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "" | "auto" | "manual";
    inert?: "" | undefined;
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
    popovertargetaction?: "hide" | "show" | "toggle";
  }
  interface DialogHTMLAttributes<T> {
    closedby?: "any";
  }
  interface ImgHTMLAttributes<T> {
    fetchpriority?: "high" | "low";
  }
  namespace JSX {
    interface IntrinsicElements {
      /** Content that may be wrong an hour later: the server removes it from fallback copies (server/page-cache/). */
      "while-fresh": { children?: ReactNode };
    }
  }
}
