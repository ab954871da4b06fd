import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewLink, ScreenHeader } from "~/components/admin";
import { PorRevisar } from "~/components/admin/por-revisar";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Link } from "~/components/link";
import { Chart } from "~/components/money/chart";
import { ReportTable } from "~/components/money/report-table";
import { hasFacts } from "~/content/estudio";
import { describeChart, drawChart } from "~/format/chart.server";
import { formatDay, studioDay } from "~/format/dates";
import { formatSoon } from "~/format/days.server";
import { CLIENTE_ELIMINADO, joinWords, SERVICIO_ELIMINADO } from "~/format/text";
import { readPorRevisar } from "~/http/bitacora-lines.server";
import { describeHueco, huecoPath } from "~/http/freed-places.server";
import { orUndefined, requireUser } from "~/http/guards.server";
import { signUpMode } from "~/http/session/sign-up.server";
import { countServicios } from "~/models/catalogo/servicio.server";
import { type CitaDelDia, listCitasDeDias, listCitasDelDia } from "~/models/citas/cita-list.server";
import { findDaysAround, isPast, splitDia } from "~/models/citas/dia.server";
import { listRecordatoriosOf } from "~/models/citas/recordatorio.server";
import { countClientes } from "~/models/clientes/cliente.server";
import { can } from "~/models/cuentas/permiso.server";
import { getRendimiento } from "~/models/dinero/reporte-dinero.server";
import { getTotalDelMes } from "~/models/dinero/suma.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { listFirstSteps } from "~/models/estudio/primeros-pasos.server";
import { listLow } from "~/models/inventario/item.server";
import { sumDeudas } from "~/models/ventas/deuda.server";
import { FigureCards } from "./figures";
import { ParaEmpezar } from "./first-steps";
import { PorAtender, QuienNews } from "./pending";
import { SHORTCUTS, Shortcuts } from "./shortcuts";
import { CitasDeHoy, SiguienteDia } from "./todays-appointments";

// As many freed hours as a phone shows without hiding what waits besides.
const MAX_HUECOS = 3;

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const estudio = await getConfiguracion();
  const zona = estudio.zona_horaria;
  const now = new Date();
  const hoy = studioDay(now, zona);
  const seesMoney = can(user, "dinero");
  const isOwner = can(user, "propietaria");
  const around = orUndefined(findDaysAround(estudio, now));
  const [clientes, servicios, money, porAgotarse, days, recordatorios, deudas, citas, porRevisar] = await Promise.all([
    orUndefined(countClientes()),
    orUndefined(countServicios()),
    seesMoney ? readMoney(hoy, zona, now) : { rendimiento: null, ingresos: null },
    can(user, "inventario") ? orUndefined(listLow()) : null,
    around,
    around.then((days) => days && orUndefined(listRecordatoriosOf(days.porRecordar, zona, now))),
    seesMoney ? orUndefined(sumDeudas(zona)) : null,
    orUndefined(listCitasDelDia(zona, user, now)),
    isOwner ? orUndefined(readPorRevisar(zona)) : null,
  ]);
  const { rendimiento, ingresos } = money;
  // Once nothing is left today, what comes next is on another day.
  const isDone = !citas?.some((cita) => !isPast(cita, now));
  const otroDia = isDone && days?.proxima ? studioDay(days.proxima, zona) : null;
  const siguiente = otroDia ? await orUndefined(listCitasDeDias(otroDia, 1, zona, user)) : null;
  // Until the first appointment a studio is new.
  const mayBeNew = isOwner && isDone && !otroDia && !days?.sinCerrar && !citas?.length;
  const pasos = mayBeNew ? await orUndefined(listFirstSteps(estudio, signUpMode() === "open")) : null;
  const mine = (cita: CitaDelDia) => user.empleado_id !== null && cita.empleado_id === user.empleado_id;
  return {
    zona,
    hoy: now.toISOString(),
    cifras: { clientes, servicios },
    // Null: not for this account. Undefined: it could not be read.
    ingresos,
    pendientes: {
      cuentas: porRevisar?.pendientes ?? 0,
      porAgotarse,
      sinCerrar: days?.sinCerrar,
      porRecordar: recordatorios && {
        dia: recordatorios.dia,
        citas: recordatorios.citas.filter(({ isPending, estado }) => isPending && estado === "programada").length,
      },
      deudas,
      hecho: days && {
        ...days.hecho,
        canceladas: days.hecho.canceladas.map(({ id, fecha_hora, cliente, servicios }) => ({
          id,
          dia: studioDay(fecha_hora, zona),
          text: `${cliente ?? CLIENTE_ELIMINADO} canceló su cita de ${formatSoon(fecha_hora, zona, hoy)} (${joinWords(servicios.map((servicio) => servicio ?? SERVICIO_ELIMINADO))})`,
        })),
      },
      solicitudes: days?.solicitudes.primera
        ? { cuantas: days.solicitudes.cuantas, vence: formatSoon(new Date(days.solicitudes.primera), zona, hoy) }
        : null,
      porVolver: days?.porVolver,
      huecos: days?.huecos.slice(0, MAX_HUECOS).map((hueco) => ({
        clientas: hueco.clientas,
        cuando: describeHueco(hueco, zona, now),
        to: huecoPath(hueco, zona),
      })),
    },
    porRevisar,
    isQuienNew: can(user, "catalogo") && days?.isQuienNew,
    total: citas?.length,
    miDia: user.empleado_id === null ? null : citas && asDia(citas.filter(mine), now),
    // A specialist's own are above.
    dia:
      citas &&
      asDia(
        citas.filter((cita) => !mine(cita)),
        now,
      ),
    siguiente: siguiente && otroDia ? { dia: otroDia, citas: asDia(siguiente, now).upcoming } : null,
    pasos: pasos && !pasos.cita ? pasos : null,
    sinDatos: hasFacts(estudio) ? null : estudio.nombre,
    shortcuts: SHORTCUTS.filter(({ right }) => can(user, right)).map(({ right: _right, ...shortcut }) => shortcut),
    rendimiento: rendimiento && {
      anio: hoy.slice(0, 4),
      isEmpty: rendimiento.tramos.every(({ ingresos, egresos }) => !/[1-9]/.test(ingresos + egresos)),
      serie: rendimiento.serie,
      chart: { ...drawChart(rendimiento.tramos), sentence: describeChart(rendimiento.tramos, rendimiento.sumas) },
    },
  };
}

/** The year's income and expenses, and this month's income: the last month of the year's, or alone when the year cannot be read. */
async function readMoney(hoy: string, zona: string, now: Date) {
  const rendimiento = await orUndefined(getRendimiento(hoy));
  if (rendimiento) return { rendimiento, ingresos: rendimiento.tramos.at(-1)?.ingresos };
  const total = await orUndefined(getTotalDelMes("ingresos_susa", zona, now));
  return { rendimiento, ingresos: total?.amount };
}

/** The appointments of a day without what its rows do not show. */
function asDia(citas: CitaDelDia[], now: Date) {
  const { upcoming, ongoing, past } = splitDia(citas, now);
  const rows = (all: CitaDelDia[]) => all.map(({ fin: _fin, empleado_id: _empleado, notas: _notas, ...cita }) => cita);
  return { upcoming: rows(upcoming), ongoing, past: rows(past) };
}

export const meta: MetaFunction = () => [{ title: "Dashboard" }];

export default function Dashboard() {
  const {
    zona,
    hoy,
    cifras,
    ingresos,
    pendientes,
    porRevisar,
    isQuienNew,
    total,
    miDia,
    dia,
    siguiente,
    pasos,
    sinDatos,
    shortcuts,
    rendimiento,
  } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Dashboard" action={cifras.servicios ? <NewLink to="/admin/citas/nueva">Nueva Cita</NewLink> : null}>
        <span className="first-letter:uppercase inline-block">{formatDay(hoy, zona)}</span>
        {cifras.servicios ? (
          <>
            {" · "}
            <Link to="/admin/citas/nueva?ahora=1" className="link inline-flex min-h-11 items-center">
              Llegó sin cita
            </Link>
          </>
        ) : null}
      </ScreenHeader>
      {pasos ? <ParaEmpezar pasos={pasos} sinDatos={sinDatos} /> : null}
      <div className="grid grid-cols-1 gap-8 @4xl:grid-cols-[minmax(0,1fr)_19rem] @4xl:grid-rows-[auto_1fr] @4xl:items-start">
        <div className="grid grid-cols-1 gap-8">
          {miDia === null ? null : (
            <section aria-labelledby="mi-dia">
              <h2 id="mi-dia" className="mb-3 text-2xl">
                Mi día
              </h2>
              {miDia ? (
                <CitasDeHoy dia={miDia} ahora={hoy} zona={zona} empty="Hoy no tienes citas." done="Ya no te quedan citas hoy." />
              ) : (
                <UnavailablePart>No se pudieron cargar tus citas de hoy.</UnavailablePart>
              )}
            </section>
          )}
          <section aria-labelledby="citas-de-hoy">
            <h2 id="citas-de-hoy" className="mb-3 text-2xl">
              {miDia ? "Las demás citas de hoy" : "Citas de hoy"}
            </h2>
            {dia ? (
              <CitasDeHoy
                dia={dia}
                ahora={hoy}
                zona={zona}
                empty={miDia ? "No hay otras citas hoy." : "No hay citas para hoy."}
                done={miDia ? "Ya no quedan otras citas hoy." : "Ya no quedan citas hoy."}
              />
            ) : (
              <UnavailablePart>No se pudieron cargar las citas de hoy.</UnavailablePart>
            )}
          </section>
          {siguiente ? <SiguienteDia {...siguiente} ahora={hoy} zona={zona} /> : null}
        </div>
        <div className="grid grid-cols-1 gap-6 @4xl:row-span-2">
          {isQuienNew ? <QuienNews /> : null}
          <PorAtender {...pendientes} />
          {porRevisar ? <PorRevisar {...porRevisar} back="/admin" /> : null}
        </div>
        <div className="@container">
          {rendimiento === null || (rendimiento?.isEmpty && pasos) ? null : (
            <section aria-labelledby="rendimiento">
              <h2 id="rendimiento" className="mb-4 text-2xl">
                Rendimiento mensual
              </h2>
              {rendimiento === undefined ? (
                <UnavailablePart>No se pudo cargar el rendimiento del año.</UnavailablePart>
              ) : rendimiento.isEmpty ? (
                <p className="card text-soft">Todavía no hay ingresos ni egresos en {rendimiento.anio}.</p>
              ) : (
                <Chart id="mensual" title={rendimiento.serie.titulo} {...rendimiento.chart}>
                  <ReportTable caption={rendimiento.serie.titulo} {...rendimiento.serie} />
                </Chart>
              )}
            </section>
          )}

          <FigureCards cifras={cifras} total={total} ingresos={ingresos} />
          <Shortcuts shortcuts={shortcuts} />
        </div>
      </div>
    </div>
  );
}
