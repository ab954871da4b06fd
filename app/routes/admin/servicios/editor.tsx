import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import {
  CheckboxGroup,
  ErrorSummary,
  FormButtons,
  HiddenSubmitButton,
  SelectField,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  useFormState,
  WriteForm,
} from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { Link } from "~/components/link";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { formatDayOfMonth } from "~/format/days.server";
import { editorBack } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { asOptions, capitalize, ESPECIALISTA_INACTIVA, fullName, joinWords, plural, SIN_ESPECIALISTA } from "~/format/text";
import { applyRowIntent, readForm, readRowIntent } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { givingBack, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { anotherStep, readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import { listPreciosPlaneados } from "~/models/catalogo/cambio-de-precios.server";
import {
  CATEGORIA_WORDS,
  createServicio,
  getCopiaDeServicio,
  getServicio,
  type Insumo,
  type ServicioValues,
  servicioSchema,
  updateServicio,
} from "~/models/catalogo/servicio.server";
import { can } from "~/models/cuentas/permiso.server";
import { ESPECIALISTA_GONE, listEmpleadosActivos } from "~/models/equipo/empleado.server";
import { proposeQuien } from "~/models/equipo/quien-hace.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { listNombresDeItems } from "~/models/inventario/item.server";
import { Insumos } from "./supplies-field";

export { clientAction } from "~/components/form";

const LABELS = {
  nombre: "Nombre",
  categoria: "Categoría",
  precio: "Precio en pesos",
  duracion_minutos: "Duración en minutos",
  limpieza_minutos: "Limpieza en minutos",
  retoque_semanas: "Retoque en semanas",
  quien: "Quién lo hace",
  empleado_id: "Especialista",
  descripcion: "Descripción",
  insumos: "Insumos",
};

const PROPOSAL =
  "Marcamos a quienes parece que lo hacen. Quita a quien no, y guarda otra vez. Sin nadie marcado, tu sitio no ofrece horas.";

// The hint says what it means without one, where "(opcional)" would break the line of a phone.
const NUMBER = { inputMode: "numeric", required: false } as const;

export const handle: RouteHandle = { lists: ["insumos"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const copia = params.original === undefined ? null : notFoundIfNull(await getCopiaDeServicio(params.original));
  const servicio = copia || params.id === "nuevo" ? null : notFoundIfNull(await getServicio(params.id));
  const shown = servicio ?? copia;
  const [team, insumos, planeado] = await Promise.all([
    listOptions(shown?.empleado_id, ...(shown?.quien ?? [])),
    can(user, "inventario") ? listNombresDeItems() : Promise.resolve<string[]>([]),
    servicio && describePlaneados(servicio.id),
  ]);
  return {
    servicio: servicio && withBase(servicio, LABELS),
    copia,
    planeado,
    constraint: getZodConstraint(servicioSchema),
    categorias: CATEGORIA_WORDS,
    team,
    especialistas: team.filter(({ value, isActive }) => isActive || value === shown?.empleado_id),
    insumos,
  };
}

/** What a service will cost: `Desde el 1 de enero costará $330.00.`; null when nothing is planned. */
async function describePlaneados(id: string): Promise<string | null> {
  const [planeados, zona] = await Promise.all([listPreciosPlaneados(id), getZona()]);
  const hoy = studioDay(new Date(), zona);
  const prices = planeados.map(({ desde, precio }) => `desde el ${formatDayOfMonth(desde, hoy)} costará ${formatMoney(precio)}`);
  return prices.length === 0 ? null : `${capitalize(joinWords(prices))}.`;
}

/** The active specialists, and in any case those of `present`, as options. */
async function listOptions(...present: (string | null | undefined)[]) {
  return (await listEmpleadosActivos(...present)).map((empleado) => ({
    value: empleado.id,
    isActive: empleado.activo,
    label: `${fullName(empleado)}${empleado.activo ? "" : " (inactivo)"}`,
  }));
}

/** A version of a service with the names of its specialists, and its supplies as one text. */
async function inWords({ empleado_id, quien, insumos, ...version }: Record<string, unknown>) {
  const [own, ids] = [typeof empleado_id === "string" ? empleado_id : null, quien as string[]];
  const options = await listOptions(own, ...ids);
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? ESPECIALISTA_INACTIVA;
  return {
    ...version,
    quien: ids.map(nameOf).sort().join(", "),
    empleado_id: own && nameOf(own),
    insumos: (insumos as Insumo[]).map(({ nombre, cantidad }) => `${cantidad} × ${nombre}`).join("\n"),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { values: sent, key } = await readForm(request);
  applyRowIntent(sent, "insumos", readRowIntent(sent));
  return mergeIfStale(sent, { labels: LABELS, read: () => getServicio(params.id), inWords }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: servicioSchema });
    if (submission.status !== "success") return invalid(submission);
    const { value } = submission;
    const isNew = params.original !== undefined || params.id === "nuevo";
    if (params.id === "nuevo" && !value.empleado_id && value.quien.length === 0 && !values.has("propuesto")) {
      const quien = await proposeQuien(value);
      const proposal = givingBack(submission, { ...submission.payload, quien, propuesto: "on" });
      if (quien.length > 0) return invalid(proposal, { fieldErrors: { quien: [PROPOSAL] } }, 400);
    }

    const saved = isNew
      ? await createServicio(submission.value, key, params.original)
      : await updateServicio(params.id, values.get("updated_at"), submission.value, key);
    if (saved.outcome === "especialista") return invalid(submission, { fieldErrors: { empleado_id: [ESPECIALISTA_GONE] } });
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    const title = isNew ? "Servicio creado" : "Servicio actualizado";
    const back = readReturnPath(request, `/admin/servicios${new URL(request.url).search}`);
    return redirectWithFlash(
      back,
      { title, link: anotherStep(back, "/admin/servicios", "otro") },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.servicio ? "Editar servicio" : "Nuevo servicio" }];

export default function Servicio() {
  const { servicio, copia, planeado, constraint, categorias, team, especialistas, insumos } = useLoaderData<typeof loader>();
  const intent = useFormState()?.lastResult.intent?.type;
  const { search } = useLocation();
  const back = editorBack("/admin/servicios", search);
  const [form, fields] = useForm<ServicioValues & { propuesto?: string }>({
    id: "servicio",
    defaultValue: servicio ?? copia ?? { duracion_minutos: 60 },
    constraint,
  });
  const { precio, duracion_minutos: duracion, limpieza_minutos: limpieza, retoque_semanas: retoque } = fields;
  return (
    <Dialog title={servicio ? "Editar servicio" : "Nuevo servicio"} back={back}>
      <ErrorSummary form={form} />
      {servicio && !servicio.activo ? <p className="text-soft">Está desactivado. Si lo guardas, sigue sin ofrecerse.</p> : null}
      {copia ? (
        <p className="text-soft">
          {copia.fotos > 0 ? `Es una copia, con ${plural(copia.fotos, "foto", "fotos")}. ` : "Es una copia. "}
          No se ve en tu sitio hasta que la guardes.
        </p>
      ) : null}
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <HiddenSubmitButton />
        <UpdatedAt form={form} saved={servicio} />
        <TextField field={fields.nombre} label={LABELS.nombre} />
        <SelectField
          field={fields.categoria}
          label={LABELS.categoria}
          empty="Elige una categoría"
          options={asOptions(categorias)}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-5 sm:col-span-2">
          <TextField field={precio} label={LABELS.precio} inputMode="decimal" hint="Por ejemplo, 450." />
          <TextField field={duracion} label={LABELS.duracion_minutos} hint="Si la dejas vacía, son 60." {...NUMBER} />
        </div>
        {planeado ? (
          <p className="sm:col-span-2">
            {planeado}{" "}
            <Link to="/admin/servicios/precios" className="link">
              Cambiar precios
            </Link>
          </p>
        ) : null}
        <div className="grid gap-5 sm:col-span-2">
          {team.length === 0 ? null : (
            <CheckboxGroup
              field={fields.quien}
              legend={LABELS.quien}
              hint="De ellas salen las horas libres de tu sitio y de la agenda."
              groups={new Map([["", team]])}
            />
          )}
          <SelectField
            field={fields.empleado_id}
            label={LABELS.empleado_id}
            hint="La que se nombra en su página."
            empty={SIN_ESPECIALISTA}
            gone={ESPECIALISTA_INACTIVA}
            options={especialistas}
          />
          {fields.propuesto.initialValue ? <input type="hidden" name="propuesto" value="on" /> : null}
          <TextAreaField field={fields.descripcion} label={LABELS.descripcion} hint="Se lee en la página del servicio." />
          <Fold title="Limpieza, retoque e insumos" isOpen={intent !== undefined || hasAnswer(limpieza, retoque, fields.insumos)}>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-5 sm:col-span-2">
              <TextField field={limpieza} label={LABELS.limpieza_minutos} hint="Después de cada cita." {...NUMBER} />
              <TextField field={retoque} label={LABELS.retoque_semanas} hint="Por ejemplo, 4." {...NUMBER} />
            </div>
            <Insumos field={fields.insumos} suggestions={insumos} intent={intent} />
          </Fold>
        </div>
        <FormButtons back={back}>{servicio ? "Guardar cambios" : "Crear servicio"}</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
