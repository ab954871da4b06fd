import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink } from "~/components/admin";
import { ErrorSummary, Field, FormButtons, useForm, WriteForm } from "~/components/form";
import { ButtonForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { LISTA_WORDS } from "~/content/listas";
import { isOk } from "~/database/idempotency.server";
import { formatMoment } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import { describeOtherFile } from "~/format/other-file.server";
import { plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { invalid, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { readSmallFiles } from "~/http/transfer/small-upload.server";
import { MAX_IMPORT_FILES, MAX_IMPORT_MB, MAX_IMPORT_ROWS, MB } from "~/limits";
import { getZona } from "~/models/estudio/configuracion.server";
import { LISTAS, readHojas } from "~/models/importacion/hojas.server";
import { importarSchema, listHechas, saveImportacion } from "~/models/importacion/importacion.server";
import { describeCreados } from "./created";

export { clientAction } from "~/components/form";

export const handle: RouteHandle = {
  upload: {
    right: "propietaria",
    // More than the files may have, so that a larger one is rejected by name.
    maxBytes: 6 * MB,
    advice: `Regresa con el botón Atrás y elige archivos más ligeros: caben ${MAX_IMPORT_MB} MB en total. Puedes subirlos por partes.`,
  },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const [hechas, zona] = await or503(Promise.all([listHechas(user.id), getZona()]));
  return {
    ...{ maxRows: MAX_IMPORT_ROWS, megabytes: MAX_IMPORT_MB },
    hechas: hechas.map(({ id, hecho_at, creados, renovados }) => ({
      ...{ id, cuando: formatMoment(hecho_at, zona) },
      que: describeCreados(creados) || `Precios de ${plural(renovados, "servicio", "servicios")}`,
    })),
    plantillas: LISTAS.map(({ clase, labels, ejemplo }) => ({
      clase,
      titulos: Object.keys(ejemplo).map((campo) => labels[campo] ?? campo),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { values, files, key } = await readSmallFiles(
    request,
    "archivo",
    { most: MAX_IMPORT_FILES, megabytes: MAX_IMPORT_MB },
    describeOtherFile,
  );
  const submission = parseWithZod(values, { schema: importarSchema });
  const read = typeof files === "string" ? files : await readHojas(files, new Map());
  if (typeof files === "string" || typeof read === "string") {
    return invalid(submission, { fieldErrors: { archivo: [String(read)] } }, 400);
  }

  const saved = await saveImportacion(user.id, files, key);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  return redirect(`/admin/traer/${saved.result}`, 303);
}

export const meta: MetaFunction = () => [{ title: "Traer mis hojas" }];

export default function Traer() {
  const { maxRows, megabytes, hechas, plantillas } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ archivo?: undefined }>({ id: "importar" });
  const { archivo } = fields;
  return (
    <div className="grid max-w-3xl gap-6">
      <header className="grid gap-2">
        <BackLink to="/admin">Dashboard</BackLink>
        <h1 className="text-3xl md:text-4xl">Traer mis hojas</h1>
        <p className="text-soft">
          Tu equipo, tus servicios con precios, tu inventario, tus clientas y las citas que vienen, como los tienes en Excel, en
          Google o en tu otra agenda. Antes de guardar nada verás qué es nuevo, qué ya está y qué hay que corregir.
        </p>
      </header>
      <ErrorSummary form={form} />
      <WriteForm
        id={form.id}
        encType="multipart/form-data"
        work={{ sending: "Subiendo los archivos", preparing: "Ya llegaron. Los estamos leyendo..." }}
        className="flex flex-col gap-5 rounded-2xl border border-line bg-card p-5 md:p-8"
      >
        <Field
          field={archivo}
          label="Archivos"
          isOptional={false}
          hint={`De Excel (.xlsx) o CSV; puedes elegir varios. Hasta ${formatNumber(maxRows)} filas cada hoja y ${megabytes} MB en total. Los guardamos una hora, protegidos, mientras los revisas.`}
        >
          <input
            id={archivo.id}
            type="file"
            name={archivo.name}
            multiple
            required
            className="files control"
            aria-invalid={archivo.errors ? true : undefined}
            aria-describedby={`${archivo.errors ? `${archivo.errorId} ` : ""}${archivo.descriptionId}`}
          />
        </Field>
        <FormButtons back="/admin" pending="Leyendo...">
          Revisar
        </FormButtons>
      </WriteForm>
      {hechas.length === 0 ? null : (
        <section aria-labelledby="hechas" className="grid gap-3">
          <h2 id="hechas" className="text-2xl">
            Lo que trajiste
          </h2>
          <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
            {hechas.map(({ id, cuando, que }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 px-5 py-3">
                <span className="min-w-0">
                  {que}
                  <span className="block text-sm text-soft">{cuando}</span>
                </span>
                <ButtonForm
                  action={`/admin/traer/${id}/deshacer`}
                  labelSuffix={`lo de ${cuando}`}
                  className="button button-quiet"
                >
                  Deshacer
                </ButtonForm>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="como" className="grid gap-3">
        <h2 id="como" className="text-2xl">
          Cómo debe venir
        </h2>
        <p>
          Una fila dice qué hay en cada columna, en cualquier orden, en español o en inglés. Si todavía no la tienes, empieza con
          una plantilla:
        </p>
        <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
          {plantillas.map(({ clase, titulos }) => (
            <li key={clase} className="grid gap-1 px-5 py-3">
              <a
                href={`/admin/traer/plantilla/${clase}`}
                download
                className="link flex min-h-11 items-center gap-2 font-semibold"
              >
                <Icon name="download" />
                {`Plantilla de ${LISTA_WORDS[clase].titulo.toLowerCase()}`}
              </a>
              <p className="text-sm text-soft">{titulos.join(" · ")}</p>
            </li>
          ))}
        </ul>
        <p>
          Lo que ya tienes no se duplica ni se cambia, a menos que lo pidas. De los contactos de tu teléfono: pásalos a Contactos
          de Google y ahí elige Exportar › CSV de Google. De Numbers: Exportar a › Excel.
        </p>
      </section>
    </div>
  );
}
