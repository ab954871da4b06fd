import { PublicIcon } from "~/components/public/public-icon";
import { bookingPath, bookingUrl } from "~/format/links";
import type { Hora, Horarios } from "~/http/free-times.server";

type Servicio = { nombre: string; precio: string };

type BookingProps = {
  servicio: Servicio;
  horarios: Horarios;
  whatsapp: string;
  /** Whether a time leads to the page on which it is booked; otherwise to a message of WhatsApp. */
  isOnline: boolean;
};

const hrefOf = ({ servicio, horarios: { elegida }, whatsapp, isOnline }: BookingProps, hora: Hora) =>
  isOnline ? bookingPath(hora.codigo, elegida?.id) : bookingUrl(whatsapp, servicio, hora, elegida?.completo);

type FreeTimesProps = BookingProps & {
  more: boolean;
  /** The other query parameters of the page, which its links keep. */
  kept: Record<string, string>;
};

/** The next free times by day, each a link that books it, with links to more days and to the times of one specialist. */
export function FreeTimes({ more, kept, ...booking }: FreeTimesProps) {
  const { dias, especialistas, elegida } = booking.horarios;
  const path = (con: string | undefined, more: boolean) =>
    `?${new URLSearchParams({ ...kept, ...(con && { con }), ...(more && { dias: "mas" }) })}#horarios`;
  return (
    <section className="slots" id="horarios" aria-labelledby="slots-title">
      <h2 id="slots-title">Próximos horarios libres</h2>
      {especialistas.length > 1 ? (
        <nav aria-label="Con quién">
          <ul>
            <li>
              <a href={path(undefined, more)} aria-current={elegida ? undefined : "true"}>
                Con quien esté libre
              </a>
            </li>
            {especialistas.map(({ id, nombre }) => (
              <li key={id}>
                <a href={path(id, more)} aria-current={id === elegida?.id ? "true" : undefined}>
                  {`Con ${nombre}`}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {dias.length > 0 ? (
        <>
          <dl>
            {dias.map(({ dia, horas }) => (
              <div key={dia}>
                <dt>{dia}</dt>
                {horas.map((hora) => (
                  <dd key={hora.codigo}>
                    <a className="button button-quiet" href={hrefOf(booking, hora)} aria-label={`${hora.clock}, ${dia}`}>
                      {hora.clock}
                    </a>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
          <p>
            {booking.isOnline
              ? "Elige uno y apártalo aquí mismo o por WhatsApp."
              : "Elige uno y mándanos el mensaje: te confirmamos por WhatsApp."}
          </p>
          <a className="link" href={path(elegida?.id, !more)}>
            {more ? "Ver menos horarios" : "Ver más días y horarios"}
          </a>
        </>
      ) : (
        <p>
          {elegida
            ? `${elegida.nombre} no tiene horarios libres en los próximos días. Escríbenos y te buscamos un lugar.`
            : "Por ahora no hay horarios libres en los próximos días. Escríbenos y te buscamos un lugar."}
        </p>
      )}
    </section>
  );
}

/** The bar at the bottom of the screen that books the first free time; nothing when there is none. */
export function ReserveFirst(booking: BookingProps) {
  const { primera, elegida } = booking.horarios;
  if (!primera) return null;
  return (
    <p className="reserve">
      <span>
        {elegida ? `Próximo horario con ${elegida.nombre}` : "Próximo horario libre"}
        <b>{primera.when}</b>
      </span>
      <a className="button" href={hrefOf(booking, primera)} aria-label={`Agendar: ${primera.when}`}>
        {booking.isOnline ? null : <PublicIcon name="whatsapp" />}
        Agendar
      </a>
    </p>
  );
}
