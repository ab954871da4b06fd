import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, ScreenHeader } from "~/components/admin";
import { Chart } from "~/components/admin/chart";
import { PorRevisar } from "~/components/admin/por-revisar";
import { ReportTable } from "~/components/admin/report-table";
import { Stat } from "~/components/admin/stat";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Icon, type IconName } from "~/components/icon";
import { Link } from "~/components/link";
import { describeChart, drawChart } from "~/format/chart.server";
import { formatDay, studioDay } from "~/format/dates";
import { formatMoney, formatNumber } from "~/format/numbers";
import { yearOf } from "~/format/periodo.server";
import { readPorRevisar } from "~/http/bitacora-lines.server";
import { orUndefined, type Right, requireUser } from "~/http/guards.server";
import { type CitaDelDia, listCitasDelDia } from "~/models/citas/cita-list.server";
import { can } from "~/models/cuentas/permiso.server";
import { getCifras } from "~/models/dinero/panel.server";
import { asSerie, getRendimiento } from "~/models/dinero/reporte-dinero.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { CitasDelDia, MiDia } from "./panel-citas";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const now = new Date();
  const anio = yearOf(studioDay(now, zona).slice(0, 4));
  const seesMoney = can(user, "dinero");
  const isOwner = can(user, "propietaria");
  const [{ ingresos, ...cifras }, citas, rendimiento, porRevisar] = await Promise.all([
    getCifras(zona, now),
    orUndefined(listCitasDelDia(zona, user, now)),
    seesMoney ? orUndefined(getRendimiento(anio)) : null,
    isOwner ? orUndefined(readPorRevisar(zona)) : null,
  ]);
  return {
    zona,
    hoy: now.toISOString(),
    cifras,
    // Null: not for this account. Undefined: it could not be read.
    ingresos: seesMoney ? ingresos : null,
    waiting: porRevisar?.pendientes ?? 0,
    porRevisar,
    // A specialist's own are above.
    total: citas?.length,
    citas: citas
      ?.filter((cita) => user.empleado_id === null || cita.empleado_id !== user.empleado_id)
      .map(({ fin: _fin, empleado_id: _empleado, ...cita }) => cita),
    miDia: user.empleado_id === null ? null : citas && sortMiDia(citas, user.empleado_id, now),
    shortcuts: SHORTCUTS.filter(({ right }) => can(user, right)).map(({ right: _right, ...shortcut }) => shortcut),
    rendimiento: rendimiento && {
      serie: asSerie(rendimiento.tramos, anio),
      chart: { ...drawChart(rendimiento.tramos), sentence: describeChart(rendimiento.tramos, rendimiento.sumas) },
    },
  };
}

/** A specialist's own appointments of today: those to come, the next one first, and those that are over. */
function sortMiDia(citas: CitaDelDia[], empleado_id: string, now: Date) {
  const mine = citas.filter((cita) => cita.empleado_id === empleado_id).map(({ empleado_id: _empleado, ...cita }) => cita);
  const isOver = ({ estado, fin }: (typeof mine)[number]) => estado === "completada" || estado === "cancelada" || fin <= now;
  return { siguen: mine.filter((cita) => !isOver(cita)), pasaron: mine.filter(isOver) };
}

// The specification gives these English paths, which redirect to the Spanish ones.
const SHORTCUTS: { href: string; icon: IconName; title: string; text: string; right: Right }[] = [
  {
    href: "/admin/services",
    icon: "servicios",
    title: "Servicios",
    text: "Precios, duración y especialistas",
    right: "catalogo",
  },
  {
    href: "/admin/employees",
    icon: "empleados",
    title: "Empleados",
    text: "El equipo y sus especialidades",
    right: "propietaria",
  },
  { href: "/admin/inventory", icon: "inventario", title: "Inventario", text: "Productos y existencias", right: "inventario" },
  { href: "/admin/providers", icon: "proveedores", title: "Proveedores", text: "Contactos y pedidos", right: "inventario" },
  {
    href: "/admin/service-images",
    icon: "galeria",
    title: "Imágenes de servicios",
    text: "Fotos de servicios y trabajos",
    right: "catalogo",
  },
  {
    href: "/admin/testimonials",
    icon: "testimonios",
    title: "Testimonios",
    text: "Lo que dicen las clientas",
    right: "catalogo",
  },
];

export const meta: MetaFunction = () => [{ title: "Dashboard" }];

export default function Dashboard() {
  const { zona, hoy, cifras, ingresos, waiting, porRevisar, total, citas, miDia, shortcuts, rendimiento } =
    useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Dashboard">
        <span className="first-letter:uppercase inline-block">{formatDay(hoy, zona)}</span>
      </ScreenHeader>
      {waiting ? <WaitingNotice waiting={waiting} /> : null}
      {miDia === null ? null : (
        <section className="mb-10" aria-labelledby="mi-dia">
          <h2 id="mi-dia" className="mb-4 text-2xl">
            Mi día
          </h2>
          {miDia ? <MiDia {...miDia} zona={zona} /> : <UnavailablePart>No se pudieron cargar tus citas de hoy.</UnavailablePart>}
        </section>
      )}
      {porRevisar ? (
        <div className="mb-10">
          <PorRevisar {...porRevisar} back="/admin" />
        </div>
      ) : null}
      <dl className="grid grid-cols-2 gap-3 @3xl:grid-cols-4 md:gap-4">
        <Stat icon="clientes" label="Total Clientes">
          {cifras.clientes === undefined ? (
            <UnavailablePart>No se pudo contar a las clientas.</UnavailablePart>
          ) : (
            formatNumber(cifras.clientes)
          )}
        </Stat>
        <Stat icon="citas" label="Citas Hoy">
          {total === undefined ? <UnavailablePart>No se pudieron contar las citas de hoy.</UnavailablePart> : formatNumber(total)}
        </Stat>
        {ingresos === null ? null : (
          <Stat icon="ingresos" label="Ingresos del Mes">
            {ingresos === undefined ? (
              <UnavailablePart>No se pudieron sumar los ingresos del mes.</UnavailablePart>
            ) : (
              formatMoney(ingresos)
            )}
          </Stat>
        )}
        <Stat icon="servicios" label="Servicios Activos">
          {cifras.servicios === undefined ? (
            <UnavailablePart>No se pudieron contar los servicios.</UnavailablePart>
          ) : (
            formatNumber(cifras.servicios)
          )}
        </Stat>
      </dl>

      <section className="mt-10" aria-labelledby="citas-de-hoy">
        <h2 id="citas-de-hoy" className="mb-4 text-2xl">
          {miDia ? "Las demás citas de hoy" : "Citas de hoy"}
        </h2>
        {!citas ? (
          <UnavailablePart>No se pudieron cargar las citas de hoy.</UnavailablePart>
        ) : citas.length === 0 ? (
          <EmptyState title={miDia ? "No hay otras citas hoy" : "No hay citas para hoy"} />
        ) : (
          <CitasDelDia citas={citas} zona={zona} />
        )}
      </section>

      {rendimiento === null ? null : (
        <section className="mt-10" aria-labelledby="rendimiento">
          <h2 id="rendimiento" className="mb-4 text-2xl">
            Rendimiento mensual
          </h2>
          {rendimiento ? (
            <Chart id="mensual" title={rendimiento.serie.titulo} {...rendimiento.chart}>
              <ReportTable caption={rendimiento.serie.titulo} {...rendimiento.serie} />
            </Chart>
          ) : (
            <UnavailablePart>No se pudo cargar el rendimiento del año.</UnavailablePart>
          )}
        </section>
      )}

      {shortcuts.length === 0 ? null : (
        <section className="mt-10" aria-labelledby="accesos">
          <h2 id="accesos" className="mb-4 text-2xl">
            Accesos rápidos
          </h2>
          <ul className="grid gap-3 @md:grid-cols-2 @3xl:grid-cols-3 md:gap-4">
            {shortcuts.map(({ href, icon, title, text }) => (
              <li key={href}>
                <a href={href} className="card h-full hover:bg-sand">
                  <span className="text-accent">
                    <Icon name={icon} />
                  </span>
                  <span>
                    <span className="block font-display text-xl">{title}</span>
                    <span className="text-soft">{text}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function WaitingNotice({ waiting }: { waiting: number }) {
  return (
    <p className="mb-10 rounded-2xl border border-line bg-sand px-5 py-3">
      {waiting === 1 ? "Una cuenta espera" : `${waiting} cuentas esperan`} que la apruebes.{" "}
      <Link to="/admin/configuracion/seguridad" className="link inline-block py-2.5">
        Ver las cuentas
      </Link>
    </p>
  );
}
