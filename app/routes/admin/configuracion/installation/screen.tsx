import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader, ScreenSection } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { env } from "~/env.server";
import { formatAge } from "~/format/ago";
import { formatBytes } from "~/format/bytes";
import { formatMoment } from "~/format/dates";
import { plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { getStorageFacts } from "~/media/archivo.server";
import { getBaseDeDatos } from "~/models/estudio/base-de-datos.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { getLastBackup } from "~/models/estudio/instalacion.server";
import { type Fact, FactList, UNREADABLE } from "../fact-list";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [database, pictures, backup] = await or503(Promise.all([readDatabase(), readPictures(), readBackup()]), UNREADABLE);
  const { SIGNUP, PUBLIC_URL } = env();
  const server: Fact[] = [
    { label: "Node.js", value: process.versions.node },
    { label: "Dirección pública (PUBLIC_URL)", value: PUBLIC_URL ?? "Sin definir" },
    { label: "Cuentas nuevas (SIGNUP)", value: SIGNUP },
    { label: "Respaldo de cada noche", value: backup },
  ];
  return { server, database, pictures, hasCloudinary: env().CLOUDINARY_URL !== undefined };
}

async function readDatabase(): Promise<Fact[]> {
  const [{ version, bytes, since, migration }, zona] = await Promise.all([getBaseDeDatos(), getZona()]);
  return [
    { label: "Servidor", value: `PostgreSQL ${version}` },
    {
      label: "Dónde está",
      value: env().EMBEDDED_POSTGRES ? "Incluida: en DATA_DIR/postgres" : "Propia: en el servidor que dice DATABASE_URL",
    },
    { label: "Funciona desde", value: formatMoment(since, zona) },
    { label: "Tamaño", value: formatBytes(bytes) },
    {
      label: "Última migración",
      value: migration ? `${migration.name}${migration.at ? ` · ${formatMoment(migration.at, zona)}` : ""}` : "Ninguna",
    },
  ];
}

async function readBackup(): Promise<string> {
  if (env().BACKUP_DIR === undefined) return "Apagado: para encenderlo, escribe en BACKUP_DIR la carpeta donde guardarlo";
  const last = await getLastBackup();
  return last ? `El último se hizo ${formatAge(last)}` : "Todavía no hay ninguno";
}

async function readPictures(): Promise<Fact[]> {
  const facts = await getStorageFacts();
  return facts.kind === "disk"
    ? [
        { label: "Dónde se guardan", value: "En el disco, en DATA_DIR/uploads" },
        { label: "Ocupan", value: `${formatBytes(facts.bytes)} en ${plural(facts.files, "archivo", "archivos")}` },
      ]
    : [
        { label: "Dónde se guardan", value: "En Cloudinary" },
        { label: "Nube", value: facts.cloud },
      ];
}

export const meta: MetaFunction = () => [{ title: "Para quien instaló Susa · Configuración" }];

export default function Instalacion() {
  const { server, database, pictures, hasCloudinary } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Para quien instaló Susa">
        Datos técnicos del servidor. Si algo falla, compártelos con quien lo administra.
      </ScreenHeader>
      <div className="grid grid-cols-1 gap-10 wrap-anywhere">
        <ScreenSection id="servidor" title="El servidor">
          <FactList facts={server} />
        </ScreenSection>
        <ScreenSection id="base" title="La base de datos">
          <FactList facts={database} />
        </ScreenSection>
        <ScreenSection id="imagenes" title="Las imágenes">
          <FactList facts={pictures} />
          <WriteForm action="/admin/configuracion/instalacion/probar" preventScrollReset className="mt-4">
            <SubmitButton className="button button-quiet" pending="Probando...">
              Probar Cloudinary
            </SubmitButton>
          </WriteForm>
          <p className="mt-2 max-w-2xl text-sm text-soft">
            {hasCloudinary
              ? "Sube una imagen diminuta, la lee y la borra."
              : "Para usar Cloudinary, arranca el servidor con CLOUDINARY_URL=cloudinary://clave:secreto@nube."}
          </p>
        </ScreenSection>
        <Restaurar />
      </div>
    </>
  );
}

function Restaurar() {
  return (
    <section aria-labelledby="restaurar" className="max-w-3xl">
      <h2 id="restaurar" className="mb-2 text-2xl">
        Restaurar un respaldo
      </h2>
      <ol className="grid list-decimal gap-1.5 pl-5">
        <li>Prepara una instalación vacía con la misma DATA_KEY, y detén el servidor.</li>
        <li>
          Escribe <code className="rounded bg-sand px-1.5 py-0.5 text-sm wrap-anywhere">npm run restore -- archivo.zip</code> y
          vuelve a arrancar.
        </li>
      </ol>
      <p className="mt-3 text-soft">
        La llave no viene en el respaldo: está en el archivo data-key de DATA_DIR, o en la variable DATA_KEY. Sin ella nadie puede
        leer las notas de salud. El archivo LEEME.txt del respaldo explica todo paso a paso.
      </p>
    </section>
  );
}
