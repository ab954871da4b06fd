import { examineAll, openFirst, type Screen } from "./screens";
import { SPECIALIST, test } from "./session";

const SCREENS: Screen[] = [
  { name: "especialista-admin", path: "/admin" },
  { name: "especialista-clientes", path: "/admin/clientes" },
  {
    name: "especialista-ficha",
    path: "/admin/clientes",
    prepare: (page) => openFirst(page, /^\/admin\/clientes\/[0-9a-f-]{36}$/, "/ficha"),
  },
  { name: "especialista-configuracion", path: "/admin/configuracion" },
  { name: "especialista-sin-permiso", path: "/admin/ingresos", status: 403 },
];

test.describe("as a specialist", () => {
  test.use({ storageState: SPECIALIST.state });
  examineAll(SCREENS);
});
