import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import {
  ErrorSummary,
  FormButtons,
  StaleNotice,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  useFormState,
  WriteForm,
} from "~/components/form";
import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { isOk } from "~/database/idempotency.server";
import { PHONE_HINT, phoneNote } from "~/format/phone";
import { readForm } from "~/http/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { otherRecordsFlash } from "~/http/other-records.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { mergeIfStale, withBase } from "~/http/stale-edit.server";
import { listNombresDeServicios } from "~/models/catalogo/servicio.server";
import {
  type ClienteValues,
  clienteSchema,
  createCliente,
  getCliente,
  listOtrasFichas,
  updateCliente,
} from "~/models/clientes/cliente.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const cliente = params.id === "nuevo" ? null : notFoundIfNull(await getCliente(params.id));
  return {
    cliente: cliente && withBase(cliente, CLIENTE_LABELS),
    back: backOf(request),
    constraint: getZodConstraint(clienteSchema),
    servicios: await listNombresDeServicios(),
  };
}

/** The screen to return to: the one in `?de=`, or the list with its search. */
function backOf(request: Request): string {
  return readReturnPath(request, `/admin/clientes${new URL(request.url).search}`);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: CLIENTE_LABELS, read: () => getCliente(params.id) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: clienteSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved =
      params.id === "nuevo"
        ? await createCliente(submission.value, key)
        : await updateCliente(params.id, values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    const title = params.id === "nuevo" ? "Cliente creado" : "Cliente actualizado";
    const otras = await listOtrasFichas(saved.result);
    const others = otras.length > 0 ? otherRecordsFlash(saved.result, otras.length, user) : null;
    const description = phoneNote(submission.value.telefono);
    return redirectWithFlash(backOf(request), { title, description, ...others }, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction = () => [{ title: "Editor de clientes" }];

export default function Cliente() {
  const { cliente, back, constraint, servicios } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const [form, fields] = useForm<ClienteValues>({
    id: "cliente",
    lastResult: formState?.lastResult,
    defaultValue: cliente,
    constraint,
  });
  return (
    <Dialog title={cliente ? "Editar Cliente" : "Nuevo Cliente"} back={back}>
      <ErrorSummary form={form} />
      <StaleNotice formState={formState} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt saved={cliente} formState={formState} />
        <TextField field={fields.nombre} label={CLIENTE_LABELS.nombre} />
        <TextField field={fields.telefono} label={CLIENTE_LABELS.telefono} type="tel" hint={PHONE_HINT} />
        <TextField field={fields.correo} label={CLIENTE_LABELS.correo} type="email" />
        <TextField field={fields.edad} label={CLIENTE_LABELS.edad} inputMode="numeric" />
        <TextField field={fields.ocupacion} label={CLIENTE_LABELS.ocupacion} />
        <TextField
          field={fields.estado_civil}
          label={CLIENTE_LABELS.estado_civil}
          suggestions={["Soltera", "Casada", "Unión libre", "Divorciada", "Viuda"]}
        />
        <div className="sm:col-span-2">
          <TextField field={fields.servicio} label={CLIENTE_LABELS.servicio} suggestions={servicios} />
        </div>
        <TextAreaField field={fields.medicina} label={CLIENTE_LABELS.medicina} hint="Solo la ve el personal del estudio." />
        <TextAreaField
          field={fields.enfermedades}
          label={CLIENTE_LABELS.enfermedades}
          hint="Solo las ve el personal del estudio."
        />
        <FormButtons back={back}>{cliente ? "Guardar cambios" : "Crear cliente"}</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
