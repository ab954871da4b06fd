import type { Page } from "@playwright/test";
import { examineAll, first, type Screen } from "./screens";
import { sendCredentials } from "./session";

const PUBLIC: Screen[] = [
  { name: "inicio", path: "/" },
  { name: "menu", path: "/#menu" },
  { name: "nosotros", path: "/about" },
  { name: "galeria", path: "/gallery" },
  { name: "galeria-por-servicio", path: "/gallery", prepare: (page) => page.getByText("Elegir un servicio").click() },
  { name: "galeria-categoria", path: "/gallery?categoria=cejas" },
  { name: "galeria-filtrada", path: "/gallery?servicio=lifting-de-pestanas" },
  { name: "galeria-vacia", path: "/gallery?servicio=ninguno" },
  { name: "servicio", path: "/", prepare: first(/\/servicio\//) },
  { name: "servicio-horarios", path: "/", prepare: first(/\/servicio\//, "?dias=mas") },
  { name: "precios", path: "/precios" },
  { name: "precios-buscados", path: "/precios?q=cejas" },
  { name: "precios-sin-resultado", path: "/precios?q=botox" },
  { name: "servicio-no-encontrado", path: "/servicio/00000000-0000-4000-8000-000000000000", status: 404 },
  { name: "no-encontrada", path: "/no-existe", status: 404 },
  { name: "entrar", path: "/auth" },
  { name: "solicitud", path: "/auth?solicitud=enviada" },
  { name: "enlace-vencido", path: "/auth/acceso/x", status: 410 },
  { name: "registro", path: "/auth?modo=registro" },
  { name: "entrar-error", path: "/auth", prepare: refuseSignIn },
];

examineAll(PUBLIC);

async function refuseSignIn(page: Page) {
  await sendCredentials(page, { email: "nadie@ejemplo.mx", password: "x" });
  await page.getByRole("alert").waitFor();
}
