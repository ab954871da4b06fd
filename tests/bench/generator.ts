// A load generator for machines without wrk, with the same report format. Arguments: URL CONNECTIONS SECONDS
import { connect } from "node:net";

const [address = "", connections = "16", seconds = "2"] = process.argv.slice(2);
const { hostname, port, pathname, search, host } = new URL(address);
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`;
const end = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
let failed = 0;

/** Sends sequential requests over one connection; an answer ends by its Content-Length or its last chunk. */
function visit(): Promise<void> {
  return new Promise((done) => {
    const socket = connect(Number(port), hostname);
    let began = 0;
    let answer = "";
    const next = () => {
      if (performance.now() > end) return socket.destroy();
      answer = "";
      began = performance.now();
      socket.write(request);
    };
    socket
      .on("connect", next)
      .on("close", () => done())
      .on("error", () => failed++);
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const head = answer.indexOf("\r\n\r\n");
      if (head === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1];
      const isWhole = length ? answer.length >= head + 4 + Number(length) : answer.endsWith("\r\n0\r\n\r\n");
      if (!isWhole) return;
      times.push(performance.now() - began);
      if (!answer.startsWith("HTTP/1.1 200")) failed++;
      next();
    });
  });
}

await Promise.all(Array.from({ length: Number(connections) }, visit));
times.sort((a, b) => a - b);
console.log(`99% ${(times[Math.floor(times.length * 0.99)] ?? 0).toFixed(3)}ms`);
console.log(`Requests/sec: ${(times.length / Number(seconds)).toFixed(1)}`);
if (failed > 0) console.log(`Non-2xx or broken: ${failed}`);
