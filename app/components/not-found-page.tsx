import type { ReactNode } from "react";
import { CenteredPage, HomeLink } from "./centered-page";

/** The 404 page of the back-office, and with its ways on (`children`) of the website. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  return (
    <CenteredPage>
      <p className="kicker">404</p>
      <h1 className="text-4xl sm:text-5xl" lang="en">
        Oops! Page not found
      </h1>
      {children ?? (
        <p className="text-lg text-balance text-soft">
          No encontramos esa página. Puede que la dirección haya cambiado o que le falte una letra.
        </p>
      )}
      <HomeLink />
    </CenteredPage>
  );
}
