import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/port";
import { newFolder, startListening, urlOf, writeConfig } from "./programs";
import {
  at,
  demoStudio,
  type Load,
  type Result,
  repeat,
  type Server,
  saveSupplier,
  signUp,
  startServer,
  suppliers,
  type Trials,
  tryUntilAnswered,
} from "./studio";

const STOPS = 6;
const WRITERS = 8;
const READERS = 4;
const MAX_STOP_MS = 18_000;
// Until the proxy's health check has seen all servers.
const SETTLE_MS = 3_000;

type Proxy = (port: number, servers: number[]) => Promise<unknown>;

const nginx: Proxy = (port, servers) => {
  const folder = newFolder();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; ${temporary.join(" ")}
  upstream susa { ${servers.map((server) => `server 127.0.0.1:${server};`).join(" ")} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 300m;
    location / {
      proxy_pass http://susa;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}`;
  // Killed, it would leave its workers behind.
  return startListening("nginx", port, ["-c", writeConfig("nginx.conf", config), "-e", `${folder}/error.log`], "SIGTERM");
};

const caddy: Proxy = (port, servers) => {
  const config = `{
  admin off
}
http://127.0.0.1:${port} {
  reverse_proxy ${servers.map((server) => `127.0.0.1:${server}`).join(" ")} {
    lb_try_duration 5s
    health_uri /salud
    health_interval 1s
  }
}`;
  return startListening("caddy", port, ["run", "--adapter", "caddyfile", "--config", writeConfig("Caddyfile", config)]);
};

const haproxy: Proxy = (port, servers) => {
  const config = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch
frontend web
  bind 127.0.0.1:${port}
  default_backend susa
backend susa
  option httpchk GET /salud
  http-check expect status 200
${servers.map((server, n) => `  server s${n} 127.0.0.1:${server} check inter 1s`).join("\n")}
`;
  return startListening("haproxy", port, ["-db", "-f", writeConfig("haproxy.cfg", config)]);
};

/** Stops three servers behind a proxy one after the other, twice, while people read and send forms. */
async function losesNothing(start: Proxy): Promise<Result> {
  const { database, DATABASE_URL, dataDir } = await demoStudio();
  const env = { DATABASE_URL, DATA_DIR: dataDir, TRUST_PROXY: "1" };
  const servers: Server[] = [await startServer(env), await startServer(env), await startServer(env)];
  const proxyPort = await freePort();
  const ports = servers.map(({ port }) => port);
  await start(proxyPort, ports);
  const owner = await signUp(ports[0] ?? 0);
  await sleep(SETTLE_MS);

  const forms: Load = { asked: 0, lost: 0 };
  const pages: Load = { asked: 0, lost: 0 };
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    repeat(20, (round) => saveSupplier(at(proxyPort, owner), `Rodante ${n} ${round}`, forms, pages)),
  );
  const paths = ["/", "/precios", "/admin/clientes", "/admin"];
  const readers = Array.from({ length: READERS }, (_, n) =>
    repeat(20, (round) => tryUntilAnswered(pages, () => at(proxyPort, owner).get(paths[(n + round) % paths.length] ?? "/"))),
  );
  const stops: number[] = [];
  for (let stop = 0; stop < STOPS; stop++) {
    const index = stop % servers.length;
    const began = Date.now();
    servers[index]?.program.kill("SIGTERM");
    await servers[index]?.program.exited;
    stops.push(Date.now() - began);
    servers[index] = await startServer({ ...env, PORT: String(ports[index]) });
  }
  await sleep(SETTLE_MS);
  await Promise.all([...writers, ...readers].map(({ stop }) => stop()));

  const saved = await suppliers(await urlOf(database), "Rodante");
  const once = saved.filter(({ n }) => n === 1).length;
  const slowest = Math.max(...stops);
  // At most 1 in 500.
  const isFew = ({ asked, lost }: Load) => lost * 500 <= asked;
  const pass = isFew(forms) && isFew(pages) && once === forms.asked && slowest <= MAX_STOP_MS;
  return [
    pass,
    `first tries lost: ${forms.lost} of ${forms.asked} forms, ${pages.lost} of ${pages.asked} pages; saved once ${once}; slowest stop ${(slowest / 1000).toFixed(1)} s`,
  ];
}

export const trials: Trials = {
  "six rolling stops behind nginx": () => losesNothing(nginx),
  "six rolling stops behind Caddy": () => losesNothing(caddy),
  "six rolling stops behind HAProxy": () => losesNothing(haproxy),
};
