import type { Page } from "@playwright/test";
import { overlappingControls, smallTargets } from "./controls";
import { missedByKeyboard } from "./keyboard";
import { unreadableWhenLarge } from "./letters";
import { badNames } from "./names";
import { expect, gotoReady, OWNER, setClockWrong, test } from "./session";

// Follows every link of the site, and of the back-office as the owner, to one page of each kind: full lists, forms, dialogs.

test.skip(!process.env.TEST_ALL, "takes minutes");

type Table = { [path: string]: string | [string, Table] };

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
// Files, an old address of one, and places that only take forms or answer them with another page.
const NO_PAGE = new RegExp(
  [
    "\\.|^/(calendario|icons|salir|salud|dashboard)",
    "/(barra|exportar|probar|revisada|activo|estado|visible|deshacer|acceso|solicitud|quien-lo-hace)$",
    "^/admin/clientes/([^/]+/notas|importar)$",
    "^/admin/traer/plantilla/",
    "/(whatsapp|calendarios|sesiones)/",
    "/(employees|inventory|providers|services|service-images|testimonials)$",
  ].join("|"),
);
// No link of these pages leads to them. The other specs open them and measure the same, or they ask like another deletion.
const EXAMINED_ELSEWHERE = [
  "/admin/citas/:id/anticipos/:ingreso/conservar",
  "/admin/citas/:id/anticipos/:ingreso/devolver",
  "/admin/citas/:id/anticipos/:ingreso/usar",
  "/admin/citas/:id/devoluciones/:ingreso/cancelar",
  "/admin/citas/:id/devolver",
  "/admin/citas/:id/notas",
  "/admin/citas/:id/reabrir",
  "/admin/configuracion/dias-cerrados/:ausencia/citas",
  "/admin/configuracion/papelera/:id/eliminar",
  "/admin/empleados/:id/horario/:ausencia/citas",
  "/admin/empleados/:id/horario/:ausencia/eliminar",
  "/admin/galeria/por-acomodar",
  "/admin/traer/:id",
  "/admin/ventas/:id/regresar/:linea",
];

const routes: Table = (await import("../../app/routes.js" as string)).default;

/** Looks at one page of each kind that links lead to from `start`, and gives what it found and the paths that it saw. */
async function followAll(page: Page, start: string[]) {
  const kindOf = ({ pathname, searchParams }: URL) =>
    `${pathname.replace(ID, ":id")}?${[...new Set(searchParams.keys())].sort()}`;
  const next = [...start];
  const seen = new Set<string>();
  const paths = new Set<string>();
  const found: string[] = [];
  await setClockWrong(page);
  page.on("pageerror", ({ message }) => found.push(`${page.url()}: ${message}`));
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    await gotoReady(page, path);
    const here = new URL(page.url());
    if (here.pathname !== new URL(path, here).pathname) continue;
    paths.add(here.pathname.replace(ID, ":id"));
    for (const faultsOf of [badNames, smallTargets, overlappingControls, unreadableWhenLarge, missedByKeyboard])
      found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
    const links = await page
      .locator("a[href]:not([download])")
      .evaluateAll((all) => all.map((link) => Reflect.get(link, "href")));
    for (const url of links.map((link) => new URL(String(link)))) {
      if (url.origin !== here.origin || NO_PAGE.test(url.pathname) || seen.has(kindOf(url))) continue;
      if (url.pathname.startsWith("/admin") !== here.pathname.startsWith("/admin")) continue;
      seen.add(kindOf(url));
      next.push(url.pathname + url.search);
    }
  }
  return { found, paths };
}

const pathsOf = (table: Table, parent = ""): string[] =>
  Object.entries(table).flatMap(([path, entry]) => {
    const own = path === "/" || path === "" ? parent : `${parent}/${path}`;
    return [own || "/", ...(typeof entry === "string" ? [] : pathsOf(entry[1], own))];
  });

test("each control of the website has its name, its place and the keyboard, at any width and with large letters", async ({
  page,
}) => {
  test.setTimeout(900_000);
  const { found } = await followAll(page, ["/", "/precios", "/auth", "/auth?modo=registro", "/no-existe"]);
  expect(found).toEqual([]);
});

test.describe("the back-office", () => {
  test.use({ storageState: OWNER.state });

  test("each control has its name, its place and the keyboard, on any address, at any width and with large letters", async ({
    page,
  }) => {
    test.setTimeout(1_800_000);
    const { found, paths } = await followAll(page, ["/admin"]);
    expect(found).toEqual([]);
    const addresses = pathsOf(routes).filter((path) => path.startsWith("/admin") && !NO_PAGE.test(path));
    const isSeen = (address: string) =>
      [...paths].some((path) => new RegExp(`^${address.replace(/:[^/]+|\*/g, "[^/]+")}$`).test(path));
    const unseen = addresses.filter((address) => !isSeen(address));
    expect(unseen.filter((address) => !EXAMINED_ELSEWHERE.includes(address))).toEqual([]);
  });
});
