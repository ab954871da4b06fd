import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Dialog, EmptyState } from "~/components/admin";
import {
  ErrorSummary,
  FormButtons,
  IntentButton,
  SelectField,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  useFormState,
  useFormVersion,
  WriteForm,
} from "~/components/form";
import { ClienteFields } from "~/components/form/cliente-fields";
import { Fold, hasAnswer } from "~/components/form/fold";
import { Link } from "~/components/link";
import { studioDay } from "~/format/dates";
import { asOptions } from "~/format/text";
import { resolveCliente } from "~/http/form/cliente-search.server";
import { applyRowIntent, readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { formWithAnswer, invalid } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { restorePendingSubmission } from "~/http/session/pending-submission.server";
import { citaSchema, MAX_SERVICIOS } from "~/models/citas/cita.server";
import { isOver, OPEN } from "~/models/citas/estado";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { EnterIntent } from "~/routes/admin/citas/editor-form/enter-intent";
import type { CitaFields } from "~/routes/admin/citas/editor-form/field-names";
import { CodeField, TakenNotice, WarningsNotice } from "~/routes/admin/citas/editor-form/notices";
import { PriceFields, ServiciosFields } from "~/routes/admin/citas/editor-form/servicios-fields";
import { type Asking, answerQuestion, type CitaAnswer, describeChoices, describeForm, withLibre } from "./editing/answer.server";
import { isRowIntent, readCitaIntent } from "./editing/intent.server";
import { loadRecovered, readRecovered } from "./editing/recovered.server";
import { clearPreviousDefaults } from "./editing/resolve.server";
import { CUANDO_Y_CON_QUIEN, inWords, readCita, saveCita, withHour } from "./editing/save.server";
import { describeConflict } from "./editing/slot-sentences.server";
import { Hours } from "./hours";
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
  const isWalkIn = !cita && isForWalkIn(request);
  // A new appointment takes its values from the URL, and its day from the list or the agenda behind it.
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const { servicio_id = "", empleado_id, cliente_id = "", codigo = "", hora = "" } = given;
  const fecha = given.fecha ?? shownDay(request, studioDay(new Date(), zona));
  const estado = isWalkIn ? "confirmada" : "programada";
  const blank = {
    cliente_id,
    fecha,
    hora,
    codigo,
    estado,
    servicios: withLibre([{ servicio_id, ...(empleado_id && { empleado_id }) }]),
  };
  const conflicts = recovered?.conflicts.map((conflict) => describeConflict(conflict, zona));
  const asking = { id: params.id, isWalkIn, zona, user };
  const { pending } = await restorePendingSubmission(request, user);
  const shown = pending?.formState.lastResult.initialValue ?? cita ?? blank;
  const [answer, alerta, choices] = await Promise.all([
    describeForm(shown, asking, { withoutHours: saved !== null || conflicts?.length === 0 }),
    // On her own appointment a specialist sees it without any right.
    getAlertaDeCita(user, cita?.id),
    describeChoices(cita ?? undefined),
  ]);
  return {
    title: recovered ? "Recuperar Cita" : cita ? "Editar Cita" : isWalkIn ? "Llegó sin cita" : "Nueva Cita",
    submit: recovered ? "Recuperar cita" : cita ? "Guardar cambios" : "Crear cita",
    cita,
    blank,
    isWalkIn,
    estados: recovered?.estados ?? asOptions(OPEN),
    answer: { ...answer, conflicts, chosen: answer.chosen && { ...answer.chosen, alerta: answer.chosen.alerta ?? alerta } },
    maxServicios: MAX_SERVICIOS,
    ...choices,
    back: backOf(request),
    constraint: getZodConstraint(citaSchema),
  };
}

/** Whether the form is for a client who has just walked in. */
const isForWalkIn = (request: Request) => new URL(request.url).searchParams.has("ahora");

const OTHER_SERVICE = "Cambiaste el servicio: estas son sus horas libres.";

export async function action({ request, params: { id } }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const papelera_id = readRecovered(request, id);
  const { values: sent, key } = await readForm(request);
  const zona = await getZona();
  const { values: shown, isChanged } = await clearPreviousDefaults(sent);
  const intent = readCitaIntent(sent);
  const asking: Asking = { id, isWalkIn: id === "nueva" && isForWalkIn(request), zona, user };
  const { search, unsure } = await resolveCliente(shown, { ...asking, isAsked: intent.type === "search-clients" });
  if (intent.type !== "save" && intent.type !== "book") {
    const rows = applyRowIntent(shown, "servicios", isRowIntent(intent) ? intent : null);
    const submission = parseWithZod(rows, { schema: citaSchema });
    if (intent.type === "add-row") Object.assign(submission.payload, { servicios: withLibre(submission.payload.servicios) });
    if (isRowIntent(intent)) return invalid<CitaAnswer>(submission, {}, 200, {}, await describeForm(submission.payload, asking));
    const { payload, ...said } = await answerQuestion(intent, submission.payload, zona);
    const more = intent.type === "list-hours" && intent.more;
    return formWithAnswer<CitaAnswer>(payload, { ...(await describeForm(payload, asking, { more })), search, ...said });
  }
  shown.delete("intent");
  const isBooking = intent.type === "book";
  const values = isBooking ? withHour(shown, intent.chosen, zona) : shown;
  const refused = unsure
    ? { errors: { fieldErrors: { cliente_id: [unsure] } }, status: 400, answer: { search } }
    : isBooking && isChanged
      ? { errors: { formErrors: [OTHER_SERVICE] }, status: 409 }
      : undefined;
  const editor = { labels: LABELS, together: [CUANDO_Y_CON_QUIEN], read: () => readCita(id, zona), inWords };
  const saving = { ...asking, request, papelera_id, back: backOf(request), user, key, shown, isBooking, refused };
  return mergeIfStale(values, editor, (merged, kept) => saveCita(saving, merged, kept));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Cita" }];

export default function Cita() {
  const { title, cita, servicios, back } = useLoaderData<typeof loader>();
  const formVersion = useFormVersion();
  // When the appointment was closed while this form was open, an answered form stays, with what was typed.
  const isFirstLook = useFormState() === undefined;
  return (
    <Dialog title={title} back={back}>
      {isFirstLook && cita && isOver(cita.estado) ? (
        <p>
          Esta cita está {cita.estado}. Para cambiarla,{" "}
          <Link className="link inline-block py-2.5" to={`/admin/citas/${cita.id}/detalle`}>
            reábrela en su página
          </Link>
          .
        </p>
      ) : servicios.length === 0 ? (
        <EmptyState title="Primero agrega un servicio">
          <p className="text-soft">Sin él no se puede agendar.</p>
          <Link to="/admin/servicios/nuevo" className="button">
            Agregar servicio
          </Link>
        </EmptyState>
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
  const { submit, cita, blank, isWalkIn, estados, answer, back, constraint, ...opciones } = useLoaderData<typeof loader>();
  const answered = useActionData<CitaAnswer>();
  const { chosen, search, frequent, freeNow, hours, codeNotice, warnings, conflicts } = answered ?? answer;
  const [form, fields] = useForm<CitaFields>({ id: "cita", defaultValue: cita ?? blank, constraint });
  const known = [chosen, answer.chosen].flatMap((cliente) => cliente ?? []);
  const { cliente_nombre, fecha, hora, estado, notas, servicios } = fields;
  const rows = servicios.getFieldList().map((row) => row.getFieldset());
  const whom = (
    <ClienteFields
      key="whom"
      fields={fields}
      clientes={[...known, ...(search?.clientes ?? [])]}
      isSearched={search !== undefined}
      hasMore={search?.hasMore ?? false}
    />
  );
  const what = (
    <ServiciosFields
      key="what"
      field={servicios}
      {...opciones}
      frequent={frequent}
      isSingle={cita !== null}
      isWalkIn={isWalkIn}
      takesFocus={Boolean(answered?.hours) && !search && !codeNotice && !form.errors}
    />
  );
  return (
    <>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-4">
        <EnterIntent fields={fields} />
        <UpdatedAt form={form} saved={cita} />
        {conflicts?.length ? <TakenNotice conflicts={conflicts} hours={hours ?? []} /> : null}
        <WarningsNotice warnings={warnings} field={fields.avisos} />
        {freeNow ? (
          <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-xl bg-sand px-3 py-2">
            <legend className="float-left w-full font-semibold">{freeNow.title}</legend>
            {freeNow.options.map(({ value, nombre }) => (
              <IntentButton
                key={value}
                value={`choose-specialist:${value}`}
                className="choice"
                aria-current={rows[0]?.empleado_id.initialValue === value || undefined}
              >
                {nombre}
              </IntentButton>
            ))}
          </fieldset>
        ) : null}
        {/* A walk-in is asked first what she wants. */}
        {isWalkIn ? [what, whom] : [whom, what]}
        <fieldset className="grid gap-3">
          <legend className={frequent ? "sr-only" : "mb-1 font-display text-xl"}>Cuándo</legend>
          <Hours
            days={conflicts?.length ? [] : (hours ?? [])}
            says={
              cita || chosen || cliente_nombre.initialValue
                ? undefined
                : "Di de quién es la cita, toca una hora y queda agendada."
            }
          />
          {hours?.length === 0 ? (
            <p role="status">
              {isWalkIn ? "Hoy ya no hay horas libres." : "No hay horas libres en estos días."} Escribe otra fecha u hora, o
              cambia de especialista.
            </p>
          ) : null}
          {frequent ? null : (
            <IntentButton value={hours?.length ? "more-hours" : "list-hours"} className="button button-quiet justify-self-start">
              {hours?.length ? "Más horarios" : "Ver horas libres"}
            </IntentButton>
          )}
          <Fold title="Otra fecha u hora" isOpen={cita !== null || hours?.length === 0 || hasAnswer(hora)}>
            <div className="grid gap-4 min-[24rem]:grid-cols-2">
              {/* Not required: a browser would block the form without a word while they are folded. */}
              <TextField field={fecha} label={LABELS.fecha} type="date" required={false} />
              <TextField field={hora} label={LABELS.hora} type="time" required={false} />
            </div>
          </Fold>
        </fieldset>
        <div>
          <Fold
            title="Precio, duración, notas y estado"
            isOpen={cita !== null || hasAnswer(notas, ...rows.flatMap((row) => [row.precio, row.duracion_minutos]))}
          >
            <div className="grid gap-5 sm:grid-cols-2">
              <PriceFields field={servicios} />
              <SelectField field={estado} label={LABELS.estado} options={estados} />
            </div>
            <TextAreaField field={notas} label={LABELS.notas} hint="Solo las ve el equipo del estudio." />
          </Fold>
          {isWalkIn ? null : <CodeField field={fields.codigo} notice={codeNotice} />}
        </div>
        <FormButtons back={back}>{submit}</FormButtons>
      </WriteForm>
    </>
  );
}
