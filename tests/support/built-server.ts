import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { freePort } from "./port";

/** A built server that runs as a process. */
export type BuiltServer = { pid: number; port: number; stop: () => Promise<void> };

/** Starts the built server of a checkout with its `npm start` command on a free port, and waits until it is ready. */
export async function startBuiltServer(env: Record<string, string>, flags = "", checkout = "."): Promise<BuiltServer> {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(`${checkout}/package.json`, "utf8"));
  const port = await freePort();
  const child = spawn("sh", ["-c", `${scripts.start} ${flags}`], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Its last errors explain why it ended.
  let errors = "";
  child.stderr.on("data", (text: Buffer) => {
    errors = (errors + text).slice(-2000);
  });
  await new Promise<void>((ready, fail) => {
    child.stdout.on("data", (text: Buffer) => /Susa está lista/.test(String(text)) && ready());
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}: ${errors}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Killed, it would leave its database running.
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { pid: child.pid ?? 0, port, stop };
}
