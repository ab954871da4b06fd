import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minify } from "terser";

// Runs after the build: makes the browser's scripts smaller and writes the .br and .gz variants of every text file in public/.

// Remix puts an empty module in the browser's build for each `.server` module, which a page would have to fetch.
const EMPTY_MODULES =
  /^import\{b as ([\w$]+)\}from"[^"]+";(?:(?:var )?[\w$]+=\1\(\([\w$]+,[\w$]+\)=>\{[\w$]+\.exports=\{\}\}\)[,;])+export\{[^}]*\};?\s*$/;
const sharedChunks = readdirSync("public/build/_shared").filter((name) => name.endsWith(".js"));
const emptyModules = sharedChunks.filter((name) => EMPTY_MODULES.test(readFileSync(join("public/build/_shared", name), "utf8")));

/** Removes from a script the imports of empty modules, and the code of Remix features that remix.config.js turns off. */
function removeUnusedCode(code: string): string {
  let trimmed = code.replace(/(?<![\w$.])[\w$]+(\.[\w$]+)*\.(v3_singleFetch|v3_lazyRouteDiscovery)\b/g, "!1");
  for (const name of emptyModules) {
    const [statement, names = ""] = new RegExp(`import\\{([^}]*)\\}from"/build/_shared/${name}";`).exec(trimmed) ?? [];
    if (!statement) continue;
    trimmed = trimmed.replace(statement, "");
    for (const local of names.split(",").map((pair) => pair.split(" as ").at(-1) ?? pair)) {
      const use = new RegExp(`[\\w$]+\\(${local.replaceAll("$", "\\$")}\\(\\),1\\)`, "g");
      trimmed = trimmed.replace(use, "0");
    }
  }
  return trimmed;
}

// The route manifest lists only the imports of a route that its parents do not already load. The browser's copy, which every
// page loads, is a table with a line for each route, and becomes the framework's manifest when it runs.
type Route = { parentId?: string; path?: string; module: string; imports?: string[] } & {
  [flag in "hasLoader" | "hasAction" | "hasErrorBoundary" | "index"]?: boolean;
};
type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> };
const manifestFile = join("public/build", readdirSync("public/build").find((name) => /^manifest-\w+\.js$/.test(name)) ?? "");
const { entry, routes, ...rest }: Manifest = JSON.parse(
  readFileSync(manifestFile, "utf8")
    .replace(/^window\.__remixManifest=/, "")
    .replace(/;\s*$/, ""),
);
const importsOf = (id: string | undefined): string[] =>
  id === undefined ? entry.imports : [...(routes[id]?.imports ?? []), ...importsOf(routes[id]?.parentId)];
const chunkHash = (path: string) => path.slice("/build/_shared/chunk-".length, -".js".length);
const serverRoutes: Manifest["routes"] = {};
const FLAGS = ["hasLoader", "hasAction", "hasErrorBoundary", "index"] as const;
const lines: string[] = [];
for (const [id, route] of Object.entries(routes)) {
  const imports = (route.imports ?? []).filter(
    (path) => !importsOf(route.parentId).includes(path) && !emptyModules.some((name) => path.endsWith(`/${name}`)),
  );
  serverRoutes[id] = { ...route, imports };
  // Public pages and files have no scripts, and the English paths only redirect: client-side navigation never leads to one.
  if (/^routes\/(public|files|admin\/english-shortcuts)\b/.test(id)) continue;
  // A file that serves several routes has a chunk named after one of them: the others need its full URL.
  const hash = route.module.slice(`/build/${id}-`.length, -".js".length);
  const module = route.module === `/build/${id}-${hash}.js` ? hash : route.module;
  const flags = FLAGS.map((name, bit) => (route[name] ? 2 ** bit : 0)).reduce((sum, bit) => sum + bit);
  lines.push(
    [id, module, route.path, imports.map(chunkHash).join(" "), flags, route.parentId].map((part = "") => part).join("|"),
  );
}
writeFileSync(
  manifestFile,
  `const routes={},flags=${JSON.stringify(FLAGS)};
  for(const line of \`${lines.join("\n")}\`.split("\\n")){
    const [id,module,path,imports,bits,parentId]=line.split("|");
    routes[id]={id,path:path||undefined,parentId:parentId||undefined,
      module:module[0]=="/"?module:\`/build/\${id}-\${module}.js\`,
      imports:imports?imports.split(" ").map((hash)=>\`/build/_shared/chunk-\${hash}.js\`):[]};
    flags.forEach((name,bit)=>{if(bits>>bit&1)routes[id][name]=true});
  }
  window.__remixManifest={...${JSON.stringify({ ...rest, entry })},routes};`,
);
const serverManifest = JSON.stringify({ entry, routes: serverRoutes, ...rest });
const serverCode = readFileSync("build/index.js", "utf8");
writeFileSync(
  "build/index.js",
  serverCode.replace(/^var assets_manifest_default = .*;$/m, () => `var assets_manifest_default = ${serverManifest};`),
);

// Scripts are minified again with terser: they become 4 % smaller than the compiler's minifier leaves them.
for (const name of readdirSync("public", { recursive: true, encoding: "utf8" })) {
  const file = join("public", name);
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file) || !statSync(file).isFile()) continue;
  if (/^build[\\/].*\.js$/.test(name)) {
    const { code } = await minify(removeUnusedCode(readFileSync(file, "utf8")), {
      module: true,
      ecma: 2020,
      compress: { passes: 4, pure_getters: true, drop_console: ["warn"] },
    });
    writeFileSync(file, code ?? "");
  }
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
