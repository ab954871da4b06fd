import { useLocation } from "@remix-run/react";
import { ConfirmForm, Dialog, InlineCard } from "~/components/admin";
import { Link } from "~/components/link";
import { listOfDeletion } from "~/format/links";

type ConfirmProps = { title: string; question: string; inline?: boolean; remove?: string };

/** The question before a deletion, at its own URL: in a dialog or, with `inline`, in a card. Cancelling goes back to the list. */
export function Confirm({ title, question, inline = false, remove }: ConfirmProps) {
  const { pathname, search } = useLocation();
  const back = listOfDeletion(pathname) + search;
  const form = (
    <ConfirmForm
      question={<p>{question}</p>}
      action={pathname + search}
      remove={remove}
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
