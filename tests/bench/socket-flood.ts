import { connect } from "node:net";

// The attackers of tests/bench/sockets.ts, in a process of their own: `PORT FROM`. On average a silent connection is renewed a second
// after it was cut, an upload twelve.
const SILENT = 2_200;
const UPLOADS = 2_000;
const RENEW_MS = 1_000;
const BYTE_EVERY_MS = 12_000;
const [port, from] = process.argv.slice(2);
const UPLOAD =
  "POST /admin/galeria/nueva HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n" +
  "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 300000000\r\n\r\n";
let cut = 0;

function attack(isUpload: boolean): void {
  const socket = connect({ host: "127.0.0.1", port: Number(port), localAddress: from });
  let timer: ReturnType<typeof setInterval> | undefined;
  socket.on("connect", () => {
    if (!isUpload) return;
    socket.write(UPLOAD);
    timer = setInterval(() => socket.write("x"), BYTE_EVERY_MS);
  });
  socket.on("error", () => undefined).resume();
  socket.on("close", () => {
    cut++;
    clearInterval(timer);
    // Spread, so that it is no burst of requests.
    setTimeout(attack, 2 * Math.random() * (isUpload ? BYTE_EVERY_MS : RENEW_MS), isUpload);
  });
}

for (let n = 0; n < SILENT; n++) attack(false);
for (let n = 0; n < UPLOADS; n++) attack(true);
process.on("SIGTERM", () => {
  console.log(cut);
  process.exit();
});
