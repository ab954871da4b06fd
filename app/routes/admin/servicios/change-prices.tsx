import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BackLink, DeleteLink, ListScreen, ScreenSection } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { ErrorSummary, FormButtons, SelectField, TextField, useForm, useFormVersion, WriteForm } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { RadiosField } from "~/components/form/radios-field";
import { IntentButton } from "~/components/form/row-buttons";
import { LOAD_ERRORS } from "~/content/load-errors";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { formatDayOfMonth } from "~/format/days.server";
import { formatMoney } from "~/format/numbers";
import { asOptions, capitalize, joinWords, plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { or503, requireUser } from "~/http/guards.server";
import { formWithAnswer, givingBack, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  type CambioDePrecios,
  cambioDePreciosSchema,
  ELEGIDOS,
  listPreciosPlaneados,
  type PrecioNuevo,
  previewPrecios,
  savePrecios,
  TODOS,
} from "~/models/catalogo/cambio-de-precios.server";
import { listServiciosToChoose } from "~/models/catalogo/servicio.server";
import { getZona } from "~/models/estudio/configuracion.server";

// Seeing the new prices and saving them are two steps. Nothing is saved before the second, and only what was seen.

export { clientAction } from "~/components/form";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const message = LOAD_ERRORS["servicios/precios"];
  const [zona, servicios, planeados] = await Promise.all([
    or503(getZona(), message),
    or503(listServiciosToChoose(), message),
    or503(listPreciosPlaneados(), message),
  ]);
  const hoy = studioDay(new Date(), zona);
  const categorias = [...new Set(servicios.map(({ categoria }) => categoria))];
  return json({
    hoy,
    constraint: getZodConstraint(cambioDePreciosSchema(hoy)),
    // Not in the page, whose script has no model.
    alcances: [...asOptions(categorias), { value: TODOS, label: "Todos" }, { value: ELEGIDOS, label: "Los que elija" }],
    categorias: categorias.map((categoria) => ({
      categoria,
      servicios: servicios.filter((servicio) => servicio.categoria === categoria),
    })),
    planeados: [...new Set(planeados.map(({ desde }) => desde))].map((desde) => ({
      dia: formatDayOfMonth(desde, hoy),
      precios: planeados.filter((precio) => precio.desde === desde),
    })),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "catalogo");
  const { values, key } = await readForm(request);
  const hoy = studioDay(new Date(), await getZona());
  const submission = parseWithZod(values, { schema: cambioDePreciosSchema(hoy) });
  const payload = withoutView(submission.payload);
  if (values.get("intent") === "change") return formWithAnswer(payload);
  if (submission.status !== "success") return invalid(givingBack(submission, payload));
  const seen = values.get("vista");
  if (typeof seen === "string") {
    const saved = await savePrecios(submission.value, seen, hoy, user.id, key);
    if (isOk(saved)) return redirectWithFlash("/admin/servicios/precios", describeSaved(saved.result, hoy));
    if (saved.outcome !== "changed" && saved.outcome !== "none")
      return writeFailed(givingBack(submission, payload), saved.outcome, "No se pudieron guardar los precios");
  }
  const { precios, digest } = await previewPrecios(submission.value);
  const again = givingBack(submission, payload);
  const refused = describeRefusal(precios);
  if (refused) return invalid(again, { fieldErrors: refused });
  const vista = { precios, digest, resumen: describeChange(submission.value, hoy) };
  if (typeof seen === "string") return invalid(again, { formErrors: [CHANGED] }, 409, {}, { vista });
  return formWithAnswer(payload, { vista });
}

const CHANGED = "Algo cambió desde que los viste. Revisa cómo quedan ahora y guárdalos.";

function withoutView({ vista, intent, token, ...payload }: Record<string, unknown>) {
  return payload;
}

/** Why a change cannot be saved: it gives a price that is none, or nothing changes. */
function describeRefusal(precios: PrecioNuevo[]): Record<string, string[]> | null {
  if (precios.length === 0) return { alcance: ["Esos servicios ya no se ofrecen. Elige otros."] };
  const low = precios.find(({ problem }) => problem === "low");
  if (low) return { cuanto: [`${low.nombre} cuesta ${formatMoney(low.antes)} y quedaría en nada. Baja menos, o déjalo fuera.`] };
  const high = precios.find(({ problem }) => problem === "high");
  if (high) return { cuanto: [`${high.nombre} costaría más de $9,999,999,999.99. Sube menos, o déjalo fuera.`] };
  if (precios.some(({ isChange }) => isChange)) return null;
  return { cuanto: ["Así ningún precio cambia: escribe otra cantidad, o redondea a menos."] };
}

/** A change in words: `Suben 10 %, a múltiplos de $5, desde hoy`. */
function describeChange({ cambio, cuanto, redondeo, desde }: CambioDePrecios, hoy: string): string {
  const amount = cambio.endsWith("pesos") ? formatMoney(cuanto) : `${cuanto}%`;
  const from = desde === hoy ? "desde hoy" : `desde el ${formatDayOfMonth(desde, hoy)}`;
  return `${cambio.startsWith("subir") ? "Suben" : "Bajan"} ${amount}, redondeado a $${redondeo}, ${from}.`;
}

function describeSaved({ count, desde }: { count: number; desde: string }, hoy: string) {
  const prices = plural(count, "precio", "precios");
  if (desde === "") return { title: "Precios cambiados", description: `${prices}, desde hoy.` };
  return { title: "Cambio planeado", description: `${prices}, desde el ${formatDayOfMonth(desde, hoy)}.` };
}

export const meta: MetaFunction = () => [{ title: "Cambiar precios" }];

export default function ChangePrices() {
  const { planeados } = useLoaderData<typeof loader>();
  const vista = useActionData<{ vista?: Vista }>()?.vista;
  return (
    <ListScreen title="Cambiar precios" subtitle={null} back={<BackLink to="/admin/servicios">Servicios</BackLink>}>
      <div className="grid max-w-2xl gap-10">
        <PricesForm key={useFormVersion()} vista={vista} />
        {planeados.length > 0 && !vista ? <Planned planeados={planeados} /> : null}
      </div>
    </ListScreen>
  );
}

type Vista = { precios: PrecioNuevo[]; digest: string; resumen: string };

function PricesForm({ vista }: { vista?: Vista }) {
  const { constraint, hoy } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<CambioDePrecios>({
    id: "precios",
    constraint,
    defaultValue: { cambio: "subir_porciento", redondeo: "5", desde: hoy },
  });
  return (
    <div className="grid gap-5">
      <ErrorSummary form={form} />
      <WriteForm id={form.id} className="grid gap-5">
        {vista ? <Preview fields={fields} vista={vista} /> : <Choices fields={fields} />}
      </WriteForm>
    </div>
  );
}

type Fields = ReturnType<typeof useForm<CambioDePrecios>>[1];

const CAMBIO = [
  { value: "subir_porciento", label: "Suben un porcentaje" },
  { value: "subir_pesos", label: "Suben una cantidad" },
  { value: "bajar_porciento", label: "Bajan un porcentaje" },
  { value: "bajar_pesos", label: "Bajan una cantidad" },
];

/** The first step: which services, and how their prices change. */
function Choices({ fields }: { fields: Fields }) {
  const { alcances, categorias } = useLoaderData<typeof loader>();
  const { alcance, servicios, cambio, cuanto, redondeo, desde } = fields;
  const ticked = listOf(servicios.initialValue);
  return (
    <>
      <Card id="cuales" title="¿De qué servicios?">
        <RadiosField field={alcance} legend="Categoría" compact options={alcances} />
        <Fold title="Marcar servicios" isOpen={ticked.length > 0 || hasAnswer({ ...servicios, initialValue: "" })}>
          {categorias.map((grupo) => (
            <fieldset key={grupo.categoria}>
              <legend className="font-semibold">{capitalize(grupo.categoria)}</legend>
              {grupo.servicios.map(({ id, nombre, precio }) => (
                <label key={id} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name={servicios.name}
                    value={id}
                    defaultChecked={ticked.includes(id)}
                    className="size-5 shrink-0 accent-accent"
                  />
                  <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4 py-1">
                    <span className="min-w-0 hyphens-auto wrap-anywhere">{nombre}</span>
                    <span className="text-soft tabular-nums">{formatMoney(precio)}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </Fold>
      </Card>
      <Card id="cambio" title="¿Cómo cambian?">
        <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
          <SelectField field={cambio} label="Los precios" options={CAMBIO} />
          <TextField field={cuanto} label="Cuánto" hint="Por ejemplo, 10." inputMode="decimal" />
          <SelectField
            field={redondeo}
            label="Redondeados a"
            options={["1", "5", "10", "50"].map((value) => ({ value, label: `$${value}` }))}
          />
          <TextField field={desde} label="Desde" type="date" required={false} />
        </div>
      </Card>
      <FormButtons back="/admin/servicios" pending="Calculando...">
        Ver cómo quedan
      </FormButtons>
    </>
  );
}

/** The second: each price as it is and as it will be. */
function Preview({ fields, vista }: { fields: Fields; vista: Vista }) {
  const { alcance, servicios, cambio, cuanto, redondeo, desde } = fields;
  const changed = vista.precios.filter(({ isChange }) => isChange);
  const same = vista.precios.filter(({ isChange }) => !isChange);
  return (
    <>
      <input type="hidden" name="vista" value={vista.digest} />
      {[alcance, cambio, cuanto, redondeo, desde].map(({ name, initialValue }) =>
        initialValue ? <input key={name} type="hidden" name={name} value={initialValue} /> : null,
      )}
      {listOf(servicios.initialValue).map((id) => (
        <input key={id} type="hidden" name={servicios.name} value={id} />
      ))}
      <Card id="vista" title={plural(changed.length, "precio cambia", "precios cambian")}>
        <p>{vista.resumen}</p>
        <ul className="divide-y divide-line">
          {changed.map(({ id, nombre, antes, despues, planeado }) => (
            <li key={id} className="py-2">
              <PriceChange nombre={nombre} antes={antes} despues={despues} />
              {planeado ? <p className="text-sm text-soft">Para ese día ya tenías {formatMoney(planeado)}.</p> : null}
            </li>
          ))}
        </ul>
        {same.length > 0 ? (
          <p className="text-soft">
            {same.length === 1 ? "Queda igual" : "Quedan igual"}: {joinWords(same.map(({ nombre }) => nombre))}.
          </p>
        ) : null}
        <p className="text-sm text-soft">Las citas que ya están agendadas conservan su precio.</p>
      </Card>
      <FormButtons back="/admin/servicios">Guardar</FormButtons>
      <IntentButton value="change" className="link inline-flex min-h-11 items-center justify-self-start">
        Hacer cambios
      </IntentButton>
    </>
  );
}

/** A price before and after. */
function PriceChange({ nombre, antes, despues }: { nombre: string; antes: string; despues: string }) {
  return (
    <p className="grid items-baseline gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0 hyphens-auto wrap-anywhere">{nombre}</span>
      <span className="tabular-nums">
        <span className="text-soft">{formatMoney(antes)}</span>
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> a </span>
        <b className="font-semibold">{formatMoney(despues)}</b>
      </span>
    </p>
  );
}

/** What is planned, by day. */
function Planned({ planeados }: Pick<SerializeFrom<typeof loader>, "planeados">) {
  return (
    <ScreenSection id="planeados" title="Cambios planeados" text="Ese día, desde la medianoche, se cobran y se ven en tu sitio.">
      <div className="grid gap-5">
        {planeados.map(({ dia, precios }) => (
          <Card key={dia} id={`desde-${precios[0]?.desde}`} title={`Desde el ${dia}`}>
            <ul className="divide-y divide-line">
              {precios.map(({ id, servicio, antes, precio, desde }) => (
                <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1">
                  <div>
                    <PriceChange nombre={servicio.nombre} antes={antes} despues={precio} />
                    {servicio.activo ? null : <p className="text-sm text-soft">Está desactivado.</p>}
                  </div>
                  <DeleteLink
                    action={`/admin/servicios/precios/${id}/eliminar`}
                    question={DELETE_QUESTIONS.precio({ nombre: servicio.nombre, precio, desde })}
                    recordName={`el precio nuevo de ${servicio.nombre} desde el ${dia}`}
                    remove="Quitar"
                  />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </ScreenSection>
  );
}

/** The values of a field that is sent once for each tick. */
function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value : typeof value === "string" && value !== "" ? [value] : [];
}
