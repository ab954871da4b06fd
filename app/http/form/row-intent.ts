/** What a button of a list's rows asks for: one more row at the end, or one row less. Nothing is saved. */
export type RowIntent = { type: "add-row" } | { type: "remove-row"; index: number };

/** Reads the value of a form's `intent` button: `add-row` or `remove-row:2`; null for any other. */
export function parseRowIntent(value: unknown): RowIntent | null {
  if (value === "add-row") return { type: "add-row" };
  const [, index] = (typeof value === "string" && /^remove-row:(\d{1,3})$/.exec(value)) || [];
  return index === undefined ? null : { type: "remove-row", index: Number(index) };
}
