import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader, ScreenSection } from "~/components/admin";
import {
  CheckboxField,
  ErrorSummary,
  FormButtons,
  SelectField,
  TextField,
  UpdatedAt,
  useForm,
  WriteForm,
} from "~/components/form";
import { OBRAS } from "~/content/obras";
import { isOk } from "~/database/idempotency.server";
import { capitalize } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { or503, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import {
  type CategoriasValues,
  categoriasSchema,
  dibujoField,
  getCategorias,
  NOMBRES_DE_CATEGORIAS,
  saveCategorias,
} from "~/models/estudio/categorias.server";
import { exampleLineOf } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const PATH = "/admin/configuracion/categorias";

const PARTS = { lugar: "Lugar", visible: "Se muestra", frase: "Frase" };

function labelsOf(): Record<string, string> {
  const ofCategories = NOMBRES_DE_CATEGORIAS.flatMap((name) =>
    Object.entries(PARTS).map(([part, label]) => [`${name}_${part}`, `${label} (${CATEGORIAS[name]})`]),
  );
  const ofDrawings = OBRAS.map(({ slug, titulo }) => [dibujoField(slug), `Dibujo: ${titulo}`]);
  return Object.fromEntries([...ofCategories, ...ofDrawings]);
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { order, values, updated_at } = await or503(getCategorias());
  return {
    order: order.map(({ name, categoria }) => ({
      name,
      title: capitalize(categoria),
      // A line that is not hers is an example to write one by.
      example: values[`${name}_frase`] ? undefined : `Por ejemplo: ${exampleLineOf(categoria)}`,
    })),
    drawings: OBRAS.map(({ slug, titulo, archivo }) => ({ name: dibujoField(slug), title: titulo, file: archivo })),
    saved: withBase({ ...values, updated_at }, labelsOf()),
    constraint: getZodConstraint(categoriasSchema),
  };
}

/** The form's values, as they are saved now. */
async function readCategorias() {
  const { values, updated_at } = await getCategorias();
  return { ...values, updated_at };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: labelsOf(), read: readCategorias }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: categoriasSchema });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveCategorias(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(
      PATH,
      { title: "Categorías y dibujos guardados", description: "Los cambios ya se ven en el sitio." },
      await kept(saved, submission.value),
    );
  });
}

// The first category has the labels of all of them.
const BELOW = "[&>.named_label]:sr-only";

export const meta: MetaFunction = () => [{ title: "Categorías y dibujos · Configuración" }];

export default function Categorias() {
  const { order, drawings, saved, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<CategoriasValues>({ id: "categorias", defaultValue: saved, constraint });
  const places = order.map((_, index) => ({ value: String(index + 1), label: `${index + 1}.º` }));
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Categorías y dibujos">
        En qué orden se ven tus servicios en el sitio, y qué dibujos acompañan a tus fotos.
      </ScreenHeader>
      <div className="grid gap-6">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} key={saved.updated_at} className="grid grid-cols-1 gap-12">
          <UpdatedAt form={form} saved={saved} />
          <ScreenSection
            id="orden"
            title="Categorías"
            text="Solo se ven las que tienen servicios activos. Si ocultas una, tu sitio no la muestra, pero sus servicios se siguen agendando aquí."
            className="max-w-4xl"
          >
            <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
              {order.map(({ name, title, example }, index) => (
                <li key={name}>
                  <fieldset
                    className={`grid grid-cols-[5.5rem_1fr] items-end gap-x-4 gap-y-2 px-4 py-3 md:px-5 lg:grid-cols-[5.5rem_13rem_1fr] ${index > 0 ? BELOW : ""}`}
                  >
                    <legend className="sr-only">{title}</legend>
                    <div className="named">
                      <SelectField
                        field={fields[`${name}_lugar`]}
                        label={PARTS.lugar}
                        labelSuffix={`de ${title}`}
                        options={places}
                      />
                    </div>
                    <CheckboxField field={fields[`${name}_visible`]} label={`Mostrar ${title.toLowerCase()}`} />
                    <div className="named max-lg:col-span-full">
                      <TextField field={fields[`${name}_frase`]} label={PARTS.frase} labelSuffix={`de ${title}`} hint={example} />
                    </div>
                  </fieldset>
                </li>
              ))}
            </ol>
          </ScreenSection>
          <ScreenSection
            id="dibujos"
            title="Dibujos de la galería"
            text="¿Todavía tienes pocas fotos? Marca los dibujos que quieras sumar: van después de las tuyas."
            className="max-w-4xl"
          >
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-4">
              {drawings.map(({ name, title, file }) => (
                <li key={name} className="grid content-start gap-1">
                  <img
                    src={file}
                    alt=""
                    loading="lazy"
                    className="aspect-[4/5] w-full rounded-xl border border-line object-cover"
                  />
                  {fields[name] ? <CheckboxField field={fields[name]} label={title} /> : null}
                </li>
              ))}
            </ul>
          </ScreenSection>
          <FormButtons back="/admin/configuracion">Guardar</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
