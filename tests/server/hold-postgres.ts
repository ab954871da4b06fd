import { startPostgres } from "../../server/postgres/embedded-postgres";

// A server that does nothing but keep its database: for the tests that end it without asking.
const postgres = await startPostgres(process.argv[2] ?? "");
console.log(postgres.url);
setInterval(() => undefined, 60_000);
