import { newFolder } from "./programs";
import { demoStudio, firstLine, startServer, type Trials, tryServer } from "./studio";

export const trials: Trials = {
  "two servers, each with its own DATA_DIR": async () => {
    const { DATABASE_URL, dataDir } = await demoStudio();
    const first = await startServer({ DATABASE_URL, DATA_DIR: dataDir });
    const second = await tryServer({ DATABASE_URL, DATA_DIR: newFolder() });
    const { stdout, stderr } = second.program;
    const said = `${stdout}${stderr}`.split("\n").filter((line) => /im[aá]gen|foto/i.test(line) && /otro disco/i.test(line));
    const isFirstQuiet = !/otro disco/i.test(first.program.stdout + first.program.stderr);
    return [said.length === 1 && isFirstQuiet, firstLine(said[0] ?? "the second says nothing")];
  },
};
