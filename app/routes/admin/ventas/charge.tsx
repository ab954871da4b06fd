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
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTime, studioDay } from "~/format/dates";
import { isNonZero } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, capitalize, SIN_CLIENTA } from "~/format/text";
import { resolveCliente } from "~/http/form/cliente-search.server";
import { readForm, textOf } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { formWithAnswer, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import { getNombre } from "~/models/clientes/cliente.server";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { can } from "~/models/cuentas/permiso.server";
import { sum } from "~/models/dinero/amounts.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { cobrar, cobroSchema } from "~/models/ventas/cobrar.server";
import { getPorCobrar } from "~/models/ventas/cuenta.server";
import { listMasVendidos } from "~/models/ventas/producto.server";
import { getSaldo } from "~/models/ventas/venta.server";
import {
  answerCobro,
  describeCobrado,
  explainRefusal,
  FORMAS_DE_PAGO,
  type ProductosAnswer,
  readCobroIntent,
} from "./charge.server";
import { CitasFields, type CobroFields, InsumoRow, PagoFields, ProductosFields } from "./charge-form";

// The one screen that charges: a visit, which it completes; products that somebody buys; or what a sale still owes.

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["citas", "productos", "propinas"] };

/** What there is to charge, or null when the appointment or the sale does not exist. */
async function readCuenta({ id, venta: venta_id }: LoaderFunctionArgs["params"], zona: string) {
  const cita = id === undefined ? undefined : await getPorCobrar(id, zona);
  const venta = venta_id === undefined ? undefined : await getSaldo(venta_id);
  if (cita === null || venta === null) return null;
  const citas = cita?.citas ?? [];
  return { cita, venta, citas, saldo: venta?.saldo ?? "0.00", isCompleting: citas.some(({ isOpen }) => isOpen) };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const [cuenta, alerta, masVendidos] = await Promise.all([
    readCuenta(params, zona),
    getAlertaDeCita(user, params.id),
    listMasVendidos(),
  ]);
  const { cita, venta, citas, saldo, isCompleting } = notFoundIfNull(cuenta);
  const back = readReturnPath(request);
  if (cita && (cita.estado === "cancelada" || citas.length === 0))
    throw await redirectUnchanged(back, cita.estado === "cancelada" ? "cancelada" : "completada");
  if (venta && !isNonZero(saldo)) throw redirect(`/admin/ventas/${venta.id}?de=${encodeURIComponent(back)}`);
  const mayCount = can(user, "inventario");
  const cliente = (cita ?? venta)?.cliente;
  return {
    ...{ citas, isCompleting, alerta, masVendidos, mayCount, zona, back },
    // What is owed already is not put off again.
    formas: isCompleting || (!cita && !venta) ? FORMAS_DE_PAGO : FORMAS_DE_PAGO.slice(0, -1),
    metodos: asOptions(METODOS),
    kind: cita ? ("citas" as const) : venta ? ("saldo" as const) : ("venta" as const),
    title: isCompleting ? "Completar cita" : cita ? "Cobrar lo que falta" : venta ? `Cobrar la nota ${venta.folio}` : "Vender",
    quien: cliente?.nombre ?? (cita ? CLIENTE_ELIMINADO : venta ? SIN_CLIENTA : "Venta de productos, sin cita"),
    cuando: cita && `${capitalize(formatDay(cita.fecha_hora, zona))}, ${formatTime(cita.fecha_hora, zona)}`,
    cliente_id: cliente?.id,
    por_cobrar: sum([saldo, ...citas.map(({ por_cobrar }) => por_cobrar)]).toFixed(2),
    insumos: (cita?.insumos ?? []).map((insumo) => ({ ...insumo, hay: mayCount ? insumo.hay : null })),
    isAhead: isCompleting && cita !== undefined && cita.fecha_hora > new Date(),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const zona = await getZona();
  const intent = readCobroIntent(values);
  const { search, unsure } = await resolveCliente(values, { isAsked: intent.type === "search-clients", isWalkIn: false, user });
  const submission = parseWithZod(values, { schema: cobroSchema });
  const { payload } = submission;
  const cuenta = await readCuenta(params, zona);
  if (!cuenta) return writeFailed(submission, "missing");
  const { cita } = cuenta;
  const describe = async (now: typeof cuenta) => ({
    ...{ search, cliente: await getNombre(textOf(values, "cliente_id")) },
    ...(await answerCobro(payload, intent, now)),
  });
  const refuse = async (errors: { formErrors?: string[]; fieldErrors?: Record<string, string[]> } = {}, status = 400) =>
    invalid(submission, errors, status, {}, await describe((await readCuenta(params, zona)) ?? cuenta));
  if (intent.type !== "save") return formWithAnswer(payload, await describe(cuenta));
  if (unsure) return refuse({ fieldErrors: { cliente_id: [unsure] } });
  if (submission.status !== "success") return refuse();
  const { productos, citas, descuento } = submission.value;
  const isEmpty = productos.length === 0 && citas.every(({ id }) => id === null);
  if (isEmpty && !params.venta) return refuse({ formErrors: [cita ? "Marca al menos una cita." : "Elige qué se lleva."] });

  const back = readReturnPath(request);
  const actor = { cuenta_id: user.id, hoy: studioDay(new Date(), zona) };
  const done = await cobrar({ ...submission.value, venta_id: params.venta }, actor, key);
  // The appointment's page offers what comes next: the thank-you message and the next visit.
  const detail = cita && citaPath(cita.id, "detalle", back);
  const next = detail && !isSameScreen(back, detail) ? detail : back;
  const notaPath = (id: string | null) => `/admin/ventas/${id}?de=${encodeURIComponent(next)}`;
  const alreadyDone = { title: cita ? "La cita ya estaba completada" : "La nota ya estaba pagada" };
  if (isOk(done)) {
    const { venta_id, completadas } = done.result;
    const href = notaPath(venta_id);
    const description = describeCobrado(done.result, can(user, "inventario")) || undefined;
    if (!cita) return redirectWithFlash(href, { title: params.venta ? "Cobro registrado" : "Venta registrada", description });
    const title =
      completadas === 1 ? "Cita completada" : completadas > 1 ? `${completadas} citas completadas` : "Cobro registrado";
    if (venta_id) return redirectWithFlash(next, { title, description, link: { href, label: "Ver la nota" } });
    if (completadas === 0)
      return redirectWithFlash(next, descuento ? { title: "Descuento registrado", description } : alreadyDone);
    return redirectWithFlash(next, { title, description });
  }
  const { outcome } = done;
  const failed = `No se pudo ${cita ? "completar la cita" : "registrar la venta"}`;
  if (outcome === "failed" || outcome === "too_large" || outcome === "reused" || outcome === "missing_key")
    return writeFailed(submission, outcome, failed, await describe(cuenta));
  const now = await readCuenta(params, zona);
  if (now?.cita?.estado === "cancelada") return redirectUnchanged(back, "cancelada");
  if (outcome === "stale" && now && (cita ? now.citas.length === 0 : params.venta && !isNonZero(now.saldo))) {
    const description = `Alguien la ${cita ? "completó" : "cobró"} antes y tu cobro no se registró. Revisa lo que ya se cobró y, si falta, cóbralo.`;
    return redirectWithFlash(params.venta ? notaPath(params.venta) : next, { ...alreadyDone, description, destructive: true });
  }
  const answer = await describe(now ?? cuenta);
  const { status, ...errors } = await explainRefusal(outcome, payload, descuento, can(user, "inventario"));
  return invalid(submission, errors, status, {}, answer);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Cobrar" }];

// The key remounts the form with each answer: it fills in the amount that is left now.
export default function Charge() {
  const { title, quien, cuando, alerta, isAhead, kind, masVendidos, mayCount, back } = useLoaderData<typeof loader>();
  const version = useFormVersion();
  const isUnsent = useFormState() === undefined;
  return (
    <>
      {kind === "venta" ? <BackLink to={back} /> : null}
      <ScreenHeader title={title}>
        {quien}
        {cuando ? <span className="block">{cuando}</span> : null}
      </ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <AlertaBadge alerta={alerta} />
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
          <CobroForm key={version} />
        )}
      </div>
    </>
  );
}

type Answer = ProductosAnswer & Pick<Awaited<ReturnType<typeof resolveCliente>>, "search"> & { cliente?: ClienteOption };

function CobroForm() {
  const { cliente_id: hers, ...data } = useLoaderData<typeof loader>();
  const { kind, citas, por_cobrar, insumos, masVendidos, formas, metodos, isCompleting, zona, back } = data;
  const { search, cliente, ...answer } = useActionData<Answer>() ?? {};
  const especialistas = new Map(citas.flatMap(({ empleado }) => (empleado ? [[empleado.id, empleado.nombre]] : [])));
  const [form, fields] = useForm<CobroFields>({
    id: "cobro",
    defaultValue: {
      ...{ por_cobrar, monto: por_cobrar, metodo_pago: "efectivo", descontar: true, cliente_id: hers },
      citas: citas.map(({ id }) => ({ id })),
      propinas: [...especialistas.keys()].map((empleado_id) => ({ empleado_id })),
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
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="charge grid gap-5">
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
            {owes ? <PagoFields {...{ fields, kind, formas, metodos, especialistas }} /> : <p>No queda nada por cobrar.</p>}
          </Card>
        ) : null}
        {insumos.length > 0 ? (
          <Card id="insumos" title="Insumos">
            <CheckboxField field={fields.descontar} label="Descontar insumos del inventario" />
            <ul className="divide-y divide-line">
              {insumos.map((insumo) => (
                <InsumoRow key={insumo.nombre} insumo={insumo} />
              ))}
            </ul>
          </Card>
        ) : null}
        {kind === "venta" && !hasProducts ? null : (
          <FormButtons back={back} pending="Cobrando..." cancel="Volver">
            {isCompleting ? "Completar cita" : "Cobrar"}
          </FormButtons>
        )}
      </WriteForm>
    </>
  );
}
