/** A free hour as a button: what it sends, and what it says: `12:30 p.m.` and, if there is a specialist, `Mariana`. */
export type HourChoice = { value: string; hora: string; con: string };

/** The free hours of a day, named `Hoy, miércoles 25`, `Viernes 27`, or with its month when it is another. */
export type HoursOfDay = { dia: string; horas: HourChoice[] };

type HoursProps = {
  days: HoursOfDay[];
  /** What a press does. */
  says?: string;
  /** Whether all are with the same specialist, who is named above them. */
  isSameCon?: boolean;
  /** Whether the days stand side by side where a screen of its own has the room, below headings that stay in view. */
  isScreen?: boolean;
  /** In a line of a list of appointments: what follows the name of each day, and which appointment it is: `la cita de Ana`. */
  line?: { after: string; recordName: string };
};

const COLUMNS = {
  line: "grid-cols-3",
  same: "grid-cols-3 sm:grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]",
  several: "grid-cols-2 sm:grid-cols-4",
};

/** The free hours by day, each a button that sends its form with that hour (see `readCitaIntent`). */
export function Hours({ days, says = "Toca una hora y queda agendada.", isSameCon = false, isScreen = false, line }: HoursProps) {
  const columns = COLUMNS[line ? "line" : isSameCon ? "same" : "several"];
  return days.length === 0 ? null : (
    <>
      {line ? null : <p>{says}</p>}
      <dl className={isScreen ? "days" : "grid gap-3"}>
        {days.map(({ dia, horas }) => (
          <div key={dia}>
            <dt className="mb-1 font-semibold">
              {dia}
              {line ? <span className="font-normal text-soft">{line.after}</span> : null}
            </dt>
            {(isScreen ? halvesOf(horas) : [horas]).map((half) => (
              <dd key={half[0]?.value} className={`grid gap-2 ${columns} [dd+&]:mt-3`}>
                {isScreen ? (
                  <span className="col-span-full text-sm text-soft">{isMorning(half[0]) ? "Mañana" : "Tarde"}</span>
                ) : null}
                {half.map(({ value, hora, con }) => (
                  <button
                    key={value}
                    type="submit"
                    name="intent"
                    value={`book:${value}`}
                    formNoValidate
                    className="button button-quiet px-2"
                  >
                    <span>
                      {hora}
                      {con ? <span className="sr-only"> con</span> : null}
                      {con ? <span className={isSameCon ? "sr-only" : "font-normal"}> {con}</span> : null}
                      <span className="sr-only"> {dia.toLowerCase()}</span>
                      {line ? <span className="sr-only"> para {line.recordName}</span> : null}
                    </span>
                  </button>
                ))}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

/** The hours of the morning and those after noon, apart; only what there is. */
function halvesOf(horas: HourChoice[]): HourChoice[][] {
  return [horas.filter(isMorning), horas.filter((choice) => !isMorning(choice))].filter((half) => half.length > 0);
}

const isMorning = (choice: HourChoice | undefined) => choice?.hora.endsWith("a.m.");
