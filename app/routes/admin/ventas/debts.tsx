import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, EmptyState, ListScreen, Pagination, WhatsappLink } from "~/components/admin";
import { citaPath } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatDaysAgo } from "~/format/ago";
import { formatCalendarDay, studioDay } from "~/format/dates";
import { whatsappUrl } from "~/format/links";
import { firstName } from "~/format/names";
import { formatMoney } from "~/format/numbers";
import { dialable } from "~/format/phone";
import { CLIENTE_ELIMINADO, plural, SIN_CLIENTA } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readList } from "~/http/search-params.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { type Deuda, listDeudas } from "~/models/ventas/deuda.server";

const BACK = "/admin/ventas/por-cobrar";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { pagina } = readList(request);
  const { nombre, zona_horaria } = await getConfiguracion();
  const { deudas, total, suma } = await or503(listDeudas(zona_horaria, pagina), LOAD_ERRORS["ventas/por-cobrar"]);
  return {
    deudas: deudas.map(({ tipo, id, cliente, concepto, desde, monto, telefono }) => ({
      ...{ id, concepto, desde, monto, cliente: cliente ?? (tipo === "cita" ? CLIENTE_ELIMINADO : SIN_CLIENTA) },
      cobrar: tipo === "cita" ? citaPath(id, "completar", BACK) : `/admin/ventas/${id}/cobrar?de=${encodeURIComponent(BACK)}`,
      recordar: reminderUrl({ tipo, id, cliente, concepto, desde, monto, telefono }, nombre),
    })),
    ...{ total, suma, pagina, last: lastPage(request, total), hoy: studioDay(new Date(), zona_horaria) },
  };
}

/** The URL that opens WhatsApp with a reminder of what a client owes, or null without her number. */
function reminderUrl({ cliente, telefono, concepto, desde, monto }: Deuda, estudio: string): string | null {
  const number = dialable(telefono);
  if (number === null || cliente === null) return null;
  const first = firstName(cliente) ?? cliente;
  const texto = `Hola, ${first}. Te escribimos de ${estudio}: quedaron pendientes ${formatMoney(monto)} de ${concepto}, del ${formatCalendarDay(desde)}. ¿Cómo prefieres pagarlo? Gracias.`;
  return whatsappUrl(number.slice(1), texto);
}

export const meta: MetaFunction = () => [{ title: "Por cobrar" }];

export default function PorCobrar() {
  const { deudas, total, suma, pagina, last, hoy } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      title="Por cobrar"
      subtitle={
        total === 0 ? null : (
          <>
            <span className="text-[1.75rem] font-semibold text-ink tabular-nums">{formatMoney(suma)}</span> ·{" "}
            {plural(total, "pendiente", "pendientes")}
          </>
        )
      }
      back={<BackLink to="/admin/ingresos">Ingresos</BackLink>}
    >
      {total === 0 ? (
        <EmptyState title="Todo está cobrado">
          <p className="text-balance text-soft">Aquí verás las citas y ventas que quedaron sin cobrar.</p>
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line rounded-2xl border border-line bg-card empty:hidden">
        {deudas.map(({ id, cliente, concepto, desde, monto, cobrar, recordar }) => (
          <li
            key={id}
            className="grid items-baseline gap-x-4 px-4 py-3 min-[22rem]:grid-cols-[minmax(0,1fr)_auto] @3xl:grid-cols-[minmax(0,1fr)_auto_17rem] @3xl:items-center @3xl:px-5"
          >
            <div className="min-w-0 wrap-anywhere">
              <h2 className="font-sans text-base font-semibold">{cliente}</h2>
              <p>{concepto.replaceAll(" × ", "\u00a0×\u00a0")}</p>
              <p className="text-sm text-soft first-letter:uppercase">
                <time dateTime={desde} title={formatCalendarDay(desde)}>
                  {formatDaysAgo(desde, hoy)}
                </time>
              </p>
            </div>
            <p className="text-lg font-semibold tabular-nums">{formatMoney(monto)}</p>
            <div className="col-span-full mt-2 flex flex-wrap gap-2 @3xl:col-span-1 @3xl:mt-0 @3xl:justify-end">
              <Link to={cobrar} className="button button-quiet">
                Cobrar<span className="sr-only">{` a ${cliente}, ${concepto}`}</span>
              </Link>
              {recordar ? (
                <WhatsappLink url={recordar} about={` a ${cliente} por WhatsApp, ${concepto}`}>
                  Recordar
                </WhatsappLink>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
