import { beforeEach, expect, test } from "vitest";
import { eventually } from "../../support/process";
import { sql } from "../../support/test-database";
import { PASSWORD, signIn, signUp, site } from "./auth-site";

type Line = {
  accion: string;
  registro: string | null;
  cuenta: string | null;
  origen: string | null;
  campos: string[];
  veces: number;
};

let last = 0;

beforeEach(async () => {
  last = Number((await sql<{ last: number }>("SELECT coalesce(max(orden), 0) AS last FROM bitacora_susa"))[0]?.last);
});

/** The lines that this test has added about accounts, in their order. */
const lines = () =>
  sql<Line>(
    `SELECT accion, de.email AS registro, quien.email AS cuenta, origen, campos, veces FROM bitacora_susa b
     LEFT JOIN cuentas_susa de ON de.id::text = registro_id LEFT JOIN cuentas_susa quien ON quien.id = b.cuenta_id
     WHERE orden > $1 ORDER BY orden`,
    [last],
  );
const summary = async () => (await lines()).map(({ accion, registro, cuenta }) => [accion, registro, cuenta]);

test("a sign-up, a sign-in and a new password are recorded, each with its account and network", async () => {
  const ana = site.visitor();
  await signUp("ana@ejemplo.mx", PASSWORD, ana);
  await signIn("ana@ejemplo.mx");
  const values = { password_actual: PASSWORD, password_nueva: "otra frase larga", password_repetida: "otra frase larga" };
  await (await ana.get("/admin/configuracion/seguridad/contrasena")).submit(values);
  expect(await lines()).toEqual([
    { accion: "registro", registro: "ana@ejemplo.mx", cuenta: null, origen: "127.0.0.0/24", campos: [], veces: 1 },
    { accion: "entrada", registro: null, cuenta: "ana@ejemplo.mx", origen: "127.0.0.0/24", campos: [], veces: 2 },
    { accion: "contrasena", registro: "ana@ejemplo.mx", cuenta: "ana@ejemplo.mx", origen: "127.0.0.0/24", campos: [], veces: 1 },
  ]);
});

test("of twelve wrong passwords ten are recorded as refused and the others as one lock-out, which the owner is shown", async () => {
  const counted = async () => (await lines()).slice(2).map(({ accion, veces }) => [accion, veces]);
  await signUp("ana@ejemplo.mx");
  for (let n = 0; n < 11; n++) await signIn("ana@ejemplo.mx", `mi secreto ${n}`);
  await signIn("ana@ejemplo.mx", "mi secreto 12");
  // The lines are written after the answers, and after the two of the sign-up.
  const expected = String([
    ["rechazo", 10],
    ["bloqueo", 1],
  ]);
  await eventually(async () => String((await counted()).sort().reverse()) === expected);
  expect((await summary()).slice(2).sort()).toEqual([
    ["bloqueo", "ana@ejemplo.mx", null],
    ["rechazo", "ana@ejemplo.mx", null],
  ]);
  const [shown] = await sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM por_revisar_susa JOIN bitacora_susa ON id = linea_id WHERE accion = 'bloqueo' AND orden > $1",
    [last],
  );
  expect(shown?.n).toBe(1);
  const whole = JSON.stringify(await sql("SELECT * FROM bitacora_susa"));
  for (const secret of ["mi secreto", "ana@ejemplo.mx", PASSWORD]) expect(whole).not.toContain(secret);
});

test("strangers who try one e-mail after the other add one line in ten minutes", async () => {
  for (let n = 1; n <= 5; n++) {
    await signIn(`nadie${n}@ejemplo.mx`, "mala");
    await eventually(async () => (await lines())[0]?.veces === n);
  }
  expect(await summary()).toEqual([["rechazo", null, null]]);
});

test("an access link is recorded when it is made and when it is used, and an approval like a deactivation", async () => {
  const owner = await site.staff("duena@ejemplo.mx");
  await site.staff("luz@ejemplo.mx");
  const [{ id } = { id: "" }] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
  const LIST = "/admin/configuracion/seguridad";
  const made = await (await owner.get(LIST)).submit({}, `form[action="/admin/cuentas/${id}/acceso"]`);
  const path = /\/auth\/acceso\/[\w-]+/.exec(made.all("textarea")[0]?.textContent ?? "")?.[0] ?? "";
  await (await site.visitor().get(path)).submit({ password: "otra frase larga" });
  const { token = "" } = (await owner.get(LIST)).values('form[action="/salir"]');
  await owner.post(`/admin/cuentas/${id}/estado`, { token, estado: "desactivada" });
  await sql("UPDATE cuentas_susa SET estado = 'pendiente' WHERE id = $1", [id]);
  await (await owner.get(`${LIST}/cuentas/${id}`)).submit({ preset: "recepcion" });
  const [luz, duena] = ["luz@ejemplo.mx", "duena@ejemplo.mx"];
  expect((await summary()).slice(4)).toEqual([
    ["enlace", luz, duena],
    ["contrasena", luz, null],
    ["desactivacion", luz, duena],
    ["aprobacion", luz, duena],
  ]);
  expect((await lines())[5]?.campos).toEqual(["enlace"]);
  // The sign-in by the link, minutes after the first one, is counted on that line.
  expect((await lines())[3]).toMatchObject({ accion: "entrada", cuenta: luz, veces: 2 });
});
