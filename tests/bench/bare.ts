// The baseline: a `node:http` server that answers every request with the headers and body of a JSON file, from memory.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = ""] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file, "utf8")) as { headers: [string, string][]; body: string };
const bytes = Buffer.from(body, "base64");
createServer((_request, response) => {
  for (const [name, value] of headers) response.setHeader(name, value);
  response.end(bytes);
}).listen(Number(process.env.PORT), process.env.HOST, () => console.log("ready"));
