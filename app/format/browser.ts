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

/** The browser and system that a `User-Agent` claims, in Spanish: `Chrome en Android`. */
export function browserName(agent: string | null): string {
  if (agent === null) return "Navegador desconocido";
  const match = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const system = match(SYSTEMS);
  return `${match(BROWSERS) ?? "Otro navegador"}${system ? ` en ${system}` : ""}`;
}
