import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { LOAD_ERRORS, reportSentence, UNEXPECTED_ERROR } from "~/content/load-errors";
import { DatabaseUnavailable, isDatabaseError } from "~/database/idempotency.server";
import { logError, nameRoute, requestId } from "~/log.server";
import { isPassword, rememberedFields, type SubmittedFields, submittedFields } from "./form/submitted-form.server";
import type { RouteHandle } from "./route-handle";

/**
 * What an error page shows: a sentence (without one, that something failed), the id of the request if the log has more, the
 * fields that were submitted, and the path to submit them to again (`resendTo`). Without `resendTo` the page links to its own
 * URL, to the list at `listPath` whose filter is wrong, or to the home page for a record that `isGone`.
 */
export type ErrorPageData = {
  sentence?: string;
  id?: string;
  fields?: SubmittedFields;
  resendTo?: string;
  listPath?: string;
  isGone?: true;
};

const UNAVAILABLE = "No pudimos cargar esta página. Espera un momento y vuelve a intentarlo.";

/** What a person is told about a submission that was not saved, and what to do when her form comes back, or had files. */
type FailureTexts = { sentence: string; advice: string; adviceForFiles: string };
const NOT_SAVED: FailureTexts = {
  sentence: "No pudimos guardar lo que enviaste.",
  advice: "Tus datos siguen aquí: espera un momento y envíalos otra vez.",
  adviceForFiles: "Espera un momento y vuelve a hacerlo",
};
const UNFINISHED: FailureTexts = {
  sentence: "No pudimos terminar de guardar lo que enviaste.",
  advice: "Tus datos siguen aquí: espera un momento y envíalos otra vez. Si ya se habían guardado, no se duplican.",
  adviceForFiles: "Espera un momento, revisa si se guardó y, si no, vuelve a hacerlo",
};
const UNKNOWN: FailureTexts = { ...UNFINISHED, sentence: "No sabemos si se alcanzó a guardar lo que enviaste." };

const loadErrors = new Map(Object.entries(LOAD_ERRORS));

/**
 * A 503 for a page that cannot be read. A list says the same whichever of its reads failed, the layout's and the session's
 * too: of those that fail at once, any may answer.
 */
function pageUnavailable(request: Request) {
  return serviceUnavailable(loadErrors.get(new URL(request.url).pathname.replace(/^\/admin\//, "")));
}

/** A 503 with a sentence that says what could not be read. */
export function serviceUnavailable(sentence = UNAVAILABLE) {
  return json<ErrorPageData>({ sentence, id: requestId() }, { status: 503 });
}

/** A 500 for an error that has no words of its own. */
export function unexpectedError() {
  return json<ErrorPageData>({ id: requestId() }, { status: 500 });
}

/** A 503 for a request whose session could not be read. A POST gets its form back, to be sent again. */
export function sessionUnavailable(request: Request) {
  return request.method === "POST" ? errorPageWithForm(request, NOT_SAVED) : pageUnavailable(request);
}

/** A 503 for an action that threw `error`. The page gives the form back, to be sent again. */
export function actionFailed(request: Request, error: unknown) {
  if (!(error instanceof DatabaseUnavailable)) return errorPageWithForm(request, UNFINISHED);
  return errorPageWithForm(request, error.isUnknown ? UNKNOWN : NOT_SAVED);
}

/** The page that gives a form back with its token, so that sending it again to the same URL writes at most once. */
async function errorPageWithForm(request: Request, { sentence, advice, adviceForFiles }: FailureTexts) {
  const isUpload = /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
  const submitted = isUpload ? rememberedFields(request) : await submittedFields(request);
  const fields = submitted.filter(([name]) => !isPassword(name));
  // An upload cannot be sent again from this page, because its files were not stored.
  if (isUpload) {
    return json<ErrorPageData>(
      { sentence: `${sentence} ${adviceForFiles}: hay que elegir otra vez los archivos.`, id: requestId(), fields },
      { status: 503 },
    );
  }
  const passwords = fields.length < submitted.length ? " Escribe otra vez las contraseñas." : "";
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_data");
  const resendTo = `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
  return json<ErrorPageData>(
    { sentence: `${sentence} ${advice}${passwords}`, id: requestId(), fields, resendTo },
    { status: 503 },
  );
}

type RouteModule = ServerBuild["routes"][string]["module"];

/**
 * The route `id`, whose action gives its form back when it throws or its page cannot be read, and whose loader answers 503 when the
 * database cannot be read and 500 for any other error. A route that only has an action gets a page, on which its form can be given back.
 */
export function withErrorPages(id: string, module: RouteModule): RouteModule {
  const { action, loader, handle } = module;
  const isFile = (handle as RouteHandle | undefined)?.isFile === true;
  const hasPage = module.default !== undefined || (action !== undefined && !isFile);
  type Args = ActionFunctionArgs & LoaderFunctionArgs;
  const withAnswer =
    (run: (args: Args) => unknown, respond: (request: Request, error: unknown) => Response | Promise<Response>) =>
    async (args: Args) => {
      nameRoute(id);
      const { request, context } = args;
      if (run === action) context.submitted = request;
      try {
        return await run(args);
      } catch (error) {
        const failed = error instanceof Response ? error : await respond(request, error);
        // A loader that fails after an action would replace the action's answer, and with it the form.
        const { submitted } = context;
        const isAnswered = submitted !== undefined && submitted !== request;
        const answer = isAnswered && failed.status === 503 ? await errorPageWithForm(submitted, UNFINISHED) : failed;
        // An error after the client disconnected is not logged.
        if (failed !== error && !request.signal.aborted) logError(`${request.method} ${id}`, error);
        throw answer.status >= 500 && !hasPage ? await asDocument(answer) : answer;
      }
    };
  return {
    ...module,
    default: module.default ?? (hasPage ? EmptyPage : undefined),
    ...(action && { action: withAnswer(action, actionFailed) }),
    ...(loader && { loader: withAnswer(loader, loaderFailed) }),
  } as RouteModule;
}

/** A 503 for a loader that threw `error`, if the database is the reason, else a 500. */
function loaderFailed(request: Request, error: unknown) {
  return isDatabaseError(error) ? pageUnavailable(request) : unexpectedError();
}

/** The page of a route that only has an action. It is never shown, because its error boundary or a redirect answers. */
function EmptyPage() {
  return null;
}

/** Renders an error's sentence as a plain HTML page, for routes that have no page to show it on. */
async function asDocument(answer: Response): Promise<Response> {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return answer;
  const { sentence = UNEXPECTED_ERROR, id } = (await answer.json()) as ErrorPageData;
  const html = `<!DOCTYPE html><html lang="es-MX"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Error</title>
<main><h1>Error</h1><p role="alert">${sentence}</p>${id === undefined ? "" : `<p>${reportSentence(id)}</p>`}<p><a href="">Volver a intentar</a></p></main></html>`;
  return new Response(html, { status: answer.status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
