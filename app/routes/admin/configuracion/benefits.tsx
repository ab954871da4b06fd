import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import {
  differences,
  ErrorSummary,
  FormButtons,
  StaleNotice,
  TextAreaField,
  UpdatedAt,
  useForm,
  useFormState,
  WriteForm,
} from "~/components/form";
import { beneficiosDe } from "~/content/beneficios";
import { isOk } from "~/database/idempotency.server";
import { capitalize } from "~/format/text";
import type { User } from "~/http/current-user.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { can } from "~/models/cuentas/permiso.server";
import { type BeneficiosValues, beneficiosSchema, getConfiguracion, saveBeneficios } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { beneficios, updated_at } = await getConfiguracion();
  const categorias = Object.entries(CATEGORIAS).map(([name, categoria]) => ({
    name: name as keyof BeneficiosValues,
    label: capitalize(categoria),
    text: beneficiosDe(categoria, beneficios).join("\n"),
    isOurs: !(categoria in beneficios),
  }));
  return { categorias, updated_at, back: backOf(user), constraint: getZodConstraint(beneficiosSchema) };
}

/** The owner comes from General, which others may not open. */
function backOf(user: User) {
  return can(user, "propietaria")
    ? { to: "/admin/configuracion/general", label: "General" }
    : { to: "/admin/configuracion", label: "Configuración" };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: beneficiosSchema });
  if (submission.status !== "success") return invalid(submission);
  const saved = await saveBeneficios(values.get("updated_at"), submission.value, key);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  return redirectWithFlash(backOf(user).to, {
    title: "Beneficios guardados",
    description: "Los cambios ya se ven en la página de cada servicio.",
  });
}

export const meta: MetaFunction = () => [{ title: "Beneficios · Configuración" }];

export default function Beneficios() {
  const { categorias, updated_at, back, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const saved = Object.fromEntries(categorias.map(({ name, text }) => [name, text]));
  const [form, fields] = useForm<Record<keyof BeneficiosValues, string>>({
    id: "beneficios",
    lastResult: formState?.lastResult,
    defaultValue: saved,
    constraint,
  });
  const lines = (list: unknown) => (Array.isArray(list) ? list.join("\n") : "");
  const mine = Object.fromEntries(
    Object.entries(formState?.mine ?? {}).map(([name, list]) => [name, lines(list) || "(los de siempre)"]),
  );
  return (
    <>
      <BackLink to={back.to}>{back.label}</BackLink>
      <ScreenHeader title="Beneficios por categoría">
        Lo que promete la página de cada servicio: de 1 a 8 líneas, un beneficio en cada una. Una categoría vacía vuelve a los de
        siempre.
      </ScreenHeader>
      <div className="grid max-w-3xl gap-6">
        <ErrorSummary form={form} />
        {formState?.mine ? (
          <StaleNotice
            differences={differences(Object.fromEntries(categorias.map(({ name, label }) => [name, label])), mine, saved)}
          />
        ) : null}
        <WriteForm id={form.id} className="grid gap-6">
          <UpdatedAt saved={updated_at} formState={formState} />
          {categorias.map(({ name, label, isOurs }) => (
            <TextAreaField
              key={name}
              field={fields[name]}
              label={label}
              rows={5}
              hint={isOurs ? "Son los de siempre: cámbialos por los tuyos." : undefined}
            />
          ))}
          <FormButtons back={back.to}>Guardar beneficios</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
