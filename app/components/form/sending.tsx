import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLocation,
  useMatches,
} from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { parseRowIntent } from "~/http/form/row-intent";
import { type FileSubmission, NoAnswer, sendFiles } from "./upload";

/** The texts of a form whose submission takes long: while its body is uploaded, and while the server works. */
export type LongWork = { sending: string; preparing: string };

type Sending = {
  upload: FileSubmission | null;
  controller: AbortController;
  onFailure: (failure: NoAnswer) => void;
};

const TIMEOUT_MS = 60_000;

// Only one form of the page is sent at a time: submitting any form does nothing until the first has finished.
let inFlight: Sending | null = null;

/**
 * The `clientAction` of every route that a form of the back-office posts to: without an answer the form stays as it is, and says
 * why. Throws the action's redirects and error pages.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  if (!inFlight) return serverAction();
  const { upload, controller, onFailure } = inFlight;
  const { signal } = controller;
  // The page is being left.
  request.signal.addEventListener("abort", () => controller.abort());
  const wasOnline = navigator.onLine;
  try {
    if (upload) return await sendFiles(request.url, upload, signal);
    return await Promise.race([serverAction(), stopWaiting(signal)]);
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error;
    onFailure(error instanceof NoAnswer ? error : new NoAnswer("failed", wasOnline));
    // Stays pending until the next submission or navigation: any result would replace the last answer and reload the page's data,
    // and that may fail too.
    return new Promise<never>(() => {});
  }
}

/**
 * The `shouldRevalidate` of a route whose data no question of a form changes (`formWithAnswer`): what its answer shows is in it, so a
 * bad line carries one request, not four.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && (!actionResult?.lastResult || "status" in actionResult.lastResult);

/** Throws NoAnswer when `signal` is aborted, and after a minute. */
function stopWaiting(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (reason: NoAnswer["reason"]) => reject(new NoAnswer(reason, true));
    setTimeout(fail, TIMEOUT_MS, "stalled");
    signal.addEventListener("abort", () => fail("cancelled"));
  });
}

/** The state of a form that the framework sends, one form at a time. */
export function useSending() {
  const answer = useActionData();
  const location = useLocation();
  const routeId = useMatches().at(-1)?.id ?? "root";
  const [state, setState] = useState<{ hasRows: boolean; uploadedPercent: number } | null>(null);
  const [failure, setFailure] = useState<NoAnswer | null>(null);
  const current = useRef<Sending | null>(null);

  const end = (failed: NoAnswer | null = null) => {
    if (!current.current) return;
    if (inFlight === current.current) inFlight = null;
    current.current = null;
    setState(null);
    setFailure(failed);
  };
  // The form was given back, or its redirect was followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each answer and navigation.
  useEffect(() => end(), [answer, location]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, on mount.
  useEffect(() => {
    // A page restored from the back/forward cache has no request in flight.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end();
    };
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("pageshow", onShow);
      end();
    };
  }, []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (inFlight) return event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const onProgress = (uploadedPercent: number) => setState((state) => state && { ...state, uploadedPercent });
    const upload = form.enctype === "multipart/form-data" ? { body: new FormData(form), routeId, onProgress } : null;
    current.current = inFlight = { upload, controller: new AbortController(), onFailure: end };
    setFailure(null);
    const hasRows = submitter instanceof HTMLButtonElement && parseRowIntent(submitter.value) !== null;
    setState({ hasRows, uploadedPercent: upload ? 0 : 100 });
  };
  return { onSubmit, state, failure, cancel: () => current.current?.controller.abort(), dismiss: () => setFailure(null) };
}

const FORM_STAYS = "Lo que escribiste y elegiste sigue aquí";

function sentenceOf({ reason, isUploaded, sentence }: NoAnswer): string {
  if (sentence) return sentence;
  if (reason === "large") return `El envío es demasiado grande. ${FORM_STAYS}: quita algo o elige archivos más ligeros.`;
  const unknown = `No sabemos si se alcanzó a guardar. ${FORM_STAYS}: si lo envías otra vez, no se duplica.`;
  if (reason === "cancelled") return isUploaded ? `Cancelaste. ${unknown}` : `Cancelaste, y no se guardó nada. ${FORM_STAYS}.`;
  if (reason === "stalled")
    return `Tardó demasiado y dejamos de esperar. ${isUploaded ? unknown : `No se perdió nada. ${FORM_STAYS}: envíalo otra vez.`}`;
  return isUploaded
    ? `No hubo respuesta. ${unknown}`
    : `Se cortó la conexión. No se perdió nada. ${FORM_STAYS}: envíalo otra vez.`;
}

type NoticeProps = Pick<ReturnType<typeof useSending>, "state" | "failure" | "cancel" | "dismiss"> & { work?: LongWork };

/** Shown under a form while it is sent: its progress with a cancel button, or why it was not sent. */
export function SendingNotice({ state, failure, cancel, dismiss, work }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const isShown = state !== null && work !== undefined;
  useEffect(() => {
    if (isShown || failure) notice.current?.scrollIntoView({ block: "nearest" });
    // The focused button was removed.
    if (failure && document.activeElement === document.body) notice.current?.focus();
  }, [isShown, failure]);
  if (failure)
    return (
      <div ref={notice} role="alert" tabIndex={-1} className="sending sending-failed">
        <p>{sentenceOf(failure)}</p>
        <button type="button" className="button button-quiet" onClick={dismiss}>
          Entendido
        </button>
      </div>
    );
  if (!state || !work) return null;
  const percent = state.uploadedPercent;
  const isUploaded = percent === 100;
  return (
    <div ref={notice} className="sending">
      <p role="status">{isUploaded ? work.preparing : work.sending}</p>
      <progress
        aria-label={work.sending}
        // No value: the time for the server's work is unknown.
        {...(isUploaded ? {} : { max: 100, value: percent })}
      >
        {percent} %
      </progress>
      {isUploaded ? null : <p className="tabular-nums">{percent} %</p>}
      <button type="button" className="button button-quiet" onClick={cancel}>
        Cancelar
      </button>
    </div>
  );
}
