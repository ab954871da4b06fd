import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, ScreenHeader } from "~/components/admin";
import { Chart } from "~/components/admin/chart";
import { CitaActions, citaPath, EstadoBadge, sayCita } from "~/components/admin/cita";
import { ReportTable } from "~/components/admin/report-table";
import { Stat } from "~/components/admin/stat";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { Icon, type IconName } from "~/components/icon";
import { Link } from "~/components/link";
import { describeChart, drawChart } from "~/format/chart.server";
import { formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney, formatNumber } from "~/format/numbers";
import { yearOf } from "~/format/periodo.server";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { orUndefined, requireUser } from "~/http/guards.server";
import { listCitasDelDia } from "~/models/citas/cita-list.server";
import { getCifras } from "~/models/dinero/panel.server";
import { asSerie, getRendimiento } from "~/models/dinero/reporte-dinero.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const zona = await getZona();
  const now = new Date();
  const anio = yearOf(studioDay(now, zona).slice(0, 4));
  const [cifras, citas, rendimiento] = await Promise.all([
    getCifras(zona, now),
    orUndefined(listCitasDelDia(zona, now)),
    orUndefined(getRendimiento(anio)),
  ]);
  return {
    zona,
    hoy: now.toISOString(),
    cifras,
    citas,
    rendimiento: rendimiento && {
      serie: asSerie(rendimiento.tramos, anio),
      chart: { ...drawChart(rendimiento.tramos), sentence: describeChart(rendimiento.tramos, rendimiento.sumas) },
    },
  };
}

// The specification gives these English paths, which redirect to the Spanish ones.
const SHORTCUTS: { href: string; icon: IconName; title: string; text: string }[] = [
  { href: "/admin/services", icon: "servicios", title: "Servicios", text: "Precios, duración y especialistas" },
  { href: "/admin/employees", icon: "empleados", title: "Empleados", text: "El equipo y sus especialidades" },
  { href: "/admin/inventory", icon: "inventario", title: "Inventario", text: "Productos y existencias" },
  { href: "/admin/providers", icon: "proveedores", title: "Proveedores", text: "Contactos y pedidos" },
  { href: "/admin/service-images", icon: "galeria", title: "Imágenes de servicios", text: "Fotos de servicios y trabajos" },
  { href: "/admin/testimonials", icon: "testimonios", title: "Testimonios", text: "Lo que dicen las clientas" },
];

export const meta: MetaFunction = () => [{ title: "Dashboard" }];

export default function Dashboard() {
  const { zona, hoy, cifras, citas, rendimiento } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <ScreenHeader title="Dashboard">
        <span className="first-letter:uppercase inline-block">{formatDay(hoy, zona)}</span>
      </ScreenHeader>
      <dl className="grid grid-cols-2 gap-3 @3xl:grid-cols-4 md:gap-4">
        <Stat icon="clientes" label="Total Clientes">
          {cifras.clientes === undefined ? (
            <UnavailablePart>No se pudo contar a las clientas.</UnavailablePart>
          ) : (
            formatNumber(cifras.clientes)
          )}
        </Stat>
        <Stat icon="citas" label="Citas Hoy">
          {citas ? formatNumber(citas.length) : <UnavailablePart>No se pudieron contar las citas de hoy.</UnavailablePart>}
        </Stat>
        <Stat icon="ingresos" label="Ingresos del Mes">
          {cifras.ingresos === undefined ? (
            <UnavailablePart>No se pudieron sumar los ingresos del mes.</UnavailablePart>
          ) : (
            formatMoney(cifras.ingresos)
          )}
        </Stat>
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
          Citas de hoy
        </h2>
        {!citas ? (
          <UnavailablePart>No se pudieron cargar las citas de hoy.</UnavailablePart>
        ) : citas.length === 0 ? (
          <EmptyState title="No hay citas para hoy" />
        ) : (
          <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
            {citas.map((cita) => (
              <li key={cita.id} className="grid gap-x-5 gap-y-1 px-5 py-4 @xl:grid-cols-[7rem_1fr_auto] @xl:items-center">
                <p className="font-display text-xl tabular-nums">
                  <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
                </p>
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-semibold">
                    <Link to={citaPath(cita.id, "detalle", "/admin")} className="link inline-block py-1">
                      {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
                    </Link>
                  </p>
                  <p className="text-soft">
                    {cita.servicio ? `${cita.servicio.nombre}, ${formatMoney(cita.precio)}` : SERVICIO_ELIMINADO}
                    {cita.empleado ? ` · con ${fullName(cita.empleado)}` : ` · ${SIN_ESPECIALISTA}`}
                  </p>
                </div>
                <EstadoBadge {...cita} />
                <div className="mt-2 @xl:col-span-2 @xl:col-start-2">
                  <CitaActions
                    cita={{ ...cita, telefono: cita.cliente?.telefono }}
                    back="/admin"
                    recordName={sayCita(cita, zona)}
                  />
                </div>
              </li>
            ))}
          </ol>
        )}
      </section>

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

      <section className="mt-10" aria-labelledby="accesos">
        <h2 id="accesos" className="mb-4 text-2xl">
          Accesos rápidos
        </h2>
        <ul className="grid gap-3 @md:grid-cols-2 @3xl:grid-cols-3 md:gap-4">
          {SHORTCUTS.map(({ href, icon, title, text }) => (
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
    </div>
  );
}
