import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  Badge,
  Email,
  EmptyState,
  Filter,
  ListScreen,
  NewLink,
  Pagination,
  Phone,
  RecordActions,
  ScreenHeader,
  SearchForm,
} from "~/components/admin";
import { LOAD_ERRORS } from "~/content/load-errors";
import { asOptions, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { listProveedores } from "~/models/inventario/proveedor.server";
import { deleteQuestion } from "./delete-question";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const { q, pagina } = readList(request);
  const estado = readChoice(request, "estado", ["inactivos", "todos"]);
  const list = await or503(listProveedores({ q, estado, pagina }), LOAD_ERRORS.proveedores);
  const proveedores = list.proveedores.map(({ created_at, updated_at, ...shown }) => shown);
  return { q, estado, pagina, last: lastPage(request, list.total), ...list, proveedores };
}

export const meta: MetaFunction = () => [{ title: "Proveedores" }];

export default function Proveedores() {
  const { q, estado, pagina, last, proveedores, total } = useLoaderData<typeof loader>();
  const create = <NewLink>Nuevo Proveedor</NewLink>;
  const header = (
    <ScreenHeader title="Proveedores" action={create}>
      {plural(total, "proveedor", "proveedores")}
    </ScreenHeader>
  );
  return (
    <ListScreen header={header}>
      <SearchForm q={q} label="Buscar por nombre, contacto o producto">
        <Filter name="estado" label="Estado" value={estado} all="Activos" options={asOptions(["inactivos", "todos"])} />
      </SearchForm>
      {proveedores.length === 0 ? (
        <EmptyState title="No hay proveedores registrados" filtered={q !== "" || estado !== ""}>
          {create}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
          {proveedores.map((proveedor) => (
            <li key={proveedor.id} className="card">
              <div className="flex flex-wrap items-start justify-between gap-2">
                <h2 className="text-xl wrap-anywhere">{proveedor.nombre}</h2>
                {proveedor.activo ? null : <Badge tone="plain">Inactivo</Badge>}
              </div>
              <div className="grid gap-1 text-soft">
                {proveedor.contacto ? <p className="wrap-anywhere">{proveedor.contacto}</p> : null}
                {proveedor.telefono ? <Phone phone={proveedor.telefono} /> : null}
                {proveedor.email ? <Email email={proveedor.email} /> : null}
                {proveedor.direccion ? <p className="wrap-anywhere">{proveedor.direccion}</p> : null}
              </div>
              {proveedor.productos_servicios ? (
                <p className="line-clamp-3 wrap-anywhere">{proveedor.productos_servicios}</p>
              ) : null}
              {proveedor.notas ? <p className="line-clamp-3 text-sm text-soft wrap-anywhere">{proveedor.notas}</p> : null}
              <RecordActions
                path={`/admin/proveedores/${proveedor.id}`}
                recordName={`a ${proveedor.nombre}`}
                question={proveedor.activo ? deleteQuestion(proveedor.nombre) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
