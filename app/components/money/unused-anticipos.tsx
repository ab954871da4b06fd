import { useLocation } from "@remix-run/react";
import { citaPath } from "~/components/admin/cita";
import { ButtonForm } from "~/components/form/write-form";
import { formatDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";

type UnusedAnticiposProps = { cita_id: string; anticipos: { id: string; monto: string; fecha_hora: string }[]; zona: string };

/** What the client of an appointment paid for others of hers that were cancelled, each with the button that uses it for this one. */
export function UnusedAnticipos({ cita_id, anticipos, zona }: UnusedAnticiposProps) {
  const { pathname, search } = useLocation();
  return anticipos.map(({ id, monto, fecha_hora }) => (
    <div key={id} className="grid justify-items-start gap-2 rounded-lg border border-line bg-sand p-4">
      <p>
        Dejó {formatMoney(monto)} para su cita cancelada del {formatDay(fecha_hora, zona)}.
      </p>
      <ButtonForm
        action={citaPath(cita_id, `anticipos/${id}/usar`, pathname + search)}
        pending="Usando..."
        className="button button-quiet"
      >
        Usar su anticipo de {formatMoney(monto)}
      </ButtonForm>
    </div>
  ));
}
