import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, Badge, ScreenHeader } from "~/components/admin";
import { PorRevisar } from "~/components/admin/por-revisar";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatMoment } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { slug } from "~/format/slug";
import { plural } from "~/format/text";
import { readPorRevisar } from "~/http/bitacora-lines.server";
import { or503, requireUser } from "~/http/guards.server";
import { can } from "~/models/cuentas/permiso.server";
import { runCuadre } from "~/models/dinero/cuadre.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { describeCuadre, type Section } from "./differences";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const [zona, cuadre] = await or503(
    Promise.all([getZona(), runCuadre({ withStock: can(user, "inventario"), withPagos: can(user, "propietaria") })]),
    LOAD_ERRORS["reportes/cuadre"],
  );
  return {
    cuando: formatMoment(new Date(), zona),
    ...describeCuadre(cuadre, zona),
    totales: cuadre.totales,
    porRevisar: can(user, "propietaria") ? await or503(readPorRevisar(zona), LOAD_ERRORS["reportes/cuadre"]) : null,
  };
}

export const meta: MetaFunction = () => [{ title: "Cuadre" }];

export default function Cuadre() {
  const { cuando, sections, cuantas, totales, porRevisar } = useLoaderData<typeof loader>();
  const differing = sections.filter((section) => section.cuantas > 0);
  const agreeing = sections.filter((section) => section.cuantas === 0);
  return (
    <div className="@container">
      <BackLink to="/admin/reportes">Reportes</BackLink>
      <ScreenHeader
        title="Cuadre"
        action={
          <Link to="" className="button button-quiet print:hidden">
            Revisar otra vez
          </Link>
        }
      >
        Que lo cobrado, lo que te deben y lo que hay en inventario coincidan con lo que se registró. Revisado el {cuando}
      </ScreenHeader>
      <p
        className={`mb-6 rounded-2xl border px-5 py-4 font-semibold ${cuantas === 0 ? "border-good bg-good-paper text-good" : "border-bad bg-bad-paper text-bad"}`}
      >
        {cuantas === 0
          ? "Todo cuadra: 0 diferencias."
          : `${plural(cuantas, "diferencia", "diferencias")}: hay datos que se cambiaron fuera de Susa.`}
      </p>
      {porRevisar ? (
        <div className="mb-6 print:hidden">
          <PorRevisar {...porRevisar} back="/admin/reportes/cuadre" />
        </div>
      ) : null}
      <ul className="grid gap-4 empty:hidden">
        {differing.map((section) => (
          <Result key={section.titulo} {...section} />
        ))}
      </ul>
      <details className="datos mt-4">
        <summary className="link">Ver lo que revisamos</summary>
        <dl className="card mt-2 gap-0 divide-y divide-line py-2">
          {totales.map(({ libro, filas, asientos, diferencia }) => (
            <div key={libro} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
              <dt>Suma de {libro}s</dt>
              <dd className="ml-auto grid text-right">
                <span className="font-semibold tabular-nums wrap-anywhere">{formatMoney(filas)}</span>
                <span className="text-sm text-soft">
                  Según lo registrado: {formatMoney(asientos)}.{" "}
                  <span className="inline-block">Diferencia: {formatMoney(diferencia)}.</span>
                </span>
              </dd>
            </div>
          ))}
        </dl>
        <ul className="card mt-4 gap-0 divide-y divide-line py-2">
          {agreeing.map(({ titulo, comparados }) => (
            <li key={titulo} id={slug(titulo)} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
              <div className="min-w-0 flex-1 basis-40">
                <h2 className="text-base">{titulo}</h2>
                <p className="text-sm text-soft">{plural(comparados, "revisado", "revisados")}</p>
              </div>
              <Badge tone="good">Cuadra</Badge>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Result({ titulo, comparados, cuantas, diferencias }: Section) {
  return (
    <li className="card" id={slug(titulo)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="text-xl">{titulo}</h2>
          <p className="text-soft">{plural(comparados, "revisado", "revisados")}</p>
        </div>
        <Badge tone="bad">{plural(cuantas, "diferencia", "diferencias")}</Badge>
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {diferencias.map(({ id, clase, cual, enlace, esperado, encontrado, diferencia }) => (
          <li key={id} className="grid gap-x-6 gap-y-2 py-3 @3xl:grid-cols-2">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">
                {enlace ? (
                  <Link to={enlace} className="link inline-block py-2.5">
                    {cual}
                  </Link>
                ) : (
                  cual
                )}
              </p>
              <p className="text-bad">{clase}</p>
            </div>
            <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-0.5">
              <Line name="Se esperaba" value={esperado} />
              <Line name="Hay" value={encontrado} />
              {diferencia ? <Line name="Diferencia" value={diferencia} /> : null}
            </dl>
          </li>
        ))}
      </ol>
      {cuantas > diferencias.length ? (
        <p className="text-sm text-soft">
          Se muestran las primeras {diferencias.length} de {plural(cuantas, "diferencia", "diferencias")}.
        </p>
      ) : null}
    </li>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-right tabular-nums wrap-anywhere">{value}</dd>
    </>
  );
}
