import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minify } from "terser";

// What stands in the browser's build for each `.server` module: nothing, and yet a file to fetch.
const EMPTY =
  /^import\{b as ([\w$]+)\}from"[^"]+";var ([\w$]+)=\1\(\([\w$]+,[\w$]+\)=>\{[\w$]+\.exports=\{\}\}\);export\{\2 as a\};\s*$/;
const shared = readdirSync("public/build/_shared").filter((name) => name.endsWith(".js"));
const empty = shared.filter((name) => EMPTY.test(readFileSync(join("public/build/_shared", name), "utf8")));

/** Leaves out of a script the empty modules, and what the framework does for features that are off (remix.config.js). */
function trim(code: string): string {
  let trimmed = code.replace(/(?<![\w$.])[\w$]+(\.[\w$]+)*\.(v3_singleFetch|v3_lazyRouteDiscovery)\b/g, "!1");
  for (const name of empty) {
    const [statement, local] = new RegExp(`import\\{a as ([\\w$]+)\\}from"/build/_shared/${name}";`).exec(trimmed) ?? [];
    if (!statement || !local) continue;
    const use = new RegExp(`[\\w$]+\\(${local.replaceAll("$", "\\$")}\\(\\),1\\)`, "g");
    trimmed = trimmed.replace(statement, "").replace(use, "0");
  }
  return trimmed;
}

// The manifest of the routes: what each loads ahead and its parents do not. In the browser's file, what follows from a route's
// id is left out and put back when it runs: the file is a script of every page.
type Route = { id?: string; parentId?: string; module: string; imports?: string[] };
type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> };
const manifestFile = join("public/build", readdirSync("public/build").find((name) => /^manifest-\w+\.js$/.test(name)) ?? "");
const { entry, routes, ...rest }: Manifest = JSON.parse(
  readFileSync(manifestFile, "utf8")
    .replace(/^window\.__remixManifest=/, "")
    .replace(/;\s*$/, ""),
);
const loadedBy = (id: string | undefined): string[] =>
  id === undefined ? entry.imports : [...(routes[id]?.imports ?? []), ...loadedBy(routes[id]?.parentId)];
const hashOfChunk = (path: string) => path.slice("/build/_shared/chunk-".length, -".js".length);
const whole: Manifest["routes"] = {};
const short: Manifest["routes"] = {};
for (const [id, route] of Object.entries(routes)) {
  const imports = (route.imports ?? []).filter(
    (path) => !loadedBy(route.parentId).includes(path) && !empty.some((name) => path.endsWith(`/${name}`)),
  );
  whole[id] = { ...route, imports };
  // Of a file that serves several routes, the compiler names the chunk after one of them: that address stays whole.
  const hash = route.module.slice(`/build/${id}-`.length, -".js".length);
  const module = route.module === `/build/${id}-${hash}.js` ? hash : route.module;
  short[id] = { ...route, id: undefined, module, imports: imports.map(hashOfChunk) };
}
writeFileSync(
  manifestFile,
  `const manifest=${JSON.stringify({ entry, routes: short, ...rest })};
  for(const [id,route] of Object.entries(manifest.routes)){
    route.id=id;
    if(route.module[0]!=="/")route.module=\`/build/\${id}-\${route.module}.js\`;
    route.imports=route.imports.map((hash)=>\`/build/_shared/chunk-\${hash}.js\`);
  }
  window.__remixManifest=manifest;`,
);
const manifest = JSON.stringify({ entry, routes: whole, ...rest });
const server = readFileSync("build/index.js", "utf8");
writeFileSync(
  "build/index.js",
  server.replace(/^var assets_manifest_default = .*;$/m, () => `var assets_manifest_default = ${manifest};`),
);

// Part of the build: every text file under public/ gets its compressed forms beside it, as small as they go. Scripts of
// the build are minified once more first: the compiler's own minifier leaves 4 % of what a phone would have to fetch.
for (const name of readdirSync("public", { recursive: true, encoding: "utf8" })) {
  const file = join("public", name);
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file) || !statSync(file).isFile()) continue;
  if (/^build[\\/].*\.js$/.test(name)) {
    const { code } = await minify(trim(readFileSync(file, "utf8")), { module: true, ecma: 2020, compress: { passes: 2 } });
    writeFileSync(file, code ?? "");
  }
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
