import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ConfirmDisclosure } from "~/components/admin/confirm-disclosure";
import {
  ErrorSummary,
  FormButtons,
  HiddenSubmitButton,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  WriteForm,
} from "~/components/form";
import { Link } from "~/components/link";
import { GRUPOS_DE_TEXTOS, maximoDe, TEXTOS } from "~/content/textos";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { or503, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { getTextos, saveTextos, type TextosValues, textosSchema } from "~/models/estudio/textos.server";

export { clientAction } from "~/components/form";

const PATH = "/admin/configuracion/textos";

// `Título` alone would not say of which page.
const labelsOf = () =>
  Object.fromEntries(
    GRUPOS_DE_TEXTOS.flatMap(({ titulo, textos }) => textos.map((name) => [name, `${titulo}: ${TEXTOS[name].etiqueta}`])),
  );

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { textos, initial, updated_at } = await or503(getTextos());
  return {
    saved: withBase({ ...textos, updated_at }, labelsOf()),
    groups: GRUPOS_DE_TEXTOS.map(({ titulo, textos: names }) => ({
      title: titulo,
      isChanged: names.some((name) => textos[name] !== initial[name]),
      fields: names.map((name) => ({
        name,
        label: TEXTOS[name].etiqueta,
        isLong: maximoDe(name) > 120,
        hint: hintOf(textos[name], initial[name], TEXTOS[name].texto),
      })),
    })),
    constraint: getZodConstraint(textosSchema),
  };
}

/** What a sentence was before she changed it; where it is none, which only a studio that is not the demo has, the example's. */
function hintOf(texto: string, initial: string, example: string): string | undefined {
  if (texto !== initial && initial) return `Original: ${initial}`;
  return texto === "" && initial === "" ? `Por ejemplo: ${example}` : undefined;
}

/** The sentences as the form has them. */
async function readTextos() {
  const { textos, updated_at } = await getTextos();
  return { ...textos, updated_at };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  const restored = GRUPOS_DE_TEXTOS.find(({ titulo }) => titulo === sent.get("original"));
  if (restored) {
    const { initial } = await or503(getTextos());
    for (const name of restored.textos) sent.set(name, initial[name]);
  }
  return mergeIfStale(sent, { labels: labelsOf(), read: readTextos }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: textosSchema });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveTextos(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    const title = restored ? `Textos originales: ${restored.titulo}` : "Textos guardados";
    return redirectWithFlash(PATH, { title, description: "Ya se leen en el sitio." }, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction = () => [{ title: "Textos del sitio · Configuración" }];

export default function Textos() {
  const { saved, groups, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<TextosValues>({ id: "textos", defaultValue: saved, constraint });
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Textos del sitio">
        Cambia lo que quieras. Lo que dejes vacío no se muestra; siempre puedes volver a los textos originales.
      </ScreenHeader>
      <div className="grid max-w-3xl gap-6">
        <p className="text-soft">
          Entre llaves van los datos que se completan solos: <code>{"{nombre}"}</code> de tu estudio, <code>{"{ciudad}"}</code> y{" "}
          <code>{"{categorias}"}</code>, lo que ofreces.
        </p>
        <Link className="link inline-flex min-h-11 items-center justify-self-start" to="/admin/configuracion/general">
          La portada, tu biografía y tu frase están en General
        </Link>
        <ErrorSummary form={form} />
        <WriteForm id={form.id} key={saved.updated_at} className="grid gap-12">
          <HiddenSubmitButton />
          <UpdatedAt form={form} saved={saved} />
          {groups.map(({ title, isChanged, fields: texts }) => (
            <fieldset key={title} className="grid gap-5">
              <legend className="mb-4 font-display text-2xl">{title}</legend>
              {texts.map(({ name, label, isLong, hint }) => {
                const TextControl = isLong ? TextAreaField : TextField;
                return <TextControl key={name} field={fields[name]} label={label} labelSuffix={`de ${title}`} hint={hint} />;
              })}
              {isChanged ? (
                <ConfirmDisclosure
                  label="Usar los textos originales"
                  recordName={title}
                  question={`Se perderán los textos que escribiste en ${title}.`}
                >
                  <button
                    type="submit"
                    name="original"
                    value={title}
                    formNoValidate
                    className="button button-bad justify-self-start"
                  >
                    Usar los originales<span className="sr-only"> de {title}</span>
                  </button>
                </ConfirmDisclosure>
              ) : null}
            </fieldset>
          ))}
          <FormButtons back="/admin/configuracion">Guardar cambios</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
