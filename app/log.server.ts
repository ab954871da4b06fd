/**
 * Logs where something failed and with which error, never its message: the drivers' messages quote the values that were
 * being saved, and what clients confide stays out of every log.
 */
export function logError(where: string, error: unknown): void {
  const { name, code, stack } =
    error instanceof Error ? (error as Error & { code?: string }) : { name: typeof error, code: "", stack: "" };
  const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  console.error([`${where}: ${name} ${code ?? ""}`.trim(), ...frames.slice(0, 8)].join("\n"));
}
