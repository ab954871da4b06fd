import type { FieldMetadata } from "@conform-to/react";
import { type FormEvent, useState } from "react";
import { RowsButton, SelectField, TextField, useFormState } from "~/components/form";
import { Icon } from "~/components/icon";
import { formatMoney } from "~/format/numbers";
import { capitalize, ESPECIALISTA_INACTIVA, fullName, SERVICIO_INACTIVO, SIN_ESPECIALISTA } from "~/format/text";
import type { listOpciones } from "~/models/citas/opciones.server";
import { IntentButton } from "./buttons";
import type { ServicioFields } from "./field-names";

type Opciones = Awaited<ReturnType<typeof listOpciones>>;

type ServiciosFieldsProps = {
  field: FieldMetadata<ServicioFields[]>;
  opciones: Opciones;
  /** Whether an appointment is being edited: it has one service. */
  isSingle: boolean;
};

/** The services of the visit, one after another. */
export function ServiciosFields({ field, opciones, isSingle }: ServiciosFieldsProps) {
  const rows = field.getFieldList();
  // After `insert` the new row takes the focus, after `remove` the button for another.
  const rowIntent = useFormState()?.lastResult.intent?.type;
  return (
    <fieldset id={field.id} className="grid gap-5">
      <legend className="mb-1 font-display text-xl">{isSingle ? "Servicio" : "Servicios"}</legend>
      {field.errors ? <p className="text-sm font-semibold text-bad">{field.errors[0]}</p> : null}
      {rows.map((row, index) => (
        <ServicioRow
          key={row.key}
          row={row}
          index={index}
          opciones={opciones}
          takesFocus={rowIntent === "insert" && index === rows.length - 1}
          isRemovable={rows.length > 1}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {isSingle || rows.length >= opciones.maxServicios ? null : (
          <RowsButton takesFocus={rowIntent === "remove"}>
            <Icon name="plus" />
            Agregar otro servicio
          </RowsButton>
        )}
        <IntentButton value="fill-from-service">Ver precio y especialistas</IntentButton>
      </div>
    </fieldset>
  );
}

type ServicioRowProps = {
  row: FieldMetadata<ServicioFields>;
  index: number;
  opciones: Opciones;
  takesFocus: boolean;
  isRemovable: boolean;
};

function ServicioRow({ row, index, opciones: { servicios, empleados, fits }, takesFocus, isRemovable }: ServicioRowProps) {
  const { servicio_anterior, servicio_id, empleado_id, precio, duracion_minutos } = row.getFieldset();
  const labelSuffix = `del servicio ${index + 1}`;
  const [chosenId, setChosenId] = useState(servicio_id.initialValue);
  const chosen = servicios.find(({ id }) => id === chosenId);
  const fitting = chosen ? (fits[chosen.id] ?? []) : [];
  const specialistLabel = (empleado: Opciones["empleados"][number]) =>
    `${fullName(empleado)}${empleado.activo ? "" : " (ya no está activa)"}${fitting.includes(empleado.id) ? " ✓" : ""}`;
  const specialists = [...empleados]
    .sort((a, b) => Number(fitting.includes(b.id)) - Number(fitting.includes(a.id)))
    .map((empleado) => ({ value: empleado.id, label: specialistLabel(empleado) }));

  // When the service changes, price and duration follow it, unless the person typed her own.
  const followService = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== servicio_id.name) return;
    const next = servicios.find(({ id }) => id === target.value);
    for (const [name, key] of [
      [precio.name, "precio"],
      [duracion_minutos.name, "duracion_minutos"],
    ] as const) {
      const input = target.form?.elements.namedItem(name);
      if (input instanceof HTMLInputElement && (input.value === "" || input.value === String(chosen?.[key])))
        input.value = String(next?.[key] ?? "");
    }
    setChosenId(target.value);
  };
  return (
    <div className="grid gap-4 border-l-4 border-line pl-4 sm:grid-cols-2 sm:items-end" onInput={followService}>
      <input
        type="hidden"
        name={servicio_anterior.name}
        form={servicio_anterior.formId}
        defaultValue={servicio_id.initialValue ?? ""}
      />
      <SelectField
        field={servicio_id}
        label="Servicio"
        labelSuffix={isRemovable ? `${index + 1}` : undefined}
        empty="Elige un servicio"
        gone={SERVICIO_INACTIVO}
        takesFocus={takesFocus}
        options={servicios.map(({ id, nombre, categoria, precio }) => ({
          value: id,
          label: `${nombre} (${capitalize(categoria)}, ${formatMoney(precio)})`,
        }))}
      />
      <SelectField
        field={empleado_id}
        label="Especialista"
        labelSuffix={labelSuffix}
        empty={SIN_ESPECIALISTA}
        gone={ESPECIALISTA_INACTIVA}
        options={specialists}
      />
      <TextField
        field={precio}
        label="Precio"
        labelSuffix={labelSuffix}
        inputMode="decimal"
        hint="Si lo dejas vacío, se usa el precio del servicio."
      />
      <TextField
        field={duracion_minutos}
        label="Duración en minutos"
        labelSuffix={labelSuffix}
        inputMode="numeric"
        hint="Si la dejas vacía, se usa la duración del servicio."
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
