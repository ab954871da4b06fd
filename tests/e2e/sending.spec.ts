import type { CDPSession, Page } from "@playwright/test";
import { tcpProxyTo } from "../support/tcp-proxy";
import { countPosts, expect, flash, gotoReady, OWNER, readyForNextForm, test } from "./session";

// Forms with JavaScript: sent once at a time, with upload progress, and kept when sending fails.
test.use({ storageState: OWNER.state, viewport: { width: 390, height: 844 } });

const LATENCY_MS = 40;

/** Limits the upload speed to `bytes` per second. */
async function throttle(page: Page, bytes: number): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await setSpeed(line, bytes);
  return line;
}

const setSpeed = (line: CDPSession, bytes: number) =>
  line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: bytes,
  });

/** A way to the server whose connections can be refused. */
const openProxy = () => tcpProxyTo(`http://127.0.0.1:${process.env.E2E_PORT}/`);

/** Opens the form for new images with a large file that is not a picture, which the server rejects after reading all of it. */
async function chooseLarge(page: Page, origin = "/") {
  await gotoReady(page, `${origin}admin/galeria/nueva`);
  const dialog = page.locator("dialog:modal");
  await dialog.getByLabel("Servicio", { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel("Descripción de la foto").fill("Lo que escribí");
  await dialog
    .getByLabel("Archivos de imagen")
    .setInputFiles({ name: "grande.png", mimeType: "image/png", buffer: Buffer.alloc(4 * 2 ** 20, "x") });
  return dialog;
}

const TAPS = process.env.TEST_ALL ? 100 : 10;

test(`${TAPS} double taps on a slow connection send ${TAPS} forms`, async ({ page }) => {
  await gotoReady(page, "/admin/testimonios");
  // Not before: with its network emulated, Chromium once never ended loading the page.
  await throttle(page, 50_000);
  const posts = countPosts(page);
  const last = page.getByRole("switch").last();
  const before = await last.getAttribute("aria-checked");
  for (let taps = 1; taps <= TAPS; taps++) {
    await last.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
      setTimeout(() => button.click(), 5);
    });
    await expect(last).toHaveAttribute("aria-checked", String((before === "true") !== (taps % 2 === 1)));
    await readyForNextForm(page);
  }
  expect(posts).toHaveLength(TAPS);
});

test("a question of the booking form asks the server once", async ({ page }) => {
  await gotoReady(page, "/admin/citas/nueva");
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("_data=") && asked.push(request.method()));
  await page.getByLabel("Teléfono o nombre").fill("Nadie así");
  await page.getByRole("button", { name: "Buscar", exact: true }).last().click();
  await expect(page.getByLabel("Nombre de la clienta")).toHaveValue("Nadie así");
  await readyForNextForm(page);
  expect(asked).toEqual(["POST"]);
});

test("another form is not sent while one is being sent", async ({ page }) => {
  await gotoReady(page, "/admin/testimonios");
  const posts = countPosts(page);
  await page.route(/_data=/, async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const switches = page.getByRole("switch");
  const before = await switches.first().getAttribute("aria-checked");
  await page.evaluate(() => {
    const [one, other] = document.querySelectorAll<HTMLButtonElement>('[role="switch"]');
    one?.click();
    other?.click();
  });
  await expect(switches.first()).toHaveAttribute("aria-checked", before === "true" ? "false" : "true");
  expect(posts).toHaveLength(1);
  await readyForNextForm(page);
  await switches.first().click();
  await expect(switches.first()).toHaveAttribute("aria-checked", String(before));
});

test("an upload shows its progress, and a rejected one keeps the form and its files", async ({ page }) => {
  const dialog = await chooseLarge(page);
  const posts = countPosts(page);
  const line = await throttle(page, 256 * 2 ** 10);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar?.hasAttribute("value")) seen.push(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const button = dialog.locator("[data-submit]");
  await button.click();
  await expect(button).toHaveText("Subiendo 1 imagen(es)...");
  await expect(dialog.getByRole("progressbar", { name: "Subiendo las fotos" })).toBeVisible();
  await button.click({ force: true });
  await page.waitForFunction(() => new Set((window as unknown as { seen: number[] }).seen).size > 3);
  await setSpeed(line, 50 * 2 ** 20);
  await expect(dialog.getByRole("alert").filter({ hasText: "Archivos no válidos" })).toContainText("grande.png");
  const seen = await page.evaluate(() => [...new Set((window as unknown as { seen: number[] }).seen)]);
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  await expect(dialog.getByRole("progressbar")).toHaveCount(0);
  await expect(dialog.getByLabel("Descripción de la foto")).toHaveValue("Lo que escribí");
  await expect(dialog.getByRole("list", { name: "Archivos seleccionados" })).toContainText("grande.png");
  expect(posts).toEqual(["/admin/galeria/nueva"]);
});

test("an upload that is cancelled or disconnected keeps the form and can be sent again", async ({ page }) => {
  const proxy = await openProxy();
  const dialog = await chooseLarge(page, proxy.url);
  const posts = countPosts(page);
  const line = await throttle(page, 200_000);
  const submit = dialog.getByRole("button", { name: "Subir 1 imagen(es)" });
  const failure = dialog.getByRole("alert").filter({ hasText: "Lo que escribiste y elegiste sigue aquí" });
  const expectFormKept = async () => {
    await expect(dialog.getByLabel("Descripción de la foto")).toHaveValue("Lo que escribí");
    await expect(dialog.getByRole("list", { name: "Archivos seleccionados" })).toContainText("grande.png");
    await expect(submit).toBeEnabled();
  };
  await submit.click();
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(failure).toContainText("Cancelaste, y no se guardó nada.");
  await expect(failure).toBeFocused();
  await expectFormKept();

  await submit.click();
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await proxy.refuse();
  await expect(failure).toContainText("Se cortó la conexión. No se perdió nada.");
  await expectFormKept();

  await proxy.heal();
  await setSpeed(line, 50 * 2 ** 20);
  await submit.click();
  await expect(dialog.getByRole("alert").filter({ hasText: "Archivos no válidos" })).toContainText("grande.png");
  expect(posts).toHaveLength(3);
  proxy.close();
});

test("a form that fails to send keeps the typed values, and is saved once when sent again", async ({ page, context }) => {
  await gotoReady(page, "/admin/clientes/nuevo");
  const name = `Sin línea ${Date.now()}`;
  const dialog = page.locator("dialog:modal");
  await dialog.getByLabel("Nombre", { exact: true }).fill(name);
  await context.setOffline(true);
  const submit = dialog.getByRole("button", { name: "Crear clienta" });
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("Se cortó la conexión. No se perdió nada.");
  await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue(name);
  await context.setOffline(false);

  // The answer is lost: the same form, sent again, finds that it was saved.
  await page.route(/clientes\/nuevo\?_data/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("Lo que escribiste y elegiste sigue aquí");
  await page.unroute(/clientes\/nuevo\?_data/);
  await submit.click();
  await expect(flash(page)).toHaveText("Cliente creado");
  await gotoReady(page, `/admin/clientes?q=${encodeURIComponent(name)}`);
  await expect(page.getByText(/^1 clienta para «/)).toBeVisible();
});

test("a form that has no answer keeps the errors of its last answer, and the page's data", async ({ page }) => {
  const proxy = await openProxy();
  await gotoReady(page, `${proxy.url}admin/clientes/nuevo`);
  const dialog = page.locator("dialog:modal");
  const submit = dialog.locator("[data-submit]");
  const errors = dialog.getByRole("alert").filter({ hasText: "Revisa estos datos" });
  const failure = dialog.getByRole("alert").filter({ hasText: "Lo que escribiste y elegiste sigue aquí" });
  const age = dialog.getByRole("textbox", { name: "Edad (opcional)" });
  const name = `Con errores ${Date.now()}`;
  await dialog.getByLabel("Nombre", { exact: true }).fill(name);
  await dialog.getByText("Más datos").click();
  await age.fill("300");
  await submit.click();
  await expect(errors).toBeFocused();
  await age.fill("30");
  const expectFormKept = async () => {
    await expect(failure).toBeVisible();
    await expect(errors).toBeVisible();
    await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue(name);
    await expect(age).toHaveValue("30");
    await expect(submit).toHaveText("Crear clienta");
  };

  // The server stops while the form is being sent, not while the page reads its data after the answer before.
  await page.route(/nuevo\?_data/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await expect(submit).toHaveText("Guardando...");
    await proxy.refuse();
    await route.continue();
  });
  await submit.click();
  await expectFormKept();
  await page.unroute(/nuevo\?_data/);

  // A proxy answers in place of the server.
  await page.route(/nuevo\?_data/, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad Gateway" }));
  await failure.getByRole("button", { name: "Entendido" }).click();
  await expect(failure).toHaveCount(0);
  await submit.click();
  await expectFormKept();
  await page.unroute(/nuevo\?_data/);

  await proxy.heal();
  await submit.click();
  await expect(flash(page)).toHaveText("Cliente creado");
  proxy.close();
});

test("notes that cannot be sent stay where they are, and are saved once the server answers again", async ({ page }) => {
  const proxy = await openProxy();
  await gotoReady(page, `${proxy.url}admin/citas?cuando=todas&estado=completada`);
  await page.locator('a[href*="/detalle"]').first().click();
  await page.getByRole("link", { name: /^(Escribir|Cambiar las) notas$/ }).click();
  const notes = page.getByRole("textbox", { name: /^Notas/ });
  const text = `Sin señal ${Date.now()}`;
  await notes.fill(text);
  await page.waitForLoadState("networkidle");
  await proxy.refuse();
  await page.getByRole("button", { name: "Guardar notas" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Lo que escribiste y elegiste sigue aquí" })).toBeVisible();
  await expect(notes).toHaveValue(text);
  await proxy.heal();
  await page.getByRole("button", { name: "Guardar notas" }).click();
  await expect(flash(page)).toHaveText("Notas guardadas");
  await expect(page.getByText(text).first()).toBeVisible();
  proxy.close();
});

test("a button of a list that has no answer says so, and the list stays", async ({ page }) => {
  await gotoReady(page, "/admin/testimonios");
  const first = page.getByRole("switch").first();
  const before = await first.getAttribute("aria-checked");
  await page.route(/_data=/, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await first.click();
  await expect(page.getByRole("alert").filter({ hasText: "Lo que escribiste y elegiste sigue aquí" })).toBeVisible();
  await expect(first).toHaveAttribute("aria-checked", String(before));
  await page.unroute(/_data=/);
  await first.click();
  await expect(first).toHaveAttribute("aria-checked", before === "true" ? "false" : "true");
  await readyForNextForm(page);
  await first.click();
  await expect(first).toHaveAttribute("aria-checked", String(before));
});

test("a submission without an answer times out after a minute, and the form can be sent again", async ({ page }) => {
  await page.clock.install();
  await gotoReady(page, "/admin/clientes/nuevo");
  const dialog = page.locator("dialog:modal");
  await dialog.getByLabel("Nombre", { exact: true }).fill("Espera");
  const posts = countPosts(page);
  await page.route(/_data=/, (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  const submit = dialog.locator("[data-submit]");
  await submit.click();
  await expect(submit).toHaveText("Guardando...");
  await page.clock.fastForward(40_000);
  await submit.click({ force: true });
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await page.clock.fastForward(25_000);
  await expect(dialog.getByRole("alert")).toContainText("Tardó demasiado");
  await expect(dialog.getByLabel("Nombre", { exact: true })).toHaveValue("Espera");
  await expect(submit).toHaveText("Crear clienta");
  expect(posts).toHaveLength(1);
  await submit.click();
  await expect.poll(() => posts).toHaveLength(2);
});

test("the sign-in form is sent once on a double tap", async ({ browser }) => {
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await page.goto("/auth");
  const posts = countPosts(page);
  await page.getByLabel("Correo").fill("nadie@ejemplo.mx");
  await page.getByLabel("Contraseña").fill("no es esta contraseña");
  await page.route("**/auth", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.locator("[data-submit]").evaluate((button: HTMLButtonElement) => {
    button.click();
    setTimeout(() => button.click(), 100);
  });
  await expect(page.getByRole("alert").first()).toContainText("no son correctos");
  expect(posts).toEqual(["/auth"]);
  await page.close();
});
