import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { copyOf, makeData, openStudio } from "./studio";

const ROUNDS = 200;
const WARM_UP = 20;
const DAY_MS = 86_400_000;

type Act = { whole: number; post: number };

/**
 * Prints the processor time, of the server and its database, of a booking that is saved and of one whose hour is taken, at `times`
 * the demo's data: two people have the same form open without JavaScript, and press the same hour one after the other.
 */
export async function measureTaken(times: number): Promise<void> {
  const data = await makeData(times);
  const dataDir = copyOf(data);
  const { pid, owner, stop } = await openStudio({ DATA_DIR: dataDir });
  const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  const used = () =>
    processorMs(pid) + processorMs(postmaster) + childrenOf(postmaster).reduce((sum, id) => sum + processorMs(id), 0);
  const saved: Act[] = [];
  const refused: Act[] = [];
  const { cliente, servicio } = data.ids;
  for (let day = 30; saved.length < WARM_UP + ROUNDS; day++) {
    const fecha = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10);
    const form = await owner.get(`/admin/citas/nueva?cliente_id=${cliente}&servicio_id=${servicio}&fecha=${fecha}`);
    const intent = form.all('button[value^="book:"]')[0]?.getAttribute("value") ?? "";

    const began = used();
    const answer = await form.submit({ intent });
    const posted = used();
    await owner.get(answer.location ?? "");
    saved.push({ whole: used() - began, post: posted - began });

    const beganAgain = used();
    const other = await form.submit({ intent, token: randomUUID() });
    const post = used() - beganAgain;
    refused.push({ whole: post, post });
    if (answer.status !== 303 || other.status !== 409) throw new Error(`${intent}: ${answer.status}, ${other.status}`);
  }
  const [ofSaved, ofRefused] = [saved, refused].map((acts) => meanOf(acts.slice(WARM_UP)));
  console.log("| booking | whole, ms | POST alone, ms |\n|---|---:|---:|");
  for (const [name, act] of [
    ["saved: 303 and the page after it", ofSaved],
    ["taken: 409 with its page", ofRefused],
  ] as const)
    console.log(`| ${name} | ${act?.whole.toFixed(1)} | ${act?.post.toFixed(1)} |`);
  if (ofSaved && ofRefused)
    console.log(
      `| taken of saved | ${(ofRefused.whole / ofSaved.whole).toFixed(2)} | ${(ofRefused.post / ofSaved.post).toFixed(2)} |`,
    );
  await stop();
}

function meanOf(acts: Act[]): Act {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { whole: mean(acts.map(({ whole }) => whole)), post: mean(acts.map(({ post }) => post)) };
}

/** The processor time of all threads of a process, in milliseconds; 0 when it has ended. */
function processorMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce((sum, id) => sum + Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]), 0) / 1e6
    );
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}
