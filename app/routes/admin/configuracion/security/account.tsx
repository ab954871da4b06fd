import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { CheckboxField, ErrorSummary, FormButtons, SeenField, SelectField, useForm, WriteForm } from "~/components/form";
import { RadiosField } from "~/components/form/radios-field";
import { isOk } from "~/database/idempotency.server";
import { fullName } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { changedMeanwhile, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  asPermisosValues,
  getCuenta,
  listEmpleadosSinCuenta,
  type PermisosValues,
  permisosSchema,
  updatePermisos,
} from "~/models/cuentas/cuenta-permisos.server";

export { clientAction } from "~/components/form";

const BACK = "/admin/configuracion/seguridad";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { id, email, rol, estado, permisos, updated_at, empleado } = notFoundIfNull(await getCuenta(params.id));
  const empleados = await listEmpleadosSinCuenta(id);
  return {
    email,
    isOwner: rol === "propietaria",
    isWaiting: estado === "pendiente",
    updated_at,
    // A waiting account has no rights yet: the owner chooses, nothing is chosen for her.
    values: { ...asPermisosValues(permisos, empleado?.id ?? null), ...(estado === "pendiente" && { preset: undefined }) },
    empleados: empleados.map((one) => ({ value: one.id, label: fullName(one) })),
    constraint: getZodConstraint(permisosSchema),
  };
}

const TAKEN = "Esa especialista ya tiene otra cuenta, o ya no está. Elige otra, o ninguna.";

const UNTIED = "Falta decir qué especialista es: sin eso no ve su día ni las notas de sus clientas.";

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: permisosSchema });
  if (submission.status !== "success") return invalid(submission);
  const saved = await updatePermisos(params.id, values.get("updated_at"), submission.value, key);
  if (saved.outcome === "taken") return invalid(submission, { fieldErrors: { empleado_id: [TAKEN] } }, 409);
  if (saved.outcome === "stale") return changedMeanwhile(submission, ["updated_at"]);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const { preset, empleado_id } = submission.value;
  const now = saved.result.approved ? "Ya puede entrar al panel." : "Valen desde ahora mismo.";
  return redirectWithFlash(BACK, {
    title: saved.result.approved ? "Cuenta aprobada" : "Permisos guardados",
    description: preset === "especialista" && !empleado_id ? `${now} ${UNTIED}` : now,
  });
}

export const meta: MetaFunction = () => [{ title: "Permisos de una cuenta · Seguridad" }];

export default function Cuenta() {
  const { email, isOwner, isWaiting, updated_at, values, empleados, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<PermisosValues>({ id: "permisos", defaultValue: values, constraint });
  return (
    <>
      <BackLink to={BACK}>Seguridad</BackLink>
      <ScreenHeader title={isWaiting ? "Aprobar una cuenta" : "Qué puede hacer esta cuenta"}>
        <span className="wrap-anywhere">{email}</span>
      </ScreenHeader>
      <div className="grid max-w-xl gap-6">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} className="group grid gap-6">
          <SeenField form={form} name="updated_at" saved={updated_at} />
          {isOwner ? (
            <>
              <input type="hidden" name={fields.preset.name} value="recepcion" />
              <p className="text-soft">La propietaria puede hacer todo.</p>
            </>
          ) : (
            <Permisos fields={fields} />
          )}
          <SelectField
            field={fields.empleado_id}
            label="¿Es la cuenta de una especialista?"
            hint="Así ve primero su propio día, y sabemos cuáles son sus clientas."
            empty="No"
            options={empleados}
          />
          <FormButtons back={BACK}>{isWaiting ? "Aprobar" : "Guardar cambios"}</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}

function Permisos({ fields }: { fields: ReturnType<typeof useForm<PermisosValues>>[1] }) {
  return (
    <>
      <RadiosField
        field={fields.preset}
        legend="¿Qué hace en el estudio?"
        hint="Todas las cuentas llevan la agenda, las clientas y el cobro de las citas."
        options={[
          { value: "recepcion", label: "Recepción", hint: "También dinero, inventario, catálogo y las notas de salud." },
          { value: "especialista", label: "Especialista", hint: "También las notas de salud de sus propias clientas." },
          { value: "medida", label: "A la medida", hint: "Lo que marques aquí abajo." },
        ]}
      />
      {/* What the other presets would ignore is hidden, without scripts too. */}
      <div className="grid gap-5 border-l-4 border-line pl-5 group-not-has-[[value=medida]:checked]:hidden">
        <p className="text-soft">A la medida: marca lo que puede usar.</p>
        <RadiosField
          field={fields.salud}
          legend="Notas de salud y alertas"
          options={[
            { value: "no", label: "Ninguna" },
            { value: "salud_propias", label: "De sus propias clientas" },
            { value: "salud", label: "De todas las clientas" },
          ]}
        />
        <CheckboxField field={fields.dinero} label="Dinero" hint="Ingresos, egresos, reportes, cuadre y sumas." />
        <CheckboxField field={fields.inventario} label="Inventario" hint="Existencias y proveedores." />
        <CheckboxField field={fields.catalogo} label="Catálogo" hint="Servicios, precios, galería, testimonios y beneficios." />
      </div>
    </>
  );
}
