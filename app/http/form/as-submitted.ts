/** A value as a form sends it: texts, `on` for true, undefined for nothing. */
export function asSubmitted(value: unknown): unknown {
  if (typeof value === "boolean") return value ? "on" : undefined;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(asSubmitted);
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asSubmitted(inner)]));
  return String(value);
}
