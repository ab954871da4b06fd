import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, EmptyState, ListScreen, Pagination } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameApart } from "~/format/action-name";
import { formatMoment } from "~/format/dates";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readList } from "~/http/search-params.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { listPapelera } from "~/models/papelera/papelera.server";
import { AS_OBJECTS, deletedBy, KINDS, namesFor, titleOf } from "./title.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { pagina } = readList(request);
  const [{ entradas, total }, zona] = await or503(
    Promise.all([listPapelera(pagina), getZona()]),
    LOAD_ERRORS["configuracion/papelera"],
  );
  const names = await or503(namesFor(entradas), LOAD_ERRORS["configuracion/papelera"]);
  return {
    entradas: entradas.map(({ id, tipo, fila, created_at, quien }) => ({
      id,
      kind: KINDS[tipo],
      object: AS_OBJECTS[tipo],
      title: titleOf({ tipo, fila }, zona, names),
      when: formatMoment(created_at, zona),
      quien: deletedBy(tipo, quien ?? "una cuenta que ya no existe"),
    })),
    pagina,
    last: lastPage(request, total),
  };
}

export const meta: MetaFunction = () => [{ title: "Papelera · Configuración" }];

export default function Papelera() {
  const { entradas, pagina, last } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = encodeURIComponent(pathname + search);
  const names = nameApart(
    entradas,
    ({ object, title }) => `${object}: ${title}`,
    ({ when }) => `, del ${when}`,
  );
  return (
    <ListScreen
      back={<BackLink to="/admin/configuracion">Configuración</BackLink>}
      title="Papelera"
      subtitle={entradas.length > 0 && "Lo que se eliminó en los últimos 30 días. Después se borra para siempre."}
    >
      {entradas.length === 0 ? (
        <EmptyState title="No hay nada en la papelera">
          <p className="text-balance text-soft">Lo que elimines queda aquí 30 días, por si te arrepientes.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
          {entradas.map(({ id, kind, title, when, quien }) => (
            <li key={id} className="gap-x-6 px-[min(1.25rem,4vw)] py-3 wrap-anywhere @2xl:flex @2xl:items-center">
              <div className="grow">
                <h2 className="font-sans font-semibold tracking-normal">{title}</h2>
                <p className="text-sm text-pretty text-soft">{`${kind} · ${quien} el ${when}`}</p>
              </div>
              <div className="actions mt-1 shrink-0">
                <WriteForm action={`/admin/papelera/${id}/deshacer?de=${here}`} preventScrollReset>
                  <SubmitButton className="button button-quiet" pending="Recuperando...">
                    Recuperar<span className="sr-only">{` ${names.get(id)}`}</span>
                  </SubmitButton>
                </WriteForm>
                <Link to={`/admin/configuracion/papelera/${id}/eliminar${search}`} preventScrollReset className="delete-link">
                  Eliminar para siempre<span className="sr-only">{` ${names.get(id)}`}</span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
