import { describeFailure, restoreBackup } from "./restore-backup";

let stop: () => void = () => process.exit(1);

// A rehearsal first drops its database. Otherwise the embedded PostgreSQL stops when this process exits, and rolls back what was not committed.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => stop());
restoreBackup(process.argv.slice(2), (interrupt) => {
  stop = interrupt;
}).catch((error: Error) => {
  console.error(describeFailure(error));
  process.exitCode = 1;
});
