import type { FieldMetadata } from "@conform-to/react";
import { FieldError, RowsButton, TextField } from "~/components/form";
import { Icon } from "~/components/icon";
import { MAX_INSUMOS } from "~/limits";
import type { Insumo } from "~/models/catalogo/servicio.server";

type InsumosProps = { field: FieldMetadata<Insumo[]>; suggestions: string[]; intent: string | undefined };

/** The rows of supplies. After `intent` insert the new row takes the focus, after remove the button that adds a row. */
export function Insumos({ field, suggestions, intent }: InsumosProps) {
  const rows = field.getFieldList();
  return (
    <fieldset id={field.id} aria-describedby={field.errors ? field.errorId : undefined} className="grid gap-4">
      <legend className="mb-1 font-semibold">
        Insumos <span className="font-normal text-soft">(opcional)</span>
      </legend>
      <p className="text-sm text-soft">Lo que se usa en cada cita. Si no pones cantidad, cuenta como 1.</p>
      <FieldError field={field} />
      <datalist id="inventario">
        {suggestions.map((nombre) => (
          <option key={nombre} value={nombre} />
        ))}
      </datalist>
      {rows.map((row, index) => {
        const { nombre, cantidad } = row.getFieldset();
        const takesFocus = intent === "insert" && index === rows.length - 1;
        return (
          <div key={row.key} className="grid grid-cols-[1fr_5.5rem_auto] items-end gap-2">
            <TextField field={nombre} label="Insumo" labelSuffix={`${index + 1}`} list="inventario" takesFocus={takesFocus} />
            <TextField field={cantidad} label="Cantidad" labelSuffix={`del insumo ${index + 1}`} inputMode="numeric" />
            <RowsButton remove={index}>
              <Icon name="trash" />
              <span className="sr-only">Quitar el insumo {index + 1}</span>
            </RowsButton>
          </div>
        );
      })}
      {rows.length < MAX_INSUMOS ? (
        // The key remounts the button after a row is removed, so that it takes the focus.
        <RowsButton key={rows.length} takesFocus={intent === "remove"}>
          <Icon name="plus" />
          Agregar insumo
        </RowsButton>
      ) : null}
    </fieldset>
  );
}
