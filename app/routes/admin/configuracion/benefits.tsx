import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ErrorSummary, FormButtons, TextAreaField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { beneficiosDe, CATEGORIAS_DE_EJEMPLO } from "~/content/beneficios";
import { isOk } from "~/database/idempotency.server";
import { capitalize } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { User } from "~/http/session/current-user.server";
import { CATEGORIAS, type Categoria } from "~/models/catalogo/servicio.server";
import { can } from "~/models/cuentas/permiso.server";
import { type BeneficiosValues, beneficiosSchema, getConfiguracion, saveBeneficios } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

// In a function: in the browser the module of the categories is empty.
const labelsOf = () => Object.fromEntries(Object.entries(CATEGORIAS).map(([name, categoria]) => [name, capitalize(categoria)]));

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { beneficios, es_demo } = await getConfiguracion();
  const categorias = Object.entries(CATEGORIAS).map(([name, categoria]) => ({
    name: name as keyof BeneficiosValues,
    isOurs: !(categoria in beneficios),
    example: es_demo ? "" : (CATEGORIAS_DE_EJEMPLO[categoria]?.beneficios.join("; ") ?? ""),
  }));
  return {
    categorias,
    labels: labelsOf(),
    saved: withBase(await readBeneficios(), labelsOf()),
    back: backOf(user),
    constraint: getZodConstraint(beneficiosSchema),
  };
}

/** The owner comes from General, which others may not open. */
function backOf(user: User) {
  return can(user, "propietaria")
    ? { to: "/admin/configuracion/general", label: "General" }
    : { to: "/admin/configuracion", label: "Configuración" };
}

/** The benefits as the form has them: a text for each category. */
async function readBeneficios() {
  const { beneficios, es_demo, updated_at } = await getConfiguracion();
  const textOf = (categoria: Categoria) => beneficiosDe(categoria, beneficios, !es_demo).join("\n");
  const texts = Object.entries(CATEGORIAS).map(([name, categoria]) => [name, textOf(categoria)]);
  return { ...(Object.fromEntries(texts) as Record<keyof BeneficiosValues, string>), updated_at };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: labelsOf(), read: readBeneficios, inWords }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: beneficiosSchema });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveBeneficios(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(
      backOf(user).to,
      {
        title: "Beneficios guardados",
        description: "Los cambios ya se ven en la página de cada servicio.",
      },
      await kept(saved, submission.value),
    );
  });
}

/** A version with the lines of each category as one text; once validated they are lists. */
function inWords(version: Record<string, unknown>) {
  const textOf = (lines: unknown) => (Array.isArray(lines) ? lines.join("\n") || "(los de siempre)" : lines);
  return Object.fromEntries(Object.entries(version).map(([name, lines]) => [name, textOf(lines)]));
}

export const meta: MetaFunction = () => [{ title: "Beneficios · Configuración" }];

export default function Beneficios() {
  const { categorias, labels, saved, back, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<Record<keyof BeneficiosValues, string>>({ id: "beneficios", defaultValue: saved, constraint });
  return (
    <>
      <BackLink to={back.to}>{back.label}</BackLink>
      <ScreenHeader title="Beneficios por categoría">
        Lo que promete la página de cada servicio, un beneficio por línea y hasta 8. Si dejas una categoría vacía, se usan los de
        siempre.
      </ScreenHeader>
      <div className="grid max-w-3xl gap-6">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} className="grid gap-6">
          <UpdatedAt form={form} saved={saved} />
          {categorias.map(({ name, isOurs, example }) => (
            <TextAreaField
              key={name}
              field={fields[name]}
              label={labels[name] ?? ""}
              rows={5}
              hint={
                isOurs ? `Estos son los de siempre: cámbialos por los tuyos.${example && ` Por ejemplo: ${example}.`}` : undefined
              }
            />
          ))}
          <FormButtons back={back.to}>Guardar cambios</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
