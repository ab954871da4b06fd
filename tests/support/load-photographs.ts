// `npx tsx tests/support/load-photographs.ts PORT FOLDER`: gives the demo studio on a port twelve photographs of real size, as the
// owner would upload them, and one of them as its first picture. It makes the owner's account if there is none, so it is for
// a demo with SIGNUP=open or without accounts. The photographs are made in the folder and stay there.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { type Page, Visitor } from "./browser";
import { takePhotographs } from "./photographs";

const OWNER = { email: "fotos@ejemplo.mx", password: "una contraseña larga" };

/** Uploads the twelve photographs to the demo studio that `visitor`, its owner, is signed in to. */
export async function loadPhotographs(visitor: Visitor, folder: string): Promise<void> {
  const photographs = await takePhotographs(folder);
  const [hero] = photographs;
  for (const { path, servicio } of photographs) {
    const form = await visitor.get("/admin/galeria/nueva");
    const option = form.all("select[name=servicio_id] option").find((option) => option.textContent?.startsWith(servicio));
    const values = { ...form.values(), servicio_id: option?.getAttribute("value") ?? "", is_featured: "on", alt_text: servicio };
    expectRedirect(await visitor.upload("/admin/galeria/nueva", values, [await fileAt(path)]));
  }
  if (!hero) return;
  const portada = "/admin/configuracion/apariencia/portada";
  const values = (await visitor.get(portada)).values("form:has([type=file])");
  expectRedirect(await visitor.upload(portada, values, [await fileAt(hero.path)]));
}

async function fileAt(path: string) {
  return { filename: basename(path), content: await readFile(path) };
}

function expectRedirect(page: Page): void {
  if (page.location === null) throw new Error(`${page.path}: ${page.status} ${page.text("[role=alert]")}`);
}

async function main(port: number, folder: string): Promise<void> {
  const visitor = new Visitor(port);
  const signUp = await visitor.get("/auth?modo=registro");
  const answer = await signUp.submit(OWNER);
  if (answer.location !== "/admin") await (await visitor.get("/auth")).submit(OWNER);
  await loadPhotographs(visitor, folder);
}

const [, program = "", port, folder] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  if (!port || !folder) throw new Error("usage: npx tsx tests/support/load-photographs.ts PORT FOLDER");
  await main(Number(port), folder);
}
