import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { env } from "~/env.server";
import { formatBytes } from "~/format/bytes";
import { formatDate, formatTime } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import { or503, requireUser } from "~/http/guards.server";
import { countRows, getBaseDeDatos } from "~/models/estudio/base-de-datos.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { Respaldo } from "./export-section";
import { FactList } from "./fact-list";

const UNREADABLE = "No se pudo preguntar a la base de datos. Espera un momento y vuelve a intentarlo.";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [{ version, bytes, since, migration }, rows, zona] = await or503(
    Promise.all([getBaseDeDatos(), countRows(), getZona()]),
    UNREADABLE,
  );
  const when = (moment: Date) => `${formatDate(moment, zona)}, ${formatTime(moment, zona)}`;
  return {
    facts: [
      { label: "Servidor", value: `PostgreSQL ${version}` },
      {
        label: "Dónde está",
        value: env().EMBEDDED_POSTGRES
          ? "Incluida: viene con el programa y guarda sus datos en DATA_DIR"
          : "Propia: en el servidor que dice DATABASE_URL",
      },
      { label: "Funciona desde", value: when(since) },
      { label: "Tamaño", value: formatBytes(bytes) },
      {
        label: "Última migración",
        value: migration ? `${migration.name}${migration.at ? ` · ${when(migration.at)}` : ""}` : "Ninguna",
      },
    ],
    rows: rows.map(({ label, count }) => ({ label, value: formatNumber(count) })),
  };
}

export const meta: MetaFunction = () => [{ title: "Base de Datos · Configuración" }];

export default function BaseDeDatos() {
  const { facts, rows } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Base de Datos">Qué guarda el estudio, y dónde.</ScreenHeader>
      <div className="grid gap-10">
        <section aria-labelledby="servidor">
          <h2 id="servidor" className="mb-4 text-2xl">
            El servidor
          </h2>
          <FactList facts={facts} />
        </section>
        <Respaldo />
        <section aria-labelledby="filas">
          <h2 id="filas" className="mb-4 text-2xl">
            Lo que hay guardado
          </h2>
          <FactList facts={rows} />
        </section>
      </div>
    </>
  );
}
