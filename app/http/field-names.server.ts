// Room for the largest form: `nombre`, `horario[6].abre`. Conform builds whatever a name describes, such as a list of a billion
// rows or a tree a thousand levels deep, copies a repeated field once for each repetition, and throws on a command
// (`__intent__`) that it cannot read and on a list that was sent as a plain field.
const MAX_FIELDS = 1000;
const FIELD_NAME = /^(?!(__|horario$|insumos$|servicios$))\w{1,60}$|^(horario|insumos|servicios)\[\d{1,3}\]\.\w{1,60}$/;

/** Throws 400 unless these can be the names of a form's fields. */
export function requireFieldNames(names: string[]): void {
  if (names.length > MAX_FIELDS || !names.every((name) => FIELD_NAME.test(name))) throw new Response(null, { status: 400 });
}
