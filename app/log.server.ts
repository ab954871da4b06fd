/**
 * Logs where something failed, with the error's name, code and stack frames. Never its message: drivers quote the values of the
 * query, and personal data must not be logged.
 */
export function logError(where: string, error: unknown): void {
  const { name, code, stack } =
    error instanceof Error ? (error as Error & { code?: string }) : { name: typeof error, code: "", stack: "" };
  const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  console.error([`${where}: ${name} ${code ?? ""}`.trim(), ...frames.slice(0, 8)].join("\n"));
}

/** Logs lines of the record of who did what (bitacora_susa): one JSON object each, or an empty text. */
export function logLines(lines: string): void {
  for (const line of lines.split("\n")) if (line) console.log(`bitácora ${line}`);
}
