import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AlertaBadge, BackLink, Email, EmptyState, Pagination, Phone, WhatsappLink } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { citaPath, EstadoBadge } from "~/components/admin/cita";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { Stat } from "~/components/money/stat";
import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { formatDate, formatDay, formatMoment, formatTime } from "~/format/dates";
import { clientePath, whatsappUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { dialable } from "~/format/phone";
import { fullName, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { notFoundIfNull, or503, orUndefined, requireUser } from "~/http/guards.server";
import { readList } from "~/http/search-params.server";
import { getCliente, listOtrasFichas } from "~/models/clientes/cliente.server";
import { findProximaCita, listCitasDeCliente, summarizeCliente } from "~/models/clientes/ficha.server";
import { can } from "~/models/cuentas/permiso.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { readSalud } from "./open-notes.server";
import { Datum, SaludCard } from "./salud-card";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const cliente = notFoundIfNull(await or503(getCliente(params.id)));
  const { pagina } = readList(request);
  const [zona, salud, resumen, proxima, historia, otras] = await Promise.all([
    or503(getZona()),
    orUndefined(readSalud(request, user, cliente.id)),
    orUndefined(summarizeCliente(cliente.id)),
    orUndefined(findProximaCita(cliente.id)),
    orUndefined(listCitasDeCliente(cliente.id, pagina)),
    orUndefined(listOtrasFichas(cliente.id)),
  ]);
  const canMerge = can(user, "propietaria");
  const shown = resumen && withSums(resumen, can(user, "dinero"));
  return { cliente, zona, salud, resumen: shown, proxima, historia, otras, canMerge };
}

/** The summary, without what was charged for an account that may not see sums. */
function withSums<Summary extends { cobrado: string }>({ cobrado, ...resumen }: Summary, canSee: boolean) {
  return { ...resumen, cobrado: canSee ? cobrado : null };
}

// Without the client's name, because titles stay in the browser history.
export const meta: MetaFunction = () => [{ title: "Ficha de la clienta" }];

export default function Ficha() {
  const { cliente, zona, salud, resumen, proxima, historia, otras, canMerge } = useLoaderData<typeof loader>();
  const number = dialable(cliente.telefono);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <div className="@container grid gap-8">
      <header className="grid gap-4">
        <BackLink to="/admin/clientes">Clientes</BackLink>
        <h1 className="text-3xl wrap-anywhere md:text-4xl">{cliente.nombre}</h1>
        <AlertaBadge alerta={salud?.alerta} />
        <p className="text-soft">
          Clienta desde el {formatDate(cliente.created_at, zona)}
          {resumen?.ultima ? ` · última visita el ${formatDate(resumen.ultima, zona)}` : ""}
        </p>
        <div className="flex flex-wrap gap-3">
          <Link to={`/admin/citas/nueva?cliente_id=${cliente.id}`} className="button">
            <Icon name="plus" />
            Nueva cita
          </Link>
          <Link to={clientePath(cliente.id, here)} className="button button-quiet">
            <Icon name="edit" />
            Editar
          </Link>
          {canMerge ? (
            <Link to={`/admin/clientes/${cliente.id}/fusionar`} className="button button-quiet">
              Fusionar con otra
            </Link>
          ) : null}
        </div>
      </header>

      {otras ? null : <UnavailablePart>No se pudo revisar si tiene otras fichas.</UnavailablePart>}
      {!otras || otras.length === 0 ? null : (
        <section aria-labelledby="otras-fichas" className="rounded-xl border border-line bg-sand p-5">
          <h2 id="otras-fichas" className="text-xl">
            Otras fichas con este teléfono o correo
          </h2>
          <ul className="mt-2 grid gap-1">
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
        </section>
      )}

      <div className="grid gap-2">
        {resumen ? (
          <dl className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
            <Stat label="Visitas">{resumen.visitas}</Stat>
            {resumen.cobrado === null ? null : <Stat label="Cobrado">{formatMoney(resumen.cobrado)}</Stat>}
            <Stat label="No asistió">{resumen.faltas}</Stat>
            <Stat label="Canceladas">{resumen.canceladas}</Stat>
          </dl>
        ) : (
          <UnavailablePart>No se pudo cargar el resumen de sus visitas.</UnavailablePart>
        )}
        {resumen?.cobrado ? (
          <p className="text-sm text-soft">
            «Cobrado» suma lo que pagó por sus citas, con anticipos, menos lo devuelto. Los otros ingresos no cuentan.
          </p>
        ) : null}
      </div>

      <div className="grid items-start gap-4 @3xl:grid-cols-2">
        <div className="grid gap-4">
          <Card id="proxima" title="Próxima cita" isLarge>
            {proxima === undefined ? (
              <UnavailablePart>No se pudo cargar su próxima cita.</UnavailablePart>
            ) : proxima ? (
              <p className="wrap-anywhere">
                <Link to={citaPath(proxima.id, "detalle", here)} className="link inline-block py-2.5 font-semibold">
                  {formatDay(proxima.fecha_hora, zona)}, {formatTime(proxima.fecha_hora, zona)}
                </Link>
                <span className="block text-soft">{whatAndWith(proxima)}</span>
              </p>
            ) : (
              <p className="text-soft">No tiene citas por venir.</p>
            )}
          </Card>
          <Card id="contacto" title="Contacto" isLarge>
            {cliente.telefono ? <Phone phone={cliente.telefono} /> : null}
            {number ? <WhatsappLink url={whatsappUrl(number.slice(1))}>WhatsApp</WhatsappLink> : null}
            {cliente.correo ? <Email email={cliente.correo} /> : null}
            {cliente.telefono || cliente.correo ? null : <p className="text-soft">Sin teléfono ni correo.</p>}
          </Card>
        </div>
        <div className="grid gap-4">
          <Card id="datos" title="Datos" isLarge>
            <dl className="grid gap-2">
              <Datum label={CLIENTE_LABELS.edad}>{cliente.edad === null ? null : plural(cliente.edad, "año", "años")}</Datum>
              <Datum label={CLIENTE_LABELS.ocupacion}>{cliente.ocupacion}</Datum>
              <Datum label={CLIENTE_LABELS.estado_civil}>{cliente.estado_civil}</Datum>
              <Datum label={CLIENTE_LABELS.servicio}>{cliente.servicio}</Datum>
            </dl>
          </Card>
          {salud === undefined ? (
            <UnavailablePart>No se pudieron cargar sus notas de salud.</UnavailablePart>
          ) : salud ? (
            <SaludCard id={cliente.id} {...salud} />
          ) : null}
        </div>
      </div>

      <section aria-labelledby="historia">
        <h2 id="historia" className="text-2xl">
          Historial
        </h2>
        <p className="mt-1 mb-4 text-soft">
          {resumen ? plural(resumen.citas, "cita", "citas") : null}
          {resumen && resumen.citas > 1 ? ", la más reciente primero" : null}
        </p>
        {!historia ? (
          <UnavailablePart>No se pudo cargar su historial.</UnavailablePart>
        ) : historia.citas.length === 0 ? (
          <EmptyState title="Todavía no tiene citas" />
        ) : (
          <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
            {historia.citas.map((cita) => (
              <li key={cita.id} className="grid gap-x-5 gap-y-1 px-5 py-4 @xl:grid-cols-[11rem_1fr_auto]">
                <p>
                  <Link to={citaPath(cita.id, "detalle", here)} className="link inline-block py-2.5 font-semibold tabular-nums">
                    <time dateTime={cita.fecha_hora}>{formatMoment(cita.fecha_hora, zona)}</time>
                  </Link>
                </p>
                <div className="min-w-0 wrap-anywhere @xl:py-2.5">
                  <p>{whatAndWith(cita)}</p>
                  <p className="text-soft">
                    {formatMoney(cita.precio)}
                    {cita.cobrado === cita.precio || cita.cobrado === "0.00" ? "" : ` · cobrado ${formatMoney(cita.cobrado)}`}
                  </p>
                  {cita.notas ? <p className="mt-1 whitespace-pre-line text-soft">{cita.notas}</p> : null}
                </div>
                <p className="@xl:py-2.5">
                  <EstadoBadge estado={cita.estado} no_asistio={cita.no_asistio} />
                </p>
              </li>
            ))}
          </ol>
        )}
        {historia ? <Pagination page={historia.page} last={historia.last} /> : null}
      </section>
    </div>
  );
}

type What = { servicio: { nombre: string } | null; empleado: { nombre: string; apellido: string } | null };

function whatAndWith({ servicio, empleado }: What): string {
  const who = empleado ? `con ${fullName(empleado)}` : SIN_ESPECIALISTA;
  return `${servicio?.nombre ?? SERVICIO_ELIMINADO} · ${who}`;
}
