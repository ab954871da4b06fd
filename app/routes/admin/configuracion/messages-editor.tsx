import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { ConfirmDisclosure } from "~/components/admin/confirm-disclosure";
import { ErrorSummary, FormButtons, TextAreaField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { LUGARES, PLANTILLAS, RENGLONES } from "~/content/plantillas";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { type FormState, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readChoice } from "~/http/search-params.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { asTipo, getPlantilla, plantillaSchema, previewPlantilla, savePlantilla } from "~/models/estudio/plantilla.server";

export { clientAction } from "~/components/form";

const LABELS = { texto: "Mensaje" };

const BACK = "/admin/configuracion/notificaciones";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const tipo = notFoundIfNull(asTipo(params.tipo));
  const plantilla = await or503(getPlantilla(tipo));
  const { falta, texto } = plantilla;
  const isOffered = falta !== null && readChoice(request, "agregar", ["1"]) === "1";
  return {
    plantilla: withBase(plantilla, LABELS),
    // With the line that it could have, for her to see before she saves it.
    texto: isOffered ? `${texto}\n${RENGLONES[falta]}` : texto,
    isOurs: plantilla.texto === PLANTILLAS[tipo].texto,
    places: Object.entries(LUGARES).map(([name, meaning]) => ({ name: `{${name}}`, meaning })),
    constraint: getZodConstraint(plantillaSchema),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const tipo = notFoundIfNull(asTipo(params.tipo));
  const { values: sent, key } = await readForm(request);
  if (sent.get("original") === "si") sent.set("texto", PLANTILLAS[tipo].texto);
  return mergeIfStale(sent, { labels: LABELS, read: () => getPlantilla(tipo) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: plantillaSchema });
    if (submission.status !== "success") return invalid(submission);
    if (values.get("ver") === "si") {
      const preview = previewPlantilla(submission.value.texto, await or503(getConfiguracion()));
      return json<FormState & { preview: string }>({ lastResult: submission.reply(), preview });
    }
    const saved = await savePlantilla(tipo, values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(BACK, { title: "Mensaje guardado" }, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction = () => [{ title: "Editar mensaje · Notificaciones" }];

export default function EditarPlantilla() {
  const { plantilla, texto, isOurs, places, constraint } = useLoaderData<typeof loader>();
  const preview = useActionData<{ preview?: string }>()?.preview;
  const [form, fields] = useForm<{ texto: string }>({ id: "mensaje", defaultValue: { texto }, constraint });
  return (
    <InlineCard title={`Editar mensaje: ${plantilla.titulo}`}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5">
        <UpdatedAt form={form} saved={plantilla} />
        <TextAreaField field={fields.texto} label={LABELS.texto} rows={6} hint={plantilla.cuando} />
        <button type="submit" name="ver" value="si" className="button button-quiet justify-self-start">
          Ver cómo se lee
        </button>
        <div role="status">
          {preview === undefined ? null : (
            <div className="grid gap-1.5">
              <p className="font-semibold">Así se lee</p>
              <p className="rounded-xl bg-sand px-4 py-3 whitespace-pre-line wrap-anywhere">{preview}</p>
            </div>
          )}
        </div>
        <div>
          <p className="font-semibold">Datos que se completan solos</p>
          <dl className="mt-1 divide-y divide-line">
            {places.map(({ name, meaning }) => (
              <div key={name} className="flex flex-wrap gap-x-3 py-2">
                <dt className="basis-24 font-mono text-sm">{name}</dt>
                <dd className="flex-1 basis-32 text-sm text-soft">{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
        <FormButtons back={BACK}>Guardar cambios</FormButtons>
        {isOurs ? null : (
          <ConfirmDisclosure label="Usar el texto original" question="Se perderá el mensaje que escribiste.">
            <button type="submit" name="original" value="si" formNoValidate className="button button-bad justify-self-start">
              Usar el texto original
            </button>
          </ConfirmDisclosure>
        )}
      </WriteForm>
    </InlineCard>
  );
}
