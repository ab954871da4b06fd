// The word between a label that is no verb and its record, where it is not "de".
const JOINED_BY = new Map([
  ["No asistió", "a"],
  ["Viene", "a"],
  ["Dar las gracias", "por"],
  ["Otra vez", "recordar"],
  ["Más horas", "para"],
]);

/**
 * What makes a control's visible `label` the name of what it does to `record`, which has its article (`la cita de Ana`, `a Ana` of
 * a person): after `Mover` it is ` la cita de Ana`, after `Cancelar cita` ` de Ana`, after `No asistió` ` a la cita de Ana`.
 */
export function completeAction(label: string, record: string): string {
  const [, noun = "", rest = ""] = /^(?:el|la) (\S+) (.+)$/.exec(record) ?? [];
  if (noun && label.endsWith(` ${noun}`)) return ` ${rest}`;
  if (/^(No )?\p{L}+[aei]r$/u.test(label)) return ` ${record}`;
  return ` ${JOINED_BY.get(label) ?? "de"} ${record}`.replace(/^ (a|de) el /, " $1l ");
}
