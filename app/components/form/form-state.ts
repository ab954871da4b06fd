import { useActionData, useFormAction, useRouteLoaderData } from "@remix-run/react";
import { useRef } from "react";
import type { PendingSubmission } from "~/http/pending-submission.server";
import type { FormState } from "~/http/replies.server";

// The vocabulary of every form: native controls, each message beside its field, a summary first. All of it is whole
// without JavaScript; with it, buttons say that they are working and the summary takes the focus.

/** Why the form stands here again, if it does: what its action answered, or that its session had ended when it was sent. */
export function useFormState(): FormState | undefined {
  const answer = useActionData<FormState>();
  const pending = useRouteLoaderData<{ pending: PendingSubmission | null }>("routes/admin/layout")?.pending;
  const [pathname] = useFormAction().split("?");
  return answer ?? (pending?.pathname === pathname ? pending?.formState : undefined);
}

/** Counts what the action answered: as a key, it begins a form anew with each answer, filled with what that one holds. */
export function useFormVersion(): number {
  const answer = useActionData();
  const seen = useRef({ answer, turn: 0 });
  if (seen.current.answer !== answer) seen.current = { answer, turn: seen.current.turn + 1 };
  return seen.current.turn;
}
