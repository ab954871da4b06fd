import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, Badge, ScreenHeader, WhatsappLink } from "~/components/admin";
import { citaPath } from "~/components/admin/cita";
import { ConfirmDisclosure } from "~/components/admin/confirm-disclosure";
import { PrintButton } from "~/components/admin/print-button";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { AmountRow } from "~/components/money/amount";
import { isOk } from "~/database/idempotency.server";
import { formatCalendarDay, studioDay } from "~/format/dates";
import { whatsappUrl } from "~/format/links";
import { formatMoney, formatNumber, isNonZero } from "~/format/numbers";
import { dialable, formatPhone } from "~/format/phone";
import { SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { getConfiguracion, getZona } from "~/models/estudio/configuracion.server";
import { cancelVenta, getVenta } from "~/models/ventas/venta.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const [row, { nombre, direccion, telefono }] = await Promise.all([getVenta(params.id), getConfiguracion()]);
  const venta = notFoundIfNull(row);
  const { folio, fecha, cliente, isCancelled, saldo, citas, porRegresar } = venta;
  const filas = listFilas(venta);
  const number = isCancelled ? null : dialable(cliente?.telefono);
  const texto = [
    `*${nombre}*`,
    `Nota ${folio} · ${formatCalendarDay(fecha)}`,
    ...filas.map(({ label, amount }) => `${label}: ${formatMoney(amount)}`),
    NOT_FISCAL,
  ];
  return {
    ...{ folio, fecha, cliente, isCancelled, saldo, citas, filas, porRegresar },
    estudio: { nombre, direccion, telefono },
    whatsapp: number && whatsappUrl(number.slice(1), texto.join("\n")),
    question: cancelQuestion(venta),
    back: readReturnPath(request),
  };
}

/** Cancels the sale, which the page asks about. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const actor = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await cancelVenta(params.id, actor, key);
  const { pathname, search } = new URL(request.url);
  if (!isOk(done)) return redirectWithError(pathname + search, done.outcome, "No se pudo cancelar la venta");
  const { changed, folio } = done.result;
  return redirectWithFlash(pathname + search, { title: `La nota ${folio} ${changed ? "se canceló" : "ya estaba cancelada"}` });
}

const NOT_FISCAL = "No es comprobante fiscal.";

type Venta = NonNullable<Awaited<ReturnType<typeof getVenta>>>;
type Fila = { label: string; amount: string; isTotal?: boolean };

/** The lines of the sale: services, products, their total, how it was paid, tips, what was given back, and what is left. */
function listFilas(venta: Venta): Fila[] {
  const { citas, lineas, total, pagos, aparte, propinas, regresados, devoluciones, debe, isCancelled } = venta;
  const isMore = ({ amount }: Fila) => isNonZero(amount);
  return [
    ...citas.flatMap(({ servicio, empleado, precio, descuento }) => [
      { label: [servicio?.nombre ?? SERVICIO_ELIMINADO, empleado?.nombre].filter(Boolean).join(" · "), amount: precio },
      ...[{ label: "Descuento", amount: `-${descuento}` }].filter(isMore),
    ]),
    ...lineas.map(({ cantidad, item_nombre, importe }) => ({
      label: `${formatNumber(cantidad)} × ${item_nombre}`,
      amount: importe,
    })),
    { label: "Total", amount: total, isTotal: true },
    ...pagos.map(({ metodo_pago, monto }) => ({ label: `Pagado (${metodo_pago})`, amount: monto })),
    ...[{ label: "Pagado aparte", amount: aparte }].filter((fila) => !isCancelled && isMore(fila)),
    ...propinas.map(({ empleado, metodo_pago, monto }) => ({
      label: `Propina${empleado ? ` de ${empleado.nombre}` : ""} (${metodo_pago})`,
      amount: monto,
    })),
    ...regresados.map(({ devueltas, item_nombre, importe }) => ({
      label: `Regresó ${formatNumber(devueltas)} × ${item_nombre}`,
      amount: `-${importe}`,
    })),
    ...devoluciones.map(({ metodo_pago, monto }) => ({ label: `Se devolvió (${metodo_pago})`, amount: monto.slice(1) })),
    ...[{ label: "Queda por pagar", amount: debe, isTotal: true }].filter(isMore),
  ];
}

function cancelQuestion({ pagos, devoluciones, regresados, porRegresar, citas, propinas }: Venta): string {
  const rest = devoluciones.length > 0 ? ", menos lo que ya se le devolvió" : "";
  const products = regresados.length > 0 ? "Los productos que no han regresado" : "Los productos";
  const sentences = [
    "¿Estás segura de que quieres cancelar esta venta?",
    pagos.length > 0 ? `Se registra hoy la devolución de lo que pagó${rest}.` : "",
    propinas.length > 0 ? "También se devuelve la propina." : "",
    porRegresar.length > 0 ? `${products} vuelven al inventario.` : "",
    citas.length > 0 && pagos.length > 0 ? "Sus citas siguen completadas y quedan por cobrar." : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? `Nota ${data.folio}` : "Nota de venta" }];

export default function Nota() {
  const venta = useLoaderData<typeof loader>();
  const { folio, isCancelled, saldo, citas, porRegresar, whatsapp, question, back } = venta;
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const paid = isCancelled ? [] : citas.filter(({ mayGiveBack }) => mayGiveBack);
  return (
    <div className="@container">
      <BackLink to={back} />
      <div className="print:hidden">
        <ScreenHeader title={`Nota ${folio}`} action={<PrintButton />}>
          {isCancelled ? <Badge tone="bad">Cancelada</Badge> : null}
        </ScreenHeader>
      </div>
      <div className="grid items-start gap-5 @xl:grid-cols-2 @4xl:gap-8 print:grid-cols-1">
        <Ticket {...venta} />
        <div className="grid gap-4 print:hidden">
          {isNonZero(saldo) ? (
            <Link to={`${pathname}/cobrar${search}`} className="button justify-self-start">
              Cobrar {formatMoney(saldo)}
              {citas.length > 0 ? " de los productos" : null}
            </Link>
          ) : null}
          {whatsapp ? <WhatsappLink url={whatsapp}>Enviar por WhatsApp</WhatsappLink> : null}
          {citas.length > 0 ? (
            <ul className="divide-y divide-line border-y border-line">
              {citas.map(({ id, servicio, debe }) => (
                <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <Link to={citaPath(id, "detalle", here)} className="link inline-block py-2.5">
                    Cita de {servicio?.nombre ?? SERVICIO_ELIMINADO}
                  </Link>
                  {isNonZero(debe) ? <span className="ml-auto pb-2.5 tabular-nums">Falta cobrar {formatMoney(debe)}</span> : null}
                </li>
              ))}
            </ul>
          ) : null}
          {paid.length + porRegresar.length > 0 ? (
            <details>
              <summary className="link">Devolver dinero o un producto</summary>
              <ul>
                {paid.map(({ id, servicio }) => (
                  <li key={id}>
                    <Link to={citaPath(id, "devolver", here)} className="link inline-block py-2.5">
                      Devolver dinero de {servicio?.nombre ?? SERVICIO_ELIMINADO}
                    </Link>
                  </li>
                ))}
                {porRegresar.map(({ id, item_nombre }) => (
                  <li key={id}>
                    <Link to={`${pathname}/regresar/${id}${search}`} className="link inline-block py-2.5">
                      Regresar {item_nombre}
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
          {isCancelled ? null : (
            <ConfirmDisclosure label="Cancelar venta" question={question}>
              <WriteForm>
                <SubmitButton pending="Cancelando...">Sí, cancelarla</SubmitButton>
              </WriteForm>
            </ConfirmDisclosure>
          )}
        </div>
      </div>
    </div>
  );
}

/** The sale as it is printed, on a roll of 58 or 80 mm or on a sheet. */
function Ticket({ folio, fecha, cliente, isCancelled, filas, estudio }: SerializeFrom<typeof loader>) {
  return (
    <article
      className="card ticket wrap-anywhere print:max-w-[100mm] print:border-0 print:p-0 print:text-xs print:[&_dt]:text-ink"
      aria-label={`Nota ${folio}`}
    >
      <header className="grid justify-items-center text-center text-sm wrap-anywhere">
        <p className="font-display text-2xl">{estudio.nombre}</p>
        <p className="whitespace-pre-line">{estudio.direccion}</p>
        <p>{formatPhone(estudio.telefono)}</p>
      </header>
      <p className="flex flex-wrap justify-between gap-x-4 border-y border-line py-2">
        <span className="font-semibold">
          Nota {folio}
          {isCancelled ? " (cancelada)" : null}
        </span>
        <span>{formatCalendarDay(fecha)}</span>
      </p>
      {cliente ? <p className="wrap-anywhere">{cliente.nombre}</p> : null}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 tabular-nums">
        {filas.map((fila, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a printed sale never move.
          <AmountRow key={index} {...fila} />
        ))}
      </dl>
      <p className="border-t border-line pt-2 text-center text-sm">{NOT_FISCAL}</p>
    </article>
  );
}
