const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera|OPT\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "Chromebook"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];

/** Says in words which browser calls itself so: `Chrome en Android`. It is what it says of itself, no more. */
export function browserName(agent: string | null): string {
  if (agent === null) return "Navegador sin nombre";
  const said = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const system = said(SYSTEMS);
  return `${said(BROWSERS) ?? "Otro navegador"}${system ? ` en ${system}` : ""}`;
}
