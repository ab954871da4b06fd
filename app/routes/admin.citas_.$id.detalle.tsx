import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge, Phone, ScreenHeader } from "~/components/admin";
import { CitaActions, citaPath, EstadoBadge, WhatsappForm } from "~/components/cita";
import { ErrorSummary, SelectField, TextField, useRefusal } from "~/components/form";
import { Icon } from "~/components/icon";
import { Amount } from "~/components/money";
import { NotasForm } from "~/components/notas";
import { SubmitButton, WriteForm } from "~/components/write-form";
import { PLANTILLAS } from "~/content/plantillas";
import { addDays, formatCalendarDay, formatDate, formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney } from "~/format/money";
import { isMexicanPhone } from "~/format/phone";
import { asOptions, capitalize } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import { readBack } from "~/http/back.server";
import { readForm } from "~/http/form.server";
import { found, requireUser } from "~/http/guards.server";
import { notWritten, redirectWithFlash, refused } from "~/http/replies.server";
import { type AnticipoValues, anticipoSchema, recordAnticipo } from "~/models/anticipo.server";
import { getCitaDetalle } from "~/models/cita-detalle.server";
import { getZona } from "~/models/configuracion.server";
import { isDone } from "~/models/form-token.server";
import { METODOS } from "~/models/metodo-pago.server";
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
    mensajes: TIPOS.map((tipo) => ({ tipo, titulo: PLANTILLAS[tipo].titulo })),
    metodos: METODOS,
    constraint: getZodConstraint(anticipoSchema(hoy)),
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

/** Registers a payment in advance. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  const { values, seal } = await readForm(request);
  const submission = parseWithZod(values, { schema: anticipoSchema(studioDay(new Date(), await getZona())) });
  if (submission.status !== "success") return refused(submission);
  if (!seal) return notWritten(submission, "unsealed");

  const done = await recordAnticipo(params.id, submission.value, user.id, seal);
  if (done.outcome === "completada" || done.outcome === "cancelada") {
    return refused(submission, { formErrors: [STANDS[done.outcome]] }, 409);
  }
  if (!isDone(done)) return notWritten(submission, done.outcome, "No se pudo registrar el anticipo");
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(pathname + search, {
    title: "Anticipo registrado",
    description: done.result.isTooMuch ? "Con él queda pagado más que el precio de la cita. Revisa si es correcto." : undefined,
  });
}

export const meta: MetaFunction = () => [{ title: "Detalle de la cita" }];

export default function DetalleDeCita() {
  const { cita, retoque, zona, back } = useLoaderData<typeof loader>();
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
                  <Link to={`/admin/clientes/${cliente.id}`} className="link inline-block py-1.5">
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
          <Dinero />
        </div>
        <div className="grid gap-4">
          <Mensajes />
          <Visita />
          <Insumos />
          <Historia />
        </div>
      </div>
    </div>
  );
}

const useDetalle = () => useLoaderData<typeof loader>();

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const CONCEPTOS = { libre: "Ingreso", anticipo: "Anticipo", cita: "Cobro", reversa: "Reversa" };

/** What it costs, what was paid, and the form of a payment in advance. */
function Dinero() {
  const { cita } = useDetalle();
  const { pathname, search } = useLocation();
  const isOpen = cita.estado === "programada" || cita.estado === "confirmada";
  return (
    <Section id="dinero" title="Anticipos y cobros">
      <dl className="grid grid-cols-3 gap-3 tabular-nums">
        <Total label="Precio" amount={cita.precio} />
        <Total label="Pagado" amount={cita.cobrado} />
        {cita.estado === "cancelada" ? null : <Total label="Por cobrar" amount={cita.por_cobrar} />}
      </dl>
      {cita.ingresos.length > 0 ? (
        <ul className="divide-y divide-line">
          {cita.ingresos.map(({ id, monto, metodo_pago, fecha, concepto, isReversed }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
              <span>
                {CONCEPTOS[concepto]}{" "}
                <span className="text-sm text-soft">
                  {formatCalendarDay(fecha)}, {metodo_pago}
                </span>{" "}
                {isReversed ? <Badge tone="plain">reversado</Badge> : null}
              </span>
              <Amount amount={monto} />
              {concepto === "anticipo" && !isReversed && cita.estado !== "completada" ? (
                <WriteForm
                  action={citaPath(cita.id, `anticipos/${id}/devolver`, pathname + search)}
                  preventScrollReset
                  className="basis-full"
                >
                  <SubmitButton className="button button-quiet">
                    Devolver anticipo<span className="sr-only"> de {formatMoney(monto)}</span>
                  </SubmitButton>
                </WriteForm>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">Todavía no se ha pagado nada.</p>
      )}
      {cita.estado === "cancelada" && /[1-9]/.test(cita.cobrado) ? (
        <p className="text-sm text-soft">
          Lo pagado sigue registrado. Si lo devuelves, usa «Devolver anticipo»: sale con la fecha de hoy, y el mes en que se pagó
          queda como está.
        </p>
      ) : null}
      {isOpen ? <Anticipo /> : null}
    </Section>
  );
}

function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-display text-xl wrap-anywhere">{formatMoney(amount)}</dd>
    </div>
  );
}

function Anticipo() {
  const { hoy, metodos, constraint } = useDetalle();
  const refusal = useRefusal();
  const [form, fields] = useForm<AnticipoValues>({
    id: "anticipo",
    lastResult: refusal?.lastResult,
    defaultValue: { fecha: hoy, metodo_pago: "efectivo" },
    constraint,
  });
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-lg">Registrar un anticipo</h3>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-4 @xl:grid-cols-3 @xl:items-end">
        <TextField field={fields.monto} label="Monto" inputMode="decimal" />
        <SelectField field={fields.metodo_pago} label="Método de pago" options={asOptions(metodos)} />
        <TextField field={fields.fecha} label="Fecha" type="date" />
        <div className="@xl:col-span-3">
          <SubmitButton className="button button-quiet">Registrar anticipo</SubmitButton>
        </div>
      </WriteForm>
    </div>
  );
}

/** The five messages, and when WhatsApp was opened with each. */
function Mensajes() {
  const { cita, mensajes, zona } = useDetalle();
  const { pathname, search } = useLocation();
  const { cliente } = cita;
  return (
    <Section id="mensajes" title="WhatsApp">
      {cliente?.telefono && isMexicanPhone(cliente.telefono) ? (
        <div className="flex flex-wrap gap-2">
          {mensajes.map(({ tipo, titulo }) => (
            <WhatsappForm key={tipo} id={cita.id} tipo={tipo} back={pathname + search} of="la cita">
              {titulo}
            </WhatsappForm>
          ))}
        </div>
      ) : (
        <p>
          {cliente ? (
            <>
              {cliente.telefono
                ? "El teléfono de la clienta no parece un número de México de 10 dígitos."
                : "La clienta no tiene teléfono."}{" "}
              <Link to={`/admin/clientes/${cliente.id}`} className="link inline-block py-3">
                Corregir
              </Link>
            </>
          ) : (
            "La clienta ya no existe."
          )}
        </p>
      )}
      {cita.mensajes.length > 0 ? (
        <ul className="grid gap-1 text-sm text-soft">
          {cita.mensajes.map(({ id, tipo, created_at, cuenta }) => (
            <li key={id} className="wrap-anywhere">
              WhatsApp abierto: {mensajes.find((mensaje) => mensaje.tipo === tipo)?.titulo.toLowerCase()},{" "}
              <When moment={created_at} zona={zona} />, {cuenta?.email ?? "una cuenta eliminada"}
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

/** The other appointments of the same visit. */
function Visita() {
  const { cita, zona } = useDetalle();
  const { pathname, search } = useLocation();
  if (cita.visita.length === 0) return null;
  return (
    <Section id="visita" title="En la misma visita">
      <ul className="divide-y divide-line">
        {cita.visita.map(({ id, fecha_hora, estado, no_asistio, servicio, empleado }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <span className="min-w-0 wrap-anywhere">
              <Link to={citaPath(id, "detalle", pathname + search)} className="link inline-block py-2">
                {formatTime(fecha_hora, zona)}, {servicio?.nombre ?? "Servicio eliminado"}
              </Link>{" "}
              <span className="text-sm text-soft">
                {empleado ? `con ${empleado.nombre} ${empleado.apellido}` : "sin especialista"}
              </span>
            </span>
            <EstadoBadge estado={estado} no_asistio={no_asistio} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What it took out of the inventory, and what came back. */
function Insumos() {
  const { cita } = useDetalle();
  if (cita.movimientos.length === 0) return null;
  return (
    <Section id="insumos" title="Insumos">
      <ul className="divide-y divide-line">
        {cita.movimientos.map(({ id, tipo, cantidad, item_nombre, saldo }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{item_nombre}</span>
            <span className="tabular-nums">
              {tipo === "entrada" ? "+" : "−"}
              {cantidad.toLocaleString("es-MX")}
              {saldo === null ? null : (
                <span className={`text-sm ${saldo < 0 ? "text-bad" : "text-soft"}`}>
                  {" "}
                  quedaron {saldo.toLocaleString("es-MX")}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const ACCIONES: Record<SerializeFrom<Detalle>["cambios"][number]["accion"], string> = {
  creada: "Se agendó",
  editada: "Se editó",
  confirmada: "Se confirmó",
  programada: "Se le quitó la confirmación",
  completada: "Se completó",
  cancelada: "Se canceló",
  reabierta: "Se reabrió",
  no_asistio: "No asistió",
  si_asistio: "Se quitó la marca de «no asistió»",
};

function Historia() {
  const { cita, zona } = useDetalle();
  return (
    <Section id="historia" title="Historia">
      <ol className="grid gap-2">
        {cita.cambios.map(({ id, accion, detalle, created_at, cuenta }) => (
          <li key={id} className="border-l-2 border-line pl-3 wrap-anywhere">
            <p className="font-semibold">{ACCIONES[accion]}</p>
            {detalle ? <p className="text-sm">{capitalize(detalle)}</p> : null}
            <p className="text-sm text-soft">
              <When moment={created_at} zona={zona} />
              {cuenta ? `, ${cuenta.email}` : null}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function When({ moment, zona }: { moment: string; zona: string }) {
  return (
    <time dateTime={moment}>
      {formatDate(moment, zona)}, {formatTime(moment, zona)}
    </time>
  );
}
