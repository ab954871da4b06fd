import type { ReactNode } from "react";

/** A page that says one thing, such as an error. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-[75vh] max-w-2xl flex-col items-center justify-center gap-5 px-5 py-24 text-center">
      {children}
    </div>
  );
}

export function HomeLink() {
  return (
    <a className="button mt-3" href="/">
      Volver al inicio
    </a>
  );
}
