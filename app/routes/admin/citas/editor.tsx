import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import {
  differences,
  ErrorSummary,
  FormButtons,
  SelectField,
  StaleNotice,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  useFormState,
  useFormVersion,
  WriteForm,
} from "~/components/form";
import { Link } from "~/components/link";
import { ESTADO_CONFLICT } from "~/content/estado-conflict";
import { HORARIO_OCUPADO } from "~/content/horario-ocupado";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { asOptions, fullName } from "~/format/text";
import { applyRowIntent, readForm } from "~/http/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { formWithAnswer, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { findConflictsAndAlternatives, findWarnings } from "~/models/citas/availability.server";
import { citaSchema, createVisita, getCita, updateCita } from "~/models/citas/cita.server";
import { listOpciones } from "~/models/citas/opciones.server";
import { arrangeTurnos } from "~/models/citas/turnos.server";
import { findClientes, getNombre } from "~/models/clientes/cliente.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { EnterIntent } from "~/routes/admin/citas/editor-form/buttons";
import { ClienteFields } from "~/routes/admin/citas/editor-form/cliente-fields";
import type { CitaFields } from "~/routes/admin/citas/editor-form/field-names";
import { CodeField, MovedNotice, TakenNotice, WarningsNotice } from "~/routes/admin/citas/editor-form/notices";
import { ServiciosFields } from "~/routes/admin/citas/editor-form/servicios-fields";
import { answerQuestion, type CitaAnswer, markOf } from "./editor-answer.server";
import { clearPreviousDefaults } from "./editor-defaults.server";
import { isRowIntent, readCitaIntent } from "./editor-intent.server";
import { loadRecovered, readRecovered, recoverAt } from "./editor-recovered.server";
import { flashAfterSave } from "./editor-saved.server";
import { backOf, shownDay } from "./list-path.server";
import { toSentences } from "./warning-sentences.server";

export const handle: RouteHandle = { lists: ["servicios"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const papelera_id = readRecovered(request, params.id);
  const recovered = papelera_id === null ? null : await loadRecovered(papelera_id, user, zona);
  const cita = recovered?.cita ?? (params.id === "nueva" ? null : notFoundIfNull(await getCita(params.id, zona)));
  const hoy = studioDay(new Date(), zona);
  // A new appointment takes its values from the URL, and its day from the list or the agenda behind it.
  const given: Partial<Record<string, string>> = {
    fecha: shownDay(request, hoy),
    ...Object.fromEntries(new URL(request.url).searchParams),
  };
  const [cliente, opciones] = await Promise.all([
    getNombre(cita?.cliente_id ?? given.cliente_id),
    listOpciones(cita ?? undefined),
  ]);
  return {
    title: recovered ? "Recuperar Cita" : cita ? "Editar Cita" : "Nueva Cita",
    cita,
    inTheWay: recovered?.taken,
    estados: recovered?.estados ?? asOptions(["programada", "confirmada"]),
    given,
    clientes: cliente ? [cliente] : [],
    opciones,
    zona,
    back: backOf(request),
    constraint: getZodConstraint(citaSchema),
  };
}

const SERVICIO_GONE = "Uno de los servicios ya no está. Elige otro.";

export async function action({ request, params: { id } }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const papelera_id = readRecovered(request, id);
  const { values: sent, key } = await readForm(request);
  const intent = readCitaIntent(sent);
  const zona = await getZona();
  const values = applyRowIntent(await clearPreviousDefaults(sent), "servicios", isRowIntent(intent) ? intent : null);
  const submission = parseWithZod(values, { schema: citaSchema });
  const chosen = await getNombre(String(values.get("cliente_id") ?? ""));
  if (intent.type !== "save" && !isRowIntent(intent)) {
    const { payload, answer } = await answerQuestion(intent, submission.payload, zona);
    return formWithAnswer<CitaAnswer>(payload, { chosen, ...answer });
  }
  const formAgain = (errors?: Parameters<typeof invalid>[1], status?: number, answer?: CitaAnswer) =>
    invalid<CitaAnswer>(submission, errors, status, undefined, { chosen, ...answer });
  if (submission.status !== "success") {
    const q = values.get("cliente_q");
    return formAgain(undefined, undefined, typeof q === "string" && q && !chosen ? { search: await findClientes(q) } : {});
  }

  const turnos = await arrangeTurnos(submission.value, zona, id);
  if (!turnos) return formAgain({ formErrors: [SERVICIO_GONE] });
  const sentences = toSentences(await findWarnings(turnos, zona, id));
  const mark = markOf(sentences);
  if (sentences.length > 0 && values.get("avisos") !== mark) {
    const formErrors = ["La cita no se guardó todavía: lee lo que sigue y decide."];
    return formAgain({ formErrors }, 409, { warnings: { sentences, mark } });
  }

  const isNew = id === "nueva";
  const saved =
    papelera_id !== null
      ? await recoverAt(papelera_id, submission.value, turnos, user, key)
      : isNew
        ? await createVisita(submission.value, turnos, user.id, key)
        : await updateCita(id, values.get("updated_at"), submission.value, turnos, user.id, key);
  switch (saved.outcome) {
    case "overlap": {
      const formErrors = [`${HORARIO_OCUPADO}. No se guardó nada y tus datos siguen aquí.`];
      return formAgain({ formErrors }, 409, { taken: await findConflictsAndAlternatives(turnos, zona, id) });
    }
    case "completada":
    case "cancelada":
      return formAgain({ formErrors: [ESTADO_CONFLICT[saved.outcome]] }, 409);
    case "cliente":
      return formAgain({ fieldErrors: { cliente_id: ["Esa clienta ya no está. Elige otra."] } });
    case "servicio":
      return formAgain({ formErrors: [SERVICIO_GONE] });
    case "especialista":
      return formAgain({ formErrors: [ESPECIALISTA_GONE] });
  }
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const back = backOf(request);
  const hasNewCliente = submission.value.cliente_nombre !== null;
  const flash = await flashAfterSave(saved.result, turnos, { zona, back, user, hasNewCliente });
  if ("said" in saved)
    return redirectWithFlash(back, { ...flash, title: "Cita recuperada", description: `${flash.description} ${saved.said}` });
  return redirectWithFlash(back, { ...flash, title: isNew ? "Cita creada" : "Cita actualizada" });
}

export const meta: MetaFunction = () => [{ title: "Editor de citas" }];

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
  clienta: "Clienta",
  fecha: "Fecha",
  hora: "Hora",
  servicio: "Servicio",
  especialista: "Especialista",
  precio: "Precio",
  duracion_minutos: "Duración en minutos",
  estado: "Estado",
  notas: "Notas",
};

function Editor() {
  const { cita, inTheWay, estados, given, clientes, opciones, zona, back, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const { chosen, search, codeStatus, moved, warnings, taken } = useActionData<CitaAnswer>() ?? { taken: inTheWay };
  const { servicio_id = "", empleado_id = "", fecha, hora = "", cliente_id = "", codigo = "" } = given;
  const [form, fields] = useForm<CitaFields>({
    id: "cita",
    lastResult: formState?.lastResult,
    defaultValue: formState?.lastResult.initialValue ?? {
      ...(cita ?? { cliente_id, fecha, hora, codigo }),
      servicios: [cita ? { ...cita, duracion_minutos: String(cita.duracion_minutos) } : { servicio_id, empleado_id }],
    },
    constraint,
  });
  const known = [...clientes, ...(chosen ? [chosen] : [])];
  // A version of the appointment with names in place of ids, to compare two of them on the page.
  const inWords = ({ servicios, ...version }: Record<string, unknown>) => {
    const [row] = servicios as Record<string, unknown>[];
    const empleado = opciones.empleados.find(({ id }) => id === row?.empleado_id);
    return {
      ...version,
      ...row,
      clienta: version.cliente_nombre ?? known.find(({ id }) => id === version.cliente_id)?.nombre ?? "Otra clienta",
      servicio: opciones.servicios.find(({ id }) => id === row?.servicio_id)?.nombre,
      especialista: empleado && fullName(empleado),
    };
  };
  const isSingleService = fields.servicios.getFieldList().length === 1;
  const rowIntent = formState?.lastResult.intent?.type;
  return (
    <>
      <ErrorSummary form={form} />
      {formState?.mine && cita ? (
        <StaleNotice differences={differences(LABELS, inWords(formState.mine), inWords({ ...cita, servicios: [cita] }))} />
      ) : null}
      <WriteForm id={form.id} preventScrollReset className="grid gap-6">
        <EnterIntent fields={fields} />
        <UpdatedAt saved={cita?.updated_at} formState={formState} />
        {moved ? <MovedNotice moved={moved} /> : null}
        {taken ? <TakenNotice taken={taken} zona={zona} isSingleService={isSingleService} /> : null}
        <WarningsNotice warnings={warnings} field={fields.avisos} />
        <CodeField field={fields.codigo} status={codeStatus} />
        <ClienteFields
          fields={fields}
          clientes={[...known, ...(search?.clientes ?? [])]}
          isSearched={search !== undefined}
          hayMas={search?.hayMas ?? false}
        />
        <ServiciosFields field={fields.servicios} opciones={opciones} rowIntent={rowIntent} isSingle={cita !== null} />
        <div className="grid gap-5 sm:grid-cols-3 sm:items-end">
          <TextField field={fields.fecha} label={LABELS.fecha} type="date" />
          <TextField field={fields.hora} label={LABELS.hora} type="time" />
          <SelectField field={fields.estado} label={LABELS.estado} options={estados} />
        </div>
        <TextAreaField field={fields.notas} label={LABELS.notas} hint="Solo las ve el personal del estudio." />
        <FormButtons back={back}>{cita ? "Guardar cambios" : "Crear cita"}</FormButtons>
      </WriteForm>
    </>
  );
}
