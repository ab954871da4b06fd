import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, EmptyState, Phone, ScreenHeader } from "~/components/admin";
import { AnswerButton, citaPath, describeCita, ScreenLink } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { keepTimes, studioDay } from "~/format/dates";
import { formatSoon } from "~/format/days.server";
import { formatMoney } from "~/format/numbers";
import { CLIENTE_ELIMINADO, capitalize, fullName, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { listSolicitudes } from "~/models/citas/solicitud.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

/** The requests from the site that wait for an answer. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const now = new Date();
  const [solicitudes, estudio] = await or503(
    Promise.all([listSolicitudes(), getConfiguracion()]),
    LOAD_ERRORS["citas/solicitudes"],
  );
  const zona = estudio.zona_horaria;
  const hoy = studioDay(now, zona);
  return {
    zona,
    isOn: estudio.reserva === "solicitud",
    solicitudes: solicitudes.map(({ apartada_hasta, precio, ...solicitud }) => ({
      ...solicitud,
      precio: precio.toFixed(2),
      cuando: keepTimes(capitalize(formatSoon(solicitud.fecha_hora, zona, hoy))),
      vence: apartada_hasta && apartada_hasta > now ? `Se libera ${formatSoon(apartada_hasta, zona, hoy)}` : "Se está liberando",
    })),
  };
}

export const meta: MetaFunction = () => [{ title: "Solicitudes" }];

export default function Solicitudes() {
  const { solicitudes, isOn } = useLoaderData<typeof loader>();
  return (
    <div className="@container">
      <BackLink to="/admin/citas">Citas</BackLink>
      <ScreenHeader title="Solicitudes">
        {solicitudes.length > 0 ? plural(solicitudes.length, "por contestar", "por contestar") : null}
      </ScreenHeader>
      {solicitudes.length === 0 ? (
        <EmptyState title="No hay solicitudes por contestar">
          <p className="text-balance text-soft">
            {isOn
              ? "Aquí verás las citas que te pidan en tu sitio. Cada una aparta su lugar mientras la contestas."
              : "Tu sitio no está recibiendo solicitudes. La propietaria lo decide en Configuración, en Citas en línea."}
          </p>
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
          {solicitudes.map((solicitud) => (
            <Solicitud key={solicitud.id} solicitud={solicitud} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Solicitud({ solicitud }: { solicitud: SerializeFrom<typeof loader>["solicitudes"][number] }) {
  const { zona } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { id, cliente, servicio, empleado, precio, notas, cuando, vence } = solicitud;
  const button = { id, back: pathname, fecha_hora: solicitud.fecha_hora, recordName: describeCita(solicitud, zona) };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1 wrap-anywhere">
        <p className="text-lg font-semibold tabular-nums">{cuando}</p>
        <p>
          <Link to={citaPath(id, "detalle", pathname)} className="link -my-2.5 inline-block py-2.5 font-semibold">
            {cliente?.nombre ?? CLIENTE_ELIMINADO}
          </Link>{" "}
          · {servicio?.nombre ?? SERVICIO_ELIMINADO} · {formatMoney(precio)}
        </p>
        <p className="text-soft">{empleado ? `con ${fullName(empleado)}` : SIN_ESPECIALISTA}</p>
        {notas ? <p className="text-sm whitespace-pre-line">{notas}</p> : null}
        <p className="text-sm text-soft">{vence}</p>
        {cliente?.telefono ? <Phone phone={cliente.telefono} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden @max-2xl:[&_.button]:px-3">
        <AnswerButton {...button} respuesta="aceptar" className="button">
          Aceptar
        </AnswerButton>
        <AnswerButton {...button} respuesta="rechazar">
          Rechazar
        </AnswerButton>
        <ScreenLink {...button} screen="mover">
          Mover
        </ScreenLink>
      </div>
    </li>
  );
}
