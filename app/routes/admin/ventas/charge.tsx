import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AlertaBadge, BackLink, EmptyState, ScreenHeader } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { citaPath, isSameScreen } from "~/components/admin/cita";
import { CheckboxField, ErrorSummary, FormButtons, useForm, useFormState, useFormVersion, WriteForm } from "~/components/form";
import { ClienteFields, type ClienteOption } from "~/components/form/cliente-fields";
import { Fold, hasAnswer } from "~/components/form/fold";
import { Link } from "~/components/link";
import { UnusedAnticipos } from "~/components/money/unused-anticipos";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney, isNonZero } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, capitalize, SIN_CLIENTA } from "~/format/text";
import { resolveCliente } from "~/http/form/cliente-search.server";
import { readForm, textOf } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { formWithAnswer, givingBack, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import { hasCita } from "~/models/citas/cita.server";
import { getNombre } from "~/models/clientes/cliente.server";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { can } from "~/models/cuentas/permiso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { listTippable } from "~/models/dinero/propina.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { amountDue, type Bill, readBill } from "~/models/ventas/amount-due.server";
import { listAnticiposSinUsar } from "~/models/ventas/anticipo.server";
import { type Cobrado, type CobroReason, type CobroValues, chargeBill, cobroSchema } from "~/models/ventas/cobrar.server";
import { listMasVendidos } from "~/models/ventas/producto.server";
import {
  answerCobro,
  type CobroAnswer,
  describeCobrado,
  describeQuote,
  explainRefusal,
  FORMAS_DE_PAGO,
  readCobroIntent,
} from "./charge.server";
import { amountNames, CitasFields, type CobroFields, InsumoRow, PagoFields, ProductosFields } from "./charge-form";

// The one screen that charges: a visit, which it completes; products that somebody buys; or what a sale still owes.

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["citas", "productos", "propinas"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const [bill, alerta, masVendidos, anticipos] = await Promise.all([
    readBill(params, zona),
    getAlertaDeCita(user, params.id),
    listMasVendidos(),
    listAnticiposSinUsar(params.id),
  ]);
  const { cita, venta, citas, saldo, isCompleting } = notFoundIfNull(bill);
  const back = readReturnPath(request);
  if (cita && (cita.estado === "cancelada" || citas.length === 0))
    throw await redirectUnchanged(back, cita.estado === "cancelada" ? "cancelada" : "completada");
  if (venta && !isNonZero(saldo)) throw redirect(`/admin/ventas/${venta.id}?de=${encodeURIComponent(back)}`);
  const mayCount = can(user, "inventario");
  const cliente = (cita ?? venta)?.cliente;
  return {
    ...{ citas, isCompleting, alerta, anticipos, masVendidos, mayCount, zona, back },
    cita_id: cita?.id,
    // What is owed already is not put off again.
    formas: isCompleting || (!cita && !venta) ? FORMAS_DE_PAGO : FORMAS_DE_PAGO.slice(0, -1),
    metodos: asOptions(METODOS),
    especialistas: listTippable(citas),
    kind: cita ? ("citas" as const) : venta ? ("saldo" as const) : ("venta" as const),
    title: isCompleting ? "Completar cita" : cita ? "Cobrar lo que falta" : venta ? `Cobrar la nota ${venta.folio}` : "Vender",
    quien: cliente?.nombre ?? (cita ? CLIENTE_ELIMINADO : venta ? SIN_CLIENTA : "Venta de productos, sin cita"),
    cuando: cita && `${capitalize(formatDay(cita.fecha_hora, zona))}, ${formatTime(cita.fecha_hora, zona)}`,
    cliente_id: cliente?.id,
    por_cobrar: amountDue({ citas, saldo }).toFixed(2),
    insumos: cita?.insumos ?? [],
    isAhead: isCompleting && cita !== undefined && cita.fecha_hora > new Date(),
  };
}

/** What the answers of the action need: what is charged, who may see the stock, and where the form was opened. */
type Charging = { params: ActionFunctionArgs["params"]; mayCount: boolean; back: string };

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const zona = await getZona();
  const intent = readCobroIntent(values);
  const { search, unsure } = await resolveCliente(values, { isAsked: intent.type === "search-clients", isWalkIn: false, user });
  const submission = parseWithZod(values, { schema: cobroSchema });
  /** Answers with the form after its button, of what there is to charge now; 404 when that does not exist. */
  const giveBack = async (answer: (form: FormAgain) => Response | Promise<Response>) => {
    const bill = await readBill(params, zona);
    if (!bill) return writeFailed(submission, "missing");
    const { answer: found, ...form } = await answerCobro(submission.payload, intent, bill);
    const said = { search, cliente: await getNombre(textOf(values, "cliente_id")), ...found };
    return answer({ ...form, bill, said, again: givingBack(submission, form.payload) });
  };
  const refuse = (errors: { formErrors?: string[]; fieldErrors?: Record<string, string[]> } = {}) =>
    giveBack(({ again, said }) => invalid(again, errors, 400, {}, said));
  if (intent.type !== "save" && intent.type !== "quote") return giveBack(({ payload, said }) => formWithAnswer(payload, said));
  if (unsure) return refuse({ fieldErrors: { cliente_id: [unsure] } });
  if (submission.status !== "success") return refuse();
  const { productos, citas, descuento } = submission.value;
  const isEmpty = productos.length === 0 && citas.every(({ id }) => id === null) && !params.venta;
  if (isEmpty) return refuse({ formErrors: [params.id ? "Marca al menos una cita." : "Elige qué se lleva."] });
  if (params.id && !(await hasCita(params.id))) return writeFailed(submission, "missing");

  const mayCount = can(user, "inventario");
  const refuseFor = async (reason: CobroReason, { payload, said, again }: FormAgain) => {
    const { status, ...errors } = await explainRefusal(reason, payload, mayCount);
    return invalid(again, errors, status, {}, said);
  };
  if (intent.type === "quote")
    return giveBack((form) => {
      const answer = describeQuote(form.charge, submission.value);
      return "reason" in answer ? refuseFor(answer.reason, form) : formWithAnswer(form.payload, { ...form.said, ...answer });
    });
  const charging = { params, mayCount, back: readReturnPath(request) };
  const by = { cuenta_id: user.id, hoy: studioDay(new Date(), zona) };
  const done = await chargeBill({ ...submission.value, venta_id: params.venta }, by, key);
  if (isOk(done)) return redirectCharged(done.result, descuento !== null, charging);
  const { outcome } = done;
  return giveBack(async (form) => {
    if (outcome === "failed" || outcome === "too_large" || outcome === "reused" || outcome === "missing_key")
      return writeFailed(form.again, outcome, `No se pudo ${params.id ? "completar la cita" : "registrar la venta"}`, form.said);
    const elsewhere = await redirectIfCharged(outcome, form.bill, charging);
    return elsewhere ?? refuseFor(outcome, form);
  });
}

/**
 * The form to be given back: what there is to charge and what of it is charged, the values and the answer that it shows, and the
 * submission with those values.
 */
type FormAgain = Pick<Awaited<ReturnType<typeof answerCobro>>, "payload" | "charge"> & {
  bill: Bill;
  said: Pick<Awaited<ReturnType<typeof resolveCliente>>, "search"> & object;
  again: Submission<CobroValues>;
};

/** Where the form leads: the page of the appointment, which offers what comes next (the thank-you message, the next visit), or back. */
function nextOf({ params, back }: Charging): string {
  const detail = params.id && citaPath(params.id, "detalle", back);
  return detail && !isSameScreen(back, detail) ? detail : back;
}

const notaPath = (id: string | null | undefined, charging: Charging) =>
  `/admin/ventas/${id}?de=${encodeURIComponent(nextOf(charging))}`;

function alreadyDone({ params }: Charging) {
  return { title: params.id ? "La cita ya estaba completada" : "La nota ya estaba pagada" };
}

/** Says what was charged. */
function redirectCharged(done: Cobrado, hasDiscount: boolean, charging: Charging) {
  const { params } = charging;
  const { venta_id, completadas } = done;
  const [next, nota] = [nextOf(charging), notaPath(venta_id, charging)];
  const description = describeCobrado(done) || undefined;
  if (!params.id) return redirectWithFlash(nota, { title: params.venta ? "Cobro registrado" : "Venta registrada", description });
  const title = completadas === 1 ? "Cita completada" : completadas > 1 ? `${completadas} citas completadas` : "Cobro registrado";
  if (venta_id) return redirectWithFlash(next, { title, description, link: { href: nota, label: "Ver la nota" } });
  if (completadas > 0) return redirectWithFlash(next, { title, description });
  return redirectWithFlash(next, hasDiscount ? { title: "Descuento registrado", description } : alreadyDone(charging));
}

/** Leads away from what somebody else cancelled or charged meanwhile; null when the form says it. */
async function redirectIfCharged(reason: CobroReason, { cita, citas, saldo }: Bill, charging: Charging) {
  const { params, back } = charging;
  if (cita?.estado === "cancelada") return redirectUnchanged(back, "cancelada");
  const isLeft = cita ? citas.length > 0 : !params.venta || isNonZero(saldo);
  if (reason !== "stale" || isLeft) return null;
  const description = `Alguien la ${cita ? "completó" : "cobró"} antes y tu cobro no se registró. Revisa lo que ya se cobró y, si falta, cóbralo.`;
  const path = params.venta ? notaPath(params.venta, charging) : nextOf(charging);
  return redirectWithFlash(path, { ...alreadyDone(charging), description, destructive: true });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Cobrar" }];

// The key remounts the form with each answer, and when an advance payment was used: it fills in the amount that is left now.
export default function Charge() {
  const { title, quien, cuando, alerta, isAhead, kind, masVendidos, mayCount, back, ...data } = useLoaderData<typeof loader>();
  const version = useFormVersion();
  const isUnsent = useFormState() === undefined;
  return (
    <>
      {kind === "venta" ? <BackLink to={back} /> : null}
      <ScreenHeader title={title}>
        {quien}
        {cuando ? <span className="block">{cuando}</span> : null}
      </ScreenHeader>
      <div className={`grid gap-5 ${data.insumos.length > 0 ? "max-w-2xl lg:max-w-5xl" : "max-w-2xl"}`}>
        <AlertaBadge alerta={alerta} />
        {data.cita_id ? <UnusedAnticipos cita_id={data.cita_id} anticipos={data.anticipos} zona={data.zona} /> : null}
        {isAhead ? (
          <p className="rounded-lg border border-line bg-sand p-4">
            Esta cita todavía no empieza. ¿Quieres completarla de todos modos?
          </p>
        ) : null}
        {kind === "venta" && masVendidos.length === 0 && isUnsent ? (
          <EmptyState title="No hay nada a la venta">
            <p className="text-balance text-soft">Aquí aparece cada artículo del inventario con precio de venta y existencias.</p>
            {mayCount ? (
              <Link to="/admin/inventario" className="button">
                Ir al inventario
              </Link>
            ) : null}
          </EmptyState>
        ) : (
          <CobroForm key={`${version} ${data.anticipos.length}`} />
        )}
      </div>
    </>
  );
}

type Answer = CobroAnswer & Pick<Awaited<ReturnType<typeof resolveCliente>>, "search"> & { cliente?: ClienteOption };

function CobroForm() {
  const { cliente_id: defaultCliente, ...data } = useLoaderData<typeof loader>();
  const { kind, citas, por_cobrar, insumos, masVendidos, formas, metodos, especialistas, isCompleting, zona, back } = data;
  const { search, cliente, descuento, quote, ...answer } = useActionData<Answer>() ?? {};
  const [form, fields] = useForm<CobroFields>({
    id: "cobro",
    defaultValue: {
      ...{ por_cobrar, monto: por_cobrar, metodo_pago: "efectivo", descontar: true, cliente_id: defaultCliente },
      citas: citas.map(({ id }) => ({ id })),
      propinas: especialistas.map(({ empleado_id }) => ({ empleado_id })),
    },
  });
  const { cliente_id, cliente_nombre, cliente_q } = fields;
  const hasProducts = fields.productos.getFieldList().length > 0;
  // They stay, with what was typed, while nothing is ticked.
  const owes = kind === "venta" || [por_cobrar, fields.por_cobrar.initialValue].some(isNonZero);
  const chosen = cliente ?? { id: cliente_id.initialValue ?? "", nombre: "La clienta elegida", telefono: null };
  const productos = <ProductosFields fields={fields} masVendidos={masVendidos} {...answer} />;
  return (
    <>
      <ErrorSummary form={form} names={amountNames(fields, especialistas)} />
      <WriteForm
        id={form.id}
        preventScrollReset
        className={`charge grid gap-5 ${insumos.length > 0 ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:items-start" : ""}`}
      >
        {/* Enter presses the first button: it searches for what was typed, or charges. */}
        <button type="submit" name="intent" value="enter" formNoValidate className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name={fields.por_cobrar.name} value={fields.por_cobrar.initialValue} />
        {kind === "venta" ? (
          <>
            <input type="hidden" name={fields.buscado.name} value={cliente_q.initialValue ?? ""} />
            <input type="hidden" name={fields.elegida.name} value={chosen.id} />
            <Card id="productos" title="¿Qué se lleva?">
              {productos}
              <Fold title="¿Quién compra?" isOpen={hasAnswer(cliente_id, cliente_q, cliente_nombre)}>
                <ClienteFields
                  fields={fields}
                  clientes={[...(chosen.id ? [chosen] : []), ...(search?.clientes ?? [])]}
                  isSearched={search !== undefined}
                  hasMore={search?.hasMore ?? false}
                />
              </Fold>
            </Card>
          </>
        ) : (
          <input type="hidden" name={cliente_id.name} value={cliente_id.initialValue} />
        )}
        {kind !== "venta" || hasProducts ? (
          <Card id="pago" title="Cobro">
            {kind === "citas" ? (
              <>
                <CitasFields fields={fields} citas={citas} zona={zona} />
                {hasProducts || answer.found || masVendidos.length > 0 ? (
                  <Fold title="¿Se lleva algo?" isOpen={hasProducts || answer.found !== undefined}>
                    {productos}
                  </Fold>
                ) : null}
              </>
            ) : null}
            {owes ? (
              <PagoFields {...{ fields, kind, formas, metodos, especialistas, descuento, quote }} />
            ) : (
              <p>No queda nada por cobrar.</p>
            )}
          </Card>
        ) : null}
        {insumos.length > 0 ? (
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Card id="insumos" title="Insumos">
              <CheckboxField field={fields.descontar} label="Descontar insumos del inventario" />
              <ul className="divide-y divide-line">
                {insumos.map((insumo) => (
                  <InsumoRow key={insumo.nombre} insumo={insumo} />
                ))}
              </ul>
            </Card>
          </div>
        ) : null}
        {kind === "venta" && !hasProducts ? null : (
          <FormButtons
            back={back}
            pending="Cobrando..."
            cancel="Volver"
            aside={owes ? <PorCobrar monto={fields.por_cobrar.initialValue} /> : null}
          >
            {isCompleting ? "Completar cita" : "Cobrar"}
          </FormButtons>
        )}
      </WriteForm>
    </>
  );
}

function PorCobrar({ monto = "0.00" }: { monto: string | undefined }) {
  return (
    <p className="text-right leading-tight tabular-nums">
      <span className="block text-sm text-soft">Por cobrar</span>
      <span className="text-lg font-semibold">{formatMoney(monto)}</span>
    </p>
  );
}
