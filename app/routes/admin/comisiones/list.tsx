import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, EmptyState, ListScreen } from "~/components/admin";
import { Link } from "~/components/link";
import { AmountRow } from "~/components/money/amount";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatMoney, isNonZero } from "~/format/numbers";
import { or503, requireUser } from "~/http/guards.server";
import { sum } from "~/models/dinero/amounts.server";
import { listPorPagar } from "~/models/dinero/comision.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const porPagar = await or503(
    getZona().then((zona) => listPorPagar(zona)),
    LOAD_ERRORS.comisiones,
  );
  return { porPagar, suma: sum(porPagar.map(({ total }) => total)).toFixed(2) };
}

export const meta: MetaFunction = () => [{ title: "Pagar al equipo" }];

export default function Comisiones() {
  const { porPagar, suma } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      title="Pagar al equipo"
      subtitle={
        porPagar.length === 0 ? null : (
          <>
            <span className="text-[1.75rem] font-semibold text-ink tabular-nums">{formatMoney(suma)}</span> por pagar
          </>
        )
      }
      back={<BackLink to="/admin/caja">Caja</BackLink>}
    >
      {porPagar.length === 0 ? (
        <EmptyState title="Todavía no hay nadie en tu equipo">
          <p className="text-balance text-soft">
            Agrega a tus especialistas con su comisión, y aquí verás cuánto le toca a cada una.
          </p>
          <Link to="/admin/empleados/nuevo" className="button">
            Agregar empleado
          </Link>
        </EmptyState>
      ) : null}
      <ul className="records">
        {porPagar.map(({ id, nombre, isDeleted, porcentaje, hecho, comision, propinas, total }) => (
          <li key={id} className="card">
            <h2 className="text-xl wrap-anywhere">
              {nombre}
              {isDeleted ? <span className="block text-sm font-normal text-soft">Ya no está en el equipo</span> : null}
            </h2>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 tabular-nums">
              {porcentaje === null && !isNonZero(hecho) ? null : (
                <>
                  <AmountRow label="Hecho y cobrado" amount={hecho} />
                  <AmountRow label={porcentaje === null ? "Comisión" : `Comisión (${Number(porcentaje)}%)`} amount={comision} />
                </>
              )}
              <AmountRow label="Propinas por entregar" amount={propinas} />
              <AmountRow label="En total" amount={total} isTotal />
            </dl>
            {porcentaje === null && !isDeleted ? (
              <Link to={`/admin/empleados/${id}`} className="link w-fit py-2.5">
                Ponerle su comisión<span className="sr-only"> a {nombre}</span>
              </Link>
            ) : null}
            <Link to={id} className="button button-quiet mt-auto w-fit">
              Ver hoja<span className="sr-only"> de {nombre}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ListScreen>
  );
}
