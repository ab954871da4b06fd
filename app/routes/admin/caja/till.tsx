import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, ListScreen, Pagination } from "~/components/admin";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatMoment } from "~/format/dates";
import { formatMoney, isNonZero } from "~/format/numbers";
import { plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readList } from "~/http/search-params.server";
import { can } from "~/models/cuentas/permiso.server";
import { getAbierto, listCortes } from "~/models/dinero/corte.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { DifferenceBadge } from "./difference-badge";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { pagina } = readList(request);
  const [zona, { anterior, cuantos }, { cortes, total }] = await or503(
    Promise.all([getZona(), getAbierto(), listCortes(pagina)]),
    LOAD_ERRORS.caja,
  );
  // No figure of what should be in the drawer: the count is blind.
  const abierto = anterior && { numero: anterior.numero, desde: anterior.created_at, queda: anterior.queda, cuantos };
  return { abierto, cortes, zona, pagina, last: lastPage(request, total), mayPay: can(user, "propietaria") };
}

export const meta: MetaFunction = () => [{ title: "Caja" }];

export default function Till() {
  const { abierto, cortes, zona, pagina, last, mayPay } = useLoaderData<typeof loader>();
  const makeCut = (
    <Link to="corte" className="button">
      Hacer corte
    </Link>
  );
  return (
    <ListScreen
      title="Caja"
      subtitle={
        <span className="flex flex-wrap items-center gap-2 pt-2 md:gap-3">
          <Link className="button button-quiet" to="/admin/ventas/por-cobrar">
            Por cobrar
          </Link>
          {mayPay ? (
            <Link className="button button-quiet" to="/admin/comisiones">
              Pagar al equipo
            </Link>
          ) : null}
        </span>
      }
      action={abierto ? makeCut : null}
    >
      {abierto ? (
        <p className="card mb-4 wrap-anywhere">
          En el corte {abierto.numero} ({formatMoment(abierto.desde, zona)}) se quedaron {formatMoney(abierto.queda)} en la caja.
          {abierto.cuantos === 0
            ? " Desde entonces no se ha movido dinero."
            : ` Desde entonces hubo ${plural(abierto.cuantos, "movimiento", "movimientos")} de dinero.`}
        </p>
      ) : null}
      {cortes.length === 0 ? (
        <EmptyState title="Todavía no hay cortes">
          <p className="text-balance text-soft">
            Cuenta el efectivo de la caja y ciérrala: desde el segundo corte te decimos si falta o sobra.
          </p>
          {makeCut}
        </EmptyState>
      ) : (
        <ul className="rounded-2xl border border-line bg-card" aria-label="Cortes de caja">
          {cortes.map(({ id, numero, created_at, contado, diferencia, retiro, motivo, quien }) => (
            <li key={id} className="grid gap-x-6 border-b border-line px-4 py-2 last:border-0 wrap-anywhere md:px-5">
              <div className="flex flex-wrap items-center justify-between gap-x-6">
                <Link to={`cortes/${id}`} className="link inline-block py-2.5">
                  Corte {numero}
                  <span className="sr-only"> del {formatMoment(created_at, zona)}</span>
                </Link>
                <span className="flex flex-wrap items-center gap-x-3">
                  <DifferenceBadge diferencia={diferencia} />
                  <span className="text-lg font-semibold whitespace-nowrap tabular-nums">{formatMoney(contado)}</span>
                </span>
              </div>
              <p className="text-sm text-soft">
                {formatMoment(created_at, zona)}
                {quien ? `, ${quien}` : null}
                {isNonZero(retiro) ? ` · se sacaron ${formatMoney(retiro)}` : null}
              </p>
              {motivo ? <p className="text-sm">{motivo}</p> : null}
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
