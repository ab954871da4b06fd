import { expect, test } from "vitest";
import { findWeakness } from "~/models/cuentas/weak-password.server";

const EMAIL = "ana.paz@ejemplo.mx";

test.each([
  "password",
  "PASSWORD1",
  "12345678",
  "qwertyuiop",
  "contraseña",
  "contrasena",
  "Contraseña123!",
  "estudio123",
  "bienvenida1",
  "México2026",
  "guadalupe",
  "Rodríguez.85",
  "teamomucho",
  "11111111",
  "        ",
])("%j is common", async (password) => {
  expect(await findWeakness(password, EMAIL)).toBe("common");
});

test.each(["ana.paz@ejemplo.mx", "ANA.PAZ@EJEMPLO.MX", "AnaPaz1990", "ana.paz.", "1 ana.paz@ejemplo.mx"])(
  "%j is the e-mail",
  async (password) => {
    expect(await findWeakness(password, EMAIL)).toBe("email");
  },
);

// A studio without settings is called Susa.
test.each(["susa2026", "SUSA-2026", "¡Susa! 2026"])("%j is the name of the studio", async (password) => {
  expect(await findWeakness(password, EMAIL)).toBe("estudio");
});

test.each(["una contraseña larga", "gato verde 7 lunas", "tR9$kq!x", "una\nfrase", "ana y paz comen"])(
  "%j is accepted",
  async (password) => {
    expect(await findWeakness(password, EMAIL)).toBeNull();
  },
);
