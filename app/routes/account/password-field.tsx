import { Field, type FieldProps, textProps } from "~/components/form";

/** A password field with a button that shows the password, which public/auth.js enables. */
export function PasswordField(props: FieldProps) {
  const input = textProps(props.field, props.hint);
  return (
    <Field {...props}>
      <div className="control flex p-0 has-aria-invalid:border-bad has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent">
        <input
          {...input}
          type="password"
          className="w-full min-w-0 flex-1 px-3 outline-hidden"
          autoComplete={props.autoComplete}
          data-password
        />
        <button type="button" hidden className="link px-4" data-toggle="" aria-pressed="false" aria-controls={props.field.id}>
          Mostrar
        </button>
      </div>
    </Field>
  );
}
