import type { SerializeFrom } from "@remix-run/node";
import type { ReactNode } from "react";
import { UnavailablePart } from "~/components/admin/unavailable-part";
import { ButtonForm } from "~/components/form/write-form";
import { Icon, type IconName } from "~/components/icon";
import { Link } from "~/components/link";
import { formatDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { capitalize, joinWords, plural } from "~/format/text";
import type { listLow } from "~/models/inventario/item.server";
import type { sumDeudas } from "~/models/ventas/deuda.server";

/** What waits for someone. Null is not for this account or nothing, undefined could not be read. */
type Pendientes = {
  cuentas: number;
  porAgotarse?: SerializeFrom<typeof listLow> | null;
  /** The last day before today with appointments still scheduled or confirmed. */
  sinCerrar?: { dia: string; citas: number } | null;
  /** The next day with appointments, and how many clients are still to be reminded of them. */
  porRecordar?: { dia: string; citas: number };
  deudas?: SerializeFrom<typeof sumDeudas> | null;
  /** What clients did by their links in the last two days. */
  hecho?: { confirmaron: number; movieron: number; apartaron: number; canceladas: { id: string; dia: string; text: string }[] };
  /** The requests from the site that nobody has answered, and when the first of them is released. */
  solicitudes?: { cuantas: number; vence: string } | null;
  /** How many clients to write to because their retouch is due. */
  porVolver?: number;
  /** The next hours that were freed and for which somebody waits, in words. */
  huecos?: { clientas: number; cuando: string; to: string }[];
};

/** Says once to a studio that had services before that they say who does them. */
export function QuienNews() {
  return (
    <section className="card" aria-labelledby="quien-lo-hace">
      <h2 id="quien-lo-hace">Cada servicio dice quién lo hace</h2>
      <p>Ya está marcado como venías trabajando: quien lo tiene entre sus especialidades o, si nadie, todas. Dale una mirada.</p>
      <p className="flex flex-wrap gap-3">
        <Link to="/admin/servicios" className="button button-quiet">
          Ver los servicios
        </Link>
        <ButtonForm action="/admin/servicios/quien-lo-hace" values={{}} className="button button-quiet">
          Ya lo vi
        </ButtonForm>
      </p>
    </section>
  );
}

/** The list of what waits, each with the screen where it is done; nothing when nothing waits. */
export function PorAtender({
  cuentas,
  porAgotarse,
  sinCerrar,
  porRecordar,
  deudas,
  hecho,
  solicitudes,
  porVolver,
  huecos = [],
}: Pendientes) {
  const { confirmaron = 0, movieron = 0, apartaron = 0, canceladas = [] } = hecho ?? {};
  const answered = confirmaron + movieron + apartaron;
  const ofClientas = answered + canceladas.length + huecos.length;
  const ofAgenda = solicitudes || sinCerrar || porRecordar?.citas || porVolver || ofClientas;
  const waits = cuentas || ofAgenda || deudas?.total || porAgotarse === undefined || porAgotarse?.cuantos;
  return waits ? (
    <section className="card" aria-labelledby="por-atender">
      <h2 id="por-atender">Por atender</h2>
      <ul className="grid gap-3">
        {cuentas > 0 ? (
          <Pendiente icon="empleados" to="/admin/configuracion/seguridad" link="Ver las cuentas">
            {cuentas === 1 ? "Una cuenta espera" : `${cuentas} cuentas esperan`} que la apruebes.
          </Pendiente>
        ) : null}
        {solicitudes ? (
          <Pendiente icon="citas" to="/admin/citas/solicitudes" link="Contestar">
            {plural(solicitudes.cuantas, "solicitud por contestar", "solicitudes por contestar")}.{" "}
            {solicitudes.cuantas === 1 ? "Se libera" : "La primera se libera"} {solicitudes.vence}
          </Pendiente>
        ) : null}
        {canceladas.map(({ id, dia, text }) => (
          <Pendiente
            key={id}
            icon="cancelada"
            to={`/admin/citas?vista=dia&dia=${dia}`}
            link="Ver el hueco"
            about={` del ${formatDay(dia, "UTC")}`}
          >
            {text}.
          </Pendiente>
        ))}
        {answered > 0 ? (
          <Pendiente icon="confirmada" to="/admin/citas?cuando=proximas" link="Ver las citas">
            {describeAnswered(confirmaron, movieron, apartaron)}
          </Pendiente>
        ) : null}
        {sinCerrar ? (
          <Pendiente icon="citas" to={`/admin/citas?dia=${sinCerrar.dia}`} link="Completar o cancelar">
            {sinCerrar.citas === 1 ? "Quedó 1 cita" : `Quedaron ${sinCerrar.citas} citas`} sin completar el{" "}
            {formatDay(sinCerrar.dia, "UTC")}.
          </Pendiente>
        ) : null}
        {porRecordar?.citas ? (
          <Pendiente icon="whatsapp" to="/admin/citas/recordatorios" link="Mandar recordatorios">
            {plural(porRecordar.citas, "cita por recordar", "citas por recordar")} del {formatDay(porRecordar.dia, "UTC")}.
          </Pendiente>
        ) : null}
        {huecos.map(({ clientas, cuando, to }) => (
          <Pendiente
            key={to}
            icon="citas"
            to={to}
            link={clientas === 1 ? "Ver quién" : "Ver quiénes"}
            about={` ${clientas === 1 ? "espera" : "esperan"}: ${cuando}`}
          >
            {plural(clientas, "clienta espera", "clientas esperan")} un horario que se liberó: {cuando}.
          </Pendiente>
        ))}
        {porVolver ? (
          <Pendiente icon="clientes" to="/admin/citas/por-volver" link="Escribirles">
            {plural(porVolver, "clienta por volver", "clientas por volver")}.
          </Pendiente>
        ) : null}
        {deudas?.total ? (
          <Pendiente icon="ingresos" to="/admin/ventas/por-cobrar" link="Ver lo pendiente">
            Te deben {formatMoney(deudas.suma)}.
          </Pendiente>
        ) : null}
        {porAgotarse === undefined ? (
          <li>
            <UnavailablePart>No se pudo revisar el inventario.</UnavailablePart>
          </li>
        ) : porAgotarse && porAgotarse.cuantos > 0 ? (
          <Pendiente icon="inventario" to="/admin/inventario?existencias=bajas" link="Ver lo que falta">
            {plural(porAgotarse.cuantos, "artículo", "artículos")} por agotarse: {describeNombres(porAgotarse)}.
          </Pendiente>
        ) : null}
      </ul>
    </section>
  ) : null;
}

/** What clients answered by their links: `Confirmaron 4 clientas y 1 cambió su cita de hora.` */
function describeAnswered(confirmaron: number, movieron: number, apartaron: number): string {
  const confirmed =
    confirmaron > 0 && `${confirmaron === 1 ? "confirmó" : "confirmaron"} ${plural(confirmaron, "clienta", "clientas")}`;
  const moved = movieron > 0 && `${plural(movieron, "clienta cambió", "clientas cambiaron")} su cita de hora`;
  const booked = apartaron > 0 && `${plural(apartaron, "clienta apartó", "clientas apartaron")} su cita en el sitio`;
  return `${capitalize(joinWords([confirmed, moved, booked].filter((part) => part !== false)))}.`;
}

/** The names of the first items, and how many more there are: `Gel, Henna, Hilo y 2 más`. */
function describeNombres({ cuantos, nombres }: { cuantos: number; nombres: string[] }): string {
  const more = cuantos - nombres.length;
  return joinWords(more > 0 ? [...nombres, `${more} más`] : nombres);
}

type PendienteProps = { icon: IconName; to: string; link: string; about?: string; children: ReactNode };

/** Something to see to. `about` completes the name of its link for screen readers, where there are several. */
function Pendiente({ icon, to, link, about, children }: PendienteProps) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 text-accent">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 wrap-anywhere hyphens-auto">
        <p>{children}</p>
        <Link to={to} className="link inline-flex min-h-11 items-center">
          {link}
          {about ? <span className="sr-only">{about}</span> : null}
        </Link>
      </div>
    </li>
  );
}
