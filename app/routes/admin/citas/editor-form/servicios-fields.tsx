import type { FieldMetadata } from "@conform-to/react";
import { RowsButton, SelectField, TextField, useFormState } from "~/components/form";
import { Icon } from "~/components/icon";
import { formatMoney } from "~/format/numbers";
import { capitalize, ESPECIALISTA_INACTIVA, SERVICIO_INACTIVO } from "~/format/text";
import type { CitaAnswer } from "~/routes/admin/citas/editing/answer.server";
import { IntentButton } from "./buttons";
import type { ServicioFields } from "./field-names";

type Opciones = {
  maxServicios: number;
  servicios: { id: string; nombre: string; precio: string; categoria: string }[];
  especialistas: { value: string; label: string }[];
};

type ServiciosFieldsProps = {
  field: FieldMetadata<ServicioFields[]>;
  opciones: Opciones;
  /** The services to offer as buttons while one is to be chosen. */
  frequent: CitaAnswer["frequent"];
  /** Whether an appointment is being edited: it has one service. */
  isSingle: boolean;
  /** Whether the last row takes the focus, above the hours that were asked for. */
  takesFocus: boolean;
};

/** The services of the visit, one after another. */
export function ServiciosFields({ field, opciones, frequent, isSingle, takesFocus }: ServiciosFieldsProps) {
  const rows = field.getFieldList();
  // After `insert` the new row takes the focus, after `remove` the button for another.
  const rowIntent = useFormState()?.lastResult.intent?.type;
  return (
    <fieldset id={field.id} className="grid gap-4">
      <legend className="mb-1 font-display text-xl">{isSingle ? "Servicio" : "Servicios"}</legend>
      {field.errors ? <p className="text-sm font-semibold text-bad">{field.errors[0]}</p> : null}
      {rows.map((row, index) => (
        <ServicioRow
          key={row.key}
          row={row}
          index={index}
          opciones={opciones}
          frequent={frequent}
          takesFocus={index === rows.length - 1 && (rowIntent === "insert" || takesFocus)}
          isRemovable={rows.length > 1}
        />
      ))}
      {isSingle || rows.length >= opciones.maxServicios || frequent ? null : (
        <RowsButton takesFocus={rowIntent === "remove"}>
          <Icon name="plus" />
          Agregar otro servicio
        </RowsButton>
      )}
    </fieldset>
  );
}

type ServicioRowProps = Pick<ServiciosFieldsProps, "opciones" | "frequent" | "takesFocus"> & {
  row: FieldMetadata<ServicioFields>;
  index: number;
  isRemovable: boolean;
};

function ServicioRow({ row, index, opciones, frequent, takesFocus, isRemovable }: ServicioRowProps) {
  const { servicio_anterior, servicio_id, empleado_id } = row.getFieldset();
  const isEmpty = !servicio_id.initialValue;
  const offered = isEmpty ? (frequent?.servicios ?? []) : [];
  return (
    <div className={`grid gap-3 sm:grid-cols-2 ${isRemovable ? "border-l-4 border-line pl-4" : ""}`}>
      <input
        type="hidden"
        name={servicio_anterior.name}
        form={servicio_anterior.formId}
        defaultValue={servicio_id.initialValue ?? ""}
      />
      {offered.length > 0 ? (
        <div className="col-span-full grid gap-2">
          <p className="font-semibold">{frequent?.isHers ? "Lo de siempre" : "Los más pedidos"}</p>
          {offered.map(({ id, nombre, duracion_minutos, precio }) => (
            <IntentButton key={id} value={`choose-service:${id}`}>
              {nombre} · {duracion_minutos} min · {formatMoney(precio)}
            </IntentButton>
          ))}
        </div>
      ) : null}
      <SelectField
        field={servicio_id}
        label={offered.length > 0 ? "Otro servicio" : "Servicio"}
        labelSuffix={isRemovable ? `${index + 1}` : undefined}
        empty="Elige un servicio"
        gone={SERVICIO_INACTIVO}
        options={opciones.servicios.map(({ id, nombre, categoria, precio }) => ({
          value: id,
          label: `${nombre} (${capitalize(categoria)}, ${formatMoney(precio)})`,
        }))}
      />
      <SelectField
        field={empleado_id}
        label="Especialista"
        labelSuffix={`del servicio ${index + 1}`}
        gone={ESPECIALISTA_INACTIVA}
        takesFocus={takesFocus}
        options={opciones.especialistas}
      />
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
export function PriceFields({ field, opciones }: Pick<ServiciosFieldsProps, "field" | "opciones">) {
  return field.getFieldList().map((row, index) => {
    const { servicio_id, precio, duracion_minutos } = row.getFieldset();
    const servicio = opciones.servicios.find(({ id }) => id === servicio_id.initialValue);
    const labelSuffix = `del servicio ${index + 1}`;
    return (
      <div key={row.key} className="col-span-full grid gap-4 sm:grid-cols-2">
        {index > 0 ? <p className="col-span-full font-semibold">{servicio?.nombre}</p> : null}
        <TextField
          field={precio}
          label="Precio"
          labelSuffix={labelSuffix}
          inputMode="decimal"
          hint={servicio ? `Si lo dejas vacío: ${formatMoney(servicio.precio)}.` : "Si lo dejas vacío, se usa el del servicio."}
        />
        <TextField
          field={duracion_minutos}
          label="Duración en minutos"
          labelSuffix={labelSuffix}
          inputMode="numeric"
          hint="Si la dejas vacía, se usa la del servicio."
        />
      </div>
    );
  });
}
