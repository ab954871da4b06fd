// The word between a label that is no verb and its record, where it is not "de".
const JOINED_BY = new Map([
  ["No asistió", "a"],
  ["Viene", "a"],
  ["Dar las gracias", "por"],
  ["Otra vez", "recordar"],
  ["Más horas", "para"],
]);

/**
 * Names records apart on one page, by their ids: alike ones are completed with what `more` says of each and, if that is alike too, by
 * their place among their likes: `$380.00 del 21/11/2026 por Manicura`, `la cita de Ana (2 de 3)`.
 */
export function nameApart<Row extends { id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  more: (row: Row) => string,
): ReadonlyMap<string, string> {
  const counted = (names: string[]) => new Map(names.map((name) => [name, names.filter((other) => other === name).length]));
  const names = rows.map(nameOf);
  const alike = counted(names);
  const longer = rows.map((row, index) => (alike.get(names[index] ?? "") === 1 ? nameOf(row) : nameOf(row) + more(row)));
  const stillAlike = counted(longer);
  return new Map(
    rows.map(({ id }, index) => {
      const name = longer[index] ?? "";
      const all = stillAlike.get(name) ?? 1;
      const place = longer.slice(0, index + 1).filter((other) => other === name).length;
      return [id, all === 1 ? name : `${name} (${place} de ${all})`];
    }),
  );
}

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
