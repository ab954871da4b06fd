import type { FieldMetadata } from "@conform-to/react";

type EnterIntentProps = {
  fields: Record<"codigo" | "canjeado" | "cliente_q" | "buscado" | "cliente_id" | "elegida", FieldMetadata<string>>;
};

/**
 * The first button of the form, which Enter presses in any field. The hidden fields tell the server what was there when the form
 * was rendered, so that it knows what is new.
 */
export function EnterIntent({ fields: { codigo, canjeado, cliente_q, buscado, cliente_id, elegida } }: EnterIntentProps) {
  return (
    <>
      <button type="submit" name="intent" value="enter" formNoValidate className="sr-only" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name={canjeado.name} defaultValue={codigo.initialValue ?? ""} />
      <input type="hidden" name={buscado.name} defaultValue={cliente_q.initialValue ?? ""} />
      <input type="hidden" name={elegida.name} defaultValue={cliente_id.initialValue ?? ""} />
    </>
  );
}
