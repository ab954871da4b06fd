import { AlertaBadge } from "~/components/admin/alerta";
import { formatTime } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { formatPhone } from "~/format/phone";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import type { AgendaColumn } from "./cell";

/** The day on paper: a line for each appointment, by time. Hidden on screens. */
export function PrintedDay({ columns, zona }: { columns: AgendaColumn[]; zona: string }) {
  const citas = columns.flatMap(({ nombre, dias }) => dias.flatMap((day) => day.citas.map((cita) => ({ ...cita, nombre }))));
  citas.sort((one, other) => one.desde - other.desde);
  return (
    <table className="hoja">
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Clienta</th>
          <th scope="col">Teléfono</th>
          <th scope="col">Servicio</th>
          <th scope="col">Especialista</th>
          <th scope="col">Precio</th>
          <th scope="col">Notas</th>
        </tr>
      </thead>
      <tbody>
        {citas.map((cita) => (
          <tr key={cita.id}>
            <td>{formatTime(cita.fecha_hora, zona)}</td>
            <td>
              {cita.cliente?.nombre ?? CLIENTE_ELIMINADO} <AlertaBadge alerta={cita.alerta} />
            </td>
            <td>{cita.cliente?.telefono ? formatPhone(cita.cliente.telefono) : null}</td>
            <td>{cita.servicio?.nombre ?? SERVICIO_ELIMINADO}</td>
            <td>{cita.nombre}</td>
            <td>{formatMoney(cita.precio)}</td>
            <td>{cita.notas}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
