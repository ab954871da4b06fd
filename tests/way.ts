import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/**
 * A way to a database on which what is said can be lost: `hear` tells, of what a client sends, whether the connection ends
 * before it (`lost`) or after it, before its answer (`unanswered`). Gives the address by which one goes there.
 */
export async function lossyWay(url: string, hear: (sent: Buffer) => "lost" | "unanswered" | undefined) {
  const { hostname, port } = new URL(url);
  const way = createServer((near) => {
    const far = connect(Number(port), hostname);
    const lose = () => {
      near.destroy();
      far.destroy();
    };
    for (const end of [near, far]) end.on("error", lose).on("close", lose);
    let isUnanswered = false;
    near.on("data", (sent) => {
      const fate = hear(sent);
      if (fate === "lost") return lose();
      isUnanswered = fate === "unanswered";
      far.write(sent);
    });
    far.on("data", (answer) => (isUnanswered ? lose() : near.write(answer)));
  });
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  return { url: url.replace(`:${port}/`, `:${(way.address() as AddressInfo).port}/`), close: () => way.close() };
}
