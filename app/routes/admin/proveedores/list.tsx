import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, Email, EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { CallAndWrite, RecordCard } from "~/components/admin/record-card";
import { LOAD_ERRORS } from "~/content/load-errors";
import { describePhone } from "~/format/phone";
import { asOptions, capitalize, listTitle, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { listProveedores } from "~/models/inventario/proveedor.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const { q, pagina } = readList(request);
  const estado = readChoice(request, "estado", ["inactivos", "todos"]);
  const list = await or503(listProveedores({ q, estado, pagina }), LOAD_ERRORS.proveedores);
  const proveedores = list.proveedores.map(({ created_at, updated_at, ...shown }) => shown);
  const last = lastPage(request, list.total);
  // Without an active one the filter still leads to the others.
  const all = { q: "", estado: "todos", pagina: 1 } as const;
  const isNone = list.total === 0 && (await or503(listProveedores(all), LOAD_ERRORS.proveedores)).total === 0;
  return { q, estado, pagina, last, isNone, ...list, proveedores, found: plural(list.total, "proveedor", "proveedores") };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Proveedores", data?.found, location) },
];

export default function Proveedores() {
  const { q, estado, pagina, last, isNone, proveedores, found } = useLoaderData<typeof loader>();
  const create = <NewLink>Nuevo proveedor</NewLink>;
  const isFiltered = q !== "" || estado !== "";
  return (
    <ListScreen title="Proveedores" subtitle={<Found q={q}>{found}</Found>} action={create}>
      {!isNone || isFiltered ? (
        <SearchForm q={q} label="Buscar por nombre, contacto o producto" chosen={[capitalize(estado)]}>
          <Filter name="estado" label="Estado" value={estado} all="Activos" options={asOptions(["inactivos", "todos"])} />
        </SearchForm>
      ) : null}
      {proveedores.length === 0 ? (
        <EmptyState title="Todavía no hay proveedores" filtered={isFiltered}>
          {create}
        </EmptyState>
      ) : (
        <ul className="compact">
          {proveedores.map(({ id, nombre, activo, contacto, telefono, email, direccion, productos_servicios, notas }) => (
            <RecordCard
              key={id}
              path={`/admin/proveedores/${id}`}
              title={nombre}
              recordName={`a ${nombre}`}
              marks={activo ? null : <Badge tone="plain">Inactivo</Badge>}
              acts={<CallAndWrite phone={telefono} nombre={nombre} />}
              more={
                email || direccion || notas ? (
                  <>
                    {email ? (
                      <p>
                        <Email email={email} />
                      </p>
                    ) : null}
                    {direccion || notas ? <p className="line-clamp-4">{[direccion, notas].filter(Boolean).join(" · ")}</p> : null}
                  </>
                ) : null
              }
              question={activo ? DELETE_QUESTIONS.proveedor(nombre) : undefined}
            >
              {productos_servicios ? <p className="line-clamp-1 md:line-clamp-2">{productos_servicios}</p> : null}
              {contacto ? <p className="line-clamp-1">{contacto}</p> : null}
              {telefono ? <p>{describePhone(telefono)}</p> : null}
            </RecordCard>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
