import { Fragment, type ReactNode } from "react";

/** A free hour as a button: what it sends, what it says, and with whom. */
export type HourChoice = { value: string; hora: string; con: string };

/** The free hours of a day, named `Hoy`, `Mañana`, `Miércoles 25`, or with the month when it is weeks away. */
export type HoursOfDay = { dia: string; horas: HourChoice[] };

/** The class of an hour's button. */
export const HOUR_BUTTON = "button button-quiet w-full px-2";

type HoursProps = {
  days: HoursOfDay[];
  /** Whether all are with the same specialist, who is named above them. */
  isSameCon?: boolean;
  render: (choice: HourChoice, label: ReactNode) => ReactNode;
};

/** The free hours by day. `render` makes the button of each, with its label, which screen readers read with its day. */
export function Hours({ days, isSameCon = false, render }: HoursProps) {
  return (
    <dl className="grid gap-3">
      {days.map(({ dia, horas }) => (
        <div key={dia}>
          <dt className="mb-1 font-semibold">{dia}</dt>
          <dd className={`grid gap-2 ${isSameCon ? "grid-cols-3 sm:grid-cols-6" : "grid-cols-2 sm:grid-cols-4"}`}>
            {horas.map((choice) => (
              <Fragment key={choice.value}>
                {render(
                  choice,
                  <span>
                    {choice.hora}
                    {choice.con ? (
                      <span className={isSameCon ? "sr-only" : "font-normal"}>
                        <span className="sr-only"> con</span> {choice.con}
                      </span>
                    ) : null}
                    <span className="sr-only">, {dia.toLowerCase()}</span>
                  </span>,
                )}
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
