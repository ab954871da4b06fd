import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, EmptyState, FixPhone, Pagination, ScreenHeader } from "~/components/admin";
import { WhatsappForm } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatAge, formatDaysAgo } from "~/format/ago";
import { studioDay } from "~/format/dates";
import { daysBetween } from "~/format/days.server";
import { dialable } from "~/format/phone";
import { plural, SERVICIO_ELIMINADO } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { readList } from "~/http/search-params.server";
import { PAGE_SIZE } from "~/limits";
import { listPorVolver, type PorVolver } from "~/models/citas/por-volver.server";
import { getZona } from "~/models/estudio/configuracion.server";

/** Who should come again: whose retouch is due, and who has not come for long. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const { pagina } = readList(request);
  const zona = await getZona();
  const now = new Date();
  const hoy = studioDay(now, zona);
  const { clientas, total, retoques } = await or503(listPorVolver(zona, pagina, now), LOAD_ERRORS["citas/por-volver"]);
  return {
    ...{ total, retoques, pagina, last: Math.max(1, Math.ceil(total / PAGE_SIZE)) },
    clientas: clientas.map((row) => ({
      id: row.cita_id,
      cliente: { id: row.cliente.id, nombre: row.cliente.nombre },
      telefono: row.cliente.telefono === null ? ("ninguno" as const) : dialable(row.cliente.telefono) ? "bien" : "incompleto",
      isDue: row.toca !== null,
      ...describeReason(row, hoy),
      escrito: row.escrito && `Escrito ${formatAge(row.escrito, now.getTime())}`,
      agendar: bookingQuery(row),
    })),
  };
}

/** Why she should come: `Microblading, le tocaba hace 9 días`, `Vino hace 3 meses por Laminado de cejas`. */
function describeReason({ servicio, dia, toca }: PorVolver, hoy: string) {
  const nombre = servicio?.nombre ?? SERVICIO_ELIMINADO;
  if (toca === null) {
    const months = Math.max(2, Math.floor(daysBetween(dia, hoy) / 30));
    return { que: `Vino hace ${months} meses por ${nombre}`, cuando: null };
  }
  return { que: `${nombre}, `, cuando: toca === hoy ? "le toca hoy" : `le tocaba ${formatDaysAgo(toca, hoy)}` };
}

function bookingQuery({ cliente, servicio }: PorVolver): string {
  return new URLSearchParams({ cliente_id: cliente.id, ...(servicio?.activo && { servicio_id: servicio.id }) }).toString();
}

export const meta: MetaFunction = () => [{ title: "Por volver" }];

export default function PorVolverScreen() {
  const { clientas, total, retoques, pagina, last } = useLoaderData<typeof loader>();
  const groups = [
    { id: "retoques", title: "Ya les toca su retoque", count: retoques, rows: clientas.filter(({ isDue }) => isDue) },
    {
      id: "sin-venir",
      title: "Hace tiempo que no vienen",
      count: total - retoques,
      rows: clientas.filter(({ isDue }) => !isDue),
    },
  ];
  return (
    <div className="@container">
      <BackLink to="/admin/citas">Citas</BackLink>
      <ScreenHeader title="Por volver">{total > 0 ? plural(total, "clienta", "clientas") : null}</ScreenHeader>
      {clientas.length === 0 ? (
        <EmptyState title="Nadie está por volver">
          <p className="text-balance text-soft">
            Aquí verás a quién ya le toca su retoque y quién lleva dos meses sin venir, para escribirle por WhatsApp.
          </p>
        </EmptyState>
      ) : null}
      {groups.map(({ id, title, count, rows }) =>
        rows.length > 0 ? (
          <section key={id} aria-labelledby={id} className="mb-8">
            <h2 id={id} className="mb-2 text-xl">
              {title} <span className="font-sans text-base text-soft">· {count}</span>
            </h2>
            <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
              {rows.map((clienta) => (
                <Clienta key={clienta.cliente.id} clienta={clienta} />
              ))}
            </ol>
          </section>
        ) : null,
      )}
      <Pagination page={pagina} last={last} />
    </div>
  );
}

type ClientaShown = SerializeFrom<typeof loader>["clientas"][number];

function Clienta({ clienta: { id, cliente, telefono, que, cuando, escrito, agendar } }: { clienta: ClientaShown }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const de = `de=${encodeURIComponent(here)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-48 flex-1 wrap-anywhere">
        <Link to={`/admin/clientes/${cliente.id}/ficha?${de}`} className="link -my-2.5 inline-block py-2.5 font-semibold">
          {cliente.nombre}
        </Link>
        <p className="text-soft">
          {que}
          {cuando ? <span className="inline-block">{cuando}</span> : null}
        </p>
        {escrito ? <p className="text-sm text-soft">{escrito}</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {telefono === "bien" ? (
          <WhatsappForm id={id} tipo="volver" back={here} recordName={`a ${cliente.nombre}`} className="button button-quiet">
            {escrito ? "Otra vez" : "Escribirle"}
          </WhatsappForm>
        ) : (
          <FixPhone cliente={cliente} hasPhone={telefono !== "ninguno"} back={here} />
        )}
        <Link to={`/admin/citas/nueva?${agendar}&${de}`} className="button button-quiet">
          Agendar<span className="sr-only"> a {cliente.nombre}</span>
        </Link>
      </div>
    </li>
  );
}
