import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { isSameScreen } from "~/components/admin/cita";
import { useFormVersion } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { ESPERA } from "~/format/links";
import { phoneNote } from "~/format/phone";
import { hasNewSearch, resolveCliente } from "~/http/form/cliente-search.server";
import { readForm, textOf } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { otherRecordsFlash, tocayasFlash } from "~/http/other-records.server";
import { formWithAnswer, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import type { User } from "~/http/session/current-user.server";
import { restorePendingSubmission } from "~/http/session/pending-submission.server";
import { createEspera, defaultDias, getEspera, nuevaEsperaSchema } from "~/models/citas/espera.server";
import { getElegida } from "~/models/clientes/cliente.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { backOf } from "../list-path.server";
import { NoteForm } from "./note-form";
import { bookingIn, describeEsperaChoices, type NotingAnswer } from "./noting.server";

// Notes a client on the waiting list. The booking form and *Mover* lead here, each with what it knows of her.

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["servicios"] };

/** The booking form that it came from (`?de=`), if any, and the list to which it returns then: its own, or that of the booking. */
function placesOf(request: Request) {
  const from = readReturnPath(request, ESPERA);
  const isBooking = from.startsWith("/admin/citas/nueva");
  return {
    bookingPath: isBooking ? from : null,
    back: isBooking ? backOf(new Request(new URL(from, request.url))) : from,
  };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const hoy = studioDay(new Date(), await getZona());
  const {
    cliente_id = "",
    servicio_id = "",
    empleado_id = "",
    desde = "",
  } = Object.fromEntries(new URL(request.url).searchParams);
  const { pending } = await restorePendingSubmission(request, user);
  const sent = new FormData();
  for (const [name, value] of pending?.fields ?? []) sent.append(name, value);
  const [chosen, choices] = await Promise.all([
    getElegida(pending ? textOf(sent, "cliente_id") : cliente_id, user),
    describeEsperaChoices({ servicio_id, empleado_id }),
  ]);
  const answer: NotingAnswer = { chosen, booking: bookingIn(sent) };
  return {
    values: { cliente_id: chosen ? cliente_id : "", servicio_id, empleado_id, ...defaultDias(desde, hoy) },
    answer,
    choices,
    constraint: getZodConstraint(nuevaEsperaSchema(hoy)),
    ...placesOf(request),
  };
}

const GONE = {
  cliente: { cliente_id: ["Esa clienta ya no está. Elige otra."] },
  servicio: { servicio_id: ["Ese servicio ya no está. Elige otro."] },
  especialista: { empleado_id: [ESPECIALISTA_GONE] },
};

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const hoy = studioDay(new Date(), await getZona());
  const isAsked = asksForClient(values);
  const { search, unsure } = await resolveCliente(values, { isAsked, isWalkIn: false, user });
  values.delete("intent");
  const submission = parseWithZod(values, { schema: nuevaEsperaSchema(hoy) });
  const chosen = await getElegida(textOf(values, "cliente_id"), user);
  const answer: NotingAnswer = { search, chosen, booking: bookingIn(values) };
  const refuse = (fieldErrors?: Record<string, string[]>) => invalid(submission, { fieldErrors }, 400, {}, answer);
  if (isAsked) return formWithAnswer(submission.payload, answer);
  if (unsure) return refuse({ cliente_id: [unsure] });
  if (submission.status !== "success") return refuse();

  const noted = await createEspera(submission.value, key);
  if (isOk(noted)) {
    const { back } = placesOf(request);
    const isNew = submission.value.cliente_nombre !== null;
    const flash = { title: "Anotada en la espera", ...(isNew ? await flashForNew(noted.result, user) : null) };
    const link = isSameScreen(back, ESPERA) ? undefined : { href: ESPERA, label: "Ver la lista de espera" };
    return redirectWithFlash(back, { link, ...flash });
  }
  const { outcome } = noted;
  if (outcome === "cliente" || outcome === "servicio" || outcome === "especialista") return refuse(GONE[outcome]);
  return writeFailed(submission, outcome, undefined, answer);
}

/**
 * Whether a form asks for a client: by the button beside what was typed, or by Enter since that is new. Throws 400 for an unknown
 * button.
 */
function asksForClient(values: FormData): boolean {
  const intent = values.get("intent") ?? "save";
  if (intent === "search-clients") return true;
  if (intent !== "save" && intent !== "enter") throw new Response(null, { status: 400 });
  return intent === "enter" && hasNewSearch(values);
}

/** What is said of a client who was created with it: whether her telephone is complete, and who shares it or her name. */
async function flashForNew(id: string, user: User) {
  const espera = await getEspera(id);
  if (!espera) return null;
  const { cliente } = espera;
  const others = (await otherRecordsFlash(cliente.id, user)) ?? (await tocayasFlash(cliente.id));
  const description = [phoneNote(cliente.telefono), others?.description].filter(Boolean).join(" ") || undefined;
  return { ...others, title: "Anotada en la espera", description };
}

export const meta: MetaFunction = () => [{ title: "Anotarla en la espera" }];

export default function NoteEspera() {
  const { answer, ...form } = useLoaderData<typeof loader>();
  const answered = useActionData<NotingAnswer>();
  const version = useFormVersion();
  const { pathname, search } = useLocation();
  return (
    <Dialog title="Anotarla en la espera" back={form.back}>
      <NoteForm key={version} {...form} answer={answered ?? answer} action={pathname + search} />
    </Dialog>
  );
}
