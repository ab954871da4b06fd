import type { IncomingHttpHeaders, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { installGlobals, type ServerBuild } from "@remix-run/node";
import { JSDOM } from "jsdom";
import { applicationOf } from "../../server/application";
import { readConfig } from "../../server/config";
import { createListener } from "../../server/express-app";
import { createHttpServer } from "../../server/http-server";
import { createBuildPageCache } from "../../server/page-cache/build-page-cache";
import { type RevisionReader, revisionReader } from "../../server/page-cache/revisions";
import { matchIds } from "./route-tree";
import { sendRequest } from "./send-request";

// One window parses all pages: a window for each page costs more than the page.
const { DOMParser, FormData } = new JSDOM().window;

let started = 0;

/** Starts the built application behind its real server on a free port, with `env` set first, because it is read once. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  Object.assign(process.env, env);
  installGlobals({ nativeFetch: true });
  const build: ServerBuild = await import(`${pathToFileURL(resolve("build/index.js")).href}?${++started}`);
  const config = readConfig(process.env);
  const revisions = revisionReader(process.env.DATABASE_URL ?? "", undefined, 5_000);
  const server = createHttpServer(config, createListener(config, build, createBuildPageCache(config, build, revisions)));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return new Site(server, build, revisions);
}

export class Site {
  readonly port: number;

  constructor(
    private readonly server: Server,
    readonly build: ServerBuild,
    private readonly revisions: RevisionReader,
  ) {
    this.port = (server.address() as AddressInfo).port;
  }

  visitor(): Visitor {
    return new Visitor(this.port, this.build);
  }

  /** Gives a visitor signed in to a new account (the first account of a database is the owner; others may have to wait). */
  async staff(email = `${Math.random().toString(36).slice(2)}@ejemplo.mx`): Promise<Visitor> {
    const visitor = this.visitor();
    const password = "una contraseña larga";
    const page = await visitor.get("/auth?modo=registro");
    const answer = await page.submit({ email, password });
    // An account that waits for its approval signs in by itself.
    if (answer.location?.startsWith("/auth")) await (await visitor.get("/auth")).submit({ email, password });
    return visitor;
  }

  /** Gives the path pattern of a route of the build: `/admin/clientes/:id`. */
  pathOf(id: string): string {
    const route = this.build.routes[id];
    if (!route) return "";
    return `${route.parentId ? this.pathOf(route.parentId) : ""}${route.path ? `/${route.path}` : ""}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
    await applicationOf(this.build).disconnect();
    await this.revisions.close();
  }
}

export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

export type UploadFile = { filename: string; content: Buffer; type?: string };

const BOUNDARY = "----frontera-de-prueba";

/** Builds a multipart body as a browser does: every text field first, then every file under `field`. */
export function multipart(values: [name: string, value: string][], files: UploadFile[] = [], field = "imagenes"): Buffer {
  const part = (head: string, content: Buffer | string) => [`--${BOUNDARY}\r\n${head}\r\n\r\n`, content, "\r\n"];
  const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
  return Buffer.concat(
    [
      ...values.flatMap(([name, value]) => part(disposition(name), value)),
      ...files.flatMap(({ filename, content, type = "image/jpeg" }) =>
        part(
          `${disposition(field)}; filename="${filename.replace(/"/g, "%22").replace(/\n/g, "%0A")}"\r\nContent-Type: ${type}`,
          content,
        ),
      ),
      `--${BOUNDARY}--\r\n`,
    ].map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
}

export const MULTIPART = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

/** A browser without JavaScript: keeps cookies and follows redirects only in `get`. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly port: number,
    private readonly build?: ServerBuild,
  ) {}

  /** Sends a request; `_data=@` in its path is replaced by the id of the route that the path matches. */
  async send(requestedPath: string, { method = "GET", headers = {}, body }: RequestOptions = {}): Promise<Page> {
    const path = requestedPath.replace("_data=@", () => `_data=${encodeURIComponent(this.routeId(requestedPath))}`);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    // Browsers send this with every form; a test may set its own origin.
    const isForm = method !== "GET" && !("origin" in headers) && !("sec-fetch-site" in headers);
    const sentHeaders = {
      ...(cookie ? { cookie } : {}),
      ...(isForm ? { "sec-fetch-site": "same-origin" } : {}),
      // A body that is announced and not sent leaves its connection unusable.
      ...(!body && headers["content-length"] ? { connection: "close" } : {}),
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const response = await sendRequest(this.port, path, { method, headers: sentHeaders }, body);
    for (const line of response.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return new Page(this, path, response.statusCode ?? 0, response.headers, String(await buffer(response)));
  }

  private routeId(path: string): string {
    const [id] = matchIds(this.build?.routes ?? {}, new URL(path, "http://localhost").pathname)?.at(-1) ?? [];
    if (!id) throw new Error(`no route at ${path}`);
    return id;
  }

  /** Opens a page, following redirects as a browser does. */
  async get(path: string): Promise<Page> {
    let page = await this.send(path);
    for (let hops = 0; page.location !== null && hops < 5; hops++) page = await this.send(page.location);
    return page;
  }

  post(path: string, values: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}): Promise<Page> {
    return this.send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(values).toString(),
    });
  }

  /** Opens a page and submits its form with some values changed; does not follow the redirect. */
  async submit(path: string, changes: Record<string, string> = {}, selector = "form[id]"): Promise<Page> {
    return (await this.get(path)).submit(changes, selector);
  }

  /** Sends a form with files. */
  upload(path: string, values: Record<string, string>, files: UploadFile[] = []): Promise<Page> {
    return this.send(path, { method: "POST", headers: MULTIPART, body: multipart(Object.entries(values), files) });
  }
}

export class Page {
  private parsed: Document | undefined;

  constructor(
    private readonly visitor: Visitor,
    readonly path: string,
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly html: string,
  ) {}

  get location(): string | null {
    const location = this.headers.location;
    return this.status >= 300 && this.status < 400 && location ? location.replace(/^https?:\/\/[^/]+/, "") : null;
  }

  get document(): Document {
    this.parsed ??= new DOMParser().parseFromString(this.html, "text/html");
    return this.parsed;
  }

  /** The text of the first matching element, with white space collapsed. */
  text(selector = "main"): string {
    return (this.document.querySelector(selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
  }

  all(selector: string): Element[] {
    return [...this.document.querySelectorAll(selector)];
  }

  /** The text of every matching element, with white space collapsed. */
  texts(selector: string): string[] {
    return this.all(selector).map(({ textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim());
  }

  /** Where every matching link leads. */
  hrefs(selector: string): string[] {
    return this.all(selector).map((link) => link.getAttribute("href") ?? "");
  }

  /** Where the first matching link leads; empty without one. */
  href(selector: string): string {
    return this.hrefs(selector)[0] ?? "";
  }

  /** The message that says what was done. */
  get flash(): string {
    return this.text('main [role="status"]');
  }

  /** The message that says what is wrong. */
  get alert(): string {
    return this.text('[role="alert"]:not(:empty)');
  }

  /** The values that a form would submit unchanged: the page's main form unless a selector is given. */
  values(selector = "form[id]"): Record<string, string> {
    const form = this.form(selector);
    return Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  }

  /** Submits a form with some values changed, of check boxes with one name all; does not follow the redirect. */
  submit(changes: Record<string, string> = {}, selector = "form[id]"): Promise<Page> {
    const form = this.form(selector);
    const sent = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
    for (const [name, value] of Object.entries(changes)) sent.set(name, value);
    return this.visitor.post(form.getAttribute("action") ?? this.path, sent);
  }

  /** Submits a form three times at once and gives the different answers, as `303 /admin`. */
  async submitThrice(changes: Record<string, string> = {}, selector = "form[id]"): Promise<string[]> {
    const answers = await Promise.all(Array.from({ length: 3 }, () => this.submit(changes, selector)));
    return [...new Set(answers.map(({ status, location }) => `${status} ${location}`))];
  }

  private form(selector: string): HTMLFormElement {
    const form = this.document.querySelector<HTMLFormElement>(selector);
    if (!form) throw new Error(`no form ${selector} on ${this.path} (${this.status}): ${this.text("body").slice(0, 300)}`);
    return form;
  }
}
