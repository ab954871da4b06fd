import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ConfirmDisclosure, ScreenHeader } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { env } from "~/env.server";
import { formatBytes } from "~/format/bytes";
import { formatDate } from "~/format/dates";
import { fullName, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { getStorageFacts } from "~/media/archivo.server";
import { listCalendarios } from "~/models/citas/calendario.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { FactList } from "./fact-list";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [facts, calendarios, zona] = await or503(Promise.all([getStorageFacts(), listCalendarios(), getZona()]));
  const origin = env().PUBLIC_URL ?? new URL(request.url).origin;
  return {
    facts:
      facts.kind === "disk"
        ? [
            { label: "Dónde se guardan", value: "En el disco, en DATA_DIR" },
            { label: "Ocupan", value: `${formatBytes(facts.bytes)} en ${plural(facts.files, "archivo", "archivos")}` },
          ]
        : [
            { label: "Dónde se guardan", value: "En Cloudinary" },
            { label: "Nube", value: facts.cloud },
          ],
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
  const { facts, calendarios } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Integración">
        Las imágenes del estudio, y las citas en el calendario de cada especialista.
      </ScreenHeader>
      <div className="grid gap-12">
        <section aria-labelledby="imagenes">
          <h2 id="imagenes" className="mb-4 text-2xl">
            Imágenes
          </h2>
          <FactList facts={facts} />
          <WriteForm action="/admin/configuracion/integracion/probar" preventScrollReset className="mt-4">
            <SubmitButton className="button button-quiet" pending="Probando...">
              Probar Cloudinary
            </SubmitButton>
          </WriteForm>
          <p className="mt-2 max-w-2xl text-sm text-soft">Sube una imagen diminuta, la lee y la borra.</p>
        </section>
        <section aria-labelledby="calendarios">
          <h2 id="calendarios" className="text-2xl">
            Calendarios
          </h2>
          <p className="mt-1 mb-4 max-w-2xl text-soft">
            Una dirección privada por especialista, para suscribirse desde el calendario del teléfono («Agregar calendario por
            URL»). Dice la hora, el primer nombre y el servicio, y nada más. Quien la tenga puede leerla: envíala solo a esa
            persona.
          </p>
          {calendarios.length === 0 ? <p>No hay nadie activo en Empleados.</p> : null}
          <ul className="grid max-w-3xl gap-4">
            {calendarios.map((calendario) => (
              <Calendario key={`${calendario.id} ${calendario.address}`} calendario={calendario} />
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

type Calendario = ReturnType<typeof useLoaderData<typeof loader>>["calendarios"][number];

function Calendario({ calendario: { id, name, address, since, lost } }: { calendario: Calendario }) {
  return (
    <li className="card">
      <h3 className="text-xl wrap-anywhere">{name}</h3>
      {since ? <p className="text-sm text-soft">Dirección creada el {since}</p> : null}
      {address ? (
        <div className="grid gap-1.5">
          <label htmlFor={`direccion-${id}`} className="font-semibold">
            Dirección para copiar<span className="sr-only"> de {name}</span>
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
      {lost ? <p>La dirección funciona, pero ya no se puede mostrar: se guardó con otra llave. Cámbiala por una nueva.</p> : null}
      {since ? (
        <div className="flex flex-wrap gap-3">
          <ConfirmDisclosure
            label="Cambiar dirección"
            recordName={name}
            question="La dirección de ahora dejará de servir, y habrá que suscribirse otra vez."
          >
            <Button id={id} action="renovar" pending="Cambiando...">
              Crear otra dirección
            </Button>
          </ConfirmDisclosure>
          <ConfirmDisclosure
            label="Quitar"
            recordName={name}
            question={`¿Estás segura de que quieres quitar el calendario de ${name}? Su dirección dejará de servir.`}
          >
            <Button id={id} action="quitar" pending="Quitando..." bad>
              Quitar calendario
            </Button>
          </ConfirmDisclosure>
        </div>
      ) : (
        <Button id={id} action="renovar" pending="Creando..." recordName={name}>
          Crear dirección
        </Button>
      )}
    </li>
  );
}

function Button({
  id,
  action,
  pending,
  bad = false,
  recordName,
  children,
}: {
  id: string;
  action: string;
  pending: string;
  bad?: boolean;
  recordName?: string;
  children: string;
}) {
  return (
    <WriteForm action={`/admin/configuracion/integracion/calendarios/${id}`} preventScrollReset>
      <input type="hidden" name="accion" value={action} />
      <SubmitButton className={bad ? "button button-bad" : "button"} pending={pending}>
        {children}
        {recordName ? <span className="sr-only"> de {recordName}</span> : null}
      </SubmitButton>
    </WriteForm>
  );
}
