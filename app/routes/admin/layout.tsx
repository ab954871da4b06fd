import { json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/node";
import {
  type ErrorResponse,
  Form,
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { DeletionDialogProvider } from "~/components/admin";
import { LoadingStatus, SectionLinks } from "~/components/admin/navigation";
import { ErrorPage } from "~/components/error-page";
import { shouldRevalidate as afterForm } from "~/components/form/sending";
import { FlashMessage, WriteForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import type { ErrorPageData } from "~/http/error-pages.server";
import { takeFlash } from "~/http/flash.server";
import { newToken } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import type { RouteHandle } from "~/http/route-handle";
import { restorePendingSubmission } from "~/http/session/pending-submission.server";
import { SIDEBAR_COOKIE_MS } from "~/limits";
import { rightsOf } from "~/models/cuentas/permiso.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

export const handle: RouteHandle = { hydrate: true };

export const meta: MetaFunction = () => [{ title: "Panel de administración" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const [{ nombre }, message, restored] = await Promise.all([
    getConfiguracion(),
    takeFlash(request),
    restorePendingSubmission(request, user),
  ]);
  const cookies = [message.setCookie, restored.setCookie].filter((cookie) => cookie !== null);
  return json(
    {
      email: user.email,
      rights: rightsOf(user),
      estudio: nombre,
      flash: restored.flash ?? message.flash,
      pending: restored.pending,
      token: newToken(),
      sidebar: readSidebar(request.headers.get("Cookie") ?? ""),
    },
    { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) },
  );
}

/** How wide the sidebar is: as it was chosen, or else its icons alone on a tablet (`auto`). */
type SidebarWidth = "ancha" | "angosta" | "auto";

function readSidebar(cookies: string): SidebarWidth {
  const [, width] = /(?:^|; )barra=(ancha|angosta)/.exec(cookies) ?? [];
  return width === "ancha" || width === "angosta" ? width : "auto";
}

// A flash message is shown once, so every navigation to another path reloads this loader, which then has none.
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  afterForm(change) || change.currentUrl.pathname !== change.nextUrl.pathname;

export default function AdminLayout() {
  return (
    <Shell {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Shell>
  );
}

// An error inside keeps the menu and header around it.
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("routes/admin/layout");
  const page = (
    <ErrorPage isAdmin error={data?.pending && isRouteErrorResponse(error) ? withFields(error, data.pending.fields) : error} />
  );
  return data ? <Shell {...data}>{page}</Shell> : <main>{page}</main>;
}

/** Adds the fields of a pending form to the 404 of its record, which was deleted in the meantime. */
function withFields(error: ErrorResponse, fields: ErrorPageData["fields"]): ErrorResponse {
  const sentence = "Tu sesión había terminado, y mientras tanto alguien eliminó este registro.";
  return error.status === 404 ? { ...error, data: { sentence, fields, isGone: true } satisfies ErrorPageData } : error;
}

type ShellProps = SerializeFrom<typeof loader> & { children: ReactNode };

function Shell({ email, rights, estudio, flash, sidebar: initialSidebar, children }: ShellProps) {
  const [sidebar, setSidebar] = useState(initialSidebar);
  const { pathname, search } = useLocation();
  const drawer = useRef<HTMLDivElement>(null);
  const clientSearch = useRef<HTMLDivElement>(null);

  // A popover stays open across client-side navigations.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each navigation.
  useEffect(() => {
    drawer.current?.hidePopover?.();
    clientSearch.current?.hidePopover?.();
  }, [pathname, search]);

  const toggle = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    const form = event?.currentTarget;
    const isNarrow = sidebar === "angosta" || (sidebar === "auto" && matchMedia("(width < 64rem)").matches);
    const width = isNarrow ? "ancha" : "angosta";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = `barra=${width}; path=/admin; max-age=${SIDEBAR_COOKIE_MS / 1000}; samesite=lax`;
    setSidebar(width);
    // The pressed button gave way to the one that takes it back.
    requestAnimationFrame(() => form?.querySelector("button")?.focus());
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (matchMedia("(width < 48rem)").matches) drawer.current?.togglePopover?.();
      else toggle();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <header className="bar sticky top-0 z-20 flex min-h-14 items-center gap-2 border-b px-3 md:min-h-16 md:px-5 print:hidden">
        <button type="button" className="square md:hidden" popovertarget="secciones" aria-label="Menú">
          <Icon name="menu" />
        </button>
        <Form method="post" action="/admin/barra" onSubmit={toggle} className="hidden md:block">
          <input type="hidden" name="de" value={pathname + search} />
          {sidebar === "angosta" ? null : <WidthButton width="angosta" className={sidebar === "auto" ? "max-lg:hidden" : ""} />}
          {sidebar === "ancha" ? null : <WidthButton width="ancha" className={sidebar === "auto" ? "lg:hidden" : ""} />}
        </Form>
        <p className="mr-auto min-w-0 leading-tight">
          <Link to="/admin" className="flex min-h-11 flex-col justify-center">
            <span className="line-clamp-2 font-display text-[min(1.25rem,6vw)]">{estudio} Admin</span>
            <span className="text-sm text-soft max-sm:sr-only">Panel de administración</span>
          </Link>
        </p>
        <LoadingStatus />
        <p className="max-w-64 truncate text-sm text-soft max-md:sr-only" title={email}>
          {email}
        </p>
        <button type="button" className="square md:hidden" popovertarget="encontrar" aria-label="Encontrar clienta">
          <Icon name="search" />
        </button>
        <WriteForm action="/salir">
          <button type="submit" className="button button-quiet max-md:w-11 max-md:border-0 max-md:px-0">
            <Icon name="salir" />
            <span className="max-md:sr-only">Salir</span>
          </button>
        </WriteForm>
      </header>
      <div id="encontrar" popover="auto" ref={clientSearch} className="popover mt-3">
        <Form action="/admin/clientes" className="grid gap-3">
          <label htmlFor="a-quien" className="font-semibold">
            ¿A quién buscas?
          </label>
          <input id="a-quien" type="search" name="q" autoFocus placeholder="Nombre, teléfono o correo" className="control" />
          <button type="submit" className="button">
            Buscar
          </button>
        </Form>
      </div>
      <div id="secciones" popover="auto" ref={drawer} className="drawer">
        <div className="flex items-center justify-between pl-3">
          <div className="min-w-0 pt-1.5 leading-tight">
            <p>Panel de administración</p>
            <p className="truncate text-sm text-soft">{email}</p>
          </div>
          <button
            type="button"
            className="square"
            popovertarget="secciones"
            popovertargetaction="hide"
            aria-label="Cerrar el menú"
          >
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="Secciones (menú)">
          <SectionLinks rights={rights} />
        </nav>
      </div>
      <div className="flex min-h-[calc(100dvh-4rem)]">
        <div className="bar hidden shrink-0 border-r md:block print:hidden">
          <nav
            aria-label="Secciones"
            className={`sections sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto p-2 ${SIDEBAR_CLASSES[sidebar]}`}
          >
            <SectionLinks rights={rights} />
          </nav>
        </div>
        <main id="contenido" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-5 pb-6 outline-none md:px-5 md:py-8 lg:px-8">
          <div className="mx-auto max-w-6xl">
            <FlashMessage
              flash={flash}
              close={
                // Loads the same page again, without the message.
                <Link to={pathname + search} replace preventScrollReset className="square absolute top-0.5 right-0.5">
                  <Icon name="close" />
                  <span className="sr-only">Cerrar el mensaje</span>
                </Link>
              }
            />
            <DeletionDialogProvider>{children}</DeletionDialogProvider>
          </div>
        </main>
      </div>
    </>
  );
}

const SIDEBAR_CLASSES = { ancha: "w-64", angosta: "w-16", auto: "w-16 lg:w-64" };

function WidthButton({ width, className }: { width: "ancha" | "angosta"; className: string }) {
  return (
    <button
      type="submit"
      name="barra"
      value={width}
      className={`square ${className}`}
      aria-label={width === "ancha" ? "Expandir el menú" : "Contraer el menú"}
      title="Ctrl+B"
    >
      <Icon name="panel" />
    </button>
  );
}
