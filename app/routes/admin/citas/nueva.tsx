import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { RouteHandle } from "~/http/route-handle";
import * as book from "./book";
import * as restore from "./restore";

// Two acts under one address: booking a visit, and bringing a deleted appointment back at another hour (`?papelera=`).

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["servicios"] };

const actOf = ({ request }: LoaderFunctionArgs) => (new URL(request.url).searchParams.has("papelera") ? restore : book);

export async function loader(args: LoaderFunctionArgs) {
  const act = actOf(args);
  return act === restore ? restore.loader(args) : book.loader(args);
}

export const action = (args: ActionFunctionArgs) => actOf(args).action(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Cita" }];

export default function Nueva() {
  return useLoaderData<typeof loader>().act === "restore" ? <restore.RestoreCita /> : <book.BookVisita />;
}
