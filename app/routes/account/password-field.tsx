import { descriptionIdOf, Field, type FieldProps, textProps } from "~/components/form";

/** A password field with a button that shows the password, which public/auth.js enables. */
export function PasswordField(props: FieldProps) {
  const input = textProps(props.field, descriptionIdOf(props));
  return (
    <Field {...props}>
      <div className="flex flex-wrap gap-2">
        <input {...input} type="password" className="control min-w-32 flex-1" autoComplete={props.autoComplete} data-password />
        <button
          type="button"
          hidden
          className="button button-quiet"
          data-toggle=""
          aria-pressed="false"
          aria-controls={props.field.id}
        >
          Mostrar
        </button>
      </div>
    </Field>
  );
}
