import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { StartError } from "./start-error";

/** Loads the demo studio in a child process, so its memory is returned to the system. Throws StartError if that fails. */
export async function loadDemoInChild(url: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ["--enable-source-maps", resolve("build/demo.js"), dataDir], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  process.off("exit", killOnExit);
  if (code !== 0) throw new StartError(`No se pudo cargar el estudio de demostración (${stderr.trim() || code}).`);
}
