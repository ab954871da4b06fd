import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/http/guards.server";
import type { RouteHandle } from "~/http/route-handle";
import { BookVisita, bookVisita, loadBooking } from "./book";
import { loadDeleted, RestoreCita, restoreDeleted } from "./restore";

// Two acts under one address: booking a visit, and bringing a deleted appointment back at another hour (`?papelera=`).

export { clientAction, shouldRevalidate } from "~/components/form";

export const handle: RouteHandle = { lists: ["servicios"] };

const isRestoring = (request: Request) => new URL(request.url).searchParams.has("papelera");

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  return isRestoring(request) ? loadDeleted(request, user) : loadBooking(request, user);
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  return isRestoring(request) ? restoreDeleted(request, user) : bookVisita(request, user);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Cita" }];

export default function Nueva() {
  return useLoaderData<typeof loader>().act === "restore" ? <RestoreCita /> : <BookVisita />;
}
