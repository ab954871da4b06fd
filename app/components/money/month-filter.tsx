import { MONTH_PATTERN } from "~/format/dates";

/** A filter by month (`2026-11`), with a pattern for browsers without a month picker. */
export function MonthFilter({ value }: { value: string }) {
  return (
    <div className="filter">
      <label htmlFor="filtro-mes">Mes</label>
      <input
        id="filtro-mes"
        type="month"
        name="mes"
        defaultValue={value}
        key={value}
        placeholder="2026-11"
        pattern={MONTH_PATTERN}
        title="El año y el mes, como 2026-11"
        className="control min-w-0 py-0"
      />
    </div>
  );
}
