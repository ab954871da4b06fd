import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { DatabaseUnavailable, isDatabaseError } from "~/database/idempotency.server";
import { logError } from "~/log.server";
import { isPassword, rememberedFields, submittedFields } from "./form.server";

/**
 * What a page says of a request that could not be carried out: a sentence, what was sent, and where to send it again. Without
 * `again` it leads back to the address itself, and with `gone` to the beginning.
 */
export type ErrorPageData = { sentence: string; sent?: [name: string, value: string][]; again?: string; gone?: true };

const UNAVAILABLE = "El estudio no pudo leer sus datos. Espera un momento y vuelve a intentarlo.";

/** What became of what was sent, and what to do when the form can be given back whole, and when it cannot. */
type Sentences = { sentence: string; whole: string; files: string };
const NOT_SAVED: Sentences = {
  sentence: "El estudio no pudo guardar lo que enviaste.",
  whole: "No se ha perdido: espera un momento y envíalo otra vez.",
  files: "Espera un momento y vuelve a hacerlo",
};
const UNFINISHED: Sentences = {
  sentence: "El estudio no pudo terminar con lo que enviaste.",
  whole: "No se ha perdido: espera un momento y envíalo otra vez. Si ya estaba guardado, no se repite.",
  files: "Espera un momento, revisa si se guardó y, si no, vuelve a hacerlo",
};
const UNKNOWN: Sentences = { ...UNFINISHED, sentence: "No sabemos si se alcanzó a guardar lo que enviaste." };

/** A 503 that says what cannot be read. */
export function serviceUnavailable(sentence = UNAVAILABLE) {
  return json<ErrorPageData>({ sentence }, { status: 503 });
}

/** A 503 for a request that was not begun, because it could not be read who sends it: gives a posted form back, to be sent again. */
export function sessionUnavailable(request: Request) {
  return request.method === "POST" ? errorPageWithForm(request, NOT_SAVED) : serviceUnavailable();
}

/** A 503 for an action that ended in an error: gives its form back, to be sent again. */
export function actionFailed(request: Request, error: unknown) {
  if (!(error instanceof DatabaseUnavailable)) return errorPageWithForm(request, UNFINISHED);
  return errorPageWithForm(request, error.isUnknown ? UNKNOWN : NOT_SAVED);
}

/** The page that gives a form back: what was sent, its token with it, to be sent again to the same address. */
async function errorPageWithForm(request: Request, { sentence, whole, files }: Sentences) {
  const isUpload = /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
  const sent = isUpload ? rememberedFields(request) : await submittedFields(request);
  const typed = sent.filter(([name]) => !isPassword(name));
  // Files would have to be held.
  if (isUpload) {
    return json<ErrorPageData>(
      { sentence: `${sentence} ${files}: los archivos se eligen otra vez.`, sent: typed },
      { status: 503 },
    );
  }
  const passwords = typed.length < sent.length ? " Las contraseñas se escriben otra vez." : "";
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_data");
  const again = `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
  return json<ErrorPageData>({ sentence: `${sentence} ${whole}${passwords}`, sent: typed, again }, { status: 503 });
}

type RouteModule = ServerBuild["routes"][string]["module"];

/**
 * A route whose action, when it ends in an error, gives its form back, and whose loader says that the database cannot be read;
 * a mistake of the program in a loader stays one. An address that only takes forms gets a page, for its form to be given back on.
 */
export function withErrorPages(module: RouteModule): RouteModule {
  const { action, loader, handle } = module;
  const isFile = (handle as { isFile?: boolean } | undefined)?.isFile === true;
  const hasPage = module.default !== undefined || (action !== undefined && !isFile);
  const shown = (answer: Response) => (hasPage ? answer : asDocument(answer));
  return {
    ...module,
    default: module.default ?? (hasPage ? NoPage : undefined),
    ...(action && {
      action: (args: ActionFunctionArgs) =>
        runOrAnswer(
          args.request,
          shown,
          async () => action(args),
          (error) => actionFailed(args.request, error),
        ),
    }),
    ...(loader && {
      loader: (args: LoaderFunctionArgs) =>
        runOrAnswer(
          args.request,
          shown,
          async () => loader(args),
          (error) => {
            if (!isDatabaseError(error)) throw error;
            return serviceUnavailable();
          },
        ),
    }),
  } as RouteModule;
}

/** The page of an address that only takes forms: something else is always answered. */
function NoPage() {
  return null;
}

async function runOrAnswer(
  request: Request,
  shown: (answer: Response) => Response | Promise<Response>,
  work: () => Promise<unknown>,
  answerTo: (error: unknown) => Response | Promise<Response>,
): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) throw error.status === 503 ? await shown(error) : error;
    const answer = await answerTo(error);
    // Who left is told nothing, and has no use for a log.
    if (!request.signal.aborted) logError(`${request.method} ${new URL(request.url).pathname}`, error);
    throw await shown(answer);
  }
}

/** The sentence as a page without anything around it, where an address gives files and has no page to show it on. */
async function asDocument(answer: Response): Promise<Response> {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return answer;
  const { sentence } = (await answer.json()) as ErrorPageData;
  const html = `<!DOCTYPE html><html lang="es-MX"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Error</title>
<main><h1>Error</h1><p role="alert">${sentence}</p><p><a href="">Volver a intentar</a></p></main></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
