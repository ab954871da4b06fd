import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, Badge, Pagination } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { Stat } from "~/components/money/stat";
import { isOk } from "~/database/idempotency.server";
import { formatPhone } from "~/format/phone";
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { or503, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readList } from "~/http/search-params.server";
import { type Duplicate, previewImportacion, runImportacion } from "~/models/clientes/importacion.server";
import { ColumnasChoice, LetrasChoice } from "./import-choices";
import { eleccionesOf, readElecciones, searchOf } from "./import-choices.server";

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const elecciones = readElecciones(new URL(request.url).searchParams);
  const preview = await or503(previewImportacion(params.id, user.id, elecciones, readList(request).pagina));
  if (!preview) throw await redirectExpired();
  return { ...preview, shown: searchOf(eleccionesOf(preview)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const elecciones = readElecciones(values);
  const chosen = searchOf(elecciones);
  const here = `/admin/clientes/importar/${encodeURIComponent(params.id ?? "")}${chosen}`;
  if (values.get("intent") === "ver") return redirect(here, 303);
  if ([...elecciones.columnas.values()].includes(null)) {
    const description = "Elige qué hacemos con la columna de notas, aunque sea «No traerla».";
    return redirectWithFlash(here, { title: "Falta una respuesta", description, destructive: true });
  }
  // What she chose changes what is imported: she sees it first.
  if ((values.get("shown") ?? chosen) !== chosen) {
    return redirectWithFlash(here, { title: "Así queda con lo que elegiste", description: "Revísalo e importa." });
  }
  const done = await runImportacion(params.id, user.id, elecciones, key);
  if (done.outcome === "expired") return redirectExpired();
  if (!isOk(done)) return redirectWithError(here, done.outcome);
  const { creados, omitidos } = done.result;
  const added = creados === 1 ? "Se agregó 1 ficha" : `Se agregaron ${plural(creados, "ficha", "fichas")}`;
  const left =
    omitidos === 0
      ? ""
      : ` ${omitidos === 1 ? "1 fila no se importó" : `${plural(omitidos, "fila", "filas")} no se importaron`}.`;
  return redirectWithFlash("/admin/clientes", { title: "Importación terminada", description: `${added}.${left}` });
}

function redirectExpired() {
  return redirectWithFlash("/admin/clientes/importar", {
    title: "Elige el archivo otra vez",
    description: "Ese archivo ya se importó, o pasó más de una hora desde que lo subiste.",
    destructive: true,
  });
}

export const meta: MetaFunction = () => [{ title: "Revisar la importación" }];

export default function Revisar() {
  const { columnas, letras, shown, nuevas, sample, known, invalid, notClients, remarked, revisiones, page, last } =
    useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-8">
      <header className="grid gap-2">
        <BackLink to="/admin/clientes/importar">Elegir otro archivo</BackLink>
        <h1 className="text-3xl md:text-4xl">Revisar la importación</h1>
        <p className="text-soft">Todavía no se ha guardado nada.</p>
      </header>

      <div className="grid gap-3">
        <dl className="grid grid-cols-3 gap-2 *:px-3 *:py-2 @xl:gap-3 @xl:*:p-5">
          <Stat label="Nuevas">{nuevas}</Stat>
          <Stat label="Ya están">{known}</Stat>
          <Stat label="Por corregir">{invalid}</Stat>
        </dl>
        {notClients === 0 ? null : (
          <p className="text-soft">
            {notClients === 1
              ? "Dejamos fuera 1 renglón que no es una clienta; lo ves abajo."
              : `Dejamos fuera ${plural(notClients, "renglón", "renglones")} que no son clientas; los ves abajo.`}
          </p>
        )}
      </div>

      <WriteForm key={shown} className="grid gap-8" work={{ sending: "Enviando", preparing: "Leyendo la lista..." }}>
        <input type="hidden" name="shown" value={shown} />
        <section aria-labelledby="columnas" className="grid gap-4">
          <h2 id="columnas" className="text-2xl">
            Columnas
          </h2>
          <ColumnasChoice columnas={columnas} />
          <LetrasChoice letras={letras} />
          <p>
            <button type="submit" name="intent" value="ver" formNoValidate className="button button-quiet">
              Ver cómo queda
            </button>
          </p>
        </section>

        <section aria-labelledby="nuevas" className="grid gap-3">
          <h2 id="nuevas" className="text-2xl">
            Nuevas
          </h2>
          {nuevas === 0 ? (
            <p>No hay a quién agregar: todas las filas ya están o hay que corregirlas.</p>
          ) : (
            <>
              <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
                {sample.map(({ fila, nombre, telefono, correo }) => (
                  <li key={fila} className="grid gap-x-5 px-5 py-3 wrap-anywhere @xl:grid-cols-[5rem_1fr_1fr]">
                    <span className="text-sm text-soft">Fila {fila}</span>
                    <span className="font-semibold">{nombre}</span>
                    <span className="text-soft">{[telefono && formatPhone(telefono), correo].filter(Boolean).join(" · ")}</span>
                  </li>
                ))}
              </ol>
              {nuevas > sample.length ? <p className="text-soft">… y {plural(nuevas - sample.length, "más", "más")}.</p> : null}
              {remarked === 0 ? null : (
                <p>
                  {remarked === 1
                    ? "1 trae algo que conviene ver antes"
                    : `${plural(remarked, "trae", "traen")} algo que conviene ver antes`}
                  : está abajo, en «Filas para revisar».
                </p>
              )}
              <div className="flex flex-wrap gap-3">
                <SubmitButton pending="Un momento...">{`Importar ${plural(nuevas, "clienta", "clientas")}`}</SubmitButton>
                <Link to="/admin/clientes" className="button button-quiet">
                  Cancelar
                </Link>
              </div>
            </>
          )}
        </section>
      </WriteForm>

      {revisiones.length === 0 ? null : (
        <section aria-labelledby="apartes" className="grid gap-3">
          <h2 id="apartes" className="text-2xl">
            {remarked === 0 ? "Filas que no se importan" : "Filas para revisar"}
          </h2>
          <p className="text-soft">
            {remarked === 0
              ? "Las demás sí se importan. Corrige estas y vuelve a subir el archivo."
              : "Las que dicen «Se agrega» sí se importan. Corrige las demás y vuelve a subir el archivo."}
          </p>
          <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
            {revisiones.map(({ fila, nombre, estado, notes, duplicate }) => (
              <li key={fila} className="grid gap-x-5 gap-y-1 px-5 py-3 @xl:grid-cols-[5rem_1fr_auto]">
                <span className="text-sm text-soft">Fila {fila}</span>
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-semibold">{nombre || "(sin nombre)"}</p>
                  {(duplicate ? [describeDuplicate(duplicate)] : notes).map((reason) => (
                    <p key={reason}>{reason}</p>
                  ))}
                </div>
                <p>
                  <Badge tone={ESTADOS[estado].tone}>{ESTADOS[estado].label}</Badge>
                </p>
              </li>
            ))}
          </ol>
          <Pagination page={page} last={last} />
        </section>
      )}
    </div>
  );
}

const ESTADOS = {
  nueva: { tone: "good", label: "Se agrega" },
  ya: { tone: "plain", label: "Ya está" },
  mal: { tone: "bad", label: "Por corregir" },
  nadie: { tone: "plain", label: "No es clienta" },
} as const;

const SHARED = { telefono: "teléfono", correo: "correo", nombre: "nombre" };

function describeDuplicate({ por, nombre, primera, hasSameName }: Duplicate): string {
  if (por === "incompleta")
    return "Ya tiene ficha con el mismo nombre, sin teléfono ni correo: agrégalos ahí. Si es otra persona, agrégala a mano.";
  if (por === "persona") {
    return nombre === null
      ? `Misma persona que la fila ${primera}: nombre y correo. Agrega este teléfono en su ficha.`
      : "Misma persona: nombre y correo. Ya tiene ficha: agrega ahí este teléfono.";
  }
  if (nombre === null) return `Tiene el mismo ${SHARED[por]} que la fila ${primera}. Si es otra persona, agrégala a mano.`;
  if (por === "nombre" || hasSameName) return `Ya tiene ficha, con el mismo ${SHARED[por]}.`;
  return `Ese ${SHARED[por]} ya es de ${nombre}. Si es otra persona, agrégala a mano.`;
}
