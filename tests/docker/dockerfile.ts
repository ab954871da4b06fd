const KNOWN = [
  ...["FROM", "WORKDIR", "COPY", "ENV", "ARG", "RUN", "USER"],
  ...["EXPOSE", "VOLUME", "HEALTHCHECK", "STOPSIGNAL", "CMD"],
] as const;
export type Keyword = (typeof KNOWN)[number];
export type Instruction = { line: number; keyword: Keyword; flags: ReadonlyMap<string, string>; rest: string };
export type Stage = { base: string; name: string; instructions: Instruction[] };

/**
 * Parses a Dockerfile into its stages. Throws with the line at any syntax that it does not support, so that no instruction is
 * skipped silently.
 */
export function parseDockerfile(text: string): Stage[] {
  const args: Record<string, string> = {};
  const stages: Stage[] = [];
  for (const { line, source } of joinedLines(text)) {
    const [, word = "", after = ""] = /^(\S+)\s*(.*)$/s.exec(source) ?? [];
    const keyword = KNOWN.find((known) => known === word.toUpperCase());
    if (!keyword) throw new Error(`Dockerfile:${line}: ${word} is not a supported instruction`);
    const instruction: Instruction = { line, keyword, ...takeFlags(after) };
    const stage = stages.at(-1);
    if (keyword === "FROM") {
      const [, base, name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(expand(instruction.rest, args)) ?? [];
      if (!base) throw new Error(`Dockerfile:${line}: FROM needs an image, and AS a name`);
      stages.push({ base, name: name ?? String(stages.length), instructions: [] });
    } else if (stage) stage.instructions.push(instruction);
    else if (keyword === "ARG") Object.assign(args, assignments(instruction.rest, args));
    else throw new Error(`Dockerfile:${line}: ${keyword} before the first FROM`);
  }
  if (stages.length === 0) throw new Error("Dockerfile: no FROM");
  return stages;
}

function* joinedLines(text: string): Generator<{ line: number; source: string }> {
  let begun: { line: number; source: string } | undefined;
  for (const [index, raw] of text.split("\n").entries()) {
    // Comments and empty lines are allowed between the lines of one instruction.
    if (/^\s*(#|$)/.test(raw)) continue;
    begun = { line: begun?.line ?? index + 1, source: `${begun?.source ?? ""}${raw.replace(/\\\s*$/, "")}` };
    if (/\\\s*$/.test(raw)) continue;
    if (/<<-?["']?\w/.test(begun.source)) throw new Error(`Dockerfile:${begun.line}: here-documents are not supported`);
    yield { line: begun.line, source: begun.source.trim() };
    begun = undefined;
  }
  if (begun) throw new Error(`Dockerfile:${begun.line}: the last line ends with \\`);
}

function takeFlags(after: string): { flags: Map<string, string>; rest: string } {
  const flags = new Map<string, string>();
  let rest = after;
  for (let found = /^--([\w-]+)(?:=(\S*))?\s+/.exec(rest); found; found = /^--([\w-]+)(?:=(\S*))?\s+/.exec(rest)) {
    flags.set(found[1] ?? "", found[2] ?? "");
    rest = rest.slice(found[0].length);
  }
  return { flags, rest };
}

/** Expands `$NAME`, `${NAME}` and `${NAME:-otherwise}`. */
export function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:(\w+)|\{(\w+)(?::-([^}]*))?\})/g, (_all, bare, braced, otherwise) => {
    return env[bare ?? braced] || (otherwise ?? "");
  });
}

/** Parses the `NAME=value NAME="value"` of ENV and ARG; throws at any other form. */
export function assignments(rest: string, env: Readonly<Record<string, string>>): Record<string, string> {
  if (!/^(\w+=("[^"]*"|[^\s"]*)(\s+|$))+$/.test(rest)) throw new Error(`not of the form NAME=value: ${rest}`);
  const found = [...rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)];
  return Object.fromEntries(found.map(([, name = "", quoted, bare]) => [name, expand(quoted ?? bare ?? "", env)]));
}

/** Parses the exec form; throws at the shell form, because a shell would swallow the signal that stops the server. */
export function execForm(text: string): [string, ...string[]] {
  const words: unknown = text.startsWith("[") ? JSON.parse(text) : undefined;
  if (!Array.isArray(words) || words.length === 0 || !words.every((word) => typeof word === "string"))
    throw new Error(`not in the exec form: ${text}`);
  const [command = "", ...more] = words;
  return [command, ...more];
}

/** Gives a predicate of whether a path is in the build context: the last matching pattern of .dockerignore decides. */
export function ignoreRules(text: string): (path: string) => boolean {
  const rules = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: glob(line.replace(/^!?\/?/, "").replace(/\/$/, "")) }));
  return (path) => {
    const parts = path.split("/");
    // A pattern that matches a folder applies to everything inside it.
    const names = parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
    return rules.findLast(({ pattern }) => names.some((name) => pattern.test(name)))?.keeps ?? true;
  };
}

function glob(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (sign) => {
    return { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" }[sign] ?? `\\${sign}`;
  });
  return new RegExp(`^${source}$`);
}
