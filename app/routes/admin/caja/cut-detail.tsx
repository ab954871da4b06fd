import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { PrintButton } from "~/components/admin/print-button";
import { AmountRow } from "~/components/money/amount";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatMoment } from "~/format/dates";
import { isNonZero } from "~/format/numbers";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { getCorte } from "~/models/dinero/corte.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { DifferenceBadge } from "./difference-badge";
import { ExpectedCash, SlipRows } from "./till-sums";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const [corte, { nombre, zona_horaria }] = await or503(Promise.all([getCorte(params.id), getConfiguracion()]), LOAD_ERRORS.caja);
  return { ...notFoundIfNull(corte), estudio: nombre, zona: zona_horaria };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `Corte ${data.numero}` : "Corte de caja" }];

export default function CutDetail() {
  const corte = useLoaderData<typeof loader>();
  const { numero, created_at, quien, contado, retiro, queda, esperado, diferencia, motivo, anterior, metodos, estudio, zona } =
    corte;
  const amounts = "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 tabular-nums";
  return (
    <>
      <BackLink to="/admin/caja">Caja</BackLink>
      <div className="print:hidden">
        <ScreenHeader title={`Corte ${numero}`} action={<PrintButton />}>
          <DifferenceBadge diferencia={diferencia} />
        </ScreenHeader>
      </div>
      <article
        className="card ticket max-w-2xl wrap-anywhere print:max-w-[100mm] print:border-0 print:p-0 print:text-xs print:[&_dt]:text-ink"
        aria-label={`Corte ${numero}`}
      >
        <p className="text-center font-display text-2xl">{estudio}</p>
        <p className="flex flex-wrap justify-between gap-x-4 border-y border-line py-2">
          <span className="font-semibold">Corte {numero}</span>
          <span>{formatMoment(created_at, zona)}</span>
        </p>
        <dl className={amounts}>
          {anterior && metodos ? <ExpectedCash queda={anterior.queda} efectivo={metodos.efectivo} esperado={esperado} /> : null}
          <AmountRow label="Se contaron" amount={contado} isTotal />
          {isNonZero(diferencia) ? (
            <AmountRow label={diferencia.startsWith("-") ? "Faltan" : "Sobran"} amount={diferencia.replace("-", "")} isTotal />
          ) : null}
          {isNonZero(retiro) ? <AmountRow label="Se sacaron" amount={`-${retiro}`} /> : null}
          <AmountRow label="Se quedó en la caja" amount={queda} />
        </dl>
        {motivo ? <p>Motivo: {motivo}</p> : null}
        {metodos ? (
          <>
            <h2 className="border-t border-line pt-2 text-lg">Con tarjeta y transferencia</h2>
            <dl className={amounts}>
              <SlipRows {...metodos} />
            </dl>
          </>
        ) : (
          <p className="text-soft">Fue el primer corte: desde aquí empieza la cuenta.</p>
        )}
        {quien ? <p className="border-t border-line pt-2 text-center text-sm">Lo hizo {quien}</p> : null}
      </article>
    </>
  );
}
