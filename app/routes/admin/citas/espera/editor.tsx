import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { ErrorSummary, FormButtons, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { ESPERA } from "~/format/links";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { type EsperaValues, esperaSchema, getEspera, updateEspera } from "~/models/citas/espera.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { CON_QUIEN_ESTE_LIBRE, CUALQUIER_SERVICIO, ESPERA_LABELS, EsperaFields } from "./espera-fields";
import { describeEsperaChoices } from "./noting.server";

// Edits what a client waits for.

export { clientAction } from "~/components/form";

/** The days: one range, whichever end is changed. */
const DIAS = ["desde", "hasta"];

const readHoy = async () => studioDay(new Date(), await getZona());

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const { cliente, ...espera } = notFoundIfNull(await readEspera(params.id));
  return {
    nombre: cliente.nombre,
    espera: withBase(espera, ESPERA_LABELS),
    choices: await describeEsperaChoices(espera),
    constraint: getZodConstraint(esperaSchema(await readHoy())),
  };
}

/** Gives what a client waits for as the form shows it. */
async function readEspera(id: string | undefined) {
  const espera = await getEspera(id);
  if (!espera) return null;
  const { servicio: _servicio, empleado: _empleado, cliente_id: _cliente, ...shown } = espera;
  return shown;
}

/** A version with names in place of ids. */
async function inWords(version: Record<string, unknown>) {
  const [servicio_id, empleado_id] = [String(version.servicio_id), String(version.empleado_id)];
  const { servicios, especialistas } = await describeEsperaChoices({ servicio_id, empleado_id });
  const labelOf = (options: typeof servicios, id: unknown) => options.find(({ value }) => value === id)?.label;
  return {
    ...version,
    servicio_id: labelOf(servicios, version.servicio_id) ?? CUALQUIER_SERVICIO,
    empleado_id: labelOf(especialistas, version.empleado_id) ?? CON_QUIEN_ESTE_LIBRE,
  };
}

const GONE = {
  servicio: { servicio_id: ["Ese servicio ya no está. Elige otro."] },
  especialista: { empleado_id: [ESPECIALISTA_GONE] },
};

export async function action({ request, params: { id } }: ActionFunctionArgs) {
  await requireUser(request, "agenda");
  const { values: sent, key } = await readForm(request);
  const schema = esperaSchema(await readHoy());
  const editor = { labels: ESPERA_LABELS, together: [DIAS], read: () => readEspera(id), inWords };
  return mergeIfStale(sent, editor, async (values, kept) => {
    const submission = parseWithZod(values, { schema });
    if (submission.status !== "success") return invalid(submission);

    const saved = await updateEspera(id, values.get("updated_at"), submission.value, key);
    if (isOk(saved)) {
      const list = ESPERA + new URL(request.url).search;
      return redirectWithFlash(list, { title: "Espera actualizada" }, await kept(saved, submission.value));
    }
    const { outcome } = saved;
    if (outcome === "servicio" || outcome === "especialista") return invalid(submission, { fieldErrors: GONE[outcome] }, 400);
    return writeFailed(submission, outcome === "cliente" ? "missing" : outcome);
  });
}

export const meta: MetaFunction = () => [{ title: "Editar espera" }];

export default function EditEspera() {
  const { nombre, espera, choices, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = ESPERA + search;
  const [form, fields] = useForm<EsperaValues>({ id: "espera", defaultValue: espera, constraint });
  return (
    <Dialog title="Editar espera" back={back}>
      <p className="font-semibold wrap-anywhere">{nombre}</p>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-4">
        <UpdatedAt form={form} saved={espera} />
        <EsperaFields fields={fields} {...choices} />
        <FormButtons back={back}>Guardar cambios</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
