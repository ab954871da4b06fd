import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { EmptyState, Filter, ListScreen, NewLink, Pagination, RecordActions, ScreenHeader, SearchForm } from "~/components/admin";
import { Link } from "~/components/link";
import { formatMoney } from "~/format/numbers";
import { asOptions, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { listItems } from "~/models/inventario/item.server";
import { listMovimientos } from "~/models/inventario/movimiento.server";
import { deleteQuestion } from "./delete-question";
import { Existencias, Movimientos, withMovimientos } from "./movements";

const UNAVAILABLE = "No se pudo cargar el inventario";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const { q, pagina } = readList(request);
  const existencias = readChoice(request, "existencias", ["bajas"]);
  const params = new URL(request.url).searchParams;
  const categoriaParam = (params.get("categoria") ?? "").replaceAll("\0", "");
  // `si` for the movements of all items, or the id of one item.
  const panel = params.get("movimientos") ?? "";
  const [list, movimientos, zona] = await or503(
    Promise.all([listItems({ q, categoria: categoriaParam, existencias, pagina }), listMovimientos(panel), getZona()]),
    UNAVAILABLE,
  );
  return {
    q,
    pagina,
    categoria: readChoice(request, "categoria", list.categorias),
    existencias,
    panel: movimientos ? panel : "",
    movimientos,
    zona,
    last: lastPage(request, list.total),
    ...list,
  };
}

export const meta: MetaFunction = () => [{ title: "Inventario" }];

export default function Inventario() {
  const { q, pagina, last, categorias, categoria, existencias, panel, movimientos, zona, items, total, valor } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const create = <NewLink>Nuevo Item</NewLink>;
  const header = (
    <ScreenHeader
      title="Inventario"
      action={
        <div className="flex flex-wrap gap-2">
          <Link to={withMovimientos(search, panel ? "" : "si")} preventScrollReset className="button button-quiet">
            {panel ? "Ocultar Movimientos" : "Ver Movimientos"}
          </Link>
          {create}
        </div>
      }
    >
      {plural(total, "item", "items")} · {formatMoney(valor)} en existencias
    </ScreenHeader>
  );
  return (
    <ListScreen inline header={header}>
      {movimientos ? <Movimientos {...movimientos} zona={zona} /> : null}
      <SearchForm q={q} label="Buscar por nombre, categoría o proveedor">
        <Filter name="categoria" label="Categoría" value={categoria} all="Todas" options={asOptions(categorias)} />
        <Filter name="existencias" label="Existencias" value={existencias} all="Todas" options={asOptions(["bajas"])} />
        {panel ? <input type="hidden" name="movimientos" value={panel} /> : null}
      </SearchForm>
      {items.length === 0 ? (
        <EmptyState title="No hay items en el inventario" filtered={q !== "" || categoria !== "" || existencias !== ""}>
          {create}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
          {items.map((item) => (
            <li key={item.id} className="card">
              <h2 className="text-xl wrap-anywhere">{item.nombre}</h2>
              <Existencias cantidad={item.cantidad} minimo={item.minimo} isLow={item.isLow} />
              <p className="flex flex-wrap gap-x-5">
                <Link to={`${item.id}/movimiento${search}`} preventScrollReset className="link py-2">
                  Entrada / Salida<span className="sr-only">{` de ${item.nombre}`}</span>
                </Link>
                <Link to={withMovimientos(search, item.id)} className="link py-2">
                  Movimientos<span className="sr-only">{` de ${item.nombre}`}</span>
                </Link>
              </p>
              <div className="grid gap-1 text-soft">
                <p>{formatMoney(item.precio_unitario)} por unidad</p>
                {item.categoria ? <p className="wrap-anywhere">{item.categoria}</p> : null}
                {item.proveedor ? <p className="wrap-anywhere">{item.proveedor}</p> : null}
              </div>
              {item.descripcion ? <p className="line-clamp-3 wrap-anywhere">{item.descripcion}</p> : null}
              <RecordActions
                path={`/admin/inventario/${item.id}`}
                recordName={item.nombre}
                question={deleteQuestion(item.nombre)}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
