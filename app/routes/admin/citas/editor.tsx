import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import {
  ErrorSummary,
  FormButtons,
  SelectField,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  useFormState,
  useFormVersion,
  WriteForm,
} from "~/components/form";
import { Link } from "~/components/link";
import { studioDay } from "~/format/dates";
import { asOptions } from "~/format/text";
import { applyRowIntent, readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { formWithAnswer } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { citaSchema } from "~/models/citas/cita.server";
import { listOpciones } from "~/models/citas/opciones.server";
import { getNombreYAlerta } from "~/models/clientes/cliente.server";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { EnterIntent } from "~/routes/admin/citas/editor-form/buttons";
import { ClienteFields } from "~/routes/admin/citas/editor-form/cliente-fields";
import type { CitaFields } from "~/routes/admin/citas/editor-form/field-names";
import { CodeField, MovedNotice, TakenNotice, WarningsNotice } from "~/routes/admin/citas/editor-form/notices";
import { ServiciosFields } from "~/routes/admin/citas/editor-form/servicios-fields";
import { answerQuestion, type CitaAnswer } from "./editing/answer.server";
import { clearPreviousDefaults } from "./editing/defaults.server";
import { isRowIntent, readCitaIntent } from "./editing/intent.server";
import { loadRecovered, readRecovered } from "./editing/recovered.server";
import { CUANDO_Y_CON_QUIEN, chosenIn, inWords, readCita, saveCita } from "./editing/save.server";
import { describeTaken } from "./editing/taken-sentences.server";
import { backOf, shownDay } from "./list-path.server";

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["servicios"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const papelera_id = readRecovered(request, params.id);
  const recovered = papelera_id === null ? null : await loadRecovered(request, papelera_id, user, zona);
  const saved = recovered || params.id === "nueva" ? null : withBase(notFoundIfNull(await readCita(params.id, zona)), LABELS);
  const cita = recovered?.cita ?? saved;
  const hoy = studioDay(new Date(), zona);
  // A new appointment takes its values from the URL, and its day from the list or the agenda behind it.
  const given: Partial<Record<string, string>> = {
    fecha: shownDay(request, hoy),
    ...Object.fromEntries(new URL(request.url).searchParams),
  };
  const [cliente, alerta, opciones] = await Promise.all([
    getNombreYAlerta(cita ? cita.cliente_id : given.cliente_id, user),
    // On her own appointment a specialist sees it without any right.
    getAlertaDeCita(user, cita?.id),
    listOpciones(cita ?? undefined),
  ]);
  return {
    title: recovered ? "Recuperar Cita" : cita ? "Editar Cita" : "Nueva Cita",
    submit: recovered ? "Recuperar cita" : cita ? "Guardar cambios" : "Crear cita",
    cita,
    inTheWay: recovered ? describeTaken(recovered.taken, zona, 1) : undefined,
    estados: recovered?.estados ?? asOptions(["programada", "confirmada"]),
    given,
    clientes: cliente ? [{ ...cliente, alerta: cliente.alerta ?? alerta }] : [],
    opciones,
    back: backOf(request),
    constraint: getZodConstraint(citaSchema),
  };
}

export async function action({ request, params: { id } }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const papelera_id = readRecovered(request, id);
  const { values: sent, key } = await readForm(request);
  const intent = readCitaIntent(sent);
  const zona = await getZona();
  const values = applyRowIntent(await clearPreviousDefaults(sent), "servicios", isRowIntent(intent) ? intent : null);
  if (intent.type !== "save" && !isRowIntent(intent)) {
    const { payload } = parseWithZod(values, { schema: citaSchema });
    const answered = await answerQuestion(intent, payload, zona, user);
    return formWithAnswer<CitaAnswer>(answered.payload, { chosen: await chosenIn(values, user), ...answered.answer });
  }
  const editor = { labels: LABELS, together: [CUANDO_Y_CON_QUIEN], read: () => readCita(id, zona), inWords };
  const saving = { request, id, papelera_id, zona, back: backOf(request), user, key };
  return mergeIfStale(values, editor, (merged, kept) => saveCita(saving, merged, kept));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Cita" }];

export default function Cita() {
  const { title, cita, back } = useLoaderData<typeof loader>();
  const formVersion = useFormVersion();
  // When the appointment was closed while this form was open, an answered form stays, with what was typed.
  const isFirstLook = useFormState() === undefined;
  return (
    <Dialog title={title} back={back}>
      {isFirstLook && cita && (cita.estado === "completada" || cita.estado === "cancelada") ? (
        <p>
          Esta cita está {cita.estado}. Para cambiarla,{" "}
          <Link className="link" to={`/admin/citas/${cita.id}/detalle`}>
            reábrela en su página
          </Link>
          .
        </p>
      ) : (
        // The key remounts the form with each answer, so that its fields show what the answer filled in.
        <Editor key={formVersion} />
      )}
    </Dialog>
  );
}

const LABELS = {
  cliente_id: "Clienta",
  fecha: "Fecha",
  hora: "Hora",
  "servicios[0].servicio_id": "Servicio",
  "servicios[0].empleado_id": "Especialista",
  "servicios[0].precio": "Precio",
  "servicios[0].duracion_minutos": "Duración en minutos",
  estado: "Estado",
  notas: "Notas",
};

function Editor() {
  const { submit, cita, inTheWay, estados, given, clientes, opciones, back, constraint } = useLoaderData<typeof loader>();
  const { chosen, search, codeNotice, moved, warnings, taken } = useActionData<CitaAnswer>() ?? { taken: inTheWay };
  const { servicio_id = "", empleado_id = "", fecha, hora = "", cliente_id = "", codigo = "" } = given;
  const [form, fields] = useForm<CitaFields>({
    id: "cita",
    defaultValue: cita ?? { cliente_id, fecha, hora, codigo, servicios: [{ servicio_id, empleado_id }] },
    constraint,
  });
  const known = [...clientes, ...(chosen ? [chosen] : [])];
  return (
    <>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-6">
        <EnterIntent fields={fields} />
        <UpdatedAt form={form} saved={cita} />
        {moved ? <MovedNotice>{moved}</MovedNotice> : null}
        {taken ? <TakenNotice {...taken} /> : null}
        <WarningsNotice warnings={warnings} field={fields.avisos} />
        <CodeField field={fields.codigo} notice={codeNotice} />
        <ClienteFields
          fields={fields}
          clientes={[...known, ...(search?.clientes ?? [])]}
          isSearched={search !== undefined}
          hasMore={search?.hasMore ?? false}
        />
        <ServiciosFields field={fields.servicios} opciones={opciones} isSingle={cita !== null} />
        <div className="grid gap-5 sm:grid-cols-3 sm:items-end">
          <TextField field={fields.fecha} label={LABELS.fecha} type="date" />
          <TextField field={fields.hora} label={LABELS.hora} type="time" />
          <SelectField field={fields.estado} label={LABELS.estado} options={estados} />
        </div>
        <TextAreaField field={fields.notas} label={LABELS.notas} hint="Solo las ve el equipo del estudio." />
        <FormButtons back={back}>{submit}</FormButtons>
      </WriteForm>
    </>
  );
}
