import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink } from "~/components/admin";
import { ErrorSummary, Field, FormButtons, useForm, WriteForm } from "~/components/form";
import { Icon } from "~/components/icon";
import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { isOk } from "~/database/idempotency.server";
import { formatNumber } from "~/format/numbers";
import { describeOtherThanCsv } from "~/format/other-file.server";
import { requireUser } from "~/http/guards.server";
import { invalid, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { readSmallFile } from "~/http/transfer/small-upload.server";
import { MAX_IMPORT_MB, MAX_IMPORT_ROWS, MB } from "~/limits";
import { importarSchema, saveImportacion } from "~/models/clientes/importacion.server";
import { readArchivo } from "~/models/clientes/importacion-archivo.server";

export { clientAction } from "~/components/form";

export const handle: RouteHandle = {
  upload: {
    right: "propietaria",
    // More than the file may have, so that a larger one is rejected by name.
    maxBytes: 4 * MB,
    advice: `Regresa con el botón Atrás y elige un archivo más ligero: cabe ${MAX_IMPORT_MB} MB. Puedes dividirlo y subirlo por partes.`,
  },
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return { maxRows: MAX_IMPORT_ROWS, megabytes: MAX_IMPORT_MB, columnas: Object.values(CLIENTE_LABELS) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "propietaria");
  const { values, file, key } = await readSmallFile(request, "archivo", MAX_IMPORT_MB, describeOtherThanCsv);
  const submission = parseWithZod(values, { schema: importarSchema });
  const read = typeof file === "string" ? file : readArchivo(file);
  if (typeof file === "string" || typeof read === "string") {
    return invalid(submission, { fieldErrors: { archivo: [String(read)] } }, 400);
  }

  const saved = await saveImportacion(user.id, file, key);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  return redirect(`/admin/clientes/importar/${saved.result}`, 303);
}

export const meta: MetaFunction = () => [{ title: "Importar clientas" }];

export default function Importar() {
  const { maxRows, megabytes, columnas } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ archivo?: undefined }>({ id: "importar" });
  const { archivo } = fields;
  return (
    <div className="grid max-w-3xl gap-6">
      <header className="grid gap-2">
        <BackLink to="/admin/clientes">Clientes</BackLink>
        <h1 className="text-3xl md:text-4xl">Importar clientas</h1>
        <p className="text-soft">
          Elige el archivo CSV de tu hoja de cálculo, de tus contactos o de tu otra agenda. Antes de guardar nada verás quiénes
          son nuevas, quiénes ya están y qué hay que corregir.
        </p>
      </header>
      <ErrorSummary form={form} />
      <WriteForm
        id={form.id}
        encType="multipart/form-data"
        work={{ sending: "Subiendo el archivo", preparing: "Ya llegó. Lo estamos leyendo..." }}
        className="flex flex-col gap-5 rounded-2xl border border-line bg-card p-5 md:p-8"
      >
        <Field
          field={archivo}
          label="Archivo CSV"
          isOptional={false}
          hint={`Hasta ${formatNumber(maxRows)} clientas y ${megabytes} MB. Lo guardamos una hora, protegido, mientras lo revisas.`}
        >
          <input
            id={archivo.id}
            type="file"
            name={archivo.name}
            required
            className="files control"
            aria-invalid={archivo.errors ? true : undefined}
            aria-describedby={`${archivo.errors ? `${archivo.errorId} ` : ""}${archivo.descriptionId}`}
          />
        </Field>
        <FormButtons back="/admin/clientes" pending="Leyendo...">
          Revisar el archivo
        </FormButtons>
      </WriteForm>
      <section aria-labelledby="columnas" className="grid gap-3">
        <h2 id="columnas" className="text-2xl">
          Cómo debe venir
        </h2>
        <p>
          Una fila dice qué hay en cada columna, en cualquier orden y en español o en inglés. Solo «Nombre» es obligatoria;
          «Apellidos» se une al nombre. También puede traer: {columnas.slice(1).join(", ")}. De las demás columnas te preguntamos.
        </p>
        <p>
          De Excel: Archivo › Guardar como › «CSV UTF-8». De Numbers: Exportar a › CSV. De los contactos de tu teléfono: pásalos a
          Contactos de Google y ahí elige Exportar › CSV de Google.
        </p>
        <p>
          Cada persona se reconoce por su teléfono, o por su nombre y su correo juntos; si no tiene teléfono, por su correo; si
          tampoco, por su nombre. Las que ya tienes no se duplican ni se modifican.
        </p>
        <p>
          <a href="/admin/clientes/plantilla.csv" className="button button-quiet">
            <Icon name="download" />
            Descargar la plantilla
          </a>
        </p>
      </section>
    </div>
  );
}
