import { CenteredPage, HomeLink } from "./centered-page";

/** The 404 page of the website and of the back-office. */
export function NotFoundPage() {
  return (
    <CenteredPage>
      <p className="kicker">404</p>
      <h1 className="text-4xl sm:text-5xl" lang="en">
        Oops! Page not found
      </h1>
      <p className="text-lg text-balance text-soft">
        No encontramos esa página. Puede que la dirección haya cambiado o que le falte una letra.
      </p>
      <HomeLink />
    </CenteredPage>
  );
}
