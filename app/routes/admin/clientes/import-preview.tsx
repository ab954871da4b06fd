import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
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

export { clientAction } from "~/components/form/sending";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const preview = await or503(previewImportacion(params.id, user.id, readList(request).pagina));
  if (!preview) throw await redirectExpired();
  return preview;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { key } = await readForm(request);
  const here = `/admin/clientes/importar/${encodeURIComponent(params.id ?? "")}`;
  const done = await runImportacion(params.id, user.id, key);
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
  const { columnas, ignored, nuevas, sample, known, invalid, skipped, page, last } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-8">
      <header className="grid gap-2">
        <BackLink to="/admin/clientes/importar">Elegir otro archivo</BackLink>
        <h1 className="text-3xl md:text-4xl">Revisar la importación</h1>
        <p className="text-soft">Todavía no se ha guardado nada.</p>
      </header>

      <dl className="grid gap-3 @xl:grid-cols-3">
        <Stat label="Nuevas">{nuevas}</Stat>
        <Stat label="Ya están">{known}</Stat>
        <Stat label="Por corregir">{invalid}</Stat>
      </dl>

      <section aria-labelledby="columnas" className="grid gap-2">
        <h2 id="columnas" className="text-2xl">
          Columnas
        </h2>
        <ul className="grid gap-1 wrap-anywhere">
          {columnas.map(({ label, de }) => (
            <li key={label}>
              <span className="font-semibold">{label}</span> <span className="text-soft">de {de.map(quoted).join(" y ")}</span>
            </li>
          ))}
        </ul>
        {ignored.length === 0 ? null : (
          <p className="line-clamp-6 text-soft wrap-anywhere">No se importan: {ignored.map(quoted).join(", ")}.</p>
        )}
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
            <WriteForm className="flex flex-wrap gap-3" work={{ sending: "Importando", preparing: "Agregando las fichas..." }}>
              <SubmitButton pending="Importando...">{`Importar ${plural(nuevas, "clienta", "clientas")}`}</SubmitButton>
              <Link to="/admin/clientes" className="button button-quiet">
                Cancelar
              </Link>
            </WriteForm>
          </>
        )}
      </section>

      {skipped.length === 0 ? null : (
        <section aria-labelledby="apartes" className="grid gap-3">
          <h2 id="apartes" className="text-2xl">
            Filas que no se importan
          </h2>
          <p className="text-soft">Las demás sí se importan. Corrige estas y vuelve a subir el archivo.</p>
          <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
            {skipped.map(({ fila, nombre, problems, duplicate }) => (
              <li key={fila} className="grid gap-x-5 gap-y-1 px-5 py-3 @xl:grid-cols-[5rem_1fr_auto]">
                <span className="text-sm text-soft">Fila {fila}</span>
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-semibold">{nombre || "(sin nombre)"}</p>
                  {(duplicate ? [describeDuplicate(duplicate)] : problems).map((reason) => (
                    <p key={reason}>{reason}</p>
                  ))}
                </div>
                <p>
                  <Badge tone={duplicate ? "plain" : "bad"}>{duplicate ? "Ya está" : "Por corregir"}</Badge>
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

const quoted = (name: string) => `«${name}»`;

const SHARED = { telefono: "teléfono", correo: "correo", nombre: "nombre" };

function describeDuplicate({ por, nombre, primera, hasSameName }: Duplicate): string {
  if (por === "persona") {
    return nombre === null
      ? `Misma persona que la fila ${primera}: nombre y correo. Agrega este teléfono en su ficha.`
      : "Misma persona: nombre y correo. Ya tiene ficha: agrega ahí este teléfono.";
  }
  if (nombre === null) return `Tiene el mismo ${SHARED[por]} que la fila ${primera}. Si es otra persona, agrégala a mano.`;
  if (por === "nombre" || hasSameName) return `Ya tiene ficha, con el mismo ${SHARED[por]}.`;
  return `Ese ${SHARED[por]} ya es de ${nombre}. Si es otra persona, agrégala a mano.`;
}
