import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { DeleteWithConfirmation, EmptyState, Pages, ScreenHeader, SearchForm } from "~/components/admin";
import { Icon } from "~/components/icon";
import { formatPhone } from "~/format/phone";
import { plural } from "~/format/text";
import { orUnavailable, requireUser } from "~/http/guards.server";
import { readList } from "~/http/list.server";
import { listClientes, PAGE_SIZE } from "~/models/cliente.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const { q, pagina } = readList(request);
  const list = await orUnavailable(listClientes({ q, pagina }), "No se pudieron cargar los clientes");
  const last = Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  // The last client of the last page was deleted, or the address is old: the list is not empty.
  if (pagina > last) throw redirect(`/admin/clientes?${new URLSearchParams({ q, pagina: String(last) })}`);
  return { q, pagina, size: PAGE_SIZE, ...list };
}

export const meta: MetaFunction = () => [{ title: "Clientes" }];

export default function Clientes() {
  const { q, pagina, size, clientes, total } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const covered = useMatches().some(({ id }) => id.startsWith("routes/admin.clientes."));
  const create = (
    <Link to={`nuevo${search}`} preventScrollReset className="button">
      <Icon name="plus" />
      Nuevo Cliente
    </Link>
  );
  return (
    <>
      <div inert={covered ? "" : undefined} className="@container">
        <ScreenHeader title="Clientes" action={create}>
          {q ? `${plural(total, "resultado", "resultados")} para «${q}»` : plural(total, "cliente", "clientes")}
        </ScreenHeader>
        <SearchForm q={q} label="Buscar por nombre, correo o teléfono" />
        {clientes.length === 0 ? (
          <EmptyState title={q ? "Nadie coincide con esa búsqueda" : "No hay clientes registrados"}>
            {q ? (
              <Link className="link" to="/admin/clientes">
                Ver todos los clientes
              </Link>
            ) : (
              create
            )}
          </EmptyState>
        ) : (
          <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
            {clientes.map((cliente) => (
              <li key={cliente.id} className="card">
                <h2 className="text-xl wrap-anywhere">{cliente.nombre}</h2>
                <ul className="grid gap-1 text-soft">
                  {cliente.telefono ? (
                    <li className="flex items-center gap-2">
                      <Icon name="phone" />
                      <a className="link min-w-0 py-1 wrap-anywhere" href={`tel:${cliente.telefono}`}>
                        {formatPhone(cliente.telefono)}
                      </a>
                    </li>
                  ) : null}
                  {cliente.correo ? (
                    <li className="flex items-center gap-2">
                      <Icon name="mail" />
                      <a className="link min-w-0 py-1 wrap-anywhere" href={`mailto:${cliente.correo}`}>
                        {breakAtSign(cliente.correo)}
                      </a>
                    </li>
                  ) : null}
                  {cliente.servicio ? (
                    <li className="flex items-center gap-2 wrap-anywhere">
                      <Icon name="servicios" />
                      {cliente.servicio}
                    </li>
                  ) : null}
                </ul>
                <div className="mt-auto flex flex-wrap gap-2 pt-2">
                  <Link to={`${cliente.id}${search}`} preventScrollReset className="button button-quiet">
                    <Icon name="edit" />
                    Editar<span className="sr-only"> a {cliente.nombre}</span>
                  </Link>
                  <DeleteWithConfirmation
                    id={cliente.id}
                    action={`/admin/clientes/${cliente.id}/eliminar${search}`}
                    question={`¿Estás segura de que quieres eliminar a ${cliente.nombre}? Sus citas se conservan como «Cliente eliminado».`}
                    of={`a ${cliente.nombre}`}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
        <Pages total={total} size={size} page={pagina} />
      </div>
      <Outlet />
    </>
  );
}

/** An e-mail address that breaks before its @, rather than within a word. */
function breakAtSign(correo: string) {
  const [name, host] = correo.split("@");
  return (
    <>
      {name}
      <wbr />@{host}
    </>
  );
}
