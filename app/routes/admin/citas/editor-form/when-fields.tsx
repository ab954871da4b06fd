import type { ReactNode } from "react";
import { Hours, type HoursOfDay } from "../hours";
import { IntentButton } from "./buttons";

type WhenFieldsProps = {
  /** The free hours; undefined until a service is chosen, and while an appointment is edited. */
  hours: HoursOfDay[] | undefined;

  /** The fields of any other day and hour. */
  children: ReactNode;
};

/** When the visit is: free hours as buttons that book it, or a day and an hour that are typed. */
export function WhenFields({ hours, children }: WhenFieldsProps) {
  const isFull = hours?.length === 0;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-display text-xl">Cuándo</legend>
      {hours && !isFull ? <HourButtons hours={hours} /> : null}
      {isFull ? <p role="status">No hay horas libres en estos días. Prueba con otra especialista o escribe la hora.</p> : null}
      <div className="flex flex-wrap gap-2">
        <IntentButton value="list-hours">Ver horas libres</IntentButton>
        {hours && !isFull ? <IntentButton value="more-hours">Más horarios</IntentButton> : null}
      </div>
      {children}
    </fieldset>
  );
}

/** The hours, each a button that books the visit. */
export function HourButtons({ hours }: { hours: HoursOfDay[] }) {
  return (
    <>
      <p>Toca una hora y queda agendada.</p>
      <Hours days={hours} />
    </>
  );
}
