import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AlertaBadge, BackLink, DeleteLink, Email, Pagination, Phone, WhatsappLink } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { citaPath, EstadoBadge } from "~/components/admin/cita";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatDate, formatDay, formatMoment, formatTime, studioDay } from "~/format/dates";
import { clientePath, whatsappUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { dialable } from "~/format/phone";
import { fullName, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { notFoundIfNull, or503, orUndefined, requireUser } from "~/http/guards.server";
import { readList } from "~/http/search-params.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { getCliente, listOtrasFichas } from "~/models/clientes/cliente.server";
import { listHistorial, listProximasCitas, summarizeCliente } from "~/models/clientes/ficha.server";
import { can } from "~/models/cuentas/permiso.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { readSalud } from "./open-notes.server";
import { SaludCard } from "./salud-card";

// How many appointments of the history are shown before all of them are asked for.
const LATEST = 5;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const cliente = notFoundIfNull(await or503(getCliente(params.id)));
  const { pagina } = readList(request);
  const zona = await or503(getZona());
  const today = studioMoment(studioDay(new Date(), zona), "00:00", zona);
  const isWhole = new URL(request.url).searchParams.has("pagina");
  const [salud, resumen, proximas, historia, otras, ahead] = await Promise.all([
    orUndefined(readSalud(request, user, cliente.id)),
    orUndefined(summarizeCliente(cliente.id)),
    orUndefined(listProximasCitas(cliente.id, today)),
    orUndefined(listHistorial(cliente.id, today, pagina, isWhole ? undefined : LATEST)),
    orUndefined(listOtrasFichas(cliente.id)),
    orUndefined(countCitasAhead("cliente_id", [cliente], zona)),
  ]);
  const canMerge = can(user, "propietaria");
  const shown = resumen && { ...resumen, cobrado: can(user, "dinero") ? resumen.cobrado : null };
  const question = DELETE_QUESTIONS.cliente(cliente.nombre, ahead?.get(cliente.id));
  return { cliente, zona, salud, resumen: shown, proximas, historia, isWhole, otras, canMerge, question };
}

// Without the client's name, because titles stay in the browser history.
export const meta: MetaFunction = () => [{ title: "Ficha de la clienta" }];

export default function Ficha() {
  const { cliente, zona, salud, resumen, proximas, historia, isWhole, otras, canMerge, question } =
    useLoaderData<typeof loader>();
  const number = dialable(cliente.telefono);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const edad = cliente.edad === null ? null : plural(cliente.edad, "año", "años");
  const datos = joined(edad, cliente.ocupacion, cliente.estado_civil);
  return (
    <div className="@container grid gap-6">
      <header className="grid gap-2">
        <BackLink to="/admin/clientes">Clientes</BackLink>
        <h1 className="text-3xl wrap-anywhere md:text-4xl">{cliente.nombre}</h1>
        <AlertaBadge alerta={salud?.alerta} />
        <p className="text-soft">
          {joined(
            `Clienta desde el ${formatDate(cliente.created_at, zona)}`,
            resumen?.visitas && plural(resumen.visitas, "visita", "visitas"),
            resumen?.ultima && `la última el ${formatDate(resumen.ultima, zona)}`,
          )}
        </p>
        <div className="actions print:hidden @max-lg:[&>.button]:grow @max-lg:[&>.button]:px-[min(0.75rem,3vw)] @max-lg:[&>a[href^='/']>.icon]:hidden">
          <Link to={`/admin/citas/nueva?cliente_id=${cliente.id}`} className="button">
            <Icon name="plus" />
            Nueva cita
          </Link>
          {number ? <WhatsappLink url={whatsappUrl(number.slice(1))}>WhatsApp</WhatsappLink> : null}
          <Link to={clientePath(cliente.id, here)} className="button button-quiet">
            <Icon name="edit" />
            Editar
          </Link>
        </div>
        <div className="flex flex-wrap items-center gap-x-6">
          {cliente.telefono ? <Phone phone={cliente.telefono} /> : null}
          {cliente.correo ? <Email email={cliente.correo} /> : null}
        </div>
      </header>

      {otras ? null : <UnavailablePart>No se pudo revisar si tiene otras fichas.</UnavailablePart>}
      {!otras || otras.length === 0 ? null : (
        <Card id="otras-fichas" title="Otras fichas con este teléfono o correo">
          <ul className="grid gap-1">
            {otras.map((otra) => (
              <li key={otra.id} className="flex flex-wrap items-center gap-x-4">
                <Link to={`/admin/clientes/${otra.id}/ficha`} className="link py-2.5 wrap-anywhere">
                  {otra.nombre}
                </Link>
                {canMerge ? (
                  <Link
                    to={`/admin/clientes/${cliente.id}/fusionar?otra=${otra.id}`}
                    className="link inline-flex min-h-11 items-center text-sm"
                  >
                    Comparar<span className="sr-only"> con {otra.nombre}</span>
                  </Link>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      )}

      <div className="grid items-start gap-x-6 gap-y-4 @4xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid gap-4">
          <Card id="proxima" title={proximas && proximas.length > 1 ? "Próximas citas" : "Próxima cita"} isLarge>
            {proximas === undefined ? (
              <UnavailablePart>No se pudo cargar su próxima cita.</UnavailablePart>
            ) : proximas.length > 0 ? (
              <Citas citas={proximas} whenOf={(moment) => `${formatDay(moment, zona)}, ${formatTime(moment, zona)}`} />
            ) : (
              <p className="text-soft">No tiene citas agendadas.</p>
            )}
          </Card>
          <Card id="historia" title="Historial" isLarge>
            {resumen ? (
              <p className="text-soft empty:hidden">
                {joined(
                  historia?.total && plural(historia.total, "cita anterior", "citas anteriores"),
                  resumen.canceladas && plural(resumen.canceladas, "cancelada", "canceladas"),
                  resumen.faltas && `faltó ${plural(resumen.faltas, "vez", "veces")}`,
                  Number(resumen.cobrado) > 0 && `ha pagado ${formatMoney(String(resumen.cobrado))} por sus citas`,
                )}
              </p>
            ) : (
              <UnavailablePart>No se pudo cargar el resumen de sus visitas.</UnavailablePart>
            )}
            {!historia ? (
              <UnavailablePart>No se pudo cargar su historial.</UnavailablePart>
            ) : historia.citas.length === 0 ? (
              <p className="text-soft">Todavía no tiene citas anteriores.</p>
            ) : (
              <Citas citas={historia.citas} whenOf={(moment) => formatMoment(moment, zona)} />
            )}
            {historia && historia.total > LATEST ? (
              <Link
                to={isWhole ? pathname : `${pathname}?pagina=1#historia`}
                preventScrollReset
                className="link self-start py-2.5 print:hidden"
              >
                {isWhole ? `Ver solo las últimas ${LATEST}` : `Ver las ${historia.total} citas`}
              </Link>
            ) : null}
            {historia && isWhole ? <Pagination page={historia.page} last={historia.last} /> : null}
          </Card>
        </div>
        <div className="grid gap-4">
          {datos || cliente.servicio ? (
            <Card id="datos" title="Datos" isLarge>
              {datos ? <p className="wrap-anywhere">{datos}</p> : null}
              {cliente.servicio ? <p className="wrap-anywhere">Le interesa: {cliente.servicio}</p> : null}
            </Card>
          ) : null}
          {salud === undefined ? (
            <UnavailablePart>No se pudieron cargar sus notas de salud.</UnavailablePart>
          ) : salud?.tieneNotas ? (
            <SaludCard id={cliente.id} notas={salud.notas} />
          ) : null}
          <p className="flex flex-wrap items-center gap-x-6 print:hidden [&>.delete-link]:-mr-2">
            {canMerge ? (
              <Link to={`/admin/clientes/${cliente.id}/fusionar`} className="link py-2.5">
                Está repetida: juntar con otra
              </Link>
            ) : null}
            <DeleteLink
              action={`/admin/clientes/${cliente.id}/eliminar`}
              recordName={`a ${cliente.nombre}`}
              question={question}
            />
          </p>
        </div>
      </div>
    </div>
  );
}

type CitasProps = { citas: SerializeFrom<typeof listProximasCitas>; whenOf: (moment: string) => string };

/** Her appointments, each with its day and hour as the link to it. */
function Citas({ citas, whenOf }: CitasProps) {
  const { pathname, search } = useLocation();
  return (
    <ol className="divide-y divide-line border-t border-line">
      {citas.map((cita) => (
        <li
          key={cita.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1 pb-3 last:pb-0 @2xl:grid @2xl:grid-cols-[11.5rem_1fr_auto]"
        >
          <p className="first-letter:uppercase">
            <Link to={citaPath(cita.id, "detalle", pathname + search)} className="link block py-2.5 font-semibold tabular-nums">
              <time dateTime={cita.fecha_hora}>{whenOf(cita.fecha_hora)}</time>
            </Link>
          </p>
          <div className="order-1 w-full min-w-0 wrap-anywhere @2xl:order-none @2xl:w-auto">
            <p>{cita.servicio?.nombre ?? SERVICIO_ELIMINADO}</p>
            <p className="text-soft">
              {joined(
                cita.empleado ? `con ${fullName(cita.empleado)}` : SIN_ESPECIALISTA,
                formatMoney(cita.precio),
                cita.cobrado !== cita.precio && cita.cobrado !== "0.00" && `cobrado ${formatMoney(cita.cobrado)}`,
              )}
            </p>
            {cita.debe === "0.00" ? null : <p className="font-semibold">Falta cobrar {formatMoney(cita.debe)}</p>}
            {cita.notas ? <p className="mt-1 whitespace-pre-line text-soft">{cita.notas}</p> : null}
          </div>
          <p className="[&_span]:self-baseline">
            <EstadoBadge {...cita} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The parts that there are, in one line. */
const joined = (...parts: unknown[]) => parts.filter(Boolean).join(" · ");
