import { AlertaBadge } from "~/components/admin";
import { POR_ACEPTAR } from "~/components/admin/cita";
import { formatMoney } from "~/format/numbers";
import { formatPhone } from "~/format/phone";
import { CLIENTE_ELIMINADO, capitalize, SERVICIO_ELIMINADO } from "~/format/text";
import { type AgendaColumn, byTime, formatSpan } from "./cell";

/** The day on paper: a line for each appointment and pause, by time. Hidden on screens. */
export function PrintedDay({ columns }: { columns: AgendaColumn[] }) {
  const items = columns.flatMap(({ nombre, dias: [day] }) => byTime(day).map((item) => ({ ...item, nombre })));
  items.sort((one, other) => one.desde - other.desde);
  return (
    <table className="hoja">
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Clienta</th>
          <th scope="col">Teléfono</th>
          <th scope="col">Servicio</th>
          <th scope="col">Especialista</th>
          <th scope="col">Estado</th>
          <th scope="col">Precio</th>
          <th scope="col">Notas</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ cita, motivo, nombre, ...span }) => (
          <tr key={cita?.id ?? `${nombre} ${motivo} ${span.desde}`}>
            <td>{formatSpan(span).replace("de ", "")}</td>
            <td>
              {cita ? (cita.cliente?.nombre ?? CLIENTE_ELIMINADO) : motivo} <AlertaBadge alerta={cita?.alerta ?? null} />
            </td>
            <td>{cita?.cliente?.telefono ? formatPhone(cita.cliente.telefono) : null}</td>
            <td>{cita ? (cita.servicio?.nombre ?? SERVICIO_ELIMINADO) : null}</td>
            <td>{nombre}</td>
            <td>{cita ? capitalize(cita.por_aceptar ? POR_ACEPTAR : cita.estado) : null}</td>
            <td>{cita ? formatMoney(cita.precio) : null}</td>
            <td>{cita?.notas}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
