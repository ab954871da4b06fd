import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { ListScreen, NewLink } from "~/components/admin";
import { Ausencias } from "~/components/admin/ausencias";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatClocks } from "~/format/dates";
import { formatHours } from "~/format/hours";
import { ausenciasPath } from "~/format/links";
import { fullName } from "~/format/text";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { listAusenciasConCitas } from "~/models/citas/en-ausencia.server";
import { getComida } from "~/models/equipo/comida.server";
import { getHorario } from "~/models/equipo/horario.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const read = async () => {
    const [empleado, zona] = await Promise.all([getHorario(params.id), getZona()]);
    if (!empleado || !params.id) return null;
    return { empleado, comida: await getComida(params.id), ...(await listAusenciasConCitas(params.id, zona)) };
  };
  const { empleado, comida, upcoming, past } = notFoundIfNull(await or503(read(), "No se pudo cargar el horario"));
  const { horario, estudio } = empleado;
  return {
    path: ausenciasPath(params.id),
    name: fullName(empleado),
    isOwn: horario !== null,
    hours: formatHours(horario ?? estudio),
    comida: comida.comida_de && formatClocks(comida.comida_de, comida.comida_a),
    upcoming,
    past,
  };
}

export const meta: MetaFunction = () => [{ title: "Horario y ausencias" }];

export default function Horario() {
  const { path, name, isOwn, hours, comida, upcoming, past } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const isEdited = pathname === `${path}/semana`;
  const back = (
    <Link className="button button-quiet" to="/admin/empleados">
      <Icon name="back" />
      Empleados
    </Link>
  );
  return (
    <ListScreen inline title="Horario y ausencias" subtitle={<span className="wrap-anywhere">{name}</span>} action={back}>
      {isEdited ? null : (
        <section aria-labelledby="horario" className="card mb-10 @3xl:grid @3xl:grid-cols-[1fr_auto] @3xl:gap-8">
          <div className="grid content-start gap-1">
            <h2 id="horario" className="text-2xl">
              Horario semanal
            </h2>
            {hours.map((stretch) => (
              <p key={stretch}>{stretch}</p>
            ))}
            {hours.length === 0 ? <p>No trabaja ningún día.</p> : null}
            {comida ? <p>{`Comida: ${comida}`}</p> : null}
            <p className="text-sm text-soft">{isOwn ? "Es su propio horario." : "Es el horario del estudio."}</p>
          </div>
          <p className="mt-auto pt-2">
            <Link className="button button-quiet" to={`semana${search}`} preventScrollReset>
              <Icon name="edit" />
              Cambiar horario
            </Link>
          </p>
        </section>
      )}
      <section aria-labelledby="ausencias">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="ausencias" className="text-2xl">
            Ausencias
          </h2>
          <NewLink>Nueva ausencia</NewLink>
        </div>
        <Ausencias
          path={path}
          upcoming={upcoming}
          past={past}
          noun="la ausencia"
          empty="No hay ausencias registradas"
          create="Registrar una ausencia"
        />
      </section>
    </ListScreen>
  );
}
