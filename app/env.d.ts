/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
import "@remix-run/server-runtime";
import "react";

declare module "@remix-run/server-runtime" {
  /** What the Express server hands to loaders and actions; absent under the stock server. */
  interface AppLoadContext {
    nonce?: string;
    clientAddress?: string;
    /** Settles when what was written so far has been taken. */
    drained?: () => Promise<void>;
  }
}

declare global {
  interface Window {
    /** The framework's router, once the page is alive. */
    __remixRouter: { routes: import("@remix-run/react").RouteObject[] };
  }
}

// React 18 knows these attributes only by spellings that browsers do not have.
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
      "while-fresh": { children?: ReactNode };
    }
  }
}
