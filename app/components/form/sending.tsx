import { useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { parseRowIntent } from "~/http/form/row-intent";
import { type Failure, isFailure, type Progress, replay, sendForm } from "./form-request";

/** The texts of a form whose submission takes long: while its body is uploaded, and while the server works. */
export type LongWork = { sending: string; preparing: string };

type State = { address: string; hasRows: boolean; progress: Progress | null };

// Only one form of the page is sent at a time: submitting any form does nothing until the first has finished.
let inFlight: object | null = null;

/**
 * Sends a form, one at a time. When that fails the form stays unchanged, with its fields, its files, and the token with which
 * sending it again writes at most once.
 */
export function useSending({ replace, preventScrollReset }: { replace?: boolean; preventScrollReset?: boolean }) {
  const submit = useSubmit();
  const { state: navigation } = useNavigation();
  const [state, setState] = useState<State | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const current = useRef<{ cancel: () => void; isAnswered: boolean } | null>(null);

  const end = (failed: Failure | null = null) => {
    if (inFlight === current.current) inFlight = null;
    current.current = null;
    setState(null);
    setFailure(failed);
  };
  // The framework has handled the answer, and the form is still mounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after the navigation.
  useEffect(() => {
    if (navigation === "idle" && current.current?.isAnswered) end();
  }, [navigation]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, on mount.
  useEffect(() => {
    // A page restored from the back/forward cache has no request in flight.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end();
    };
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("pageshow", onShow);
      if (inFlight === current.current) inFlight = null;
      current.current?.cancel();
    };
  }, []);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const values = new FormData(form);
    if (submitter instanceof HTMLButtonElement && submitter.name) values.append(submitter.name, submitter.value);
    const textValues = new FormData();
    for (const [name, value] of values) if (typeof value === "string") textValues.append(name, value);
    const isMultipart = form.enctype === "multipart/form-data";
    const address = form.action;
    const body = isMultipart ? values : new URLSearchParams([...textValues] as [string, string][]);

    const sending = sendForm(address, body, (progress) => setState((state) => state && { ...state, progress }));
    let undo = () => {};
    const submission = {
      isAnswered: false,
      cancel: () => {
        undo();
        sending.cancel();
      },
    };
    current.current = inFlight = submission;
    setFailure(null);
    setState({ address, hasRows: parseRowIntent(textValues.get("intent")) !== null, progress: null });
    const answer = await sending.answer;
    // The page was left in the meantime.
    if (current.current !== submission) return;
    if (isFailure(answer)) return end(answer);
    submission.isAnswered = true;
    const { pathname, search } = new URL(address);
    undo = replay(answer, () => submit(textValues, { method: "post", action: pathname + search, replace, preventScrollReset }));
    // Unless it redirects, the form is given back and may be sent again.
    if (!answer.headers.has("X-Remix-Redirect")) end();
  };
  return { onSubmit, state, failure, cancel: () => current.current?.cancel(), dismiss: () => setFailure(null) };
}

const FORM_STAYS = "Lo que escribiste y elegiste sigue aquí";

function sentenceOf({ reason, isUploaded, sentence }: Failure): string {
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
  const { loaded = 0, total = 0 } = state.progress ?? {};
  const isUploaded = total > 0 && loaded === total;
  const percent = total > 0 ? Math.floor((loaded / total) * 100) : 0;
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
