import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { ComprobanteLink, CsvLink, MoneyGroups, MoneyRow, TotalCard } from "~/components/money/money-list";
import { MonthFilter } from "~/components/money/month-filter";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameApart } from "~/format/action-name";
import { formatCalendarDay, formatMonth } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { asOptions, capitalize, listTitle, plural, SIN_CATEGORIA } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, pickColumns, readChoice, readList, readMonth } from "~/http/search-params.server";
import { EGRESO_CATEGORIAS, listEgresos } from "~/models/dinero/egreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getTotalDelMes } from "~/models/dinero/suma.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { q, pagina } = readList(request);
  const mes = readMonth(request);
  const categoria = readChoice(request, "categoria", [...EGRESO_CATEGORIAS, "ninguna"]);
  const metodo = readChoice(request, "metodo", METODOS);
  const filter = { q, mes, categoria, metodo };
  // The month's total is only shown without a filter.
  const [list, delMes] = await or503(
    Promise.all([
      listEgresos({ ...filter, pagina }),
      Object.values(filter).some(Boolean) ? null : getZona().then((zona) => getTotalDelMes("egresos_susa", zona)),
    ]),
    LOAD_ERRORS.egresos,
  );
  const last = lastPage(request, list.total);
  const egresos = pickColumns(list.egresos, "id", "monto", "descripcion", "categoria", "metodo_pago", "fecha", "comprobante_url");
  return {
    filter,
    categorias: EGRESO_CATEGORIAS,
    metodos: METODOS,
    pagina,
    last,
    delMes,
    ...list,
    egresos,
    found: plural(list.total, "egreso", "egresos"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Gestión de Egresos", data?.found, location) },
];

export default function Egresos() {
  const { filter, categorias, metodos, pagina, last, delMes, egresos, total, found, suma } = useLoaderData<typeof loader>();
  const { q, mes, categoria, metodo } = filter;
  const isFiltered = Object.values(filter).some(Boolean);
  const names = nameApart(
    egresos,
    ({ monto, fecha }) => `${formatMoney(monto)} del ${formatCalendarDay(fecha)}`,
    ({ descripcion }) => `, ${descripcion}`,
  );
  const count = total > 0 || isFiltered ? <Found q={q}>{found}</Found> : "";
  return (
    <ListScreen title="Gestión de Egresos" subtitle={count} action={<NewLink>Nuevo Egreso</NewLink>}>
      <TotalCard
        title="Resumen de Egresos"
        amount={`-${suma}`}
        delMes={delMes && { ...delMes, amount: `-${delMes.amount}` }}
        label="Total de gastos registrados"
        mes={mes}
        chosen={[categoria === "ninguna" ? SIN_CATEGORIA.toLowerCase() : categoria, metodo, q && `«${q}»`]}
      >
        {total > 0 ? <CsvLink path="/admin/egresos.csv" /> : null}
      </TotalCard>
      {egresos.length > 0 || isFiltered ? (
        <SearchForm
          q={q}
          label="Buscar por descripción"
          chosen={[mes && formatMonth(mes), categoria === "ninguna" ? SIN_CATEGORIA : categoria, capitalize(metodo)]}
        >
          <MonthFilter value={mes} />
          <Filter
            name="categoria"
            label="Categoría"
            value={categoria}
            all="Todas"
            options={[...categorias.map((value) => ({ value, label: value })), { value: "ninguna", label: SIN_CATEGORIA }]}
          />
          <Filter name="metodo" label="Método de pago" value={metodo} all="Todos" options={asOptions(metodos)} />
        </SearchForm>
      ) : null}
      {egresos.length === 0 ? (
        <EmptyState title="No hay egresos registrados" filtered={isFiltered}>
          <p className="text-balance text-soft">Anota lo que gastas en renta, productos o sueldos, y sabrás cuánto te queda.</p>
          <NewLink>Registrar primer egreso</NewLink>
        </EmptyState>
      ) : (
        <MoneyGroups rows={egresos} by="month">
          {(egreso) => {
            const name = names.get(egreso.id) ?? "";
            return (
              <MoneyRow
                amount={`-${egreso.monto}`}
                fecha={egreso.fecha}
                what={<span className="line-clamp-4">{egreso.descripcion}</span>}
                facts={[egreso.categoria ?? SIN_CATEGORIA, egreso.metodo_pago]}
                more={egreso.comprobante_url ? <ComprobanteLink url={egreso.comprobante_url} recordName={name} /> : null}
                isExpense
                record={{
                  path: `/admin/egresos/${egreso.id}`,
                  recordName: `el egreso de ${name}`,
                  title: `el egreso de ${name}`,
                  question: DELETE_QUESTIONS.egreso(egreso),
                }}
              />
            );
          }}
        </MoneyGroups>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
