import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { addTries } from "../../support/factories";
import { sql } from "../../support/test-database";
import { accounts, PASSWORD, sessions, signIn, signUp, site, untilItsTurn } from "./auth-site";

describe("signing up", () => {
  test("makes the first account the owner and later ones staff, and signs them in immediately", async () => {
    const visitor = site.visitor();
    const page = await visitor.get("/auth?modo=registro");
    expect(page.text("h1")).toBe("Crear Cuenta");
    expect(page.text("form button[type=submit]")).toBe("Crear Cuenta");
    expect(page.text("main")).toContain("¿Ya tienes cuenta? Inicia sesión");
    expect(page.all("[name=codigo]")).toEqual([]);
    const saved = await page.submit({ email: "ana@ejemplo.mx", password: PASSWORD });
    expect([saved.status, saved.location]).toEqual([303, "/admin"]);
    expect((await visitor.get("/admin")).flash).toBe("Cuenta creadaTu cuenta ha sido creada exitosamente.");
    expect((await visitor.get("/admin")).flash).toBe("");
    expect((await signUp("luz@ejemplo.mx")).location).toBe("/admin");
    expect(await accounts()).toEqual([
      { email: "ana@ejemplo.mx", rol: "propietaria", estado: "activa" },
      { email: "luz@ejemplo.mx", rol: "personal", estado: "activa" },
    ]);
  });

  test("stores only the argon2id hash of a password", async () => {
    await signUp("ana@ejemplo.mx");
    const [row] = await sql<{ password_hash: string }>("SELECT password_hash FROM cuentas_susa");
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each([
    ["ñandú 1", 400],
    ["ñandú ¡7", 303],
    ["largo ñ ".repeat(16), 303],
    [`${"largo ñ ".repeat(16)}.`, 400],
    ["", 400],
    ["  . .  .", 303],
  ])("answers the password %j with %i and never shows it on a page", async (password, expected) => {
    const answer = await signUp("ana@ejemplo.mx", password);
    expect(answer.status).toBe(expected);
    expect((await accounts()).length).toBe(expected === 303 ? 1 : 0);
    if (expected === 303) {
      expect((await signIn("ana@ejemplo.mx", password)).status).toBe(303);
      expect((await signIn("ana@ejemplo.mx", password.slice(1))).status).toBe(400);
    } else {
      expect(answer.hrefs('[role="alert"] a')).toEqual(["#auth-password"]);
      expect(answer.values()).toMatchObject({ email: "ana@ejemplo.mx", password: "" });
      if (password) expect(answer.html).not.toContain(password);
    }
  });

  test.each(["", "ana", "ana@ejemplo", `${"a".repeat(250)}@ejemplo.mx`, "ana@ejemplo.mx, b@b.mx"])(
    "rejects the e-mail %j with a message beside its field, and keeps it as typed",
    async (email) => {
      const answer = await signUp(email);
      expect(answer.status).toBe(400);
      expect(answer.document.querySelector("[name=email]")?.getAttribute("value") ?? "").toBe(email);
      expect(answer.html).not.toContain(PASSWORD);
      expect(answer.hrefs('[role="alert"] a')).toEqual(["#auth-email"]);
      expect(answer.text("#auth-email-error")).not.toBe("");
      expect(await accounts()).toEqual([]);
    },
  );

  test("allows one account per e-mail, regardless of case and white space", async () => {
    await signUp("  Ana.Paz@EJEMPLO.mx ");
    expect((await accounts())[0]?.email).toBe("ana.paz@ejemplo.mx");
    for (const email of ["ana.paz@ejemplo.mx", "ANA.PAZ@ejemplo.MX", "\tana.paz@ejemplo.mx\n"]) {
      const taken = await signUp(email, "otra contraseña larga");
      expect(taken.status).toBe(400);
      expect(taken.text("#auth-email-error")).toBe("Ya existe una cuenta con ese correo. Inicia sesión o usa otro.");
      expect(taken.alert).toMatch(/^Error/);
      expect(taken.html).not.toContain("otra contraseña larga");
      expect((await signIn(email)).location).toBe("/admin");
    }
    expect((await accounts()).length).toBe(1);
  });

  test("throttles sign-ups with taken e-mails", async () => {
    await signUp("ana@ejemplo.mx");
    for (let n = 0; n < 2; n++) expect((await signUp("ana@ejemplo.mx", `${PASSWORD} ${n}`)).status).toBe(400);
    await addTries(27);
    expect((await signUp("ana@ejemplo.mx")).status).toBe(400);
    const rejected = await signUp("ana@ejemplo.mx");
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
  });

  // For more passwords see tests/models/cuentas/weak-password.test.ts.
  test.each([
    ["12345678", "la usan muchas personas"],
    ["anapaz-1990", "Tu correo es fácil de adivinar"],
    ["susa2026", "El nombre del estudio es fácil de adivinar"],
  ])("rejects the easy password %j with a sentence that says what to write instead", async (password, sentence) => {
    const answer = await signUp("ana.paz@ejemplo.mx", password);
    expect(answer.status).toBe(400);
    expect(answer.text("#auth-password-error")).toContain(sentence);
    expect(answer.text("#auth-password-error")).toContain("tres o cuatro palabras");
    expect(answer.html).not.toContain(`"${password}"`);
    expect(await accounts()).toEqual([]);
  });

  test("lets an account that has an easy password from before sign in with it", async () => {
    await signUp("ana@ejemplo.mx");
    await sql("UPDATE cuentas_susa SET password_hash = $1", [await hash("12345678")]);
    expect((await signIn("ana@ejemplo.mx", "12345678")).status).toBe(303);
  });

  test("answers 429 to the twenty-first account of an address in an hour, before its password is hashed", async () => {
    await signUp("ana@ejemplo.mx");
    const page = await site.visitor().get("/auth?modo=registro");
    for (const expected of [303, 303])
      expect((await page.submit({ email: "eva@ejemplo.mx", password: PASSWORD })).status).toBe(expected);
    // A form sent again counts once: two of twenty so far.
    const [row] = await sql<{ tries: number }>("SELECT tries FROM login_tries_susa WHERE ends_at > now() + interval '4 minutes'");
    expect(row?.tries).toBe(2);
    await sql("UPDATE login_tries_susa SET tries = 19");
    expect((await signUp("luz@ejemplo.mx")).status).toBe(303);
    const rejected = await signUp("mar@ejemplo.mx");
    expect(rejected.status).toBe(429);
    expect(rejected.alert).toMatch(/Demasiados intentos. Espera \d\d minutos y vuelve a intentarlo./);
    expect(rejected.values()).toMatchObject({ email: "mar@ejemplo.mx", password: "" });
    expect((await accounts()).map(({ email }) => email)).toEqual(["ana@ejemplo.mx", "eva@ejemplo.mx", "luz@ejemplo.mx"]);
    expect((await signIn("luz@ejemplo.mx")).status).toBe(303);
  });

  async function signUpAtOnce(count: number) {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => untilItsTurn(() => signUp(`persona${n}@ejemplo.mx`))),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.location}`))).toEqual(new Set(["303 /admin"]));
    const all = await accounts();
    expect(all.length).toBe(count);
    expect(all.filter(({ rol }) => rol === "propietaria").length).toBe(1);
  }

  test("makes exactly one owner of ten concurrent sign-ups, and signs in all of them", () => signUpAtOnce(10));

  test("makes exactly one owner of twenty concurrent sign-ups, and signs in all of them", { tags: ["slow"] }, () =>
    signUpAtOnce(20),
  );

  test("makes one account and one session when five forms with one e-mail are sent at once", async () => {
    const pages = await Promise.all(Array.from({ length: 5 }, () => site.visitor().get("/auth?modo=registro")));
    const answers = await Promise.all(
      pages.map((page, n) => untilItsTurn(() => page.submit({ email: "ana@ejemplo.mx", password: `${PASSWORD} ${n}` }))),
    );
    expect(answers.filter((answer) => answer.status === 303).length).toBe(1);
    expect(answers.filter((answer) => answer.status === 400).length).toBe(4);
    expect((await accounts()).length).toBe(1);
    expect(await sessions()).toBe(1);
  });

  test("makes one account when one form is sent three times at once, and every answer signs in", async () => {
    const page = await site.visitor().get("/auth?modo=registro");
    const values = { ...page.values(), email: "ana@ejemplo.mx", password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const visitor = site.visitor();
        const answer = await untilItsTurn(() => visitor.post("/auth?modo=registro", values));
        return [answer.status, answer.location, (await visitor.send("/admin")).status];
      }),
    );
    expect(answers).toEqual(Array(3).fill([303, "/admin", 200]));
    expect((await accounts()).length).toBe(1);
  });

  test("answers 409 without a session when a sent form is sent again with another password or e-mail", async () => {
    const page = await site.visitor().get("/auth?modo=registro");
    const send = (email: string, password: string) => site.visitor().post(page.path, { ...page.values(), email, password });
    expect((await send("ana@ejemplo.mx", PASSWORD)).status).toBe(303);
    expect((await send("ana@ejemplo.mx", "otra contraseña")).status).toBe(409);
    const other = await send("luz@ejemplo.mx", PASSWORD);
    expect(other.status).toBe(409);
    expect(other.alert).toContain("ya se había enviado");
    expect(other.values()).toMatchObject({ email: "luz@ejemplo.mx", password: "" });
    expect((await accounts()).length).toBe(1);
    expect(await sessions()).toBe(1);
  });

  test("rejects a form without its idempotency key", async () => {
    const answer = await site.visitor().post("/auth?modo=registro", { email: "ana@ejemplo.mx", password: PASSWORD });
    expect(answer.status).toBe(400);
    expect(answer.alert).toContain("llegó incompleto");
    expect(await accounts()).toEqual([]);
  });

  test("ignores fields that claim the owner's role", async () => {
    await signUp("ana@ejemplo.mx");
    const page = await site.visitor().get("/auth?modo=registro");
    await page.submit({ email: "luz@ejemplo.mx", password: PASSWORD, rol: "propietaria", estado: "activa", id: "1" });
    expect((await accounts())[1]).toMatchObject({ email: "luz@ejemplo.mx", rol: "personal" });
  });
});
