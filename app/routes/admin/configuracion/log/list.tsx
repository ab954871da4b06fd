import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, EmptyState, Filter, Found, Pagination, ScreenHeader, SearchForm } from "~/components/admin";
import { BitacoraLines } from "~/components/admin/bitacora-lines";
import { ACCIONES } from "~/content/bitacora";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatCalendarDay } from "~/format/dates";
import { listTitle, plural } from "~/format/text";
import { toLines } from "~/http/bitacora-lines.server";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readList } from "~/http/search-params.server";
import { listBitacora, listPersonas } from "~/models/cuentas/bitacora.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { readLogFilter } from "./filter.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const filter = readLogFilter(request);
  const { pagina } = readList(request);
  const zona = await or503(getZona(), LOAD_ERRORS["configuracion/bitacora"]);
  const [{ lineas, total }, personas] = await or503(
    Promise.all([listBitacora({ ...filter, pagina }, zona), listPersonas()]),
    LOAD_ERRORS["configuracion/bitacora"],
  );
  return {
    filter,
    pagina,
    last: lastPage(request, total),
    found: plural(total, "registro", "registros"),
    lines: toLines(lineas, zona),
    personas: [...personas.map(({ id, email }) => ({ value: id, label: email })), { value: "nadie", label: "Sin usuario" }],
    acciones: [{ value: "agenda", label: "Agenda" }, ...Object.entries(ACCIONES).map(([value, label]) => ({ value, label }))],
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Bitácora · Configuración", data?.found, location) },
];

export default function Bitacora() {
  const { filter, pagina, last, found, lines, personas, acciones } = useLoaderData<typeof loader>();
  const labelOf = (chosen: string) => [...personas, ...acciones].find(({ value }) => value === chosen)?.label ?? "";
  const chosen = [labelOf(filter.cuenta), labelOf(filter.accion), filter.dia && formatCalendarDay(filter.dia)];
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return (
    <div className="@container">
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader
        title="Bitácora"
        action={
          <a href={`/admin/configuracion/bitacora.csv?${search}`} className="button button-quiet">
            Descargar CSV
          </a>
        }
      >
        Quién hizo qué y cuándo. Nadie puede borrar un registro antes de dos años.
      </ScreenHeader>
      {lines.length > 5 || search.size > 0 || pagina > 1 ? (
        <SearchForm chosen={chosen}>
          <Filter name="cuenta" label="Persona" value={filter.cuenta} all="Todas" options={personas} />
          <Filter name="accion" label="Qué hizo" value={filter.accion} all="Todo" options={acciones} />
          <div className="filter">
            <label htmlFor="filtro-dia">Día</label>
            <input id="filtro-dia" type="date" name="dia" defaultValue={filter.dia} key={filter.dia} className="control py-0" />
          </div>
        </SearchForm>
      ) : null}
      {lines.length > 0 || search.size > 0 ? (
        <p className="mb-3 text-sm text-soft">
          <Found>{found}</Found>
        </p>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState title="Todavía no hay nada registrado" filtered={search.size > 0} />
      ) : (
        <BitacoraLines lines={lines} heading="h2" />
      )}
      <Pagination page={pagina} last={last} />
    </div>
  );
}
