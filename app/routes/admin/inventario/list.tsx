import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { RecordCard } from "~/components/admin/record-card";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatMoney, formatNumber, formatPrice } from "~/format/numbers";
import { asOptions, listTitle, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { listItems } from "~/models/inventario/item.server";
import { hasMovimientos, listMovimientos } from "~/models/inventario/movimiento.server";
import { Existencias, Movimientos, withMovimientos } from "./movements";

const BAJAS = { value: "bajas", label: "Por agotarse" };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const { q, pagina } = readList(request);
  const existencias = readChoice(request, "existencias", ["bajas"]);
  const params = new URL(request.url).searchParams;
  const categoria = (params.get("categoria") ?? "").replaceAll("\0", "");
  // `si` for the movements of all items, or the id of one item.
  const panel = params.get("movimientos") ?? "";
  const [list, movimientos, isMoved, zona] = await or503(
    Promise.all([listItems({ q, categoria, existencias, pagina }), listMovimientos(panel), hasMovimientos(), getZona()]),
    LOAD_ERRORS.inventario,
  );
  return {
    q,
    pagina,
    categoria,
    existencias,
    panel: movimientos ? panel : "",
    movimientos,
    isMoved,
    zona,
    last: lastPage(request, list.total),
    ...list,
    found: plural(list.total, "artículo", "artículos"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Inventario", data?.found, location) },
];

export default function Inventario() {
  const { q, pagina, last, categorias, categoria, existencias, panel, movimientos, isMoved, zona, items, total, found, valor } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const create = <NewLink>Nuevo artículo</NewLink>;
  const isFiltered = q !== "" || categoria !== "" || existencias !== "";
  return (
    <ListScreen
      inline
      title="Inventario"
      subtitle={
        total > 0 || isFiltered ? (
          <>
            <Found q={q}>{found}</Found> · {formatMoney(valor)} en existencias
          </>
        ) : (
          ""
        )
      }
      action={
        // The movements of a deleted item stay.
        total === 0 && !isFiltered && !panel && !isMoved ? (
          create
        ) : (
          <div className="flex flex-wrap gap-2">
            <Link to={withMovimientos(search, panel ? "" : "si")} preventScrollReset className="button button-quiet">
              {panel ? "Ocultar Movimientos" : "Ver Movimientos"}
            </Link>
            {create}
          </div>
        )
      }
    >
      {movimientos ? <Movimientos {...movimientos} zona={zona} /> : null}
      {items.length > 0 || isFiltered ? (
        <SearchForm q={q} label="Buscar por nombre, categoría o proveedor" chosen={[categoria, existencias && BAJAS.label]}>
          <Filter name="categoria" label="Categoría" value={categoria} all="Todas" options={asOptions(categorias)} />
          <Filter name="existencias" label="Existencias" value={existencias} all="Todas" options={[BAJAS]} />
          {panel ? <input type="hidden" name="movimientos" value={panel} /> : null}
        </SearchForm>
      ) : null}
      {items.length === 0 ? (
        <EmptyState title="Todavía no hay artículos" filtered={isFiltered}>
          <p className="text-balance text-soft">Lleva la cuenta de tus productos y te avisamos antes de que se acaben.</p>
          {create}
        </EmptyState>
      ) : (
        <ul className="compact">
          {items.map((item) => (
            <RecordCard
              key={item.id}
              path={`/admin/inventario/${item.id}`}
              title={item.nombre}
              recordName={item.nombre}
              acts={
                <Link
                  to={`${item.id}/movimiento${search}`}
                  preventScrollReset
                  className="button button-quiet w-16 rounded-xl px-1.5 py-0 text-sm"
                  aria-label={`Llegó / Se usó: ${item.nombre}`}
                >
                  Llegó / Se&nbsp;usó
                </Link>
              }
              more={
                <>
                  <p>
                    {[
                      `${formatPrice(item.precio_unitario)} por unidad`,
                      item.rinde > 1 && `rinde para ${formatNumber(item.rinde)} servicios`,
                      item.usos > 0 && `la abierta lleva ${formatNumber(item.usos)}`,
                      item.precio_venta && `se vende en ${formatPrice(item.precio_venta)}`,
                      item.categoria,
                      item.proveedor,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  {item.descripcion ? <p className="line-clamp-4">{item.descripcion}</p> : null}
                  <Link to={withMovimientos(search, item.id)} className="link mr-auto py-2.5">
                    Movimientos<span className="sr-only">{` de ${item.nombre}`}</span>
                  </Link>
                </>
              }
              question={DELETE_QUESTIONS.item(item.nombre)}
            >
              <Existencias cantidad={item.cantidad} minimo={item.minimo} isLow={item.isLow} />
            </RecordCard>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
