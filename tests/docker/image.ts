import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, posix } from "node:path";
import { assignments, expand, ignoreRules, parseDockerfile, type Stage } from "./dockerfile";

export type Image = {
  base: string;
  /** The folder that represents `/` of the image. */
  files: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  /** The paths copied with COPY --chown. */
  chowned: string[];
  /** The unparsed EXPOSE, VOLUME, HEALTHCHECK, STOPSIGNAL and CMD. */
  settings: Partial<Record<string, string>>;
};

/** The folder of this run: all its files are below it, and all its processes have their cwd or executable there. */
export const root = mkdtempSync(join(tmpdir(), "susa-docker-"));
execFileSync("chmod", ["755", root]);
const context = join(root, "context");
const home = join(root, "home");

/** The user that runs the instructions: `nobody` when started as root, otherwise the current user. */
export const identity = process.getuid?.() === 0 ? nobodyUser() : undefined;

// From this process's environment only the registry settings, and a PATH without node_modules, so that no local tool is found.
const REGISTRY_VARIABLES = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_registry)$/i;
const hostEnvironment: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => REGISTRY_VARIABLES.test(name))),
  PATH: process.env.PATH?.split(":")
    .filter((folder) => !folder.includes("node_modules"))
    .join(":"),
  HOME: home,
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
};

function nobodyUser(): { uid: number; gid: number } {
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  if (!uid || !gid) throw new Error("Started as root, and there is no user `nobody` to run the stages as.");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Converts a path of the image to a path of this machine. */
export function pathInImage(image: Image, path: string): string {
  return join(image.files, posix.resolve(image.workdir, path));
}

export function environment(image: Image, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const env = Object.entries(image.env).map(([name, value]) => [name, value.startsWith("/") ? pathInImage(image, value) : value]);
  return { ...hostEnvironment, ...Object.fromEntries(env), ...more } as NodeJS.ProcessEnv;
}

export function runIn(image: Image, words: [string, ...string[]], more: Record<string, string> = {}): SpawnSyncReturns<string> {
  const [command, ...rest] = words;
  const options = { cwd: pathInImage(image, "."), env: environment(image, more), timeout: 300_000, ...identity };
  return spawnSync(command, rest, { ...options, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

/** Runs the instructions of the Dockerfile and gives its last stage. Throws with the line of a failed instruction. */
export function buildImage(): Image {
  makeFolder(home);
  // The build context: tracked files in their current state, filtered by .dockerignore.
  const isKept = ignoreRules(readFileSync(".dockerignore", "utf8"));
  const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
  for (const path of tracked) if (isKept(path) && existsSync(path)) cpSync(path, join(context, path), { verbatimSymlinks: true });

  const images = new Map<string, Image>();
  const stages = parseDockerfile(readFileSync("Dockerfile", "utf8"));
  for (const stage of stages) {
    const since = Date.now();
    const image = build(stage, images);
    images.set(stage.name, image);
    const size = execFileSync("du", ["-sm", image.files], { encoding: "utf8" }).split("\t")[0];
    console.log(`  stage ${stage.name}, FROM ${stage.base}: ${((Date.now() - since) / 1000).toFixed(1)} s, ${size} MB`);
  }
  const last = images.get(stages.at(-1)?.name ?? "");
  if (!last) throw new Error("Dockerfile: no stage");
  return last;
}

function build(stage: Stage, images: ReadonlyMap<string, Image>): Image {
  const files = join(root, "stages", stage.name);
  const parent = images.get(stage.base) ?? { base: stage.base, env: {}, workdir: "/", user: "root", settings: {} };
  const image: Image = { ...parent, files, env: { ...parent.env }, chowned: [], settings: { ...parent.settings } };
  makeFolder(files);
  const parentFiles = images.get(stage.base)?.files;
  if (parentFiles) execFileSync("cp", ["-a", `${parentFiles}/.`, files]);
  const args: Record<string, string> = {};
  for (const { line, keyword, flags, rest } of stage.instructions) {
    const variables = { ...args, ...image.env };
    try {
      if (keyword === "WORKDIR") {
        image.workdir = posix.resolve(image.workdir, expand(rest, variables));
        makeFolder(pathInImage(image, "."));
      } else if (keyword === "COPY") {
        const from = flags.get("from");
        const source = from === undefined ? context : images.get(from)?.files;
        if (!source) throw new Error(`there is no stage ${from}`);
        copy(image, source, expand(rest, variables), flags.has("chown"));
      } else if (keyword === "ENV") Object.assign(image.env, assignments(rest, variables));
      else if (keyword === "ARG") Object.assign(args, assignments(rest, variables));
      else if (keyword === "USER") image.user = expand(rest, variables);
      else if (keyword === "RUN") {
        if (/(^|[\s=])\//.test(rest)) throw new Error("an absolute path cannot be mapped here: use WORKDIR and COPY");
        const { status, stdout, stderr, error } = runIn(image, ["sh", "-c", rest], args);
        if (status !== 0) throw new Error(`${rest}\n${error ?? ""}${stdout}${stderr}`.slice(0, 6000));
      } else image.settings[keyword] = rest;
    } catch (error) {
      throw new Error(`Dockerfile:${line}: ${keyword}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return image;
}

function copy(image: Image, from: string, rest: string, chowned: boolean): void {
  const paths = rest.split(/\s+/);
  const destination = paths.pop() ?? "";
  for (const path of paths) {
    const source = join(from, posix.resolve("/", path));
    if (/[*?[]/.test(path)) throw new Error("wildcards are not supported");
    if (!existsSync(source)) throw new Error(`${path} is not there (if it is in the context: does .dockerignore exclude it?)`);
    const folder = statSync(source).isDirectory();
    const named = folder || !(destination.endsWith("/") || paths.length > 1);
    const to = join(pathInImage(image, destination), named ? "" : basename(path));
    mkdirSync(folder ? to : dirname(to), { recursive: true });
    execFileSync("cp", ["-a", folder ? `${source}/.` : source, to]);
    if (chowned) image.chowned.push(to);
  }
  chownToUser(image.files);
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chownToUser(path);
}

function chownToUser(path: string): void {
  if (identity) execFileSync("chown", ["-R", `${identity.uid}:${identity.gid}`, path]);
}

/** Makes everything except COPY --chown paths read-only, as in an image whose files belong to root. */
export function makeReadOnly(image: Image): void {
  execFileSync("chmod", ["-R", "a-w", image.files]);
  for (const path of image.chowned) execFileSync("chmod", ["-R", "u+w", path]);
}

export function removeRoot(): void {
  execFileSync("chmod", ["-R", "u+w", root]);
  rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
