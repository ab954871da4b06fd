import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ListScreen, NewLink } from "~/components/admin";
import { Ausencias } from "~/components/admin/ausencias";
import { LOAD_ERRORS } from "~/content/load-errors";
import { ausenciasPath } from "~/format/links";
import { or503, requireUser } from "~/http/guards.server";
import { listAusenciasConCitas } from "~/models/citas/en-ausencia.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const read = async () => listAusenciasConCitas(null, await getZona());
  return or503(read(), LOAD_ERRORS["configuracion/dias-cerrados"]);
}

export const meta: MetaFunction = () => [{ title: "Días cerrados · Configuración" }];

export default function DiasCerrados() {
  const { upcoming, past } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      inline
      back={<BackLink to="/admin/configuracion/general">General</BackLink>}
      title="Días cerrados"
      subtitle={
        <>
          Festivos, vacaciones y cierres, además de tu descanso semanal. Los de los próximos 60 días se anuncian en la página de
          inicio, menos los que se repiten siempre.
        </>
      }
      action={<NewLink>Agregar cierre</NewLink>}
    >
      <h2 className="sr-only">Por venir</h2>
      <Ausencias
        path={ausenciasPath(undefined)}
        upcoming={upcoming}
        past={past}
        noun="el cierre"
        empty="No hay cierres por venir"
        create="Agregar cierre"
      />
    </ListScreen>
  );
}
