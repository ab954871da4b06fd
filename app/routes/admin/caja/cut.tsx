import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { ErrorSummary, FormButtons, TextField, useForm, useFormVersion, WriteForm } from "~/components/form";
import { IntentButton } from "~/components/form/row-buttons";
import { AmountRow } from "~/components/money/amount";
import { isOk } from "~/database/idempotency.server";
import { formatMoney, isNonZero } from "~/format/numbers";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { formWithAnswer, givingBack, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { sum } from "~/models/dinero/amounts.server";
import { type CierreValues, cierreSchema, closeTill, conteoSchema, getAbierto } from "~/models/dinero/corte.server";
import { DifferenceBadge } from "./difference-badge";
import { ExpectedCash, SlipRows } from "./till-sums";

// Counting and closing are two steps, so that what was expected is said only after the count. Nothing is saved before the second.

export { clientAction } from "~/components/form";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  return json({ constraint: getZodConstraint(conteoSchema) });
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { values, key } = await readForm(request);
  const motivo = values.get("motivo");
  if (values.get("intent") === "recount")
    return formWithAnswer({ contado: values.get("contado"), retiro: values.get("retiro"), motivo });
  if (values.get("paso") !== "cierre") {
    const count = parseWithZod(values, { schema: conteoSchema });
    if (count.status !== "success") return invalid(count);
    const { fields, comparison } = await compare(count.value);
    return formWithAnswer({ ...fields, motivo }, { comparison });
  }
  const submission = parseWithZod(values, { schema: cierreSchema });
  if (submission.status !== "success") return invalid(submission);
  const done = await closeTill(submission.value, user.id, key);
  if (isOk(done)) {
    const { id, numero, queda } = done.result;
    const description = `Corte ${numero}. Se quedan ${formatMoney(queda)} en la caja.`;
    return redirectWithFlash(`/admin/caja/cortes/${id}`, { title: "Caja cerrada", description });
  }
  const { fields, comparison } = await compare(submission.value);
  const again = givingBack(submission, { ...fields, motivo: submission.payload.motivo });
  if (done.outcome === "stale") return invalid(again, { formErrors: [STALE] }, 409, {}, { comparison });
  if (done.outcome === "reason") return invalid(again, { fieldErrors: { motivo: [WHY] } }, 400, {}, { comparison });
  return writeFailed(again, done.outcome, "No se pudo cerrar la caja", { comparison });
}

const STALE = "Mientras contabas se movió dinero de la caja. Revisa la diferencia otra vez y ciérrala.";
const WHY = "Escribe por qué falta o sobra.";

/** The count beside what is expected now, and the fields with which the form closes the till. */
async function compare({ contado, retiro }: Pick<CierreValues, "contado" | "retiro">) {
  const { anterior, esperado, metodos } = await getAbierto();
  return {
    fields: { contado, retiro, anterior: String(anterior?.numero ?? ""), esperado: esperado ?? "" },
    comparison: {
      esperado,
      queda: anterior?.queda ?? "0.00",
      diferencia: esperado === null ? "0.00" : sum([contado]).minus(esperado).toFixed(2),
      quedara: sum([contado]).minus(retiro).toFixed(2),
      metodos,
    },
  };
}

type Comparison = Awaited<ReturnType<typeof compare>>["comparison"];

export const meta: MetaFunction = () => [{ title: "Corte de caja" }];

export default function Cut() {
  return (
    <>
      <BackLink to="/admin/caja">Caja</BackLink>
      <ScreenHeader title="Corte de caja" />
      <CutForm key={useFormVersion()} />
    </>
  );
}

function CutForm() {
  const { constraint } = useLoaderData<typeof loader>();
  const comparison = useActionData<{ comparison?: Comparison }>()?.comparison;
  const [form, fields] = useForm<CierreValues>({ id: "corte", constraint });
  return (
    <div className="grid max-w-2xl gap-5">
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5">
        {comparison ? <Closing fields={fields} comparison={comparison} /> : <Counting fields={fields} />}
      </WriteForm>
    </div>
  );
}

type Fields = ReturnType<typeof useForm<CierreValues>>[1];

/** The first step, which shows no expected amount. It keeps a reason that was typed in the second. */
function Counting({ fields }: { fields: Fields }) {
  const { name, initialValue } = fields.motivo;
  return (
    <Card id="conteo" title="Cuenta el efectivo">
      {initialValue ? <input type="hidden" name={name} value={initialValue} /> : null}
      <TextField
        field={fields.contado}
        label="¿Cuánto efectivo contaste?"
        hint="Todo lo que hay en la caja, con el cambio que dejas."
        inputMode="decimal"
      />
      <TextField
        field={fields.retiro}
        label="¿Cuánto sacas?"
        hint="Lo que guardas o llevas al banco. Lo demás se queda para mañana."
        inputMode="decimal"
      />
      <FormButtons back="/admin/caja" pending="Comparando...">
        Comparar
      </FormButtons>
    </Card>
  );
}

/** The second: what was expected, the difference, and the sums of the slip. */
function Closing({ fields, comparison }: { fields: Fields; comparison: Comparison }) {
  const { esperado, queda, diferencia, quedara, metodos } = comparison;
  const { contado, retiro, anterior, motivo } = fields;
  const amounts = "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 tabular-nums";
  return (
    <>
      <input type="hidden" name="paso" value="cierre" />
      {[contado, retiro, anterior, fields.esperado].map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={initialValue} />
      ))}
      <Card id="efectivo" title="Efectivo">
        {esperado === null ? (
          <p className="text-soft">Es tu primer corte: desde aquí empieza la cuenta.</p>
        ) : (
          <p>
            <DifferenceBadge diferencia={diferencia} />
          </p>
        )}
        <dl className={amounts}>
          {esperado === null ? null : <ExpectedCash queda={queda} efectivo={metodos.efectivo} esperado={esperado} />}
          <AmountRow label="Contaste" amount={contado.initialValue ?? "0.00"} isTotal />
          {isNonZero(retiro.initialValue) ? <AmountRow label="Retiros" amount={`-${retiro.initialValue}`} /> : null}
          <AmountRow label="Se queda en la caja" amount={quedara} />
        </dl>
        {isNonZero(diferencia) ? (
          <TextField field={motivo} label={`¿Por qué ${diferencia.startsWith("-") ? "falta" : "sobra"}?`} required />
        ) : null}
      </Card>
      {esperado === null ? null : (
        <Card id="terminal" title="Para comparar con la terminal y el banco">
          <dl className={amounts}>
            <SlipRows {...metodos} />
          </dl>
        </Card>
      )}
      <FormButtons back="/admin/caja" pending="Cerrando...">
        Cerrar caja
      </FormButtons>
      <IntentButton value="recount" className="link min-h-11 justify-self-start">
        Volver a contar
      </IntentButton>
    </>
  );
}
