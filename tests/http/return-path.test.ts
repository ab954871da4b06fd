import { expect, test } from "vitest";
import { authPath, readReturnPath, signInPath } from "~/http/return-path.server";

const returnPath = (de: string) =>
  readReturnPath(new Request(`http://localhost/admin/citas/x/detalle?de=${encodeURIComponent(de)}`), "/admin/fallback");

test.each(["/admin", "/admin/citas", "/admin/citas?vista=agenda&dia=2026-11-21", "/admin/clientes/0f-1_a"])(
  "returns to %j",
  (de) => expect(returnPath(de)).toBe(de),
);

test.each([
  "",
  "//evil.example",
  "//evil.example/admin",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example/admin",
  "https:evil.example",
  "javascript:alert(1)",
  "/admin.evil.example",
  "/adminevil",
  "/admin@evil.example",
  "/admin/../..//evil.example",
  "/admin/..//evil.example",
  "/admin/%2e%2e/auth",
  "/admin/\\evil.example",
  "/admin//evil.example",
  "/admin/clientes.csv",
  "/admin/citas/calendario.ics",
  "/admin/ci\0tas",
  " /admin/citas",
  "/\t/evil.example",
  "/\n/evil.example",
  "/auth",
  "/",
])("does not return to %j", (de) => expect(returnPath(de)).toBe("/admin/fallback"));

test("does not return to a path of more than 2000 characters", () => {
  expect(returnPath(`/admin?q=${"x".repeat(2000)}`)).toBe("/admin/fallback");
});

test("removes control characters and the fragment from the path it gives", () => {
  expect(returnPath("/admin/ci\r\ntas?q=a\tb#evil")).toBe("/admin/citas?q=ab");
});

test.each([
  ["/admin/clientes", "/auth?de=%2Fadmin%2Fclientes"],
  ["/admin/clientes?q=Ana+Paz&pagina=2", "/auth?de=%2Fadmin%2Fclientes"],
  ["/admin", "/auth"],
  ["/admin/clientes.csv", "/auth"],
  ["/admin/%2e%2e/salir", "/auth"],
  ["/admin//evil.example", "/auth"],
  [`/admin/${"x".repeat(200)}`, "/auth"],
])("a GET of %j without a session signs in at %j", (path, expected) => {
  expect(signInPath(new Request(`http://localhost${path}`))).toBe(expected);
});

test("a POST without a session signs in at /auth", () => {
  expect(signInPath(new Request("http://localhost/admin/clientes/nuevo", { method: "POST" }))).toBe("/auth");
});

test.each([
  ["/auth?de=%2Fadmin%2Fclientes", "/auth?modo=registro&de=%2Fadmin%2Fclientes"],
  ["/auth?de=%2F%2Fevil.example", "/auth?modo=registro"],
  ["/auth?de=%2Fadmin", "/auth?modo=registro"],
  ["/auth", "/auth?modo=registro"],
])("the sign-in page at %j leads to the sign-up page at %j", (path, expected) => {
  expect(authPath(new Request(`http://localhost${path}`), { modo: "registro" })).toBe(expected);
});
