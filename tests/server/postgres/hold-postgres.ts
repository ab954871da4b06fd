import { startPostgres } from "../../../server/postgres/embedded-postgres";

// Starts a database and keeps it running, for the tests that kill its server.
const postgres = await startPostgres(process.argv[2] ?? "");
console.log(postgres.url);
setInterval(() => undefined, 60_000);
