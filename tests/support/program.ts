import { type ChildProcess, spawn } from "node:child_process";
import pg from "pg";

// Without vitest, for scripts that measure and try. Tests import these from process.ts, which ends what a file started.

export const programs: Program[] = [];

/** Waits until `what` returns something truthy, and returns that; throws after `patience` milliseconds. */
export async function eventually<T>(what: () => T | Promise<T>, patience = 60_000): Promise<NonNullable<T>> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const got = await what();
    if (got) return got;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never came true: ${what}`);
}

/** A child process without the environment of the tests, whose output is recorded. */
export class Program {
  stdout = "";
  stderr = "";
  /** Resolves to the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
  /** How it ended; undefined while it runs. */
  ended: number | NodeJS.Signals | null | undefined;
  private readonly child: ChildProcess;

  constructor(command: string, args: string[], env: Record<string, string> = {}, detached = false) {
    this.child = spawn(command, args, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached,
    });
    this.child.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    this.child.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
    this.exited = new Promise((resolve) =>
      this.child.once("close", (code, signal) => {
        this.ended = code ?? signal;
        resolve(this.ended);
      }),
    );
    programs.push(this);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Closes the pipes that it writes to. */
  closeOutput(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  /** Stops it as a person does at a terminal, and gives how it ended. */
  stop(): Promise<number | NodeJS.Signals | null> {
    this.kill("SIGINT");
    return this.exited;
  }

  /** Waits until stdout matches `pattern`, and returns the match. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    const match = () => pattern.exec(this.stdout);
    const unsaid = () => Promise.reject(new Error(`ended without saying ${pattern}: ${this.stdout}${this.stderr}`));
    return Promise.race([eventually(match), this.exited.then(() => match() ?? unsaid())]);
  }
}

/** Runs statements over one connection, and returns the rows of the last one. */
export async function query<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
