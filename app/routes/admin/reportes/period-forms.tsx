import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Link } from "~/components/link";
import { MonthFilter } from "~/components/money/month-filter";
import { capitalize } from "~/format/text";
import type { PeriodoInput } from "./period.server";

type Neighbour = { search: string; name: string; isThere: boolean };

type PeriodoFormsProps = { input: PeriodoInput; mes: string; error: string | null; anterior: Neighbour; siguiente: Neighbour };

/** Links to the periods around that of the report, and forms for a month, a year, and days. `error` is about their last input. */
export function PeriodoForms({ input, mes, error, anterior, siguiente }: PeriodoFormsProps) {
  const isOther = Boolean(input.anio || input.desde || input.hasta);
  return (
    <section aria-label="Periodo" className="mb-3 flex flex-wrap items-center gap-x-6 @2xl:mb-5 print:hidden">
      <p id="error-periodo" role="alert" className="w-full font-semibold text-bad empty:hidden">
        {error}
      </p>
      <nav aria-label="Otros periodos" className="flex grow flex-wrap items-center gap-x-2 gap-y-1 @2xl:grow-0 @2xl:gap-x-3">
        {anterior.isThere ? (
          <Link to={anterior.search} className="choice">
            <span aria-hidden="true">←</span>
            <span className="@max-2xl:sr-only">&nbsp;{anterior.name}</span>
          </Link>
        ) : null}
        <Form className="flex min-w-56 flex-1 gap-2 *:first:grow *:first:basis-48 @max-xs:flex-wrap @max-xs:order-last @max-xs:min-w-full [&_label]:sr-only">
          <MonthFilter value={input.mes || mes} />
          <SubmitPeriodo what="el mes" />
        </Form>
        {siguiente.isThere ? (
          <Link to={siguiente.search} className="choice @max-xs:ml-auto">
            <span className="@max-2xl:sr-only">{siguiente.name}&nbsp;</span>
            <span aria-hidden="true">→</span>
          </Link>
        ) : null}
      </nav>
      <details open={isOther} className="open:w-full">
        <summary className="link">Un año u otras fechas</summary>
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
