import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ListScreen } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { or503, requireUser } from "~/http/guards.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { listPlantillas, previewPlantilla } from "~/models/estudio/plantilla.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [plantillas, estudio] = await or503(Promise.all([listPlantillas(), getConfiguracion()]));
  return {
    plantillas: plantillas.map(({ tipo, titulo, cuando, texto }) => ({
      tipo,
      titulo,
      cuando,
      preview: previewPlantilla(texto, estudio),
    })),
  };
}

export const meta: MetaFunction = () => [{ title: "Notificaciones · Configuración" }];

export default function Notificaciones() {
  const { plantillas } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      inline
      back={<BackLink to="/admin/configuracion">Configuración</BackLink>}
      title="Notificaciones"
      subtitle="Los mensajes de WhatsApp que se abren ya escritos desde cada cita. Así los recibiría una clienta (ejemplo)."
    >
      <ul className="grid gap-4 @2xl:grid-cols-2">
        {plantillas.map(({ tipo, titulo, cuando, preview }) => (
          <li key={tipo} className="card">
            <h2 className="text-2xl">{titulo}</h2>
            <p className="text-soft">{cuando}</p>
            <p className="rounded-xl bg-sand px-4 py-3 whitespace-pre-line wrap-anywhere">{preview}</p>
            <p className="mt-auto pt-2">
              <Link className="button button-quiet" to={`/admin/configuracion/notificaciones/${tipo}`} preventScrollReset>
                <Icon name="edit" />
                Editar<span className="sr-only"> el mensaje {titulo}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </ListScreen>
  );
}
