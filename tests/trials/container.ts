import { execFileSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { photograph } from "../support/pictures";
import { freePort } from "../support/port";
import { eventually } from "../support/program";
import { find, Missing, newFolder, run, start } from "./programs";
import { firstLine, signIn, signUp, type Trials } from "./studio";

// The Dockerfile without Docker: buildah runs its steps on a base like the image that it names, made of packages.

const USER = 1000;
const MAX_STOP_MS = 18_000;
const PORTADA = "/admin/configuracion/apariencia/portada";

type Image = { OCIv1: { config: { Cmd: string[]; Env: string[]; User: string; Volumes: object; WorkingDir: string } } };
type Buildah = (...args: string[]) => Promise<string>;

const secondsSince = (began: number) => ((Date.now() - began) / 1000).toFixed(1);

const megabytes = async (folder: string) => Number.parseInt(await run("du", ["--summarize", "--block-size=MB", folder]), 10);

/** Gives a buildah that keeps everything in a folder of the trial. Its driver `vfs` works everywhere, and leaves nothing mounted. */
function newBuildah(): Buildah {
  const folder = newFolder();
  const storage = ["--storage-driver", "vfs", "--root", join(folder, "root"), "--runroot", join(folder, "runroot")];
  return async (...args) => (await run("buildah", [...storage, ...args], { TMPDIR: folder })).trim();
}

/** Makes the image `base`, like the image `node` that the Dockerfile names: Debian's release, Node's version, npm and the user. */
async function makeBase(buildah: Buildah): Promise<void> {
  const [, version, release = ""] = /^FROM node:(\d+)-(\w+)-slim/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const [packages, working] = [newFolder(), await buildah("from", "scratch")];
  const root = await buildah("mount", working);
  // What debootstrap mounts ends with it, also if it is interrupted.
  await run("unshare", ["--mount", find("debootstrap"), "--variant=minbase", release, root]);
  await run("chroot", [root, "useradd", "--uid", String(USER), "--user-group", "--create-home", "node"]);
  // With `--prefix`, npm would look for its global settings in that folder.
  const globalconfig = (await run("npm", ["config", "get", "globalconfig"])).trim();
  // Node 24 comes with npm 11.
  await run("npm", ["install", "--prefix", packages, "--globalconfig", globalconfig, `node@${version}`, "npm@11"]);
  const local = join(root, "usr/local");
  cpSync(join(packages, "node_modules/node/bin/node"), join(local, "bin/node"));
  cpSync(join(packages, "node_modules/npm"), join(local, "lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  await buildah("commit", "--rm", working, "localhost/base");
}

/** The settings of this machine's npm (registry, certificates), as mounts of the build: they do not get into the image. */
function npmSettings(): string[] {
  const config = JSON.parse(String(execFileSync("npm", ["config", "list", "--json"])));
  const npmrc = join(newFolder(), "npmrc");
  const settings = [config.globalconfig, config.userconfig].filter((file) => existsSync(file));
  writeFileSync(npmrc, settings.map((file) => `${readFileSync(file, "utf8")}\n`).join(""), { mode: 0o600 });
  const mounts = [`${npmrc}:/root/.npmrc:ro`, ...(config.cafile ? [`${config.cafile}:${config.cafile}:ro`] : [])];
  return mounts.map((mount) => `--volume=${mount}`);
}

// The shell is process 1, as with `docker run --init`: whatever runs and is mounted here ends with it, and it ends with the trial. Not
// `buildah run`, which kills at SIGTERM and mounts a volume of its own.
const ISOLATED = ["--mount", "--pid", "--fork", "--kill-child"];
const ENTER = `cd "$0"; mount --rbind /dev dev; mount -t proc proc proc; mount --bind "$1" ".$2"; user=$3 folder=$4; shift 4
chroot --userspec="$user" . env --ignore-environment --chdir="$folder" "$@" || exit`;

const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`));

/** Starts the image's command with its environment as its user, and waits until it says that it is ready. */
async function startContainer(root: string, { OCIv1: { config } }: Image, volume: string) {
  const port = await freePort();
  const began = Date.now();
  const place = [root, volume, Object.keys(config.Volumes).join(), config.User, config.WorkingDir];
  const command = [...config.Env, "HOST=127.0.0.1", `PORT=${port}`, ...config.Cmd];
  const program = start("unshare", [...ISOLATED, "sh", "-ec", ENTER, ...place, ...command]);
  const isReady = () => program.stdout.includes("Susa está lista");
  await eventually(() => isReady() || program.ended !== undefined, 300_000);
  if (!isReady()) throw new Error(`the container ended with ${program.ended}: ${firstLine(program.stderr)}`);
  return { program, pid: childOf(childOf(program.pid)), port, seconds: secondsSince(began) };
}

export const trials: Trials = {
  "built and run without Docker, stopped, and started again": async () => {
    for (const program of ["debootstrap", "buildah"]) find(program);
    if (process.getuid?.() !== 0) throw new Missing("root is missing: debootstrap and buildah need it here");
    const buildah = newBuildah();
    const began = Date.now();
    await makeBase(buildah);
    const base = secondsSince(began);
    const building = Date.now();
    await buildah("bud", "--isolation=chroot", "--format=docker", "--from=localhost/base", "--tag=susa", ...npmSettings(), ".");
    const build = secondsSince(building);
    const image: Image = JSON.parse(await buildah("inspect", "--type=image", "susa"));
    const root = await buildah("mount", await buildah("from", "susa"));

    // As Docker makes a volume: with the owner of the folder that it hides.
    const volume = join(newFolder(), "volume");
    mkdirSync(volume);
    const { uid, gid } = statSync(join(root, ...Object.keys(image.OCIv1.config.Volumes)));
    chownSync(volume, uid, gid);
    const first = await startContainer(root, image, volume);
    const user = statSync(`/proc/${first.pid}`).uid;
    const owner = await signUp(first.port);
    const values = (await owner.get(PORTADA)).values("form:has([type=file])");
    const saved = await owner.upload(PORTADA, values, [{ filename: "foto.jpg", content: await photograph() }]);
    const src = (await owner.get("/")).all('img[src^="/uploads/"]')[0]?.getAttribute("src") ?? "";
    const picture = await owner.send(src);

    const stopping = Date.now();
    process.kill(first.pid, "SIGTERM");
    const ended = await Promise.race([first.program.exited, sleep(MAX_STOP_MS, "not ended")]);
    const stop = secondsSince(stopping);
    // Where PostgreSQL says how it ended; 1 is shut down, without anything to recover.
    const state = readFileSync(join(volume, "postgres/global/pg_control")).readUInt32LE(16);
    if (ended !== 0 || state !== 1) return [false, `after ${stop} s: ${ended}, database in state ${state}`];

    const second = await startContainer(root, image, volume);
    const again = await (await signIn(second.port)).send(src);
    const isSame = picture.status === 200 && again.status === 200 && again.html === picture.html;
    const [all, app] = [await megabytes(root), await megabytes(join(root, "app"))];
    return [
      user === USER && saved.status === 303 && isSame,
      `base ${base} s, build ${build} s, up in ${first.seconds} s as user ${user}, upload ${saved.status}, closed in ${stop} s, up again in ${second.seconds} s, picture ${isSame ? "the same" : `${picture.status}, then ${again.status}`}; image ${all} MB, ${app} MB of it the app`,
    ];
  },
};
