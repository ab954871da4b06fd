import type { FieldMetadata } from "@conform-to/react";
import { IntentButton, RowsButton, SelectField, TextField, useFormState } from "~/components/form";
import { Icon } from "~/components/icon";
import { ESPECIALISTA_INACTIVA, SERVICIO_INACTIVO } from "~/format/text";
import type { CitaAnswer } from "./answer.server";
import type { ServicioFields } from "./field-names";

type Options = { value: string; label: string }[];

type ServiciosFieldsProps = {
  field: FieldMetadata<ServicioFields[]>;
  maxServicios: number;
  servicios: Options;
  especialistas: Options;
  /** The services to offer as buttons while one is to be chosen. */
  frequent: CitaAnswer["frequent"];
  /** Whether it is about one appointment that was booked before: it has one service. */
  isSingle: boolean;
  /** Whether the specialist is chosen above, while there are services to press. */
  isWalkIn: boolean;
  /** Whether the last row takes the focus, above the hours that were asked for. */
  takesFocus: boolean;
};

/** The services of the visit, one after another. */
export function ServiciosFields({
  field,
  maxServicios,
  frequent,
  isSingle,
  isWalkIn,
  takesFocus,
  ...offered
}: ServiciosFieldsProps) {
  const rows = field.getFieldList();
  // After `insert` the new row takes the focus, after `remove` the button for another.
  const rowIntent = useFormState()?.lastResult.intent?.type;
  const offer = frequent?.options.length ? frequent : undefined;
  return (
    <fieldset id={field.id} className="servicios grid gap-4">
      <legend className="mb-2 font-display text-xl">
        {isSingle ? "Servicio" : "Servicios"}
        {offer ? <span className="font-sans text-base text-soft"> · {offer.title}</span> : null}
      </legend>
      {field.errors ? <p className="text-sm font-semibold text-bad">{field.errors[0]}</p> : null}
      {offer ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          {offer.options.map(({ value, nombre, detail }) => (
            <IntentButton
              key={value}
              value={`choose-service:${value}`}
              className="button button-quiet min-h-16 flex-col items-start justify-center gap-0 rounded-xl px-3 text-left"
            >
              {nombre} <span className="font-normal text-soft">{detail}</span>
            </IntentButton>
          ))}
        </div>
      ) : null}
      {rows.map((row, index) => (
        <ServicioRow
          key={row.key}
          row={row}
          index={index}
          {...offered}
          label={offer && rows.length === 1 ? "Otro servicio" : "Servicio"}
          takesFocus={index === rows.length - 1 && (rowIntent === "insert" || takesFocus)}
          isRemovable={rows.length > 1}
          isUnasked={isWalkIn && frequent !== undefined}
        />
      ))}
      {frequent ? (
        <IntentButton value="list-hours" className="button button-quiet once-chosen justify-self-start">
          Ver horas libres
        </IntentButton>
      ) : isSingle || rows.length >= maxServicios ? null : (
        <RowsButton takesFocus={rowIntent === "remove"}>
          <Icon name="plus" />
          Agregar otro servicio
        </RowsButton>
      )}
    </fieldset>
  );
}

type ServicioRowProps = Pick<ServiciosFieldsProps, "servicios" | "especialistas" | "takesFocus"> & {
  row: FieldMetadata<ServicioFields>;
  index: number;
  label: string;
  isRemovable: boolean;
  isUnasked: boolean;
};

function ServicioRow({ row, index, label, servicios, especialistas, takesFocus, isRemovable, isUnasked }: ServicioRowProps) {
  const { servicio_anterior, servicio_id, empleado_id } = row.getFieldset();
  return (
    <div className={isRemovable ? "servicio-row" : "grid gap-3 sm:grid-cols-2"}>
      <input
        type="hidden"
        name={servicio_anterior.name}
        form={servicio_anterior.formId}
        defaultValue={servicio_id.initialValue ?? ""}
      />
      <SelectField
        field={servicio_id}
        label={isRemovable ? `Servicio ${index + 1}` : label}
        empty="Elige un servicio"
        gone={SERVICIO_INACTIVO}
        takesFocus={takesFocus && !servicio_id.initialValue}
        options={servicios}
      />
      {isUnasked ? (
        <input type="hidden" name={empleado_id.name} defaultValue={empleado_id.initialValue} />
      ) : (
        <SelectField
          field={empleado_id}
          label="Especialista"
          labelSuffix={`del servicio ${index + 1}`}
          gone={ESPECIALISTA_INACTIVA}
          takesFocus={takesFocus && Boolean(servicio_id.initialValue)}
          options={especialistas}
        />
      )}
      {isRemovable ? (
        <RowsButton remove={index}>
          <Icon name="trash" />
          <span className="sr-only">Quitar el servicio {index + 1}</span>
        </RowsButton>
      ) : null}
    </div>
  );
}

/** The price and the duration of each service, where they differ from the service's own. */
export function PriceFields({ field }: Pick<ServiciosFieldsProps, "field">) {
  const rows = field.getFieldList();
  return rows.map((row, index) => {
    const { precio, duracion_minutos } = row.getFieldset();
    const number = rows.length > 1 ? ` ${index + 1}` : "";
    return (
      <div key={row.key} className="col-span-full grid gap-4 sm:grid-cols-2">
        <TextField
          field={precio}
          label={`Precio del servicio${number}`}
          inputMode="decimal"
          hint="Si lo dejas vacío, se usa el precio del servicio."
        />
        <TextField
          field={duracion_minutos}
          label={`Minutos del servicio${number}`}
          inputMode="numeric"
          hint="Si lo dejas vacío, se usa la duración del servicio."
        />
      </div>
    );
  });
}
