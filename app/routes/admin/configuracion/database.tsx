import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader, ScreenSection } from "~/components/admin";
import { formatBytes } from "~/format/bytes";
import { formatNumber } from "~/format/numbers";
import { or503, requireUser } from "~/http/guards.server";
import { countRows, getBaseDeDatos } from "~/models/estudio/base-de-datos.server";
import { Respaldo } from "./export-section";
import { FactList, UNREADABLE } from "./fact-list";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [{ bytes }, rows] = await or503(Promise.all([getBaseDeDatos(), countRows()]), UNREADABLE);
  return {
    facts: [
      ...rows.map(({ label, count }) => ({ label, value: formatNumber(count) })),
      { label: "Ocupan", value: formatBytes(bytes) },
    ],
  };
}

export const meta: MetaFunction = () => [{ title: "Base de Datos · Configuración" }];

export default function BaseDeDatos() {
  const { facts } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Base de Datos">Lo que tienes guardado, y cómo llevarte una copia.</ScreenHeader>
      <div className="grid gap-10">
        <Respaldo />
        <ScreenSection id="guardado" title="Lo que hay guardado">
          <FactList facts={facts} />
        </ScreenSection>
      </div>
    </>
  );
}
