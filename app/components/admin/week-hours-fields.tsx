import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { TextField } from "~/components/form";
import { Link } from "~/components/link";
import { DIAS } from "~/content/estudio";

type Hours = { abre?: string | undefined; cierra?: string | undefined } | null;
type Clock = FieldMetadata<string | undefined>;

// A name and two times in a line, also on a phone, unless the letters are too large for it.
const LINE =
  "grid grid-cols-2 items-end gap-x-2 gap-y-1 @min-[17rem]:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)] @min-[24rem]:grid-cols-[6rem_10rem_10rem] @min-[24rem]:gap-x-4 @max-[24rem]:[&_input]:px-2 @max-[24rem]:[&_input::-webkit-calendar-picker-indicator]:hidden";
const NAME = "col-span-full font-semibold @min-[17rem]:col-span-1 @min-[17rem]:self-center";
// Where the labels are in sight, the name stands beside the fields below them.
const BESIDE_LABELS = "@min-[17rem]:self-end @min-[17rem]:pb-2.5";
// The first line has the labels of all of them, where they are in columns.
const BELOW = "@min-[17rem]:[&_label]:sr-only";

/** Two time fields for each day of the week, with the labels `from` and `to`; `children` are the lines below them. */
export function WeekFields({
  field,
  from,
  to,
  children,
}: {
  field: FieldMetadata<Hours[]>;
  from: string;
  to: string;
  children?: ReactNode;
}) {
  const rows = field.getFieldList().slice(0, DIAS.length);
  return (
    <div className="@container">
      <div className="grid gap-2">
        {rows.map((row, index) => {
          const { abre, cierra } = row.getFieldset();
          const dia = DIAS[index] ?? "";
          const suffix = `el ${dia.toLowerCase()}`;
          return (
            <div key={dia} className={`${LINE} ${index > 0 ? BELOW : ""}`}>
              <p className={index > 0 ? NAME : `${NAME} ${BESIDE_LABELS}`}>{dia}</p>
              <TextField field={abre} label={from} labelSuffix={suffix} type="time" />
              <TextField field={cierra} label={to} labelSuffix={suffix} type="time" />
            </div>
          );
        })}
        {children}
      </div>
    </div>
  );
}

type ComidaFieldsProps = {
  fields: { comida_de: Clock; comida_a: Clock };
  comida: { motivo: string | null; hasOthers: boolean };
  hint: string;
  /** Where the pauses are listed one by one, and what that list is called. */
  list: { to: string; name: string };
};

/** The lunch of the week's days; where several pauses repeat, the way to them instead. */
export function ComidaFields({ fields, comida: { motivo, hasOthers }, hint, list }: ComidaFieldsProps) {
  const link = (
    <Link className="link inline-block py-2.5" to={list.to}>
      {list.name}
    </Link>
  );
  if (hasOthers) return <p className="text-soft">Hay varias pausas que se repiten todos los días. Se cambian en {link}.</p>;
  return (
    <div className="@container mt-2">
      <div className={LINE}>
        <p className={`${NAME} ${BESIDE_LABELS}`}>Comida</p>
        <TextField field={fields.comida_de} label="De" labelSuffix="qué hora es la comida" type="time" />
        <TextField field={fields.comida_a} label="A" labelSuffix="qué hora acaba la comida" type="time" />
      </div>
      <p className="mt-2 text-sm text-soft">
        {hint}
        {motivo ? ` En ${list.name} dice «${motivo}».` : null}
      </p>
    </div>
  );
}
