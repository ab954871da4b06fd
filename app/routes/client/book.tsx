import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useOutletContext } from "@remix-run/react";
import { ErrorSummary, TextField, useForm, WriteForm } from "~/components/form";
import { PublicIcon } from "~/components/public/public-icon";
import { findWriteResult, isOk } from "~/database/idempotency.server";
import { formatDay, formatTimeForClient, formatTimeForClientWithArticle } from "~/format/dates";
import { bookingPath, bookingUrl, whatsappUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { PHONE_HINT } from "~/format/phone";
import { capitalize, fullName, plural } from "~/format/text";
import { clientAddress } from "~/http/actor.server";
import { newToken, readForm, textOf } from "~/http/form/form.server";
import { horariosOf } from "~/http/free-times.server";
import { notFoundIfNull, orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { invalid, SENTENCES } from "~/http/replies.server";
import { HOUR_MS } from "~/limits";
import { getOferta, type Motivo, type Oferta, offerSlots } from "~/models/citas/codigo.server";
import { enlacePath } from "~/models/citas/enlace.server";
import { bookOferta, type Reservada, type SolicitudValues, solicitudSchema } from "~/models/citas/solicitud.server";
import { countSolicitud, uncountSolicitud } from "~/models/cuentas/sign-in-throttle.server";
import { reservaOf } from "~/models/estudio/aviso.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

/** The page that books the hour of a code; other hours where that one cannot be booked. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { oferta, estudio, modo } = await readOferta(request, params.codigo);
  const { codigo, servicio, fecha_hora, elegida, precio_actual, motivo } = oferta;
  const zona = estudio.zona_horaria;
  const day = formatDay(fecha_hora, zona);
  return json(
    {
      codigo,
      servicio,
      dia: capitalize(day),
      hora: formatTimeForClient(fecha_hora, zona),
      said: `${day} ${formatTimeForClientWithArticle(fecha_hora, zona)}`,
      elegida: elegida && { id: elegida.id, nombre: elegida.nombre, completo: fullName(elegida) },
      notice: motivo ? MOTIVOS[motivo] : describePrice(servicio.precio, precio_actual),
      isFree: motivo === null,
      isActive: motivo !== "retirado",
      // Not of a service that is gone.
      otras: motivo && motivo !== "retirado" ? await listOtras(oferta) : null,
      isDirect: modo === "directa",
      horas: motivo ? estudio.reserva_horas : hoursHeld(fecha_hora, estudio.reserva_horas),
      politica: estudio.politica,
      constraint: getZodConstraint(solicitudSchema),
      token: newToken(),
    },
    { status: motivo ? 410 : 200 },
  );
}

/** For how many hours a request is held: not longer than until its own hour. */
const hoursHeld = (fecha_hora: Date, reserva_horas: number) =>
  Math.min(reserva_horas, Math.floor((fecha_hora.getTime() - Date.now()) / HOUR_MS));

const MOTIVOS: Record<Motivo, string> = {
  retirado: "Ese servicio ya no lo ofrecemos.",
  vencido: "Esa hora ya pasó, o falta muy poco para apartarla. Elige otra.",
  especialista: "Con esa especialista ya no puedes apartar aquí. Elige otra hora, con quien esté libre.",
  nadie: "Ese servicio lo agendamos por WhatsApp. Escríbenos y te buscamos un lugar.",
  cerrado: "Ese día no abrimos. Elige otro.",
  sin_turno: "A esa hora ya no atendemos. Elige otra.",
  ocupado: "Esa hora ya está apartada. Si la pediste tú, ya la tenemos. Si no, elige otra.",
};

const TAKEN = "Esa hora se acaba de ocupar. Elige otra.";

function describePrice(promised: string, present: string): string | null {
  return promised === present ? null : `El precio cambió después de que lo viste: te respetamos los ${formatMoney(promised)}.`;
}

/** Reads the offer of a code and the settings. Throws 404 for an unknown code, and where the site takes no bookings. */
async function readOferta(request: Request, codigo = "") {
  const con = new URL(request.url).searchParams.get("con");
  const [found, estudio] = await Promise.all([getOferta(codigo, con), getConfiguracion()]);
  const modo = reservaOf(estudio);
  return { oferta: notFoundIfNull(modo === "no" ? null : found), estudio, modo, con };
}

/** Other hours from that day on, with the same specialist if she is still offered. What was promised for one that is still to come holds for them too. */
async function listOtras({ servicio, fecha_hora, elegida, precio_actual, motivo }: Oferta) {
  const precio = motivo === "vencido" ? precio_actual : servicio.precio;
  const offer = await orUndefined(
    offerSlots({ ...servicio, precio }, { near: fecha_hora, con: elegida?.id }),
    "reservar: horarios",
  );
  return offer ? { con: offer.elegida?.id, dias: horariosOf(offer).dias } : null;
}

/** Books the hour, and leads to the link of the appointment. What was typed is given back with every refusal. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { values, key } = await readForm(request);
  const { oferta, con } = await readOferta(request, params.codigo);
  const submission = parseWithZod(values, { schema: solicitudSchema });
  if (submission.status !== "success") return invalid(submission);
  const refuse = (
    sentence: string,
    status: number,
    more: { heading: string; isDone?: true } = { heading: "Todavía no la apartamos" },
  ) => invalid(submission, { formErrors: [sentence] }, status, {}, more);

  // The same form again: neither a second booking nor a second try.
  const before = await findWriteResult<Reservada>(key);
  const [address, phone] = [clientAddress(request), submission.value.telefono];
  const isNew = before === null;
  if (isNew) {
    // A person does not see this field.
    const isProgram = textOf(values, "asunto") !== "";
    const isTooMany = await countSolicitud(address, phone);
    if (isProgram || isTooMany) return refuse(TOO_MANY, 429);
  }
  const done = before ?? (await bookOferta(oferta, con, submission.value, key));
  // A double tap was counted twice.
  if (isNew && done.outcome === "repeated") await uncountSolicitud(address, phone);
  if (isOk(done)) return redirect(enlacePath(done.result), 303);
  switch (done.outcome) {
    case "full":
      return refuse(TOO_MANY, 429);
    case "overlap":
      return refuse(oferta.motivo && oferta.motivo !== "ocupado" ? MOTIVOS[oferta.motivo] : TAKEN, 409);
    case "reused":
      return refuse(ALREADY, 409, { heading: "Ya la habías pedido", isDone: true });
    case "missing_key":
    case "too_large":
      return refuse(SENTENCES.missing_key, 400);
    case "failed":
      return refuse(SENTENCES.failed, 503);
    case "off":
      throw new Response(null, { status: 404 });
  }
}

const ALREADY = "Si quieres corregir tus datos, escríbenos por WhatsApp.";

// The same for every limit: it tells nobody which one, nor whose telephone it is.
const TOO_MANY = "Ahora no podemos apartarla desde aquí. Escríbenos por WhatsApp y con gusto te buscamos un lugar.";

export const meta: MetaFunction = ({ matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  return [{ title: site ? `Tu cita en ${site.estudio.nombre}` : "Tu cita" }];
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Book() {
  const { codigo, servicio, dia, hora, said, elegida, notice, isFree, isActive, otras, constraint } =
    useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  // Without another hour the form would have no button.
  const hasOtras = otras !== null && otras.dias.length > 0;
  const answer = useActionData<{ isDone?: true }>();
  const isAnswered = answer !== undefined;
  const [form, fields] = useForm<SolicitudValues>({ id: "reserva", constraint });
  const offered = { said, codigo };
  const isOffered = isFree && !answer?.isDone;
  const message = answer?.isDone
    ? `Hola, quiero corregir mis datos de la cita que pedí para ${servicio.nombre} el ${said}`
    : `Hola, me gustaría agendar una cita para ${servicio.nombre}.`;
  const asked = isOffered
    ? bookingUrl(estudio.whatsapp, servicio, offered, elegida?.completo)
    : whatsappUrl(estudio.whatsapp, message);
  const isBookedHere = !answer?.isDone && (isFree || (isAnswered && hasOtras));
  // She was refused this hour, so others come first. One that is not free when she opens the page may be hers.
  const isRefused = isBookedHere && !isFree;
  const whatsapp = (
    <p className="actions">
      <a className={isRefused ? "button button-quiet" : "button"} href={asked}>
        <PublicIcon name="whatsapp" />
        {isOffered ? "Agendar por WhatsApp" : "Escribir por WhatsApp"}
      </a>
    </p>
  );
  return (
    <main id="contenido" className="wrap page">
      <a
        className="back"
        href={isActive ? `/servicio/${servicio.id}${elegida ? `?con=${elegida.id}` : ""}#horarios` : "/#services"}
      >
        <PublicIcon name="back" />
        {isActive ? "Ver otros horarios" : "Ver los servicios"}
      </a>
      <article className="detail">
        <div className="title">
          <ErrorSummary form={form} />
          <p className="kicker">{servicio.nombre}</p>
          <h1>{dia}</h1>
          <p className="figures">
            <b>{isRefused ? <s>{hora}</s> : hora}</b>
            <span>
              <PublicIcon name="clock" />
              {`${servicio.duracion_minutos} min`}
            </span>
            <span>{formatMoney(servicio.precio)}</span>
            {elegida ? <span>{`con ${elegida.nombre}`}</span> : null}
          </p>
          {notice && (isFree || !form.errors) ? (
            <p className="lead" role={isFree ? undefined : "alert"}>
              {notice}
            </p>
          ) : null}
        </div>
        <div>
          {isRefused ? null : whatsapp}
          {isBookedHere ? (
            <section className="slots" aria-labelledby="apartar">
              <h2 id="apartar">{isRefused ? "Aparta otra hora" : "O apártala aquí"}</h2>
              <BookingForm id={form.id} fields={fields} />
            </section>
          ) : answer?.isDone ? null : (
            <OtherHours />
          )}
          {isRefused ? whatsapp : null}
        </div>
      </article>
    </main>
  );
}

type BookingFormProps = { id: string; fields: ReturnType<typeof useForm<SolicitudValues>>[1] };

function BookingForm({ id, fields }: BookingFormProps) {
  const { isFree, isDirect, horas, politica } = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  return (
    <WriteForm id={id} className="grid gap-5">
      <p>
        {isDirect
          ? "Tu lugar queda apartado al momento."
          : `Tu lugar queda apartado mientras te contestamos por WhatsApp: a más tardar en ${plural(horas, "hora", "horas")}.`}
      </p>
      {isFree ? null : (
        <>
          {/* Enter in a field would press the first button, which is an hour that she did not choose. */}
          <button type="submit" disabled hidden />
          <OtherHours isForm />
        </>
      )}
      <TextField field={fields.nombre} label="Nombre" autoComplete="name" />
      <TextField field={fields.telefono} label="Teléfono" type="tel" autoComplete="tel" hint={PHONE_HINT} />
      <p hidden>
        <label htmlFor="asunto">Deja este campo vacío</label>
        <input id="asunto" name="asunto" autoComplete="off" tabIndex={-1} />
      </p>
      {politica ? <p className="description">{politica}</p> : null}
      <p>
        {`${estudio.nombre} usa tu nombre y tu teléfono para apartarte la cita y escribirte sobre ella. `}
        <a className="link" href="/aviso-de-privacidad">
          Aviso de privacidad
        </a>
      </p>
      {isFree ? (
        <p className="actions">
          <button type="submit" className="button">
            {isDirect ? "Apartar esta cita" : "Pedir esta cita"}
          </button>
        </p>
      ) : null}
    </WriteForm>
  );
}

/** The other hours of the service: links, or in a form (`isForm`) buttons that book them with what was typed. */
function OtherHours({ isForm = false }: { isForm?: boolean }) {
  const { otras } = useLoaderData<typeof loader>();
  if (!otras) return null;
  if (otras.dias.length === 0) return <p>No hay otra hora libre en los próximos días. Escríbenos y te buscamos un lugar.</p>;
  return (
    <div className="slots">
      <p>{isForm ? "Toca una hora y queda apartada con los datos de abajo." : "Estas horas están libres:"}</p>
      <dl>
        {otras.dias.map(({ dia, horas }) => (
          <div key={dia}>
            <dt>{dia}</dt>
            {horas.map(({ codigo, clock }) => {
              const path = bookingPath(codigo, otras.con);
              const button = { className: "button button-quiet", "aria-label": `${clock}, ${dia}` };
              return (
                <dd key={codigo}>
                  {isForm ? (
                    <button type="submit" formAction={path} {...button}>
                      {clock}
                    </button>
                  ) : (
                    <a href={path} {...button}>
                      {clock}
                    </a>
                  )}
                </dd>
              );
            })}
          </div>
        ))}
      </dl>
    </div>
  );
}
