import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, Badge, Pagination } from "~/components/admin";
import { Fold } from "~/components/form/fold";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { Stat } from "~/components/money/stat";
import { LISTA_WORDS } from "~/content/listas";
import { isOk } from "~/database/idempotency.server";
import { asOptions, plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { or503, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readList } from "~/http/search-params.server";
import { CATEGORIA_WORDS } from "~/models/catalogo/servicio.server";
import { previewImportacion, runImportacion, saveRespuestas } from "~/models/importacion/importacion.server";
import { ColumnasChoice, ColumnasLine, LetrasChoice } from "./columns";
import { describeCreados } from "./created";
import { Preguntas } from "./questions";
import { changedRespuestas, listShown, SHOWN } from "./shown";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const abierta = Number(new URL(request.url).searchParams.get("hoja") ?? Number.NaN);
  const preview = await or503(previewImportacion(params.id, user.id, readList(request).pagina, abierta));
  if (!preview) throw await redirectExpired();
  return { ...preview, shown: JSON.stringify(listShown(preview)), categorias: asOptions(CATEGORIA_WORDS) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const { search, searchParams } = new URL(request.url);
  const page = `/admin/traer/${encodeURIComponent(params.id ?? "")}`;
  const here = `${page}${search}`;
  const given = changedRespuestas(values);
  if (given.size > 0) {
    const saved = await saveRespuestas(params.id, user.id, given, key);
    if (saved.outcome === "expired") return redirectExpired();
    if (!isOk(saved)) return redirectWithError(here, saved.outcome);
  }
  const intent = String(values.get("intent") ?? "");
  const [, abierta] = /^hoja-(\d{1,3})$/.exec(intent) ?? [];
  if (abierta) {
    searchParams.set("hoja", abierta);
    return redirect(`${page}?${searchParams}#hoja-${abierta}`, 303);
  }
  if (intent === "ver") return redirect(here, 303);
  // What she answered changes what is brought: she sees it first.
  if (given.size > 0)
    return redirectWithFlash(here, { title: "Así queda con lo que elegiste", description: "Revísalo y tráelo." });
  const done = await runImportacion(params.id, user.id, key);
  if (done.outcome === "expired") return redirectExpired();
  if (done.outcome === "unanswered") {
    const description = "Contesta lo que te preguntamos arriba, aunque sea «No traerla».";
    return redirectWithFlash(here, { title: "Falta una respuesta", description, destructive: true });
  }
  if (done.outcome === "unread") {
    const description = "Abajo dice cuál. Inténtalo otra vez en un minuto, o elige «No traerla».";
    return redirectWithFlash(here, { title: "No pudimos leer una hoja", description, destructive: true });
  }
  if (done.outcome === "changed") {
    const description = "Cambiaron las respuestas mientras se traía. Revísalas y tráelo.";
    return redirectWithFlash(here, { title: "Revisa cómo queda", description, destructive: true });
  }
  if (!isOk(done)) return redirectWithError(here, done.outcome);
  const { creados, renovados, omitidos } = done.result;
  const added = describeCreados(creados);
  const description = [
    added && `Se agregaron: ${added}.`,
    renovados > 0 && `${plural(renovados, "servicio cambió", "servicios cambiaron")} de precio o de minutos.`,
    omitidos > 0 && `${omitidos === 1 ? "1 fila no se trajo" : `${plural(omitidos, "fila", "filas")} no se trajeron`}.`,
  ].filter(Boolean);
  if (added === "" && renovados === 0) {
    return redirectWithFlash("/admin/traer", { title: "Ya estaba aquí", description: "No había nada más que agregar." });
  }
  const button = { action: `/admin/traer/${params.id}/deshacer`, pending: "Deshaciendo..." };
  return redirectWithFlash("/admin/traer", { title: "Listo, ya está aquí", description: description.join(" "), button });
}

function redirectExpired() {
  return redirectWithFlash("/admin/traer", {
    title: "Elige los archivos otra vez",
    description: "Esos ya se trajeron, o pasó más de una hora desde que los subiste.",
    destructive: true,
  });
}

export const meta: MetaFunction = () => [{ title: "Revisar mis hojas" }];

type Preview = SerializeFrom<typeof loader>;

export default function Revisar() {
  const preview = useLoaderData<typeof loader>();
  const {
    hojas,
    isEachOpen,
    preguntas,
    morePreguntas,
    shown,
    waiting,
    categorias,
    empleados,
    servicios,
    clases,
    renovar,
    renovables,
    known,
    invalid,
    notRows,
    remarked,
    revisiones,
    page,
    last,
  } = preview;
  const nuevas = clases.reduce((sum, clase) => sum + clase.nuevas, 0);
  const brought = describeCreados(Object.fromEntries(clases.map(({ clase, nuevas }) => [clase, nuevas])));
  const isAsking = preguntas.length > 0 || hojas.some(({ columnas }) => columnas.some(({ isAsked }) => isAsked));
  const isSomething = nuevas > 0 || (renovar && renovables > 0);
  return (
    <div className="@container grid gap-8">
      <header className="grid gap-2">
        <BackLink to="/admin/traer">Elegir otros archivos</BackLink>
        <h1 className="text-3xl md:text-4xl">Revisar mis hojas</h1>
        <p className="text-soft">Todavía no se ha guardado nada.</p>
      </header>

      <div className="grid gap-3">
        <dl className="grid grid-cols-3 gap-2 *:px-3 *:py-2 @xl:gap-3 @xl:*:p-5">
          <Stat label="Nuevas">{nuevas}</Stat>
          <Stat label="Ya están">{known}</Stat>
          <Stat label="Por corregir">{invalid}</Stat>
        </dl>
        {notRows === 0 ? null : (
          <p className="text-soft">
            {notRows === 1
              ? "Dejamos fuera 1 renglón que no es de la lista; lo ves abajo."
              : `Dejamos fuera ${plural(notRows, "renglón", "renglones")} que no son de la lista; los ves abajo.`}
          </p>
        )}
      </div>

      <WriteForm className="grid gap-8" work={{ sending: "Enviando", preparing: "Leyendo las hojas..." }}>
        <input type="hidden" name={SHOWN} value={shown} />
        {isAsking ? (
          <Preguntas
            preguntas={preguntas}
            more={morePreguntas}
            waiting={waiting}
            options={{ categoria: categorias, especialista: empleados, servicio: servicios }}
          >
            {hojas.map((hoja) => (
              <ColumnasChoice key={hoja.n} n={hoja.n} columnas={hoja.columnas} labels={hoja.labels} isAsked />
            ))}
          </Preguntas>
        ) : null}
        <section aria-labelledby="hojas" className="grid gap-4">
          <h2 id="hojas" className="text-2xl">
            {hojas.length === 1 ? "Tu hoja" : "Tus hojas"}
          </h2>
          <div className="grid grid-cols-1 gap-4 @3xl:grid-cols-2">
            {hojas.map((hoja) => (
              <HojaCard key={hoja.n} hoja={hoja} isOnly={hojas.length === 1} isEachOpen={isEachOpen} />
            ))}
          </div>
        </section>
        {renovables === 0 ? null : (
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input type="checkbox" name="renovar" defaultChecked={renovar} className="size-5 shrink-0 accent-accent" />
            {renovables === 1
              ? "Cambiar también el precio y los minutos de 1 servicio que ya tienes"
              : `Cambiar también el precio y los minutos de ${renovables} servicios que ya tienes`}
          </label>
        )}
        <p>
          <button type="submit" name="intent" value="ver" formNoValidate className="button button-quiet">
            Ver cómo queda
          </button>
        </p>

        <section aria-labelledby="nuevas" className="grid gap-5">
          <h2 id="nuevas" className="text-2xl">
            Lo que se agrega
          </h2>
          {isSomething ? null : <p>No hay nada que agregar: todas las filas ya están o hay que corregirlas.</p>}
          {clases.map(({ clase, nuevas, sample }) => (
            <Sample key={clase} clase={clase} nuevas={nuevas} sample={sample} />
          ))}
          {remarked === 0 ? null : (
            <p>
              {remarked === 1
                ? "1 trae algo que conviene ver antes"
                : `${plural(remarked, "trae", "traen")} algo que conviene ver antes`}
              : está abajo, en «Filas para revisar».
            </p>
          )}
          {isSomething ? (
            <div className="flex flex-wrap gap-3">
              <SubmitButton pending="Un momento...">{brought ? `Traer ${brought}` : "Cambiar los precios"}</SubmitButton>
              <Link to="/admin/traer" className="button button-quiet">
                Cancelar
              </Link>
            </div>
          ) : null}
        </section>

        {revisiones.length === 0 ? null : (
          <section aria-labelledby="apartes" className="grid gap-3">
            <h2 id="apartes" className="text-2xl">
              {remarked === 0 ? "Filas que no se agregan" : "Filas para revisar"}
            </h2>
            <p className="text-soft">
              {remarked === 0 ? "Las demás sí se agregan." : "Las que dicen «Se agrega» sí se agregan."}
              {invalid > 0
                ? " Las que dicen «Por corregir» corrígelas aquí y toca «Ver cómo queda», o corrígelas en tu hoja y súbela otra vez."
                : null}
            </p>
            <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
              {revisiones.map((revision) => (
                <RevisionRow key={`${revision.hoja}-${revision.fila}`} hojas={hojas} {...revision} />
              ))}
            </ol>
            <Pagination page={page} last={last} />
          </section>
        )}
      </WriteForm>
    </div>
  );
}

type HojaCardProps = { hoja: Preview["hojas"][number]; isOnly: boolean; isEachOpen: boolean };

function HojaCard({ hoja, isOnly, isEachOpen }: HojaCardProps) {
  const { n, archivo, nombre, clase, elegida, filas, columnas, labels, letras, falta, isOpen } = hoja;
  const kind = clase ?? elegida ?? "nada";
  return (
    <section aria-labelledby={`hoja-${n}`} className="grid content-start gap-2 rounded-2xl border border-line bg-card p-5">
      <h3 id={`hoja-${n}`} className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
        {nombre ?? archivo}
      </h3>
      <p className="text-soft">
        {clase ? `${LISTA_WORDS[clase].titulo} · ${plural(filas, "fila", "filas")}` : (falta ?? "No se trae.")}
      </p>
      {clase ? <ColumnasLine columnas={columnas} labels={labels} /> : null}
      {letras ? <LetrasChoice n={n} {...letras} /> : null}
      <details open={isOpen && !isEachOpen}>
        <summary className="link">
          Cambiar
          {isOnly ? null : <span className="sr-only">{` la hoja ${nombre ?? archivo}`}</span>}
        </summary>
        <div className="mt-2 grid gap-5">
          <div className="grid gap-1.5">
            <label htmlFor={`hoja-${n}-clase`} className="font-semibold">
              {isOnly ? "Es una lista de" : "Esta hoja es de"}
            </label>
            <select id={`hoja-${n}-clase`} name={`h${n}_clase`} defaultValue={kind} className="control">
              {Object.entries(LISTA_WORDS).map(([value, { titulo }]) => (
                <option key={value} value={value}>
                  {titulo}
                </option>
              ))}
              <option value="nada">No traerla</option>
            </select>
          </div>
          {clase && isOpen ? <ColumnasChoice n={n} columnas={columnas} labels={labels} isAsked={false} /> : null}
          {clase && !isOpen ? (
            <p>
              <button type="submit" name="intent" value={`hoja-${n}`} formNoValidate className="button button-quiet">
                Elegir qué es cada columna
              </button>
            </p>
          ) : null}
        </div>
      </details>
    </section>
  );
}

function Sample({ clase, nuevas, sample }: Preview["clases"][number]) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{LISTA_WORDS[clase].titulo}</h3>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
        {sample.map(({ fila, row, nombre, detalle }) => (
          <li key={fila} className="grid gap-x-5 px-5 py-3 wrap-anywhere @xl:grid-cols-[5rem_1fr_1fr]">
            <span className="text-sm text-soft">Fila {row}</span>
            <span className="font-semibold">{nombre}</span>
            <span className="text-soft">{detalle}</span>
          </li>
        ))}
      </ol>
      {nuevas > sample.length ? <p className="text-soft">… y {plural(nuevas - sample.length, "más", "más")}.</p> : null}
    </div>
  );
}

const ESTADOS = {
  nueva: { tone: "good", label: "Se agrega" },
  renueva: { tone: "good", label: "Cambia" },
  ya: { tone: "plain", label: "Ya está" },
  mal: { tone: "bad", label: "Por corregir" },
  nadie: { tone: "plain", label: "No cuenta" },
} as const;

function RevisionRow({
  fila,
  hoja,
  nombre,
  estado,
  notes,
  campos,
  hojas,
}: Preview["revisiones"][number] & Pick<Preview, "hojas">) {
  const of = hojas.length > 1 ? hojas.find(({ n }) => n === hoja) : undefined;
  return (
    <li className="grid gap-x-5 gap-y-1 px-5 py-3 @3xs:grid-cols-[1fr_auto] @xl:grid-cols-[5rem_1fr_auto]">
      <span className="text-sm text-soft">
        Fila {fila}
        {of ? <span className="block wrap-anywhere">{of.nombre ?? of.archivo}</span> : null}
      </span>
      <div className="min-w-0 wrap-anywhere @3xs:col-span-full @3xs:row-start-2 @xl:col-start-2 @xl:col-end-3 @xl:row-start-1">
        <p className="font-semibold">{nombre || "(sin nombre)"}</p>
        {notes.map((reason) => (
          <p key={reason} className={estado === "mal" ? "text-bad" : ""}>
            {reason}
          </p>
        ))}
        {campos.length === 0 ? null : (
          <Fold title="Corregir aquí" isOpen={false}>
            {campos.map(({ campo, label, value }) => (
              <Correction
                key={campo}
                label={label}
                id={`correccion-${hoja}-${fila}-${campo}`}
                name={`h${hoja}_f${fila}_${campo}`}
                value={value}
              />
            ))}
          </Fold>
        )}
      </div>
      <p className="@3xs:col-start-2 @3xs:row-start-1 @xl:col-start-3">
        <Badge tone={ESTADOS[estado].tone}>{ESTADOS[estado].label}</Badge>
      </p>
    </li>
  );
}

function Correction({ label, id, name, value }: { label: string; id: string; name: string; value: string }) {
  const field = { id, name, defaultValue: value, className: "control", autoComplete: "off" };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {value.includes("\n") ? <textarea rows={3} {...field} /> : <input {...field} />}
    </div>
  );
}
