import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { DeleteLink, EmptyState, Found, ListScreen, NewLink, Pagination, SearchForm, ViewLinks } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { WhatsappSquare } from "~/components/admin/record-card";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameApart } from "~/format/action-name";
import { formatDaysAgo } from "~/format/ago";
import { studioDay } from "~/format/dates";
import { dialable, formatPhone } from "~/format/phone";
import { listTitle, plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { lastPage, pickColumns, readChoice, readList } from "~/http/search-params.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { LETRAS, listClientes, listLetras } from "~/models/clientes/cliente.server";
import { getUltimasVisitas } from "~/models/clientes/ficha.server";
import { can } from "~/models/cuentas/permiso.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { q, pagina } = readList(request);
  const letra = readChoice(request, "letra", LETRAS);
  const [list, zona, letras = []] = await Promise.all([
    or503(listClientes({ q, letra, pagina }), LOAD_ERRORS.clientes),
    or503(getZona(), LOAD_ERRORS.clientes),
    orUndefined(listLetras()),
  ]);
  const columns = pickColumns(list.clientes, "id", "nombre", "correo", "telefono", "servicio");
  const ids = columns.map(({ id }) => id);
  const [visitas, ahead] = await Promise.all([
    orUndefined(getUltimasVisitas(ids, zona)),
    orUndefined(countCitasAhead("cliente_id", columns, zona)),
  ]);
  const clientes = columns.map((cliente) => ({
    ...cliente,
    visita: visitas?.get(cliente.id),
    ahead: ahead?.get(cliente.id),
  }));
  return {
    q,
    letra,
    letras,
    pagina,
    last: lastPage(request, list.total),
    ...list,
    clientes,
    found: plural(list.total, "clienta", "clientas"),
    hoy: studioDay(new Date(), zona),
    hasFiles: can(user, "propietaria"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Clientes", data?.found, location) },
];

export default function Clientes() {
  const { q, letra, letras, pagina, last, clientes, total, found, hoy, hasFiles } = useLoaderData<typeof loader>();
  const create = <NewLink>Nueva clienta</NewLink>;
  const isFiltered = q !== "" || letra !== "";
  const isEmpty = clientes.length === 0 && !isFiltered;
  const names = nameApart(
    clientes,
    ({ nombre }) => nombre,
    ({ telefono, correo }) => ` (${telefono ? formatPhone(telefono) : (correo ?? "sin teléfono")})`,
  );
  const order = clientes.some(({ visita }) => visita) ? "las que vinieron hace poco" : "las más nuevas";
  const importing = { href: "/admin/traer", children: "Traer mi lista" };
  return (
    <ListScreen
      title="Clientes"
      subtitle={
        isEmpty ? null : (
          <>
            <Found q={q}>{letra ? `${found} con la ${letra}` : found}</Found>
            {letra || total < 2 ? null : `, primero ${order}`}
          </>
        )
      }
      action={create}
    >
      {isEmpty ? null : <SearchForm q={q} label="Buscar por nombre, correo o teléfono" />}
      {letras.length > 1 ? (
        // In one line: a thumb pushes it to the screen's edge, and a desk has room for it.
        <div className="-mx-4 mb-2 overflow-x-auto scroll-pr-4 scroll-pl-24 px-4 py-1 [scrollbar-width:none] md:-mx-5 md:scroll-pl-30 md:px-5 @2xl:mx-0 @2xl:mb-4 @2xl:px-0 @4xl:[&_ul]:flex-nowrap @4xl:[&_ul]:gap-0.5 @4xl:[&_li]:grow @4xl:[&_.choice]:w-full @4xl:[&_.choice]:justify-center @4xl:[&_.choice]:rounded-lg @4xl:[&_.choice]:min-w-7 @4xl:[&_.choice]:px-0 @4xl:[&_li:first-child_.choice]:px-2.5 @4xl:[&_.choice:not([aria-current])]:border-transparent @max-2xl:[&_ul]:w-max [&_[aria-current]]:[scroll-initial-target:nearest] [&_li:first-child]:sticky [&_li:first-child]:left-0 [&_li:first-child]:rounded-full [&_li:first-child]:bg-paper">
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
        <EmptyState title="Todavía no hay clientas" filtered={isFiltered}>
          <p className="text-balance text-soft">Aquí guardas su teléfono, sus visitas y lo que hay que saber para atenderlas.</p>
          {create}
          {hasFiles ? <a {...importing} className="button button-quiet" /> : null}
        </EmptyState>
      ) : (
        <ul className="compact clientes">
          {clientes.map(({ id, nombre, telefono, correo, servicio, visita, ahead }) => (
            <li key={id} className="card">
              <div className="about">
                <h2>
                  <Link to={`/admin/clientes/${id}/ficha`} className="whole">
                    {nombre}
                    <span className="sr-only">{names.get(id)?.slice(nombre.length)}</span>
                  </Link>
                </h2>
                <p>{telefono ? formatPhone(telefono) : (correo ?? "Sin teléfono")}</p>
                {visita ? (
                  <p className="max-md:before:content-['\00a0·_'] md:first-letter:uppercase">vino {formatDaysAgo(visita, hoy)}</p>
                ) : servicio ? (
                  <p className="max-md:hidden">Le interesa: {servicio}</p>
                ) : null}
              </div>
              <Actions
                id={id}
                nombre={names.get(id) ?? nombre}
                telefono={telefono}
                question={DELETE_QUESTIONS.cliente(nombre, ahead)}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
      {hasFiles && !isEmpty ? (
        <p className="mt-6 flex flex-wrap gap-x-6">
          <a {...importing} className="link py-2.5" />
          <a href={`/admin/clientes.csv?q=${encodeURIComponent(q)}`} className="link py-2.5">
            {letra ? "Descargar la lista de todas" : "Descargar la lista"}
          </a>
        </p>
      ) : null}
    </ListScreen>
  );
}

type ActionsProps = { id: string; nombre: string; telefono: string | null; question: string };

/** What can be done with a client: WhatsApp, edit (on a phone under "…") and, under "…", delete. */
function Actions({ id, nombre, telefono, question }: ActionsProps) {
  const { search } = useLocation();
  const path = `/admin/clientes/${id}`;
  const number = dialable(telefono);
  const edit = (shownAt: string) => (
    <Link to={path + search} preventScrollReset className={`button button-quiet mr-auto px-4 ${shownAt}`}>
      Editar<span className="sr-only"> a {nombre}</span>
    </Link>
  );
  return (
    <div className="deeds">
      {edit("max-md:hidden")}
      {number ? <WhatsappSquare number={number} nombre={nombre} /> : null}
      <details>
        <summary className="square">
          <Icon name="more" />
          <span className="sr-only">Más acciones para {nombre}</span>
        </summary>
        <div>
          {edit("md:hidden")}
          <DeleteLink action={`${path}/eliminar${search}`} recordName={`a ${nombre}`} question={question} />
        </div>
      </details>
    </div>
  );
}
