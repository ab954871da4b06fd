import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { BackLink, EmptyState, FixPhone, ScreenHeader } from "~/components/admin";
import { formatAusenciaDays } from "~/components/admin/ausencias";
import { citaPath, describeCita, EstadoBadge } from "~/components/admin/cita";
import { ErrorSummary, WriteForm } from "~/components/form";
import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatTime, formatTimeWithArticle, studioDay } from "~/format/dates";
import { formatNearDay } from "~/format/days.server";
import { ausenciasPath } from "~/format/links";
import { dialable } from "~/format/phone";
import { CLIENTE_ELIMINADO, capitalize, fullName, joinWords, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { readForm, textOf } from "~/http/form/form.server";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { redirectWithError } from "~/http/replies.server";
import { listCitasEn } from "~/models/citas/en-ausencia.server";
import { getPorMover, listPrimerasHoras, type PorMover } from "~/models/citas/mover.server";
import { getAusencia } from "~/models/equipo/ausencia.server";
import { getHorario } from "~/models/equipo/horario.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { describeHours } from "./hour-sentences.server";
import { Hours } from "./hours";
import { Message } from "./message";
import { answerOpening, readMensaje } from "./message-answer.server";
import { answerMove, readHour } from "./move-answer.server";

// The appointments that are left in an absence of a specialist (`id`), or in closed days of the studio, which have no `id` in their
// URL: each is moved by one press, and its client told by another.

export { clientAction } from "~/components/form";

type Params = ActionFunctionArgs["params"];

/** How many appointments have their hours on the page; the others lead to the page that moves one. */
const WITH_HOURS = 12;

const pathOf = ({ id, ausencia }: Params) => `${ausenciasPath(id)}/${ausencia}/citas`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return notFoundIfNull(await or503(readPage(request, params), LOAD_ERRORS.citas));
}

async function readPage(request: Request, params: Params) {
  const [ausencia, empleado, zona] = await Promise.all([
    getAusencia(params.id ?? null, params.ausencia),
    getHorario(params.id),
    getZona(),
  ]);
  if (!ausencia) return null;
  const told = new URL(request.url).searchParams.get("mensaje") ?? undefined;
  const [citas, mensaje] = await Promise.all([listCitasEn(ausencia.id, zona), readMensaje(told, "confirmar")]);
  const horas = await listPrimerasHoras(citas.slice(0, WITH_HOURS), zona);
  const hoy = studioDay(new Date(), zona);
  return {
    ...{ ausencia, zona, mensaje, here: pathOf(params), list: ausenciasPath(params.id) },
    name: empleado && fullName(empleado),
    citas: citas.map((cita) => {
      const primeras = horas.get(cita.id);
      return {
        ...pickShown(cita),
        ...{ estado: cita.estado, cliente_id: cita.cliente_id, cliente: cita.cliente, updated_at: cita.updated_at.toISOString() },
        otras: cita.otras.map(pickShown),
        dia: formatNearDay(studioDay(cita.fecha_hora, zona), hoy),
        horas: primeras && {
          suyas: describeHours(primeras.suyas, zona),
          conOtra: describeHours(primeras.conOtra, zona),
        },
      };
    }),
  };
}

const pickShown = ({ id, fecha_hora, servicio, empleado }: Omit<PorMover, "otras">) => ({
  ...{ id, fecha_hora, servicio: servicio?.nombre ?? SERVICIO_ELIMINADO },
  empleado: empleado?.nombre ?? null,
});

/** Which button sent the page: an hour of an appointment, or *Avisar* once it was moved. */
type Intent = { type: "tell" } | ({ type: "move" } & ReturnType<typeof readHour>);

/** Reads the button that was pressed. Throws 400 for any other. */
function readIntent(values: FormData, zona: string): Intent {
  if (values.get("intent") === "tell") return { type: "tell" };
  return { type: "move", ...readHour(values, values.get("con") === "cualquiera", zona) };
}

/** Moves an appointment to the hour that was pressed, or opens the message that tells its client, and comes back to the list. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const [ausencia, zona] = await Promise.all([getAusencia(params.id ?? null, params.ausencia), getZona()]);
  notFoundIfNull(ausencia);
  const intent = readIntent(values, zona);
  const id = textOf(values, "cita");
  const back = pathOf(params);
  if (intent.type === "tell")
    return answerOpening(id, "confirmar", { cuenta_id: user.id, key, ready: `${back}?mensaje=${id}`, back });

  const cita = await getPorMover(id);
  if (!cita) return redirectWithError(back, "missing");
  const { fecha_hora, con } = intent;
  return answerMove(cita, {
    ...{ fecha_hora, con, zona, seen: values.get("updated_at"), cuenta_id: user.id, key, back },
    tell: { action: back, values: { intent: "tell", cita: id } },
  });
}

export const meta: MetaFunction = () => [{ title: "Citas por mover" }];

export default function AbsenceCitas() {
  const { ausencia, name, list, citas, mensaje } = useLoaderData<typeof loader>();
  const sentence = useActionData<typeof action>()?.sentence;
  const days = [...new Set(citas.map(({ dia }) => dia))];
  return (
    <div className="@container">
      <BackLink to={list}>{name ? "Horario y ausencias" : "Días cerrados"}</BackLink>
      <ScreenHeader title="Citas por mover">
        <span className="wrap-anywhere">{name ?? "Estudio cerrado"}</span>
        <br />
        {capitalize(formatAusenciaDays(ausencia))}
      </ScreenHeader>
      <div className="grid gap-5">
        <ErrorSummary form={{ id: "mover", errors: sentence ? [sentence] : undefined, allErrors: {} }} />
        {mensaje ? <MessageCard mensaje={mensaje} /> : null}
        {citas.length === 0 ? (
          <EmptyState title={`Ya no hay citas ${ausencia.de ? "a esas horas" : "en esos días"}`}>
            <Link to={list} className="button">
              {name ? "Ver su horario" : "Ver los días cerrados"}
            </Link>
          </EmptyState>
        ) : (
          <p>{plural(citas.length, "cita", "citas")}. Toca una hora y se cambia la cita; después puedes avisarle.</p>
        )}
        {days.map((dia) => (
          <section key={dia} aria-label={dia}>
            <h2 className="mb-2 text-xl">{dia}</h2>
            <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
              {citas
                .filter((cita) => cita.dia === dia)
                .map((cita) => (
                  <CitaLine key={cita.id} cita={cita} />
                ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}

type Page = SerializeFrom<typeof loader>;
type Cita = Page["citas"][number];

/** The message that tells a client, ready to be opened. It takes the focus when the pressed button was removed. */
function MessageCard({ mensaje }: { mensaje: NonNullable<Page["mensaje"]> }) {
  const card = useRef<HTMLElement>(null);
  const { created_at } = mensaje.abierto;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each message that was opened.
  useEffect(() => {
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [created_at]);
  return (
    <section ref={card} tabIndex={-1} aria-labelledby="mensaje" className="card max-w-2xl bg-blush outline-none">
      <h2 id="mensaje">Mensaje para {mensaje.cliente.nombre}</h2>
      <div className="grid gap-3">
        <Message {...mensaje} />
      </div>
    </section>
  );
}

/** An appointment with the first hours to which it can go. */
function CitaLine({ cita }: { cita: Cita }) {
  const { ausencia, zona, here } = useLoaderData<typeof loader>();
  const { id, cliente, servicio, empleado, otras, horas } = cita;
  const recordName = describeCita(cita, zona);
  return (
    <li className="grid gap-2 px-4 py-3 @3xl:grid-cols-[1fr_2fr] @3xl:gap-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-lg font-semibold tabular-nums">
            <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
          </p>
          <EstadoBadge estado={cita.estado} />
          <Link to={citaPath(id, "mover", here)} className={`ml-auto ${horas ? "link py-2.5" : "button button-quiet"}`}>
            <RecordLabel of={recordName}>{horas ? "Más horas" : "Mover"}</RecordLabel>
          </Link>
        </div>
        <p className="wrap-anywhere">
          <Link to={citaPath(id, "detalle", here)} className="link -mb-2 inline-block pb-2 font-semibold">
            {cliente?.nombre ?? CLIENTE_ELIMINADO}
          </Link>
        </p>
        <p className="text-soft wrap-anywhere">
          {servicio}
          {ausencia.empleado_id ? null : ` · ${empleado ? `con ${empleado}` : SIN_ESPECIALISTA}`}
        </p>
        <Telephone cita={cita} />
        {otras.length > 0 ? (
          <p className="text-sm text-soft wrap-anywhere">
            Su visita se mueve junta: también{" "}
            {joinWords(otras.map((otra) => `${otra.servicio} ${formatTimeWithArticle(otra.fecha_hora, zona, "de")}`))}
          </p>
        ) : null}
      </div>
      {horas ? <FirstHours cita={cita} {...horas} /> : null}
    </li>
  );
}

/** The first hours of an appointment: with its own specialist, and alone with another. */
function FirstHours({ cita, suyas, conOtra }: NonNullable<Cita["horas"]> & { cita: Cita }) {
  const { zona } = useLoaderData<typeof loader>();
  const recordName = describeCita(cita, zona);
  const names = suyas[0]?.horas[0]?.con;
  const alone = cita.otras.length > 0 ? ", solo este servicio" : ", con alguien más";
  return (
    <div className="grid min-w-0 content-start gap-2 @xl:grid-cols-2 @xl:gap-x-6">
      {suyas.length > 0 ? (
        <HoursForm cita={cita} days={suyas} line={{ after: names ? `, con ${names}` : "", recordName }} isSameCon />
      ) : null}
      {conOtra.length > 0 ? <HoursForm cita={cita} days={conOtra} line={{ after: alone, recordName }} /> : null}
      {suyas.length + conOtra.length === 0 ? <p className="col-span-full text-soft">No hay horas libres en estos días.</p> : null}
    </div>
  );
}

type HoursFormProps = Required<Pick<Parameters<typeof Hours>[0], "days" | "line">> & {
  cita: Cita;
  isSameCon?: boolean;
};

/** The hours of an appointment, each a button that moves it: with its own specialist (`isSameCon`), or alone with another. */
function HoursForm({ cita, isSameCon = false, ...hours }: HoursFormProps) {
  return (
    <WriteForm>
      <input type="hidden" name="cita" value={cita.id} />
      <input type="hidden" name="updated_at" value={cita.updated_at} />
      {isSameCon ? null : <input type="hidden" name="con" value="cualquiera" />}
      <Hours isSameCon={isSameCon} {...hours} />
    </WriteForm>
  );
}

/** Why the client of an appointment cannot be told by WhatsApp, if she cannot. */
function Telephone({ cita: { cliente, cliente_id } }: { cita: Cita }) {
  const { here } = useLoaderData<typeof loader>();
  if (!cliente || !cliente_id || dialable(cliente.telefono)) return null;
  return <FixPhone cliente={{ id: cliente_id, nombre: cliente.nombre }} hasPhone={Boolean(cliente.telefono)} back={here} />;
}
