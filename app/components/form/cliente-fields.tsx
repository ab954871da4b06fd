import type { FieldMetadata } from "@conform-to/react";
import { AlertaBadge } from "~/components/admin";
import { FieldError, IntentButton, TextField } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { Icon } from "~/components/icon";
import { formatPhone, PHONE_HINT } from "~/format/phone";
import { plural } from "~/format/text";

export type ClienteOption = {
  id: string;
  nombre: string;
  telefono: string | null;
  alerta?: string | null;
  /** How often she did not come, and how often she cancelled late. */
  faltas?: number;
  tarde?: number;
};

type ClienteFieldsProps = {
  fields: Record<"cliente_id" | "cliente_q" | "cliente_nombre" | "cliente_telefono", FieldMetadata<string>>;
  /** The clients to choose from: those known to the form, then those found. */
  clientes: ClienteOption[];
  /** Whether this is the answer to a search. */
  isSearched: boolean;
  hasMore: boolean;
};

/** What to know before a client gets another hour: `faltó 1 vez · canceló tarde 2 veces`. */
function Faltas({ faltas, tarde }: Pick<ClienteOption, "faltas" | "tarde">) {
  const said = [faltas && `faltó ${plural(faltas, "vez", "veces")}`, tarde && `canceló tarde ${plural(tarde, "vez", "veces")}`];
  const text = said.filter(Boolean).join(" · ");
  return text ? <span className="block text-sm text-bad">{text}</span> : null;
}

/** Whom a form is for: a client found by a search, or a new one. */
export function ClienteFields({ fields, clientes, isSearched, hasMore }: ClienteFieldsProps) {
  const { cliente_id, cliente_q, cliente_nombre, cliente_telefono } = fields;
  const chosen = cliente_id.initialValue;
  const shown = clientes.filter(({ id }, index) => clientes.findIndex((other) => other.id === id) === index);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-display text-xl">Clienta</legend>
      <FieldError field={cliente_id} />
      {shown.length === 0 ? null : (
        <ul>
          {shown.map(({ id, nombre, telefono, alerta, ...past }, index) => (
            <li key={id}>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name={cliente_id.name}
                  value={id}
                  defaultChecked={id === chosen}
                  form={cliente_id.formId}
                  // biome-ignore lint/a11y/noAutofocus: only where the person has just searched.
                  autoFocus={isSearched && index === 0}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{nombre}</span>
                  {telefono ? <span className="text-soft"> · {formatPhone(telefono)}</span> : null}
                  <Faltas {...past} />
                  {alerta ? <br /> : null}
                  <AlertaBadge alerta={alerta} />
                </span>
              </label>
            </li>
          ))}
          <li>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={cliente_id.name}
                value=""
                defaultChecked={!chosen && Boolean(cliente_nombre.initialValue)}
                form={cliente_id.formId}
                className="size-5 shrink-0 accent-accent"
              />
              {cliente_nombre.initialValue ? `Es nueva: ${cliente_nombre.initialValue}` : "Otra clienta"}
            </label>
          </li>
        </ul>
      )}
      {hasMore ? <p className="text-soft">Hay más que coinciden: escribe también su apellido o su teléfono.</p> : null}
      {isSearched && clientes.length === 0 ? <p role="status">No la encontramos. Si es nueva, completa sus datos.</p> : null}
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid grow basis-36 gap-1.5">
          <label htmlFor={cliente_id.id} className="font-semibold">
            Teléfono o nombre
          </label>
          <input
            id={cliente_id.id}
            type="search"
            name={cliente_q.name}
            defaultValue={cliente_q.initialValue}
            className="control"
            autoComplete="off"
            aria-invalid={cliente_id.errors ? true : undefined}
            aria-describedby={cliente_id.errors ? cliente_id.errorId : undefined}
          />
        </div>
        <IntentButton value="search-clients">
          <Icon name="search" />
          Buscar
        </IntentButton>
      </div>
      <Fold title="Es una clienta nueva" isOpen={hasAnswer(cliente_nombre, cliente_telefono)}>
        <TextField field={cliente_nombre} label="Nombre" labelSuffix="de la clienta" />
        <TextField field={cliente_telefono} label="Teléfono de la clienta" type="tel" hint={PHONE_HINT} />
      </Fold>
    </fieldset>
  );
}
