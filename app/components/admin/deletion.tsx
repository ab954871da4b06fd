import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link, opensElsewhere } from "~/components/link";
import { Dialog, InlineCard } from "./dialog";

function ConfirmForm({ action, question, cancel }: { action: string; question: ReactNode; cancel: ReactNode }) {
  return (
    <WriteForm action={action} preventScrollReset className="grid gap-4">
      {question}
      <div className="flex flex-wrap gap-3">
        <SubmitButton className="button button-bad" pending="Eliminando...">
          Eliminar
        </SubmitButton>
        {cancel}
      </div>
    </WriteForm>
  );
}

/** The question before a deletion, on an address of its own, as a dialog or within its list; the way out is `back`. */
export function Confirm({
  title,
  question,
  back,
  inline = false,
}: {
  title: string;
  question: string;
  back: string;
  inline?: boolean;
}) {
  const { pathname, search } = useLocation();
  const form = (
    <ConfirmForm
      question={<p className="wrap-anywhere">{question}</p>}
      action={pathname + search}
      cancel={
        <Link to={back} preventScrollReset className="button button-quiet">
          Cancelar
        </Link>
      }
    />
  );
  return inline ? (
    <InlineCard title={title}>{form}</InlineCard>
  ) : (
    <Dialog title={title} back={back}>
      {form}
    </Dialog>
  );
}

type Deletion = { question: string; action: string };

const AskBeforeDeletion = createContext<(deletion: Deletion) => void>(() => undefined);

/**
 * One question for all the records of a page: a card's delete link opens it in place, filled with that record's form. It
 * goes away with the page it was asked on. The page's token serves all of them, because it is used once for each address.
 */
export function DeletionQuestion({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [asked, setAsked] = useState<Deletion & { page: string }>();
  return (
    <AskBeforeDeletion.Provider value={(deletion) => setAsked({ ...deletion, page: key })}>
      {children}
      {asked?.page === key ? <QuestionDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </AskBeforeDeletion.Provider>
  );
}

function QuestionDialog({ question, action, onClose }: Deletion & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    dialog.current?.showModal();
    // Not the button that deletes, where the browser would go.
    title.current?.focus();
    return () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} className="popover" aria-labelledby="pregunta" closedby="any" onClose={onClose}>
      <ConfirmForm
        question={
          <p ref={title} id="pregunta" tabIndex={-1} className="wrap-anywhere outline-none">
            {question}
          </p>
        }
        action={action}
        cancel={
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancelar
          </button>
        }
      />
    </dialog>
  );
}

/**
 * What a card lets one do with its record, whose address is `path`: edit it, and delete it after `question`, if there is one:
 * in place once the script runs, at `{path}/eliminar` otherwise. `of` names the record for who cannot see the card.
 */
export function RecordActions({
  path,
  recordName,
  question,
  children,
}: {
  path: string;
  recordName: string;
  question?: string;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  const ask = useContext(AskBeforeDeletion);
  const action = `${path}/eliminar${search}`;
  const hiddenName = <span className="sr-only">{` ${recordName}`}</span>;
  return (
    <div className="actions">
      <Link to={path + search} preventScrollReset className="button button-quiet">
        <Icon name="edit" />
        Editar{hiddenName}
      </Link>
      {children}
      {question === undefined ? null : (
        <Link
          to={action}
          preventScrollReset
          className="button button-quiet"
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            ask({ question, action });
          }}
        >
          <Icon name="trash" />
          Eliminar{hiddenName}
        </Link>
      )}
    </div>
  );
}
