import { PublicIcon } from "~/components/public/public-icon";
import { whatsappUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import type { Horarios } from "./service-times.server";

type Servicio = { nombre: string; precio: string };

/** The WhatsApp link that asks for a time, with its code, and with whom if the client chose. */
function bookingUrl(
  whatsapp: string,
  { nombre, precio }: Servicio,
  { said, codigo }: Hora,
  elegida: Horarios["elegida"],
): string {
  const con = elegida ? ` con ${elegida.completo}` : "";
  return whatsappUrl(
    whatsapp,
    `Hola, me gustaría reservar ${nombre} (${formatMoney(precio)})${con} el ${said} Código: ${codigo}`,
  );
}

type Hora = Horarios["dias"][number]["horas"][number];

type FreeTimesProps = {
  servicio: Servicio;
  horarios: Horarios;
  more: boolean;
  whatsapp: string;
  /** The other query parameters of the page, which its links keep. */
  kept: Record<string, string>;
};

/** The next free times by day, each a WhatsApp message, with links to more days and to the times of one specialist. */
export function FreeTimes({ servicio, horarios, more, whatsapp, kept }: FreeTimesProps) {
  const { dias, especialistas, elegida } = horarios;
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
          <p>Elige uno y mándanos el mensaje: te confirmamos por WhatsApp.</p>
          <dl>
            {dias.map(({ dia, horas }) => (
              <div key={dia}>
                <dt>{dia}</dt>
                {horas.map((hora) => (
                  <dd key={hora.codigo}>
                    <a
                      className="button button-quiet"
                      href={bookingUrl(whatsapp, servicio, hora, elegida)}
                      aria-label={`${hora.clock}, ${dia}`}
                    >
                      {hora.clock}
                    </a>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
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
export function ReserveFirst({ servicio, horarios, whatsapp }: { servicio: Servicio; horarios: Horarios; whatsapp: string }) {
  const { primera, elegida } = horarios;
  if (!primera) return null;
  return (
    <p className="reserve">
      <span>
        {elegida ? `Próximo horario con ${elegida.nombre}` : "Próximo horario libre"}
        <b>{primera.when}</b>
      </span>
      <a className="button" href={bookingUrl(whatsapp, servicio, primera, elegida)} aria-label={`Reservar: ${primera.when}`}>
        <PublicIcon name="whatsapp" />
        Reservar
      </a>
    </p>
  );
}
