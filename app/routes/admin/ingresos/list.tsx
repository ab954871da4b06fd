import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Badge, EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { Link } from "~/components/link";
import { CONCEPTOS, IngresoLink } from "~/components/money/ingreso-link";
import { CsvLink, MoneyGroups, MoneyRow, TotalCard } from "~/components/money/money-list";
import { MonthFilter } from "~/components/money/month-filter";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameApart } from "~/format/action-name";
import { formatCalendarDay, formatMonth } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { asOptions, capitalize, listTitle, plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { lastPage, pickColumns, readChoice, readList, readMonth } from "~/http/search-params.server";
import { listDebtsWithout, listIngresos } from "~/models/dinero/ingreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getTotalDelMes } from "~/models/dinero/suma.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const { q, pagina } = readList(request);
  const mes = readMonth(request);
  const metodo = readChoice(request, "metodo", METODOS);
  const filter = { q, mes, metodo };
  // The month's total is only shown without a filter.
  const [list, delMes] = await or503(
    Promise.all([
      listIngresos({ ...filter, pagina }),
      Object.values(filter).some(Boolean) ? null : getZona().then((zona) => getTotalDelMes("ingresos_susa", zona)),
    ]),
    LOAD_ERRORS.ingresos,
  );
  const last = lastPage(request, list.total);
  const ingresos = pickColumns(
    list.ingresos,
    ...([
      "id",
      "monto",
      "descripcion",
      "metodo_pago",
      "fecha",
      "concepto",
      "cita_id",
      "venta_id",
      "isFixed",
      "isReversed",
      "cliente",
    ] as const),
  );
  const debts = await orUndefined(listDebtsWithout(ingresos.map(({ id }) => id)));
  const shown = ingresos.map((ingreso) => ({ ...ingreso, debt: debts?.get(ingreso.id) }));
  return {
    filter,
    metodos: METODOS,
    pagina,
    last,
    delMes,
    ...list,
    ingresos: shown,
    found: plural(list.total, "ingreso", "ingresos"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Gestión de Ingresos", data?.found, location) },
];

export default function Ingresos() {
  const { filter, metodos, pagina, last, delMes, ingresos, total, found, suma } = useLoaderData<typeof loader>();
  const { q, mes, metodo } = filter;
  const { search } = useLocation();
  const isFiltered = Object.values(filter).some(Boolean);
  const names = nameApart(
    ingresos,
    ({ monto, fecha }) => `${formatMoney(monto)} del ${formatCalendarDay(fecha)}`,
    ({ descripcion, cliente, concepto }) => `, ${[descripcion ?? CONCEPTOS[concepto], cliente].filter(Boolean).join(", ")}`,
  );
  return (
    <ListScreen
      title="Gestión de Ingresos"
      subtitle={
        <span className="flex flex-wrap items-center gap-2 pt-2 md:gap-3">
          {total > 0 || isFiltered ? (
            <span className="max-md:grow">
              <Found q={q}>{found}</Found>
            </span>
          ) : null}
          <Link className="button button-quiet" to="/admin/ventas/por-cobrar">
            Por cobrar
          </Link>
          <Link className="button button-quiet" to={`/admin/ventas/nueva?de=${encodeURIComponent(`/admin/ingresos${search}`)}`}>
            Vender
          </Link>
        </span>
      }
      action={<NewLink>Nuevo Ingreso</NewLink>}
    >
      <TotalCard
        title="Resumen de Ingresos"
        amount={suma}
        delMes={delMes}
        label="Total de ingresos registrados"
        mes={mes}
        chosen={[metodo, q && `«${q}»`]}
      >
        {total > 0 ? <CsvLink path="/admin/ingresos.csv" /> : null}
      </TotalCard>
      {ingresos.length > 0 || isFiltered ? (
        <SearchForm q={q} label="Buscar por descripción" chosen={[mes && formatMonth(mes), capitalize(metodo)]}>
          <MonthFilter value={mes} />
          <Filter name="metodo" label="Método de pago" value={metodo} all="Todos" options={asOptions(metodos)} />
        </SearchForm>
      ) : null}
      {ingresos.length === 0 ? (
        <EmptyState title="No hay ingresos registrados" filtered={isFiltered}>
          <p className="text-balance text-soft">Lo que cobras por citas y ventas se anota solo; lo demás lo registras aquí.</p>
          <NewLink>Registrar primer ingreso</NewLink>
        </EmptyState>
      ) : (
        <MoneyGroups rows={ingresos} by="day">
          {(ingreso) => {
            const name = names.get(ingreso.id) ?? "";
            const isPlain = ingreso.concepto === "libre" || ingreso.concepto === "cita";
            return (
              <MoneyRow
                amount={ingreso.monto}
                fecha={ingreso.fecha}
                more={ingreso.cliente}
                what={
                  <IngresoLink {...ingreso} recordName={name} back={`/admin/ingresos${search}`}>
                    <span className="line-clamp-4">{ingreso.descripcion ?? CONCEPTOS[ingreso.concepto]}</span>
                  </IngresoLink>
                }
                facts={[ingreso.metodo_pago, ...(isPlain ? [] : [CONCEPTOS[ingreso.concepto]])]}
                mark={ingreso.isReversed ? <Badge tone="bad">Cancelado</Badge> : null}
                isUnderItsDay
                record={
                  ingreso.isFixed
                    ? null
                    : {
                        path: `/admin/ingresos/${ingreso.id}`,
                        recordName: `el ingreso de ${name}`,
                        title: `el ingreso de ${name}`,
                        question: DELETE_QUESTIONS.ingreso(ingreso, ingreso.debt),
                      }
                }
              />
            );
          }}
        </MoneyGroups>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
