import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/admin/confirm";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectAfterDeletion } from "~/http/replies.server";
import { deletionAt } from "./deletions.server";

// The question before a record of any list is deleted, and its answer.

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { right, title, inline, label, ask } = deletionAt(request);
  await requireUser(request, right);
  return { title, inline, remove: label, question: notFoundIfNull(await ask(params)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { right, remove, failed } = deletionAt(request);
  const user = await requireUser(request, right);
  const { pathname, search } = new URL(request.url);
  const submitted = { ...(await readForm(request)), cuenta_id: user.id, path: pathname + search };
  return redirectAfterDeletion(request, await remove(params, submitted), failed);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Eliminar" }];

export default function Eliminar() {
  return <Confirm {...useLoaderData<typeof loader>()} />;
}
