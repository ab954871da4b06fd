import type { FieldMetadata } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, EmptyState, NewLink, ScreenHeader, ScreenSection } from "~/components/admin";
import { ErrorSummary, FormButtons, SelectField, TextField, useForm, WriteForm } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { ResponsiveImage } from "~/components/public/responsive-image";
import { LOAD_ERRORS } from "~/content/load-errors";
import { isOk } from "~/database/idempotency.server";
import { pictureOf } from "~/format/picture";
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { or503, requireUser } from "~/http/guards.server";
import { changedMeanwhile, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import { UNLISTED_SERVICIO } from "~/models/catalogo/imagen.server";
import { countPorAcomodar, listPorAcomodar, placeImagenes, porAcomodarSchema } from "~/models/catalogo/por-acomodar.server";
import { listServiciosForFilter } from "~/models/catalogo/servicio.server";

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["fotos"] };

const HERE = "/admin/galeria/por-acomodar";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { total, servicios, fotos } = await or503(listPorAcomodar(), LOAD_ERRORS["galeria/por-acomodar"]);
  return {
    total,
    fotos,
    servicios: servicios.map(({ id, nombre }) => ({ value: id, label: nombre })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: porAcomodarSchema });
  if (submission.status !== "success") return invalid(submission);
  const { fotos } = submission.value;
  if (fotos.every(({ servicio_id }) => servicio_id === null)) {
    return invalid(submission, { formErrors: ["Elige el servicio de al menos una foto."] }, 400);
  }
  const saved = await placeImagenes(submission.value, key);
  if (saved.outcome === "servicio") {
    const active = new Set((await listServiciosForFilter()).map(({ id }) => id));
    const errors = fotos.flatMap(({ servicio_id }, index) =>
      servicio_id === null || active.has(servicio_id) ? [] : [[`fotos[${index}].servicio_id`, [UNLISTED_SERVICIO]]],
    );
    return invalid(submission, { fieldErrors: Object.fromEntries(errors) });
  }
  if (saved.outcome === "changed") {
    const versions = fotos.map((_, index) => `fotos[${index}].updated_at`);
    return changedMeanwhile(submission, versions);
  }
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const { search } = new URL(request.url);
  const left = await countPorAcomodar();
  const placed = placedSentence(saved.result.placed) + goneSentence(saved.result);
  const open = left === 1 ? "Falta 1, que te espera aquí." : `Faltan ${left}, que te esperan aquí.`;
  return left > 0
    ? redirectWithFlash(HERE + search, { title: "Fotos guardadas", description: `${placed} ${open}` })
    : redirectWithFlash(readReturnPath(request, "/admin/galeria"), { title: "Fotos guardadas", description: placed });
}

function goneSentence({ placed, gone }: { placed: number; gone: number }): string {
  if (gone === 0 || placed === 0) return "";
  return gone === 1 ? " Otra ya la había puesto alguien en su servicio." : ` Otras ${gone} ya estaban en su servicio.`;
}

function placedSentence(count: number): string {
  if (count === 0) return "Ya estaban en su servicio.";
  return count === 1 ? "1 foto ya está en su servicio." : `${count} fotos ya están en su servicio.`;
}

export const meta: MetaFunction = () => [{ title: "¿De qué servicio es cada foto?" }];

type Foto = ReturnType<typeof useLoaderData<typeof loader>>["fotos"][number];
type Values = { fotos: { id: string; updated_at: string; servicio_id: string | null; alt_text: string | null }[] };

export default function PorAcomodar() {
  const { total, fotos, servicios } = useLoaderData<typeof loader>();
  const defaultValue = fotos.map(({ id, updated_at, propuesto, alt_text }) => ({
    id,
    updated_at,
    servicio_id: propuesto,
    alt_text,
  }));
  const [form, fields] = useForm<Values>({ id: "acomodar", defaultValue: { fotos: defaultValue } });
  const [open, known] = [fotos.filter(({ propuesto }) => !propuesto), fotos.filter(({ propuesto }) => propuesto)];
  // A form that is given back has them in the order in which they were sent.
  const rows = fields.fotos.getFieldList();
  const cards = (some: Foto[]) => (
    <ul className="grid gap-4 @2xl:grid-cols-2">
      {some.map((foto) => {
        const field = rows.find(({ initialValue }) => initialValue?.id === foto.id);
        return field ? <FotoCard key={foto.id} foto={foto} field={field} servicios={servicios} /> : null;
      })}
    </ul>
  );
  return (
    <div className="@container">
      <BackLink to="/admin/galeria">Galería</BackLink>
      <ScreenHeader title="¿De qué servicio es cada foto?">
        {total === 0 ? null : "Nadie las ve en tu sitio hasta que lo digas. Las que dejes sin servicio te esperan aquí."}
      </ScreenHeader>
      {total === 0 ? (
        <EmptyState title="Ninguna foto espera su servicio">
          <NewLink to="/admin/galeria/varias">Subir varias</NewLink>
        </EmptyState>
      ) : (
        <>
          <ErrorSummary form={form} />
          <WriteForm id={form.id} className="grid gap-8">
            {open.length > 0 ? (
              <ScreenSection id="abiertas" title={`${plural(open.length, "foto", "fotos")} por elegir`}>
                {cards(open)}
              </ScreenSection>
            ) : null}
            {known.length > 0 ? (
              <ScreenSection
                id="propuestas"
                title={`${plural(known.length, "foto", "fotos")} con servicio`}
                text="Lo leímos en el nombre del archivo. Cámbialo si no es."
              >
                {cards(known)}
              </ScreenSection>
            ) : null}
            {total > fotos.length ? <p>Después de guardar siguen {total - fotos.length} más.</p> : null}
            <FormButtons back="/admin/galeria" cancel="Más tarde">
              Guardar
            </FormButtons>
          </WriteForm>
        </>
      )}
    </div>
  );
}

type FotoCardProps = {
  foto: Foto;
  field: FieldMetadata<Values["fotos"][number]>;
  servicios: { value: string; label: string }[];
};

/** A photograph with the name of its file, and the questions about it. */
function FotoCard({ foto, field, servicios }: FotoCardProps) {
  const { id, updated_at, servicio_id, alt_text } = field.getFieldset();
  return (
    <li className="card flex-row flex-wrap items-start gap-4">
      <input type="hidden" name={id.name} value={foto.id} />
      <input type="hidden" name={updated_at.name} value={foto.updated_at} />
      <span className="photo w-22 shrink-0">
        <ResponsiveImage picture={pictureOf(foto)} alt="" sizes="5.5rem" small />
      </span>
      <div className="grid min-w-0 flex-[1_1_11rem] grid-cols-1 gap-2">
        <p className="text-sm text-soft wrap-anywhere">{foto.nombre}</p>
        <SelectField
          field={servicio_id}
          label="Servicio"
          labelSuffix={`de ${foto.nombre}`}
          options={servicios}
          empty="Elige el servicio"
          gone="Servicio que ya no está"
        />
        <Fold
          title={
            <>
              Describir<span className="sr-only"> {foto.nombre}</span>
            </>
          }
          isOpen={hasAnswer(alt_text)}
        >
          <TextField
            field={alt_text}
            label="Descripción de la foto"
            labelSuffix={`de ${foto.nombre}`}
            hint="Para personas que no pueden verla."
          />
        </Fold>
      </div>
    </li>
  );
}
