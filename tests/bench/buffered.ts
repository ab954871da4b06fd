// The reference of the upload benchmark: a server that buffers a form with files, with the platform's formData().
import { createServer } from "node:http";
import { Readable } from "node:stream";

const server = createServer(async (request, response) => {
  if (request.method === "GET") return void response.end();
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  const values = await new Response(Readable.toWeb(request) as ReadableStream, { headers }).formData();
  response.end(String([...values].length));
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
