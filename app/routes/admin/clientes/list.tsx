import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, ListScreen, NewLink, Pagination, SearchForm, ViewLinks } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { whatsappUrl } from "~/format/links";
import { dialable, formatPhone } from "~/format/phone";
import { plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { lastPage, pickColumns, readChoice, readList } from "~/http/search-params.server";
import { LETRAS, listClientes, listLetras } from "~/models/clientes/cliente.server";
import { can } from "~/models/cuentas/permiso.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { q, pagina } = readList(request);
  const letra = readChoice(request, "letra", LETRAS);
  const [list, letras = []] = await Promise.all([
    or503(listClientes({ q, letra, pagina }), LOAD_ERRORS.clientes),
    orUndefined(listLetras()),
  ]);
  const clientes = pickColumns(list.clientes, "id", "nombre", "correo", "telefono", "servicio");
  return { q, letra, letras, pagina, last: lastPage(request, list.total), ...list, clientes, hasFiles: can(user, "propietaria") };
}

export const meta: MetaFunction = () => [{ title: "Clientes" }];

export default function Clientes() {
  const { q, letra, letras, pagina, last, clientes, total, hasFiles } = useLoaderData<typeof loader>();
  const create = <NewLink>Nueva clienta</NewLink>;
  return (
    <ListScreen
      title="Clientes"
      subtitle={plural(total, "clienta", "clientas") + (letra ? ` con la ${letra}` : "")}
      action={create}
    >
      <SearchForm q={q} label="Buscar por nombre, correo o teléfono" />
      {letras.length > 1 ? (
        // In one line on a phone, which a thumb pushes.
        <div className="-mx-4 mb-2 overflow-x-auto scroll-pr-4 scroll-pl-24 px-4 py-1 [scrollbar-width:none] @2xl:mx-0 @2xl:mb-4 @2xl:px-0 @max-2xl:[&_ul]:w-max [&_[aria-current]]:[scroll-initial-target:nearest] [&_li:first-child]:sticky [&_li:first-child]:left-0 [&_li:first-child]:rounded-full [&_li:first-child]:bg-paper">
          <ViewLinks
            label="Por letra"
            name="letra"
            value={letra}
            options={{ "": "Todas", ...Object.fromEntries(letras.map((each) => [each, each])) }}
            keep={[]}
          />
        </div>
      ) : null}
      {clientes.length === 0 ? (
        <EmptyState title="Todavía no hay clientas" filtered={q !== "" || letra !== ""}>
          {create}
        </EmptyState>
      ) : (
        <ul className="records @max-xl:gap-px @max-xl:overflow-hidden @max-xl:rounded-2xl @max-xl:border @max-xl:border-line @max-xl:bg-line @max-xl:*:rounded-none @max-xl:*:border-0">
          {clientes.map(({ id, nombre, telefono, correo, servicio }) => (
            <li key={id} className="card relative flex-row items-center py-2 pr-2 hover:bg-sand">
              <div className="min-w-0 flex-1">
                <h2>
                  <Link to={`/admin/clientes/${id}/ficha`} className="after:absolute after:inset-0">
                    {nombre}
                  </Link>
                </h2>
                <p className="text-sm text-soft @2xs:truncate">
                  {[telefono && formatPhone(telefono), servicio].filter(Boolean).join(" · ") || correo}
                </p>
              </div>
              <Whatsapp nombre={nombre} telefono={telefono} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
      {hasFiles ? (
        <p className="mt-6 flex flex-wrap gap-x-6">
          <a href="/admin/clientes/importar" className="link py-2.5">
            Importar clientas
          </a>
          <a href={`/admin/clientes.csv?q=${encodeURIComponent(q)}`} className="link py-2.5">
            {letra ? "Descargar la lista de todas" : "Descargar la lista"}
          </a>
        </p>
      ) : null}
    </ListScreen>
  );
}

function Whatsapp({ nombre, telefono }: { nombre: string; telefono: string | null }) {
  const number = dialable(telefono);
  return number ? (
    <a href={whatsappUrl(number.slice(1))} target="_blank" rel="noopener noreferrer" className="square relative text-soft">
      <Icon name="whatsapp" />
      <span className="sr-only">Escribir a {nombre} por WhatsApp (en otra pestaña)</span>
    </a>
  ) : null;
}
