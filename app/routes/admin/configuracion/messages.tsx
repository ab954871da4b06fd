import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ListScreen } from "~/components/admin";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { hasEnlaces } from "~/models/citas/enlace.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { listPlantillas, previewPlantilla } from "~/models/estudio/plantilla.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [plantillas, estudio] = await or503(Promise.all([listPlantillas(), getConfiguracion()]));
  return {
    plantillas: plantillas.map(({ tipo, titulo, cuando, texto, falta }) => ({
      tipo,
      titulo,
      cuando,
      preview: previewPlantilla(texto, estudio),
      falta: falta === "resena" && !estudio.resena_url ? null : falta,
    })),
    cita_horas: estudio.cita_horas,
    hasResena: estudio.resena_url !== null,
    hasEnlaces: hasEnlaces(),
  };
}

const FALTA = { enlace: "Falta el enlace a su cita", resena: "Falta tu enlace de reseñas" };

export const meta: MetaFunction = () => [{ title: "Notificaciones · Configuración" }];

export default function Notificaciones() {
  const { plantillas, cita_horas, hasResena, hasEnlaces } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      inline
      back={<BackLink to="/admin/configuracion">Configuración</BackLink>}
      title="Notificaciones"
      subtitle="Los mensajes de WhatsApp que se abren ya escritos desde cada cita y desde sus listas. Así los recibiría una clienta (ejemplo)."
    >
      <section className="card mb-4" aria-labelledby="enlace">
        <h2 id="enlace" className="text-2xl">
          El enlace a su cita
        </h2>
        <p className="text-soft">
          {hasEnlaces
            ? "Cada clienta recibe el suyo: ahí ve su cita, la confirma y la guarda en su calendario."
            : "Los mensajes todavía no lo llevan: tu sitio necesita su propia dirección con https."}
        </p>
        <p>
          {cita_horas === null
            ? "Para cambiarla o cancelarla te escribe por WhatsApp."
            : `La cambia o la cancela sola ${cita_horas === 0 ? "hasta la hora de su cita" : `hasta ${plural(cita_horas, "hora", "horas")} antes`}.`}
          {hasResena ? " El mensaje de gracias lleva tu enlace de reseñas." : null}
        </p>
        <p className="mt-auto pt-2">
          <Link className="button button-quiet" to="/admin/configuracion/notificaciones/enlace" preventScrollReset>
            <Icon name="edit" />
            Editar<span className="sr-only"> el enlace a su cita</span>
          </Link>
        </p>
      </section>
      <ul className="grid gap-4 @2xl:grid-cols-2">
        {plantillas.map(({ tipo, titulo, cuando, preview, falta }) => (
          <li key={tipo} className="card">
            <h2 className="text-2xl">{titulo}</h2>
            <p className="text-soft">{cuando}</p>
            <p className="rounded-xl bg-sand px-4 py-3 whitespace-pre-line wrap-anywhere">{preview}</p>
            {falta ? (
              <p>
                {FALTA[falta]} ·{" "}
                <Link
                  className="link inline-flex min-h-11 items-center"
                  to={`/admin/configuracion/notificaciones/${tipo}?agregar=1`}
                  preventScrollReset
                >
                  Agregarlo<span className="sr-only"> al mensaje {titulo}</span>
                </Link>
              </p>
            ) : null}
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
