import type { Page } from "@playwright/test";
import { examineAll, first, type Screen } from "./screens";
import { sendCredentials } from "./session";

const PUBLIC: Screen[] = [
  { name: "inicio", path: "/" },
  { name: "menu", path: "/#menu" },
  { name: "nosotros", path: "/about" },
  { name: "galeria", path: "/gallery" },
  { name: "galeria-obra", path: "/gallery?categoria=cejas", prepare: (page) => page.locator(".works a").first().click() },
  { name: "galeria-categoria", isVariant: true, path: "/gallery?categoria=cejas" },
  { name: "galeria-filtrada", isVariant: true, path: "/gallery?servicio=lifting-de-pestanas" },
  { name: "galeria-vacia", isVariant: true, path: "/gallery?servicio=ninguno" },
  { name: "servicio", path: "/", prepare: first(/\/servicio\//) },
  { name: "servicio-horarios", path: "/", prepare: first(/\/servicio\//, "?dias=mas") },
  { name: "precios", path: "/precios" },
  { name: "precios-buscados", isVariant: true, path: "/precios?q=cejas" },
  { name: "precios-sin-resultado", isVariant: true, path: "/precios?q=botox" },
  { name: "servicio-no-encontrado", isVariant: true, path: "/servicio/00000000-0000-4000-8000-000000000000", status: 404 },
  { name: "no-encontrada", path: "/no-existe", status: 404 },
  { name: "entrar", path: "/auth" },
  { name: "solicitud", path: "/auth?solicitud=enviada" },
  { name: "enlace-vencido", path: "/auth/acceso/x", status: 410 },
  { name: "registro", isVariant: true, path: "/auth?modo=registro" },
  { name: "entrar-error", isVariant: true, path: "/auth", prepare: refuseSignIn },
];

examineAll(PUBLIC);

async function refuseSignIn(page: Page) {
  await sendCredentials(page, { email: "nadie@ejemplo.mx", password: "x" });
  await page.getByRole("alert").waitFor();
}
