// What public pages are compared with: a `node:http` server that sends one answer, read from a JSON file, from memory.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = ""] = process.argv.slice(2);
const { headers, body }: { headers: [string, string][]; body: string } = JSON.parse(readFileSync(file, "utf8"));
const bytes = Buffer.from(body, "base64");
const server = createServer((_request, response) => {
  for (const [name, value] of headers) response.setHeader(name, value);
  response.end(bytes);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
