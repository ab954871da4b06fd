import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Email, EmptyState, ListScreen, NewLink, Pagination, Phone, RecordActions, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { lastPage, pickColumns, readList } from "~/http/search-params.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { listClientes } from "~/models/clientes/cliente.server";
import { can } from "~/models/cuentas/permiso.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { q, pagina } = readList(request);
  const list = await or503(listClientes({ q, pagina }), LOAD_ERRORS.clientes);
  const rows = pickColumns(list.clientes, "id", "nombre", "correo", "telefono", "servicio");
  const ahead = await orUndefined(countCitasAhead("cliente_id", rows));
  const clientes = rows.map((cliente) => ({ ...cliente, ahead: ahead?.get(cliente.id) }));
  return { q, pagina, last: lastPage(request, list.total), ...list, clientes, hasFiles: can(user, "propietaria") };
}

export const meta: MetaFunction = () => [{ title: "Clientes" }];

export default function Clientes() {
  const { q, pagina, last, clientes, total, hasFiles } = useLoaderData<typeof loader>();
  const create = <NewLink>Nueva clienta</NewLink>;
  return (
    <ListScreen title="Clientes" subtitle={plural(total, "clienta", "clientas")} action={create}>
      <SearchForm q={q} label="Buscar por nombre, correo o teléfono" />
      {hasFiles ? (
        <p className="-mt-1 mb-2 flex flex-wrap gap-x-6 md:mb-4">
          <a href="/admin/clientes/importar" className="link py-2.5">
            Importar clientas
          </a>
          <a href={`/admin/clientes.csv?q=${encodeURIComponent(q)}`} className="link py-2.5">
            Descargar la lista
          </a>
        </p>
      ) : null}
      {clientes.length === 0 ? (
        <EmptyState title="Todavía no hay clientas" filtered={q !== ""}>
          {create}
        </EmptyState>
      ) : (
        <ul className="records">
          {clientes.map((cliente) => (
            <li key={cliente.id} className="card">
              <h2>
                <Link to={`${cliente.id}/ficha`} className="link">
                  {cliente.nombre}
                </Link>
              </h2>
              <div className="grid gap-1 text-soft">
                {cliente.telefono ? <Phone phone={cliente.telefono} /> : null}
                {cliente.correo ? <Email email={cliente.correo} /> : null}
                {cliente.servicio ? (
                  <p className="contact">
                    <Icon name="servicios" />
                    {cliente.servicio}
                  </p>
                ) : null}
              </div>
              <RecordActions
                path={`/admin/clientes/${cliente.id}`}
                recordName={`a ${cliente.nombre}`}
                question={DELETE_QUESTIONS.cliente(cliente.nombre, cliente.ahead)}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
