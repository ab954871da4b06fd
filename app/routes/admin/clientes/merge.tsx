import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, EmptyState, Found, SearchForm } from "~/components/admin";
import { ErrorSummary, FormButtons, SeenField, TextAreaField, useForm, WriteForm } from "~/components/form";
import { Link } from "~/components/link";
import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { isOk } from "~/database/idempotency.server";
import { formatDate } from "~/format/dates";
import { plural } from "~/format/text";
import { actorOf } from "~/http/actor.server";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, or503, requireOwnPress, requireUser } from "~/http/guards.server";
import { changedMeanwhile, invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readList } from "~/http/search-params.server";
import { type ClienteRecord, getClienteConSalud, listClientes, listOtrasFichas } from "~/models/clientes/cliente.server";
import { summarizeCliente } from "~/models/clientes/ficha.server";
import { compareClientes, type FusionValues, fusionSchema, MAX_LENGTHS, mergeClientes } from "~/models/clientes/fusion.server";
import { recordRevelacion } from "~/models/clientes/salud.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { FieldChoice, OtherRecords, ResultField } from "./record-comparison";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const otraId = otraOf(request);
  const [esta, otra, zona] = await or503(Promise.all([getClienteConSalud(params.id), getClienteConSalud(otraId), getZona()]));
  const { id, nombre } = notFoundIfNull(esta);
  if (otraId === undefined || otraId === id) {
    const choice = await or503(listChoices(id, readList(request).q));
    return { id, nombre, zona, choice, fusion: null };
  }
  const both = [notFoundIfNull(esta), notFoundIfNull(otra)] as const;
  // The comparison shows their health notes.
  requireOwnPress(request);
  for (const cliente of both)
    if (cliente.medicina || cliente.enfermedades) await or503(recordRevelacion(actorOf(request), cliente.id));
  return { id, nombre, zona, choice: null, fusion: await or503(compare(...both)) };
}

async function listChoices(id: string, q: string) {
  const [iguales, halladas] = await Promise.all([listOtrasFichas(id), q === "" ? null : listClientes({ q, pagina: 1 })]);
  return {
    q,
    iguales,
    halladas: halladas?.clientes.filter((cliente) => cliente.id !== id) ?? null,
    more: (halladas?.total ?? 0) - (halladas?.clientes.length ?? 0),
  };
}

async function compare(esta: ClienteRecord, otra: ClienteRecord) {
  const [deEsta, deOtra] = await Promise.all([summarizeCliente(esta.id), summarizeCliente(otra.id)]);
  return {
    esta: { updated_at: esta.updated_at, created_at: esta.created_at, citas: deEsta.citas },
    otra: { id: otra.id, nombre: otra.nombre, updated_at: otra.updated_at, created_at: otra.created_at, citas: deOtra.citas },
    ...compareClientes(esta, otra),
  };
}

/** The two texts of a field, as one says it. */
const bothLabel = (campo: keyof typeof MAX_LENGTHS) => (campo === "alerta" ? "Las dos alertas" : "Las dos notas");

const tooLongMessage = (campo: keyof typeof MAX_LENGTHS) =>
  `${bothLabel(campo)} juntas pasan de ${MAX_LENGTHS[campo]} caracteres: escribe aquí lo que debe quedar.`;

const UNREADABLE_NOTE =
  "Una nota de salud no se puede leer y se perdería, así que no se fusionaron. Avisa a quien instaló Susa, o escríbela de nuevo en su ficha.";

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: fusionSchema });
  if (submission.status !== "success") return invalid(submission);

  const seen = { esta: values.get("updated_at"), otra: values.get("otra_updated_at") };
  const done = await mergeClientes(params.id, otraOf(request), seen, submission.value, key);
  if (done.outcome === "medicina" || done.outcome === "enfermedades" || done.outcome === "alerta") {
    return invalid(submission, { fieldErrors: { [done.outcome]: [tooLongMessage(done.outcome)] } });
  }
  if (done.outcome === "unreadable") return invalid(submission, { formErrors: [UNREADABLE_NOTE] }, 409);
  if (done.outcome === "stale") return changedMeanwhile(submission, ["updated_at", "otra_updated_at"]);
  if (!isOk(done)) return writeFailed(submission, done.outcome);
  const { citas } = done.result;
  return redirectWithFlash(`/admin/clientes/${params.id}/ficha`, {
    title: "Fichas fusionadas",
    description: `${citas === 1 ? "Pasó 1 cita" : `Pasaron ${plural(citas, "cita", "citas")}`} a esta ficha, y la otra se eliminó.`,
  });
}

function otraOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get("otra") || undefined;
}

// Without the client's name, because titles stay in the browser history.
export const meta: MetaFunction = () => [{ title: "Fusionar fichas" }];

export default function Fusionar() {
  const { id, nombre, zona, choice, fusion } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-6">
      <header className="grid gap-2">
        <BackLink to={`/admin/clientes/${id}/ficha`}>Volver a la ficha</BackLink>
        <h1 className="text-3xl md:text-4xl">Fusionar fichas</h1>
        <p className="text-soft wrap-anywhere">
          Se conserva la ficha de <strong className="text-ink">{nombre}</strong>.{" "}
          {fusion ? "" : "Elige la otra: sus citas pasan a esta, y la otra se elimina."}
        </p>
      </header>
      {choice ? <OtherRecordSearch id={id} zona={zona} {...choice} /> : null}
      {fusion ? <FusionForm key={fusion.otra.id} id={id} zona={zona} {...fusion} /> : null}
    </div>
  );
}

type Loaded = SerializeFrom<typeof loader>;
type RecordProps = { id: string; zona: string };

function OtherRecordSearch({ id, zona, q, iguales, halladas, more }: RecordProps & NonNullable<Loaded["choice"]>) {
  return (
    <>
      {iguales.length === 0 ? null : (
        <section aria-labelledby="iguales">
          <h2 id="iguales" className="mb-3 text-2xl">
            Con el mismo teléfono o correo
          </h2>
          <OtherRecords id={id} zona={zona} others={iguales} />
        </section>
      )}
      <section aria-labelledby="otras">
        <h2 id="otras" className="mb-3 text-2xl">
          Buscar otra ficha
        </h2>
        <SearchForm q={q} label="Nombre, correo o teléfono" />
        <p className="sr-only">
          <Found q={q}>{halladas === null ? "" : plural(halladas.length + more, "ficha", "fichas")}</Found>
        </p>
        {halladas === null ? null : halladas.length === 0 ? (
          <EmptyState title="Ninguna otra ficha coincide con lo que buscas" />
        ) : (
          <OtherRecords id={id} zona={zona} others={halladas} />
        )}
        {more > 0 ? <p className="mt-4 text-soft">Y {plural(more, "más", "más")}: escribe algo más para encontrarla.</p> : null}
      </section>
    </>
  );
}

type Compared = NonNullable<Loaded["fusion"]>;

function FusionForm({ id, zona, esta, otra, campos, notas }: RecordProps & Compared) {
  const joined = Object.fromEntries(notas.map(({ campo, juntas }) => [campo, juntas]));
  const [form, fields] = useForm<FusionValues>({ id: "fusion", defaultValue: joined });
  const filledFields = campos.filter(({ esta: mine, otra: theirs }) => mine !== "" || theirs !== "");
  return (
    <>
      <ErrorSummary form={form} />
      <section aria-labelledby="pasa" className="rounded-xl border border-line bg-sand p-5">
        <h2 id="pasa" className="text-xl">
          Lo que pasa al fusionar
        </h2>
        <ul className="mt-2 grid gap-1 wrap-anywhere">
          <li>
            Las citas de la otra ficha ({plural(otra.citas, "cita", "citas")}) pasan a esta, que tiene{" "}
            {plural(esta.citas, "cita", "citas")}. Su historial y lo cobrado no cambian.
          </li>
          <li>
            Queda como clienta desde el {formatDate(esta.created_at < otra.created_at ? esta.created_at : otra.created_at, zona)}.
          </li>
          <li>La otra ficha, «{otra.nombre}», se elimina. Esto no se puede deshacer.</li>
        </ul>
        <p>
          <Link to={`/admin/clientes/${otra.id}/fusionar?otra=${id}`} className="link inline-block py-2.5">
            Conservar la otra en lugar de esta
          </Link>
        </p>
      </section>
      <WriteForm id={form.id} className="flex flex-col gap-5 rounded-2xl border border-line bg-card p-5 md:p-8">
        <h2 className="text-2xl">Así queda</h2>
        <SeenField form={form} name="updated_at" saved={esta.updated_at} />
        <SeenField form={form} name="otra_updated_at" saved={otra.updated_at} />
        {filledFields.map((comparison) =>
          comparison.origin === "ambas" ? (
            <FieldChoice key={comparison.campo} field={fields[comparison.campo]} {...comparison} />
          ) : (
            <ResultField key={comparison.campo} {...comparison} />
          ),
        )}
        {notas.map(({ juntas, maxLength, ...note }) =>
          note.origin === "ambas" ? (
            <section key={note.campo} className="grid gap-2">
              <TextAreaField
                field={fields[note.campo]}
                label={CLIENTE_LABELS[note.campo]}
                rows={note.campo === "alerta" ? 1 : 5}
                hint={`${bothLabel(note.campo)}, juntas: puedes ordenarlas o acortarlas, hasta ${maxLength} caracteres. Si lo dejas vacío, se juntan como estaban.`}
              />
              <details>
                <summary className="cursor-pointer py-2.5">Ver las dos como estaban</summary>
                <p className="whitespace-pre-line wrap-anywhere">
                  <span className="block text-sm text-soft">De esta ficha</span>
                  {note.esta}
                </p>
                <p className="mt-2 whitespace-pre-line wrap-anywhere">
                  <span className="block text-sm text-soft">De la otra</span>
                  {note.otra}
                </p>
              </details>
            </section>
          ) : juntas === "" ? null : (
            <ResultField key={note.campo} {...note} />
          ),
        )}
        <FormButtons back={`/admin/clientes/${id}/ficha`} pending="Fusionando...">
          Fusionar y eliminar la otra
        </FormButtons>
      </WriteForm>
    </>
  );
}
