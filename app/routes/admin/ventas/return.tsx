import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { CheckboxField, ErrorSummary, FormButtons, TextField, useForm, WriteForm } from "~/components/form";
import { RadiosField } from "~/components/form/radios-field";
import { alsoThere } from "~/content/refunds";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { formatMoney, formatNumber, isNonZero } from "~/format/numbers";
import { asOptions } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { getLinea, type RegresoValues, regresoSchema, returnProducto } from "~/models/ventas/devolucion.server";

// A product of a sale that comes back alone.

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const linea = notFoundIfNull(await getLinea(params.id, params.linea));
  const back = notaOf(request, params.id);
  if (linea.quedan === 0) throw await redirectWithFlash(back, { title: "Ese producto ya regresó completo", destructive: true });
  return { ...linea, metodos: asOptions(METODOS), back };
}

const notaOf = (request: Request, id: string | undefined) => `/admin/ventas/${id}${new URL(request.url).search}`;

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: regresoSchema });
  if (submission.status !== "success") return invalid(submission);
  const by = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await returnProducto(params.id, params.linea, submission.value, by, key);
  if (isOk(done)) {
    const { monto } = done.result;
    const [title, description] = isNonZero(monto)
      ? [`Se le devolvieron ${formatMoney(monto)}`, alsoThere(submission.value.metodo_pago)]
      : ["El producto regresó", "Todavía no lo pagaba: ya no lo debe."];
    return redirectWithFlash(notaOf(request, params.id), { title, description });
  }
  if (done.outcome === "too_many")
    return invalid(submission, { fieldErrors: { cantidad: ["Son más de los que pueden regresar."] } });
  return writeFailed(submission, done.outcome, "No se pudo registrar la devolución");
}

export const meta: MetaFunction = () => [{ title: "Regresar un producto" }];

export default function ReturnProducto() {
  const { folio, item_nombre, quedan, precio, debe, hasItem, metodo_pago, metodos, back } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<RegresoValues>({
    id: "regreso",
    defaultValue: { cantidad: 1, metodo_pago: metodo_pago ?? "efectivo", al_inventario: hasItem },
  });
  return (
    <>
      <BackLink to={back}>Nota {folio}</BackLink>
      <ScreenHeader title="Regresar un producto">
        {formatNumber(quedan)} × {item_nombre}, {formatMoney(precio)}
        {quedan > 1 ? " cada uno" : null}
      </ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} preventScrollReset className="card gap-5">
          <TextField
            field={fields.cantidad}
            label="¿Cuántos regresan?"
            hint={`Máximo ${formatNumber(quedan)}.`}
            inputMode="numeric"
            required
          />
          <TextField field={fields.motivo} label="¿Por qué?" hint="Como «le dio alergia»." required />
          {metodo_pago ? (
            <RadiosField compact legend="Cómo se lo devuelves" field={fields.metodo_pago} options={metodos} />
          ) : null}
          {isNonZero(debe) ? (
            <p className="text-sm text-soft">
              De esta nota debe {formatMoney(debe)}: primero se le quita de lo que debe
              {metodo_pago ? ", y lo demás se le devuelve" : ""}.
            </p>
          ) : null}
          {hasItem ? (
            <CheckboxField
              field={fields.al_inventario}
              label="Vuelve al inventario"
              hint="Quita la marca si ya está abierto o ya no se puede vender."
            />
          ) : (
            <p className="text-sm text-soft">Ya no está en el inventario, así que no se suma.</p>
          )}
          <FormButtons back={back} pending="Regresando..." cancel="Volver sin regresar">
            Regresar producto
          </FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
