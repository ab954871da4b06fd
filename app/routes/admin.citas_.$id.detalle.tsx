import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Phone, ScreenHeader } from "~/components/admin";
import { CitaActions, citaPath, EstadoBadge } from "~/components/cita";
import { Dinero, Historia, Insumos, Mensajes, Visita } from "~/components/cita-detalle";
import { ErrorSummary, SelectField, TextField, useRefusal } from "~/components/form";
import { Icon } from "~/components/icon";
import { NotasForm } from "~/components/notas";
import { SubmitButton, WriteForm } from "~/components/write-form";
import { PLANTILLAS } from "~/content/plantillas";
import { addDays, formatDay, formatTime, studioDay } from "~/format/dates";
import { asOptions } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import { readBack } from "~/http/back.server";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { notWritten, redirectWithFlash, refused } from "~/http/replies.server";
import { getCitaDetalle } from "~/models/cita-detalle.server";
import { getZona } from "~/models/configuracion.server";
import { isDone } from "~/models/form-token.server";
import { METODOS } from "~/models/metodo-pago.server";
import { type PagoValues, pagoSchema, recordPago } from "~/models/pago.server";
import { TIPOS } from "~/models/plantilla.server";
import { STANDS } from "~/models/transicion.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const [row, zona] = await Promise.all([getCitaDetalle(params.id), getZona()]);
  const cita = found(row);
  const hoy = studioDay(new Date(), zona);
  return {
    cita,
    retoque: nextVisit(cita, zona),
    zona,
    hoy,
    back: readBack(request),
    titulos: TIPOS.map((tipo) => ({ tipo, titulo: PLANTILLAS[tipo].titulo })),
    metodos: METODOS,
    constraint: getZodConstraint(pagoSchema(hoy)),
  };
}

type Detalle = NonNullable<Awaited<ReturnType<typeof getCitaDetalle>>>;

/** When the next visit is due, and the address that makes its appointment: so many weeks later on the studio's calendar, at the same hour. */
function nextVisit({ estado, fecha_hora, cliente, servicio, empleado }: Detalle, zona: string) {
  if (estado !== "completada" || !servicio?.activo || servicio.retoque_semanas === null) return null;
  const fecha = addDays(studioDay(fecha_hora, zona), servicio.retoque_semanas * 7);
  const params = new URLSearchParams({
    ...(cliente && { cliente_id: cliente.id }),
    servicio_id: servicio.id,
    ...(empleado?.activo && { empleado_id: empleado.id }),
    fecha,
    hora: studioClock(fecha_hora, zona),
  });
  return { semanas: servicio.retoque_semanas, fecha, to: `/admin/citas/nueva?${params}` };
}

/** Registers a payment, in advance or afterwards. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  const { values, seal } = await readForm(request);
  const submission = parseWithZod(values, { schema: pagoSchema(studioDay(new Date(), await getZona())) });
  if (submission.status !== "success") return refused(submission);
  if (!seal) return notWritten(submission, "unsealed");

  const done = await recordPago(params.id, submission.value, user.id, seal);
  if (!isDone(done)) {
    const { outcome } = done;
    return outcome === "missing" || outcome === "reused" || outcome === "failed"
      ? notWritten(submission, outcome, "No se pudo registrar el pago")
      : refused(submission, { formErrors: [STANDS[outcome]] }, 409);
  }
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(pathname + search, {
    title: submission.value.concepto === "cita" ? "Cobro registrado" : "Anticipo registrado",
    description: done.result.isTooMuch ? "Con él queda pagado más que el precio de la cita. Revisa si es correcto." : undefined,
  });
}

export const meta: MetaFunction = () => [{ title: "Detalle de la cita" }];

export default function DetalleDeCita() {
  const { cita, retoque, titulos, zona, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const { cliente, servicio, empleado } = cita;
  const end = new Date(Date.parse(cita.fecha_hora) + cita.duracion_minutos * 60_000);
  return (
    <div className="@container">
      <p className="mb-3">
        <Link to={back} className="link inline-flex min-h-11 items-center gap-2">
          <Icon name="back" />
          Volver
        </Link>
      </p>
      <ScreenHeader
        title="Cita"
        action={
          <Link to={`/admin/citas/${cita.id}`} className="button button-quiet">
            <Icon name="edit" />
            Editar<span className="sr-only"> la cita</span>
          </Link>
        }
      >
        <span className="inline-block first-letter:uppercase">{formatDay(cita.fecha_hora, zona)}</span>, de{" "}
        {formatTime(cita.fecha_hora, zona)} a {formatTime(end, zona)}
      </ScreenHeader>

      <div className="grid items-start gap-4 @4xl:grid-cols-[3fr_2fr]">
        <div className="grid gap-4">
          <section aria-label="Datos de la cita" className="card">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <h2 className="min-w-0 text-2xl wrap-anywhere">
                {cliente ? (
                  <Link to={`/admin/clientes/${cliente.id}/ficha`} className="link inline-block py-1.5">
                    {cliente.nombre}
                  </Link>
                ) : (
                  "Cliente eliminado"
                )}
              </h2>
              <EstadoBadge estado={cita.estado} no_asistio={cita.no_asistio} />
            </div>
            <div className="grid gap-1 wrap-anywhere">
              {cliente?.telefono ? <Phone phone={cliente.telefono} /> : null}
              <p>
                {servicio?.nombre ?? "Servicio eliminado"}, {cita.duracion_minutos} min
              </p>
              <p className="text-soft">
                {empleado ? `Especialista: ${empleado.nombre} ${empleado.apellido}` : "Sin especialista"}
              </p>
            </div>
            {cita.notas ? <p className="whitespace-pre-line wrap-anywhere">{cita.notas}</p> : null}
            {cita.estado === "completada" || cita.estado === "cancelada" ? (
              <details key={cita.updated_at}>
                <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                  {cita.notas ? "Cambiar las notas" : "Escribir notas"}
                </summary>
                <div className="mt-2 grid gap-4">
                  <NotasForm cita={cita} action={citaPath(cita.id, "notas", pathname + search)} />
                </div>
              </details>
            ) : null}
            <CitaActions cita={cita} back={pathname + search} of="la cita" />
          </section>
          {retoque ? (
            <section aria-labelledby="retoque" className="card bg-blush">
              <h2 id="retoque" className="text-xl">
                Próxima visita
              </h2>
              <p>
                Su retoque toca en {retoque.semanas === 1 ? "una semana" : `${retoque.semanas} semanas`}: el{" "}
                {formatDay(`${retoque.fecha}T00:00:00Z`, "UTC")}.
              </p>
              <Link to={retoque.to} className="button self-start">
                <Icon name="citas" />
                Agendar próximo retoque
              </Link>
            </section>
          ) : null}
          <Dinero cita={cita}>
            <Pago />
          </Dinero>
        </div>
        <div className="grid gap-4">
          <Mensajes cita={cita} titulos={titulos} zona={zona} />
          <Visita cita={cita} zona={zona} />
          <Insumos cita={cita} />
          <Historia cita={cita} zona={zona} />
        </div>
      </div>
    </div>
  );
}

/** The form of a payment: in advance, or of what a completed appointment was not charged. */
function Pago() {
  const { cita, hoy, metodos, constraint } = useLoaderData<typeof loader>();
  const refusal = useRefusal();
  const isOver = cita.estado === "completada";
  const isOffered = isOver ? /[1-9]/.test(cita.por_cobrar) : cita.estado !== "cancelada";
  const [form, fields] = useForm<PagoValues>({
    id: "pago",
    lastResult: refusal?.lastResult,
    defaultValue: { fecha: hoy, metodo_pago: "efectivo" },
    constraint,
  });
  // What somebody typed is given back even where it is offered no more.
  if (!isOffered && !refusal) return null;
  return (
    <details open={!isOver || refusal !== undefined} className="border-t border-line pt-2">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {isOver ? "Registrar un cobro" : "Registrar un anticipo"}
      </summary>
      <div className="mt-2 grid gap-4">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} preventScrollReset className="grid gap-4 @xl:grid-cols-3 @xl:items-end">
          {/* As it stands now, not as it was sent: what she sees is what is written. */}
          <input type="hidden" name={fields.concepto.name} value={isOver ? "cita" : "anticipo"} />
          <TextField field={fields.monto} label="Monto" inputMode="decimal" />
          <SelectField field={fields.metodo_pago} label="Método de pago" options={asOptions(metodos)} />
          <TextField field={fields.fecha} label="Fecha" type="date" />
          <div className="@xl:col-span-3">
            <SubmitButton className="button button-quiet">{isOver ? "Registrar cobro" : "Registrar anticipo"}</SubmitButton>
          </div>
        </WriteForm>
      </div>
    </details>
  );
}
