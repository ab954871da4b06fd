import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { reportSentence, UNEXPECTED_ERROR } from "~/content/load-errors";
import type { ErrorPageData } from "~/http/error-pages.server";
import { CenteredPage, HomeLink } from "./centered-page";
import { NotFoundPage } from "./not-found-page";

/**
 * The page for any error: a 404, a 503 that gives a form back, or an unexpected error, whose message is never shown. In the
 * back-office (`isAdmin`) it has a link that tries again instead of one to Home.
 */
export function ErrorPage({ error, isAdmin = false }: { error: unknown; isAdmin?: boolean }) {
  const { pathname, search } = useLocation();
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null };
  if (isErrorPageData(data) && data.sentence !== undefined) return <ErrorWithForm {...data} />;
  if (status === 404) return <NotFoundPage />;
  if (status === 403) return <ForbiddenPage />;
  const sentences: Record<number, string> = {
    400: "No pudimos leer lo que enviaste. Regresa con el botón Atrás y vuelve a intentarlo.",
    405: "Esa página no recibe formularios. Regresa con el botón Atrás y vuelve a intentarlo.",
  };
  return (
    <CenteredPage>
      <p className="kicker">Error {status}</p>
      <h1 className="text-4xl sm:text-5xl" lang="en">
        Unexpected Application Error!
      </h1>
      <p className="text-lg text-balance text-soft">{sentences[status] ?? UNEXPECTED_ERROR}</p>
      {isErrorPageData(data) ? <RequestId id={data.id} /> : null}
      {isAdmin ? <RetryLink to={pathname + search} /> : <HomeLink />}
    </CenteredPage>
  );
}

/** With it, what is reported can be found in the log. */
function RequestId({ id }: { id?: string }) {
  return id === undefined ? null : <p className="text-soft">{reportSentence(id)}</p>;
}

function RetryLink({ to }: { to: string }) {
  return (
    <a className="button mt-3" href={to}>
      Volver a intentar
    </a>
  );
}

/** The page of an account without the right that a screen requires. */
function ForbiddenPage() {
  return (
    <CenteredPage>
      <h1 className="text-4xl sm:text-5xl">Tu cuenta no puede ver esta página</h1>
      <p className="text-lg text-balance text-soft">Si lo necesitas para tu trabajo, pídeselo a la propietaria del estudio.</p>
      <a className="button mt-3" href="/admin">
        Volver al panel
      </a>
    </CenteredPage>
  );
}

function isErrorPageData(data: unknown): data is ErrorPageData {
  return typeof data === "object" && data !== null && ("sentence" in data || "id" in data);
}

function ErrorWithForm({ sentence, id, fields = [], resendTo, listPath, isGone }: ErrorPageData) {
  const { pathname, search } = useLocation();
  // The pressed button, ids and versions are sent again but not shown.
  const shown = fields.filter(
    ([name, value]) => value !== "" && !/^(intent|updated_at|base)$/.test(name) && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value),
  );
  return (
    <CenteredPage>
      <div role="alert">
        <h1 className="text-4xl sm:text-5xl">Error</h1>
        <p className="mt-4 text-lg text-balance text-soft">{sentence}</p>
      </div>
      <RequestId id={id} />
      {resendTo === undefined && isGone ? <HomeLink /> : null}
      {resendTo === undefined && listPath === undefined && !isGone ? <RetryLink to={pathname + search} /> : null}
      {listPath === undefined ? null : (
        <a className="button mt-3" href={listPath}>
          Abrir la lista
        </a>
      )}
      {resendTo === undefined ? null : (
        <form method="post" action={resendTo}>
          {fields.map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button mt-3">
            Enviar otra vez
          </button>
        </form>
      )}
      {shown.length === 0 ? null : (
        <section aria-labelledby="escrito" className="mt-6 w-full rounded-2xl border border-line bg-card p-6 text-left">
          <h2 id="escrito" className="text-2xl">
            Lo que escribiste
          </h2>
          {shown.map(([name, value]) => (
            <p key={`${name}=${value}`} className="mt-3 whitespace-pre-line">
              <span className="block text-sm text-soft first-letter:uppercase">{name.replace(/[_.[\]]+/g, " ")}</span>
              {value}
            </p>
          ))}
        </section>
      )}
    </CenteredPage>
  );
}
