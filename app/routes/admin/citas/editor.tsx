import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { citaPath, isSameScreen } from "~/components/admin/cita";
import { Dialog } from "~/components/admin/dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { SelectField, TextAreaField, TextField } from "~/components/form/fields";
import { FormButtons } from "~/components/form/form-buttons";
import { useFormState, useFormVersion } from "~/components/form/form-state";
import { differences, StaleNotice, UpdatedAt } from "~/components/form/stale-notice";
import { useForm } from "~/components/form/use-form";
import { WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { addDays, formatDay, sayTime, studioDay } from "~/format/dates";
import { asOptions } from "~/format/text";
import { applyRowIntent, readForm, readRowIntent } from "~/http/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { otherRecordsFlash } from "~/http/other-records.server";
import { formWithAnswer, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { readDay } from "~/http/search-params.server";
import { arrange, citaSchema, createVisita, getCita, type Turno, updateCita } from "~/models/citas/cita.server";
import { answerTo, explainOverlap, listAvisos, listOpciones, withoutFormer } from "~/models/citas/reserva.server";
import { findClientes, getNombre, listOtrasFichas } from "~/models/clientes/cliente.server";
import { getZona } from "~/models/estudio/configuracion.server";
import {
  type Answer,
  Avisos,
  type CitaForm,
  Clienta,
  Codigo,
  EnterIntent,
  listPath,
  Ocupado,
  Puesto,
  Servicios,
} from "./editor-form";

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

export const handle = { lists: ["servicios"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const zona = await getZona();
  const cita = params.id === "nueva" ? null : notFoundIfNull(await getCita(params.id, zona));
  const hoy = studioDay(new Date(), zona);
  // What another screen fills the form with; else the day that the list or the agenda shows.
  const given: Partial<Record<string, string>> = {
    fecha: shownDay(request, hoy),
    ...Object.fromEntries(new URL(request.url).searchParams),
  };
  const [cliente, opciones] = await Promise.all([
    getNombre(cita?.cliente_id ?? given.cliente_id),
    listOpciones(cita ?? undefined),
  ]);
  return {
    cita,
    given,
    clientes: cliente ? [cliente] : [],
    opciones,
    back: backOf(request),
    constraint: getZodConstraint(citaSchema),
  };
}

/** Where the editor was opened from: the list as it was, unless the address names another screen. */
function backOf(request: Request): string {
  return readReturnPath(request, listPath(new URL(request.url).search));
}

function shownDay(request: Request, hoy: string): string {
  const { vista, cuando } = Object.fromEntries(new URL(request.url).searchParams);
  if (vista === "dia") return readDay(request, "dia") || hoy;
  return !vista && cuando === "manana" ? addDays(hoy, 1) : hoy;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  const { values, key } = await readForm(request);
  return answer(request, params.id, user.id, values, key);
}

async function answer(request: Request, id: string | undefined, cuenta_id: string, sent: FormData, key: IdempotencyKey | null) {
  const values = await withoutFormer(sent);
  const zona = await getZona();
  const submission = parseWithZod(applyRowIntent(values, "servicios", readRowIntent(values)), { schema: citaSchema });
  const [asked, elegida] = await Promise.all([
    answerTo(values, submission.payload, zona),
    getNombre(String(values.get("cliente_id") ?? "")),
  ]);
  if (asked) return formWithAnswer(asked.values, { elegida, ...asked.answer });
  const again = (errors?: Parameters<typeof invalid>[1], status?: number, more?: Answer) =>
    invalid<Answer>(submission, errors, status, undefined, { elegida, ...more });
  if (submission.status !== "success") {
    const q = values.get("cliente_q");
    return again(undefined, undefined, typeof q === "string" && q && !elegida ? await findClientes(q) : undefined);
  }

  const turnos = await arrange(submission.value, zona, id);
  if (!turnos) return again({ formErrors: ["Uno de los servicios ya no está. Elige otro."] });
  const avisos = await listAvisos(turnos, zona, id);
  if (avisos.lines.length > 0 && values.get("avisos") !== avisos.mark) {
    const formErrors = ["La cita no se guardó todavía: lee lo que sigue y decide."];
    return again({ formErrors }, 409, { avisos });
  }

  const saved =
    id === "nueva"
      ? await createVisita(submission.value, turnos, cuenta_id, key)
      : await updateCita(id, values.get("updated_at"), submission.value, turnos, cuenta_id, key);
  switch (saved.outcome) {
    case "overlap": {
      const formErrors = ["Ya hay otra cita en ese lugar. Nada se guardó, y nada se perdió."];
      return again({ formErrors }, 409, await explainOverlap(turnos, zona, id));
    }
    case "closed":
      return again({ formErrors: ["Esta cita ya está completada o cancelada. Para cambiarla, reábrela."] }, 409);
    case "cliente":
      return again({ fieldErrors: { cliente_id: ["Esa clienta ya no está. Elige otra."] } });
    case "servicio":
      return again({ formErrors: ["Uno de los servicios ya no está. Elige otro."] });
    case "especialista":
      return again({ formErrors: ["Esa especialista ya no está. Elige otra, o ninguna."] });
  }
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const back = backOf(request);
  return redirectWithFlash(back, {
    title: id === "nueva" ? "Cita creada" : "Cita actualizada",
    ...(await flashAfterSave(saved.result, turnos, { zona, back, isNew: submission.value.cliente_nombre !== null })),
  });
}

/** When it is, and the way to it; or to the other records of a client who was created with it and whose telephone they have. */
async function flashAfterSave(
  [id = ""]: string[],
  [first]: Turno[],
  { zona, back, isNew }: { zona: string; back: string; isNew: boolean },
) {
  // The clock's `a.m.` ends the sentence.
  const when = first && `Quedó el ${formatDay(first.fecha_hora, zona)} ${sayTime(first.fecha_hora, zona)}`;
  const cliente_id = isNew ? (await getCita(id, zona))?.cliente_id : null;
  const otras = cliente_id ? await listOtrasFichas(cliente_id) : [];
  if (cliente_id && otras.length > 0) {
    const { description, link } = otherRecordsFlash(cliente_id, otras.length);
    return { description: `${when} ${description}`, link };
  }
  const own = citaPath(id, "detalle", back);
  return { description: when, link: isSameScreen(back, own) ? undefined : { href: own, label: "Ver la cita" } };
}

export const meta: MetaFunction = () => [{ title: "Editor de citas" }];

export default function Cita() {
  const { cita, back } = useLoaderData<typeof loader>();
  const turn = useFormVersion();
  // Somebody who had the form open keeps it, with what she typed.
  const isFirstLook = useFormState() === undefined;
  return (
    <Dialog title={cita ? "Editar Cita" : "Nueva Cita"} back={back}>
      {isFirstLook && cita && (cita.estado === "completada" || cita.estado === "cancelada") ? (
        <p>
          Esta cita está {cita.estado}. Para cambiarla,{" "}
          <Link className="link" to={`/admin/citas/${cita.id}/detalle`}>
            reábrela en su página
          </Link>
          .
        </p>
      ) : (
        // Each answer begins the form anew: what it was filled with stands in it, script or not.
        <Editor key={turn} />
      )}
    </Dialog>
  );
}

function Editor() {
  const { cita, given, clientes, opciones, back, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const answer = useActionData<Answer>();
  const { servicio_id = "", empleado_id = "", fecha, hora = "", cliente_id = "", codigo = "" } = given;
  const [form, fields] = useForm<CitaForm>({
    id: "cita",
    lastResult: formState?.lastResult,
    defaultValue: formState?.lastResult.initialValue ?? {
      ...(cita ?? { cliente_id, fecha, hora, codigo }),
      servicios: [cita ? { ...cita, duracion_minutos: String(cita.duracion_minutos) } : { servicio_id, empleado_id }],
    },
    constraint,
  });
  const known = [...clientes, ...(answer?.elegida ? [answer.elegida] : [])];
  // Both versions in words.
  const named = ({ servicios, ...version }: Record<string, unknown>) => {
    const [fila] = servicios as Record<string, unknown>[];
    const empleado = opciones.empleados.find(({ id }) => id === fila?.empleado_id);
    return {
      ...version,
      ...fila,
      clienta: version.cliente_nombre ?? known.find(({ id }) => id === version.cliente_id)?.nombre ?? "Otra clienta",
      servicio: opciones.servicios.find(({ id }) => id === fila?.servicio_id)?.nombre,
      especialista: empleado && fullName(empleado),
    };
  };
  return (
    <>
      <ErrorSummary form={form} />
      {formState?.mine && cita ? (
        <StaleNotice differences={differences(LABELS, named(formState.mine), named({ ...cita, servicios: [cita] }))} />
      ) : null}
      <WriteForm id={form.id} preventScrollReset className="grid gap-6">
        <EnterIntent fields={fields} />
        <UpdatedAt saved={cita?.updated_at} formState={formState} />
        {answer?.puesto ? <Puesto>{answer.puesto}</Puesto> : null}
        {answer?.choques ? <Ocupado choques={answer.choques} ofertas={answer.ofertas ?? []} /> : null}
        <Avisos avisos={answer?.avisos} field={fields.avisos} />
        <Codigo field={fields.codigo} note={answer?.nota} />
        <Clienta
          fields={fields}
          clientes={[...known, ...(answer?.clientes ?? [])]}
          searched={answer?.clientes !== undefined}
          hayMas={answer?.hayMas ?? false}
        />
        <Servicios
          field={fields.servicios}
          opciones={opciones}
          asked={formState?.lastResult.intent?.type}
          single={cita !== null}
        />
        <div className="grid gap-5 sm:grid-cols-3 sm:items-end">
          <TextField field={fields.fecha} label={LABELS.fecha} type="date" />
          <TextField field={fields.hora} label={LABELS.hora} type="time" />
          <SelectField field={fields.estado} label={LABELS.estado} options={asOptions(["programada", "confirmada"])} />
        </div>
        <TextAreaField field={fields.notas} label={LABELS.notas} hint="Solo las ve el personal del estudio." />
        <FormButtons back={back}>{cita ? "Guardar cambios" : "Crear cita"}</FormButtons>
      </WriteForm>
    </>
  );
}
