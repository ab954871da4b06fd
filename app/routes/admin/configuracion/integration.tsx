import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ConfirmDisclosure } from "~/components/admin/confirm-disclosure";
import { ButtonForm } from "~/components/form/write-form";
import { env } from "~/env.server";
import { formatDate } from "~/format/dates";
import { fullName } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { listCalendarios } from "~/models/citas/calendario.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [calendarios, zona] = await or503(Promise.all([listCalendarios(), getZona()]));
  const origin = env().PUBLIC_URL ?? new URL(request.url).origin;
  return {
    calendarios: calendarios.map(({ id, nombre, apellido, secret, since, lost }) => ({
      id,
      name: fullName({ nombre, apellido }),
      address: secret && `${origin}/calendario/${secret}.ics`,
      since: since && formatDate(since, zona),
      lost,
    })),
  };
}

export const meta: MetaFunction = () => [{ title: "Integración · Configuración" }];

export default function Integracion() {
  const { calendarios } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Integración">Las citas de cada especialista, en el calendario de su teléfono.</ScreenHeader>
      <section aria-labelledby="calendarios">
        <h2 id="calendarios" className="text-2xl">
          Calendarios
        </h2>
        <p className="mt-1 mb-4 max-w-2xl text-soft">
          Cada especialista tiene una dirección privada. La agrega en el calendario de su teléfono y ahí ve sus citas: la hora, el
          primer nombre y el servicio, nada más. Quien tenga la dirección puede verlas: envíala solo a ella.
        </p>
        {calendarios.length === 0 ? <p>Todavía no hay empleados activos.</p> : null}
        <ul className="max-w-3xl divide-y divide-line rounded-2xl border border-line bg-card empty:hidden">
          {calendarios.map((calendario) => (
            <Calendario key={`${calendario.id} ${calendario.address}`} calendario={calendario} />
          ))}
        </ul>
      </section>
    </>
  );
}

type Calendario = ReturnType<typeof useLoaderData<typeof loader>>["calendarios"][number];

function Calendario({ calendario: { id, name, address, since, lost } }: { calendario: Calendario }) {
  const action = `/admin/configuracion/integracion/calendarios/${id}`;
  return (
    <li className={`gap-3 px-5 py-3 ${since ? "grid" : "flex flex-wrap items-center justify-between"}`}>
      <h3 className="min-w-0 font-sans text-base font-semibold wrap-anywhere">{name}</h3>
      {since ? <p className="text-sm text-soft">Dirección creada el {since}</p> : null}
      {address ? (
        <div className="grid gap-1.5">
          <label htmlFor={`direccion-${id}`} className="font-semibold">
            Dirección para copiar<span className="sr-only"> del calendario de {name}</span>
          </label>
          <input
            id={`direccion-${id}`}
            readOnly
            value={address}
            className="control"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
      ) : null}
      {lost ? <p>La dirección funciona, pero ya no se puede mostrar. Cámbiala por una nueva.</p> : null}
      {since ? (
        <div className="flex flex-wrap gap-3">
          <ConfirmDisclosure
            label="Cambiar dirección"
            recordName={`el calendario de ${name}`}
            question="La dirección actual dejará de servir y tendrá que agregar el calendario otra vez."
          >
            <ButtonForm action={action} values={{ accion: "renovar" }} pending="Cambiando...">
              Crear otra dirección
            </ButtonForm>
          </ConfirmDisclosure>
          <ConfirmDisclosure
            label="Quitar"
            recordName={`el calendario de ${name}`}
            question={`¿Estás segura de que quieres quitar el calendario de ${name}? Su dirección dejará de servir.`}
          >
            <ButtonForm action={action} values={{ accion: "quitar" }} className="button button-bad" pending="Quitando...">
              Quitar calendario
            </ButtonForm>
          </ConfirmDisclosure>
        </div>
      ) : (
        <ButtonForm
          action={action}
          values={{ accion: "renovar" }}
          labelSuffix={`la dirección del calendario de ${name}`}
          pending="Creando..."
          className="button button-quiet"
        >
          Crear
        </ButtonForm>
      )}
    </li>
  );
}
