import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link, opensElsewhere } from "~/components/link";
import { RecordLabel } from "~/components/record-label";

/** What the link and the button say where a record is not so much deleted as taken off a list. */
type Remove = { remove?: string };

type ConfirmFormProps = Remove & { action: string; question: ReactNode; cancel: ReactNode };

/** The form that deletes, with its `question` and the way to cancel. */
export function ConfirmForm({ action, question, cancel, remove = "Eliminar" }: ConfirmFormProps) {
  return (
    <WriteForm action={action} preventScrollReset className="grid gap-4">
      {question}
      <div className="flex flex-wrap gap-3">
        <SubmitButton className="button button-bad" pending={remove === "Eliminar" ? "Eliminando..." : "Quitando..."}>
          {remove}
        </SubmitButton>
        {cancel}
      </div>
    </WriteForm>
  );
}

type Deletion = Remove & { question: string; action: string };

const OpenDeletionDialog = createContext<(deletion: Deletion) => void>(() => undefined);

/**
 * One dialog that asks before deleting any record of the page: a delete link opens it with the form of its record. It closes on
 * navigation. All records share the page's token, because a token may be used once for each URL.
 */
export function DeletionDialogProvider({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const [deletion, setDeletion] = useState<Deletion & { page: string }>();
  return (
    <OpenDeletionDialog.Provider value={(requested) => setDeletion({ ...requested, page: key })}>
      {children}
      {deletion?.page === key ? <DeletionDialog {...deletion} onClose={() => setDeletion(undefined)} /> : null}
    </OpenDeletionDialog.Provider>
  );
}

function DeletionDialog({ question, action, remove, onClose }: Deletion & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    dialog.current?.showModal();
    // Focus the question instead of the delete button, which is the browser's default.
    title.current?.focus();
    return () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} className="popover" aria-labelledby="pregunta" closedby="any" onClose={onClose}>
      <ConfirmForm
        question={
          <p ref={title} id="pregunta" tabIndex={-1} className="outline-none">
            {question}
          </p>
        }
        action={action}
        remove={remove}
        cancel={
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancelar
          </button>
        }
      />
    </dialog>
  );
}

type RecordActionsProps = Remove & { path: string; recordName: string; question?: string; children?: ReactNode };

/**
 * The actions of a record at `path`: edit, and quieter, at the other end, delete if there is a `question`. With JavaScript the
 * question opens in place, otherwise at `{path}/eliminar`. `recordName` completes the labels for screen readers.
 */
export function RecordActions({ path, recordName, question, remove, children }: RecordActionsProps) {
  const { search } = useLocation();
  return (
    <div className="actions">
      <Link to={path + search} preventScrollReset className="button button-quiet">
        <Icon name="edit" />
        <RecordLabel of={recordName}>Editar</RecordLabel>
      </Link>
      {children}
      {question === undefined ? null : (
        <DeleteLink action={`${path}/eliminar${search}`} recordName={recordName} question={question} remove={remove} />
      )}
    </div>
  );
}

/** The link to the `question` before a record is deleted at `action`. */
export function DeleteLink({ action, question, recordName, remove = "Eliminar" }: Deletion & { recordName: string }) {
  const openDialog = useContext(OpenDeletionDialog);
  return (
    <Link
      to={action}
      preventScrollReset
      className="delete-link"
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        openDialog({ question, action, remove });
      }}
    >
      <Icon name="trash" />
      <RecordLabel of={recordName}>{remove}</RecordLabel>
    </Link>
  );
}
