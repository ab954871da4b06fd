import { useActionData, useFormAction, useRouteLoaderData } from "@remix-run/react";
import { useRef } from "react";
import type { FormState } from "~/http/replies.server";
import type { PendingSubmission } from "~/http/session/pending-submission.server";

/** The state of a form that was given back by its action, or after its session expired; otherwise undefined. */
export function useFormState(): FormState | undefined {
  const answer = useActionData<FormState>();
  const pending = useRouteLoaderData<{ pending: PendingSubmission | null }>("routes/admin/layout")?.pending;
  const [pathname] = useFormAction().split("?");
  return answer ?? (pending?.pathname === pathname ? pending?.formState : undefined);
}

/** Counts the action's answers. As a form's key it remounts the form with the values of each answer. */
export function useFormVersion(): number {
  const answer = useActionData();
  const seen = useRef({ answer, version: 0 });
  if (seen.current.answer !== answer) seen.current = { answer, version: seen.current.version + 1 };
  return seen.current.version;
}
