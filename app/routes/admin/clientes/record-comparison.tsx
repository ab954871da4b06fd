import type { FieldMetadata } from "@conform-to/react";
import { FieldError } from "~/components/form";
import { Link } from "~/components/link";
import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { formatDate } from "~/format/dates";
import { formatPhone } from "~/format/phone";

type Other = { id: string; nombre: string; created_at: string; telefono: string | null };

/** The records that can be merged with record `id`, each with a link to compare them. */
export function OtherRecords({ id, zona, others }: { id: string; zona: string; others: Other[] }) {
  return (
    <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
      {others.map((otra) => (
        <li key={otra.id} className="card">
          <h3 className="text-xl wrap-anywhere">{otra.nombre}</h3>
          <p className="text-soft wrap-anywhere">
            {otra.telefono ? `${formatPhone(otra.telefono)} · ` : ""}desde el {formatDate(otra.created_at, zona)}
          </p>
          <p className="mt-auto pt-2">
            <Link to={`/admin/clientes/${id}/fusionar?otra=${otra.id}`} className="button button-quiet">
              Comparar<span className="sr-only"> con {otra.nombre}</span>
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A field of two records: both values, and which of them the merged record gets. */
type Field = { campo: keyof typeof CLIENTE_LABELS; origin: keyof typeof ORIGINS; esta: string; otra: string };

const displayText = (campo: string, text: string) => (campo === "telefono" ? formatPhone(text) : text);

const ORIGINS = { igual: "Igual en las dos", esta: "De esta ficha", otra: "De la otra", ambas: "" };

/** A field that needs no choice: both records have the same value, or only one has a value. */
export function ResultField({ campo, origin, esta, otra }: Field) {
  return (
    <div>
      <p className="font-semibold">{CLIENTE_LABELS[campo]}</p>
      <p className="whitespace-pre-line wrap-anywhere">{displayText(campo, esta || otra)}</p>
      <p className="text-sm text-soft">{ORIGINS[origin]}</p>
    </div>
  );
}

/** A field with different values in both records, with a radio button for each. */
export function FieldChoice({ field, campo, esta, otra }: Field & { field: FieldMetadata<"esta" | "otra"> }) {
  const options = [
    { value: "esta", text: esta, from: ORIGINS.esta },
    { value: "otra", text: otra, from: ORIGINS.otra },
  ];
  return (
    <fieldset id={field.id} aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className="font-semibold">{CLIENTE_LABELS[campo]}</legend>
      <FieldError field={field} />
      {options.map(({ value, text, from }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 py-1">
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={value === (field.initialValue ?? "esta")}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            {displayText(campo, text)} <span className="text-sm text-soft">({from.toLowerCase()})</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
