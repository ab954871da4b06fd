import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { MonthFilter } from "~/components/money/month-filter";
import { capitalize } from "~/format/text";
import type { PeriodoInput } from "./period.server";

/** The forms that choose the period of the report: by month, by year, and by range of days. `error` is about their last input. */
export function PeriodoForms({ input, mes, error }: { input: PeriodoInput; mes: string; error: string | null }) {
  const isOther = Boolean(input.anio || input.desde || input.hasta);
  return (
    <section aria-label="Periodo" className="grid grid-cols-[minmax(0,1fr)] gap-1 print:hidden">
      <p id="error-periodo" role="alert" className="font-semibold text-bad empty:hidden">
        {error}
      </p>
      <Form className="flex flex-wrap items-end gap-3">
        <MonthFilter value={input.mes || mes} />
        <SubmitPeriodo what="el mes" />
      </Form>
      <details open={isOther}>
        <summary className="link inline-block cursor-pointer py-2.5">Un año o un rango de fechas</summary>
        <div className="flex flex-wrap gap-x-10 gap-y-4 pt-1">
          <Form className="flex flex-wrap items-end gap-3">
            <LabelledInput name="anio" label="Año">
              <input
                id="periodo-anio"
                name="anio"
                key={input.anio}
                defaultValue={input.anio}
                inputMode="numeric"
                pattern="20\d\d"
                title="Un año, como 2026"
                placeholder={mes.slice(0, 4)}
                required
                autoComplete="off"
                className="control max-w-28"
              />
            </LabelledInput>
            <SubmitPeriodo what="el año" />
          </Form>
          <Form className="flex flex-wrap items-end gap-3">
            {(["desde", "hasta"] as const).map((name) => (
              <LabelledInput key={name} name={name} label={capitalize(name)}>
                <input
                  id={`periodo-${name}`}
                  type="date"
                  name={name}
                  key={input[name]}
                  defaultValue={input[name]}
                  min="2000-01-01"
                  max="2099-12-31"
                  required
                  className="control"
                />
              </LabelledInput>
            ))}
            <SubmitPeriodo what="esas fechas" />
          </Form>
        </div>
      </details>
    </section>
  );
}

function LabelledInput({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={`periodo-${name}`} className="font-semibold">
        {label}
      </label>
      {children}
    </div>
  );
}

function SubmitPeriodo({ what }: { what: string }) {
  return (
    <button type="submit" className="button button-quiet">
      Ver<span className="sr-only"> {what}</span>
    </button>
  );
}
