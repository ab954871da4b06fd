import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import {
  CheckboxField,
  CheckboxGroup,
  ErrorSummary,
  FormButtons,
  TextField,
  UpdatedAt,
  useForm,
  WriteForm,
} from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { Link } from "~/components/link";
import { COLORES, type Color } from "~/content/colores";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { emailNote } from "~/format/email";
import { editorBack } from "~/format/links";
import { phoneNote } from "~/format/phone";
import { capitalize, fullName, plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { givingBack, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { anotherStep, readReturnPath } from "~/http/return-path.server";
import { getServicioNombres, listServiciosToChoose } from "~/models/catalogo/servicio.server";
import {
  createEmpleado,
  type EmpleadoForm,
  empleadoSchema,
  getEmpleado,
  leastUsedColor,
  updateEmpleado,
} from "~/models/equipo/empleado.server";
import { proposeHace } from "~/models/equipo/quien-hace.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { ColorField } from "./color-field";

export { clientAction } from "~/components/form";

const LABELS = {
  nombre: "Nombre",
  apellido: "Apellido",
  telefono: "Teléfono",
  email: "Correo",
  especialidades: "Especialidades",
  hace: "Qué hace",
  color: "Color en la agenda",
  activo: "Activo",
  en_sitio: "Mostrar en Nosotros",
  comision: "Comisión",
  comision_desde: "Comisión desde el",
};

const PROPOSAL = "Marcamos lo que parece que hace. Quita lo que no, y guarda otra vez.";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const empleado = params.id === "nuevo" ? null : notFoundIfNull(await readEmpleado(params.id));
  const color = empleado?.color ?? (await leastUsedColor());
  const servicios = await listServiciosToChoose(empleado?.hace ?? []);
  return { empleado: empleado && withBase(empleado, LABELS), color, servicios, constraint: getZodConstraint(empleadoSchema) };
}

/** A specialist with the specialties as one text, as the form has them; null when the id is unknown or malformed. */
async function readEmpleado(id: string | undefined) {
  const empleado = await getEmpleado(id);
  return empleado && { ...empleado, especialidades: empleado.especialidades.join(", ") };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: () => readEmpleado(params.id), inWords }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: empleadoSchema });
    if (submission.status !== "success") return invalid(submission);

    const { value } = submission;
    if (params.id === "nuevo" && value.hace.length === 0 && !values.has("propuesto")) {
      const hace = await proposeHace(value.especialidades);
      const proposal = givingBack(submission, { ...submission.payload, hace, propuesto: "on" });
      if (hace.length > 0) return invalid(proposal, { fieldErrors: { hace: [PROPOSAL] } }, 400);
    }

    const hoy = studioDay(new Date(), await getZona());
    const saved =
      params.id === "nuevo"
        ? await createEmpleado(submission.value, hoy, key)
        : await updateEmpleado(params.id, values.get("updated_at"), submission.value, hoy, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, "Error al guardar empleado");
    const title = params.id === "nuevo" ? "Empleado creado exitosamente" : "Empleado actualizado exitosamente";
    const description = phoneNote(submission.value.telefono) ?? emailNote(submission.value.email);
    const back = readReturnPath(request, `/admin/empleados${new URL(request.url).search}`);
    return redirectWithFlash(
      back,
      { title, description, link: anotherStep(back, "/admin/empleados", "otra persona") },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.empleado ? "Editar empleado" : "Nuevo empleado" }];

export default function Empleado() {
  const { empleado, color, servicios, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<EmpleadoForm & { propuesto?: string }>({
    id: "empleado",
    defaultValue: empleado ?? { activo: true, color },
    constraint,
  });
  const away = empleado && !empleado.activo ? `Ahora nadie puede agendar con ${empleado.nombre}.` : null;
  const active = <CheckboxField field={fields.activo} label={LABELS.activo} hint={away ?? "Puede atender citas y servicios."} />;
  return (
    <InlineCard title={empleado ? `Editar empleado: ${fullName(empleado)}` : "Nuevo empleado"}>
      <ErrorSummary form={form} />
      <WriteForm
        id={form.id}
        preventScrollReset
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(11rem,40%)),1fr))] items-end gap-5"
      >
        <UpdatedAt form={form} saved={empleado} />
        {empleado ? <div className="col-span-full">{active}</div> : null}
        <TextField field={fields.nombre} label={LABELS.nombre} />
        <TextField field={fields.apellido} label={LABELS.apellido} />
        <TextField field={fields.telefono} label={LABELS.telefono} type="tel" hint="10 dígitos, o + y su clave." />
        <TextField field={fields.email} label={LABELS.email} inputMode="email" hint="Solo lo ve tu equipo." />
        <div className="col-span-full grid gap-5">
          <TextField
            field={fields.especialidades}
            label={LABELS.especialidades}
            hint="Separadas por comas: Henna, Laminado de cejas."
          />
          {servicios.length === 0 ? null : (
            <Fold
              title={empleado ? `Qué hace: ${plural(empleado.hace.length, "servicio", "servicios")}` : LABELS.hace}
              isOpen={Boolean(fields.hace.errors)}
            >
              <CheckboxGroup
                field={fields.hace}
                legend={LABELS.hace}
                hint="Solo de lo que marques se ofrecen sus horas."
                groups={byCategory(servicios)}
              />
            </Fold>
          )}
          {fields.propuesto.initialValue ? <input type="hidden" name="propuesto" value="on" /> : null}
          <Fold title="Comisión" isOpen={hasAnswer(fields.comision, fields.comision_desde)}>
            <TextField
              field={fields.comision}
              label={LABELS.comision}
              hint="El porcentaje que le toca de lo que hace y se cobra, como 40. Lo que ya le pagaste no cambia."
            />
            <TextField
              field={fields.comision_desde}
              label={LABELS.comision_desde}
              type="date"
              hint="Sus citas cuentan desde este día. Vacío: desde hoy."
            />
          </Fold>
          <ColorField field={fields.color} legend={LABELS.color} />
          {empleado ? null : active}
          <CheckboxField
            field={fields.en_sitio}
            label={LABELS.en_sitio}
            hint="Tus visitas ven su nombre, sus especialidades y su foto. Pregúntale antes."
          />
          {empleado ? (
            <p>
              <Link to={`/admin/empleados/${empleado.id}/foto`} className="button button-quiet">
                {empleado.foto_id ? "Cambiar o quitar su foto" : "Subir su foto"}
              </Link>
            </p>
          ) : null}
        </div>
        <FormButtons back={editorBack("/admin/empleados", search)}>{empleado ? "Guardar cambios" : "Crear empleado"}</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}

type Choice = { id: string; nombre: string; categoria: string; activo: boolean };

function byCategory(servicios: Choice[]) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { id, nombre, categoria, activo } of servicios) {
    const heading = capitalize(categoria);
    groups.set(heading, [...(groups.get(heading) ?? []), { value: id, label: `${nombre}${activo ? "" : " (desactivado)"}` }]);
  }
  return groups;
}

/** A version with the specialties as one text, which are a list once validated, and the names of her services and of the colour. */
async function inWords({ especialidades, hace, color, ...version }: Record<string, unknown>) {
  const nombres = await getServicioNombres(hace as string[]);
  return {
    ...version,
    hace: [...nombres.values()].sort().join(", "),
    especialidades: Array.isArray(especialidades) ? especialidades.join(", ") : especialidades,
    color: COLORES[color as Color] ?? color,
  };
}
