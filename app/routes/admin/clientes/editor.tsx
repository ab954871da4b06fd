import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { ErrorSummary, FormButtons, TextAreaField, TextField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { isOk, type WriteResult } from "~/database/idempotency.server";
import { emailNote } from "~/format/email";
import { PHONE_HINT, phoneNote } from "~/format/phone";
import { actorOf } from "~/http/actor.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireOwnPress, requireUser } from "~/http/guards.server";
import { otherRecordsFlash, tocayasFlash } from "~/http/other-records.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { listNombresDeServicios } from "~/models/catalogo/servicio.server";
import {
  type ClienteValues,
  clienteSchema,
  createCliente,
  getCliente,
  getClienteConSalud,
  onlyCarried,
  updateCliente,
} from "~/models/clientes/cliente.server";
import { canSeeSalud, recordRevelacion, SALUD } from "~/models/clientes/salud.server";
import { avisoOf } from "~/models/estudio/aviso.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const isNew = params.id === "nuevo";
  const hasSalud = await canSeeSalud(user, isNew ? null : params.id);
  const cliente = isNew ? null : notFoundIfNull(await (hasSalud ? getClienteConSalud(params.id) : getCliente(params.id)));
  await recordIfShown(request, cliente);
  return {
    cliente: cliente && withBase(cliente, labelsOf(hasSalud)),
    hasSalud,
    back: backOf(request),
    constraint: getZodConstraint(clienteSchema),
    servicios: await listNombresDeServicios(),
    hasAviso: avisoOf(await getConfiguracion()) !== null,
  };
}

/** Records that the account was shown a client's notes, if she has any and the form carries them. */
async function recordIfShown(request: Request, cliente: Awaited<ReturnType<typeof getCliente | typeof getClienteConSalud>>) {
  if (cliente && "medicina" in cliente && (cliente.medicina || cliente.enfermedades)) {
    requireOwnPress(request);
    await recordRevelacion(actorOf(request), cliente.id);
  }
}

/** The labels of the fields that the account may see: an edit of another one never shows or changes the rest. */
function labelsOf(hasSalud: boolean): Record<string, string> {
  const { medicina: _medicina, enfermedades: _enfermedades, alerta: _alerta, ...others } = CLIENTE_LABELS;
  return hasSalud ? CLIENTE_LABELS : others;
}

/** The screen to return to: the one in `?de=`, or the list with its search. */
function backOf(request: Request): string {
  return readReturnPath(request, `/admin/clientes${new URL(request.url).search}`);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values: sent, key } = await readForm(request);
  const isNew = params.id === "nuevo";
  const hasSalud = await canSeeSalud(user, isNew ? null : params.id);
  // What was confided stays as it is where the form did not carry it, or the account may not see it.
  for (const campo of hasSalud ? [] : SALUD) sent.delete(campo);
  const read = async () => {
    const cliente = await (hasSalud ? getClienteConSalud(params.id) : getCliente(params.id));
    await recordIfShown(request, cliente);
    return cliente;
  };
  return mergeIfStale(sent, { labels: labelsOf(hasSalud), read }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: clienteSchema });
    if (submission.status !== "success") return invalid(submission);

    const input = onlyCarried(submission.value, (campo) => values.has(campo));
    const saved: WriteResult<string | string[], "stale" | "missing"> = isNew
      ? await createCliente(input, key)
      : await updateCliente(params.id, values.get("updated_at"), input, user.id, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    const title = isNew ? "Cliente creado" : "Cliente actualizado";
    const [id = "", undo] = [saved.result].flat();
    const others = (await otherRecordsFlash(id, user)) ?? (isNew ? await tocayasFlash(id) : null);
    const { telefono, correo } = submission.value;
    const note = undo ? NOTES_EMPTIED : (phoneNote(telefono) ?? emailNote(correo));
    const description = [note, others?.description].filter(Boolean).join(" ") || undefined;
    return redirectWithFlash(backOf(request), { title, undo, ...others, description }, await kept(saved, submission.value));
  });
}

const NOTES_EMPTIED = "Lo que borraste de sus notas se puede recuperar durante 30 días.";

const ALERTA_HINT = "Lo que hay que saber antes de empezar, por ejemplo, alergia al látex. Se ve junto a su nombre en cada cita.";

const titleOf = (cliente: unknown) => (cliente ? "Editar clienta" : "Nueva clienta");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: titleOf(data?.cliente) }];

export default function Cliente() {
  const { cliente, hasSalud, hasAviso, back, constraint, servicios } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<ClienteValues>({ id: "cliente", defaultValue: cliente, constraint });
  const { correo, edad, ocupacion, estado_civil, servicio, medicina, enfermedades } = fields;
  return (
    <Dialog title={titleOf(cliente)} back={back}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={cliente} />
        <TextField field={fields.nombre} label={CLIENTE_LABELS.nombre} />
        <TextField field={fields.telefono} label={CLIENTE_LABELS.telefono} type="tel" hint={PHONE_HINT} />
        {hasSalud ? (
          <div className="sm:col-span-2">
            <TextField field={fields.alerta} label={CLIENTE_LABELS.alerta} hint={ALERTA_HINT} />
          </div>
        ) : null}
        <Fold title="Más datos" isOpen={hasAnswer(correo, edad, ocupacion, estado_civil, servicio)}>
          <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
            <TextField field={correo} label={CLIENTE_LABELS.correo} inputMode="email" />
            <TextField field={servicio} label={CLIENTE_LABELS.servicio} suggestions={servicios} />
            <TextField field={edad} label={CLIENTE_LABELS.edad} inputMode="numeric" />
            <TextField
              field={estado_civil}
              label={CLIENTE_LABELS.estado_civil}
              suggestions={["Soltera", "Casada", "Unión libre", "Divorciada", "Viuda"]}
            />
            <TextField field={ocupacion} label={CLIENTE_LABELS.ocupacion} />
          </div>
        </Fold>
        {hasSalud ? (
          <Fold title="Notas de salud" isOpen={hasAnswer(medicina, enfermedades)}>
            <p className="text-sm text-soft">Solo las ve quien puede ver notas de salud.</p>
            <TextAreaField field={medicina} label={CLIENTE_LABELS.medicina} />
            <TextAreaField field={enfermedades} label={CLIENTE_LABELS.enfermedades} />
          </Fold>
        ) : null}
        {hasAviso ? (
          <p className="text-sm text-soft">
            Antes de anotar sus datos, enséñale tu{" "}
            <a className="link" href="/aviso-de-privacidad" target="_blank" rel="noopener noreferrer">
              aviso de privacidad<span className="sr-only"> (se abre aparte)</span>
            </a>
            .
          </p>
        ) : null}
        <FormButtons back={back}>{cliente ? "Guardar cambios" : "Crear clienta"}</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
