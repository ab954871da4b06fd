import { useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Failure, isFailure, type Progress, replay, send } from "./form-request";

/** What a form with long work says while it is under way: as its bytes go, and when all of them have gone. */
export type LongWork = { sending: string; preparing: string };

type State = { address: string; hasRows: boolean; progress: Progress | null };

// One form of the page at a time: a second tap, on this form or on another, does nothing until the first has ended.
let underWay: object | null = null;

/**
 * Sends a form once at a time and keeps it whole when that fails: what was typed and chosen, and the token with which sending
 * it again still writes once.
 */
export function useSending({ replace, preventScrollReset }: { replace?: boolean; preventScrollReset?: boolean }) {
  const submit = useSubmit();
  const { state: navigation } = useNavigation();
  const [state, setState] = useState<State | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const current = useRef<{ cancel: () => void; isAnswered: boolean } | null>(null);

  const end = (failed: Failure | null = null) => {
    if (underWay === current.current) underWay = null;
    current.current = null;
    setState(null);
    setFailure(failed);
  };
  // The framework has done what the answer said, and the form is still here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the navigation.
  useEffect(() => {
    if (navigation === "idle" && current.current?.isAnswered) end();
  }, [navigation]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the form.
  useEffect(() => {
    // Back to a page that the browser kept whole: whatever was under way is not any more.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end();
    };
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("pageshow", onShow);
      if (underWay === current.current) underWay = null;
      current.current?.cancel();
    };
  }, []);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (underWay) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const values = new FormData(form);
    if (submitter instanceof HTMLButtonElement && submitter.name) values.append(submitter.name, submitter.value);
    const typed = new FormData();
    for (const [name, value] of values) if (typeof value === "string") typed.append(name, value);
    const isMultipart = form.enctype === "multipart/form-data";
    const address = form.action;
    const body = isMultipart ? values : new URLSearchParams([...typed] as [string, string][]);

    const sending = send(address, body, (progress) => setState((state) => state && { ...state, progress }));
    let undo = () => {};
    const mine = {
      isAnswered: false,
      cancel: () => {
        undo();
        sending.cancel();
      },
    };
    current.current = underWay = mine;
    setFailure(null);
    setState({ address, hasRows: typed.has("filas"), progress: null });
    const answer = await sending.answer;
    // The page it belongs to has gone, or has been left and come back to.
    if (current.current !== mine) return;
    if (isFailure(answer)) return end(answer);
    mine.isAnswered = true;
    const { pathname, search } = new URL(address);
    undo = replay(answer, () => submit(typed, { method: "post", action: pathname + search, replace, preventScrollReset }));
    // The form again, which may be sent again; otherwise it is over when the next page is there.
    if (!answer.headers.has("X-Remix-Redirect")) end();
  };
  return { onSubmit, state, failure, cancel: () => current.current?.cancel(), dismiss: () => setFailure(null) };
}

const KEPT = "Lo que escribiste y elegiste sigue aquí";

function sentenceOf({ why, hasGone, sentence }: Failure): string {
  if (sentence) return sentence;
  if (why === "large") return `El envío es demasiado grande. ${KEPT}: quita algo o elige archivos más ligeros.`;
  const unknown = `No sabemos si el estudio alcanzó a guardarlo. ${KEPT}: si lo envías otra vez, no se duplica.`;
  if (why === "cancelled") return hasGone ? `Cancelaste. ${unknown}` : `Cancelaste, y no se guardó nada. ${KEPT}.`;
  if (why === "stalled")
    return `Pasó mucho tiempo sin avance y dejamos de esperar. ${hasGone ? unknown : `No se perdió nada. ${KEPT}: envíalo otra vez.`}`;
  return hasGone ? `El estudio no contestó. ${unknown}` : `Se cortó la conexión. No se perdió nada. ${KEPT}: envíalo otra vez.`;
}

type NoticeProps = Pick<ReturnType<typeof useSending>, "state" | "failure" | "cancel" | "dismiss"> & { work?: LongWork };

/** Under a form: how far its long work has come, with the way to cancel it; or why it was not sent. */
export function SendingNotice({ state, failure, cancel, dismiss, work }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const isShown = state !== null && work !== undefined;
  useEffect(() => {
    if (isShown || failure) notice.current?.scrollIntoView({ block: "nearest" });
    // The button that was pressed has gone.
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
  const hasGone = total > 0 && loaded === total;
  const percent = total > 0 ? Math.floor((loaded / total) * 100) : 0;
  return (
    <div ref={notice} className="sending">
      <p role="status">{hasGone ? work.preparing : work.sending}</p>
      <progress
        aria-label={work.sending}
        // Without a value: how long the studio takes is not known.
        {...(hasGone ? {} : { max: 100, value: percent })}
      >
        {percent} %
      </progress>
      {hasGone ? null : <p className="tabular-nums">{percent} %</p>}
      <button type="button" className="button button-quiet" onClick={cancel}>
        Cancelar
      </button>
    </div>
  );
}
