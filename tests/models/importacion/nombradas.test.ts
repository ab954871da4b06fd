import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { moveVisita } from "~/models/citas/mover.server";
import { previewImportacion, runImportacion, saveImportacion, saveRespuestas } from "~/models/importacion/importacion.server";
import { createCliente, createConfiguracion, createEmpleado, createServicio, insertRow } from "../../support/factories";
import { workbookOf } from "../../support/sheets";
import { emptyTables, sql, sqlColumn } from "../../support/test-database";

// Whom and what the words of a sheet may name, and what the answers about them make.

afterAll(() => db.$disconnect());

let cuenta: string;
beforeEach(async () => {
  await emptyTables(
    ...["citas_susa", "cambios_cita_susa", "clientes_susa", "servicios_empleados_susa", "servicios_susa", "empleados_susa"],
    ...["importaciones_susa", "configuracion_susa", "form_tokens_susa", "cuentas_susa"],
  );
  cuenta = await insertRow("cuentas_susa", {
    ...{ email: "duena@ejemplo.mx", password_hash: "x", rol: "propietaria", estado: "activa" },
  });
  await createConfiguracion();
});
const key = () => ({ id: randomUUID(), digest: "x", actor: { cuenta_id: cuenta, origen: null } });

type Sheets = Record<string, (string | number)[][]>;

/** A workbook that was uploaded: `see` gives its preview, `say` answers the question about a word, `bring` imports it. */
async function upload(sheets: Sheets) {
  const saved = await saveImportacion(cuenta, [{ nombre: "libro.xlsx", bytes: workbookOf(sheets) }], key());
  if (!("result" in saved)) throw new Error(saved.outcome);
  const see = async () => {
    const shown = await previewImportacion(saved.result, cuenta, 1);
    if (!shown) throw new Error("no preview");
    return shown;
  };
  const say = async (word: string, answer: string, apellido?: string) => {
    const { clave } = (await see()).preguntas.find(({ palabra }) => palabra === word) ?? {};
    if (!clave) throw new Error(`nothing is asked about ${word}`);
    const surname: [string, string][] = apellido === undefined ? [] : [[`${clave}_apellido`, apellido]];
    await saveRespuestas(saved.result, cuenta, new Map([[clave, answer], ...surname]), key());
    return see();
  };
  return { see, say, bring: () => runImportacion(saved.result, cuenta, key()) };
}

const AGENDA = ["Fecha", "Hora", "Cliente", "Servicio", "Atiende"];
const SERVICIOS = ["Servicio", "Categoría", "Precio", "Minutos", "Quién"];
const doers = (nombre: string) =>
  sqlColumn(`SELECT e.nombre || ' ' || e.apellido FROM servicios_empleados_susa l JOIN empleados_susa e ON e.id = l.empleado_id
    JOIN servicios_susa s ON s.id = l.servicio_id WHERE s.nombre = '${nombre}' ORDER BY 1`);
const words = ({ preguntas }: { preguntas: { palabra: string }[] }) => preguntas.map(({ palabra }) => palabra);

test("an inactive specialist and a service that is no longer offered are named by no row, and given nothing", async () => {
  await createEmpleado({ nombre: "Brenda", apellido: "Cruz", especialidades: ["cejas"], activo: false, hace: [] });
  await createEmpleado({ nombre: "Ana", apellido: "Ruiz", especialidades: ["uñas"], hace: [] });
  await createServicio({ nombre: "Henna", categoria: "cejas", activo: false, quien: [] });
  const { see, say, bring } = await upload({
    Equipo: [
      ["Nombre", "Especialidades"],
      ["Brenda Cruz", "cejas"],
      ["Luz Mar", "cejas"],
    ],
    Servicios: [
      SERVICIOS,
      ["Henna", "cejas", 300, 40, ""],
      ["Laminado", "cejas", 500, 60, "Brenda"],
      ["Depilado", "cejas", 90, 20, ""],
    ],
    Agenda: [AGENDA, ["05/12/2099", "10:30", "Eva Sol", "Henna", ""]],
  });
  const shown = await see();
  expect(words(shown)).toEqual(["Brenda", "Henna"]);
  expect([shown.empleados, shown.servicios].map((all) => all.map(({ label }) => label))).toEqual([
    ["Ana Ruiz", "Luz Mar"],
    ["Depilado"],
  ]);
  expect(shown.revisiones.map(({ nombre, notes }) => [nombre, ...notes])).toEqual([
    ["Brenda Cruz", "Ya está en tu equipo, inactiva. Si volvió, actívala en Empleados."],
    ["Henna", "Ya lo tienes, desactivado. Si lo haces otra vez, actívalo en Servicios."],
  ]);
  expect(shown.clases.find(({ clase }) => clase === "equipo")?.sample[0]?.detalle).toBe("cejas");
  await say("Henna", "fuera");
  await say("Brenda", "fuera");
  expect(await bring()).toMatchObject({ result: { creados: { equipo: 1, servicios: 2 } } });
  for (const nombre of ["Laminado", "Depilado"]) expect([nombre, await doers(nombre)]).toEqual([nombre, ["Luz Mar"]]);
  expect(await doers("Henna")).toEqual([]);
});

const LAMINADO = { Servicios: [SERVICIOS, ["Laminado", "cejas", 500, 60, "Brenda"]] };

test("a specialist to be added waits for her surname", async () => {
  await createEmpleado({ nombre: "Ana", apellido: "Ruiz", hace: [] });
  const { say, bring } = await upload(LAMINADO);
  for (const apellido of [undefined, "", " - ", "x".repeat(121)]) {
    const shown = await say("Brenda", "crear", apellido);
    expect([shown.waiting, shown.clases, shown.preguntas]).toMatchObject([1, [], [{ respuesta: "crear", falta: "apellido" }]]);
    expect(await bring()).toEqual({ outcome: "unanswered" });
  }
  expect(await say("Brenda", "crear", " Cruz ")).toMatchObject({ waiting: 0, preguntas: [{ falta: null }] });
  expect(await bring()).toMatchObject({ result: { creados: { equipo: 1, servicios: 1 } } });
  expect(await doers("Laminado")).toEqual(["Brenda Cruz"]);
});

test("a specialist to be added is not made beside the inactive one who has her name", async () => {
  const brenda = await createEmpleado({ nombre: "BRENDA", apellido: "Cruz", activo: false, hace: [] });
  const { say, bring } = await upload(LAMINADO);
  for (const [answer, falta] of [
    ["crear", "inactiva"],
    [brenda, "respuesta"],
    [randomUUID(), "respuesta"],
  ] as const) {
    expect(await say("Brenda", answer, "cruz")).toMatchObject({ waiting: 1, preguntas: [{ falta }] });
    expect(await bring()).toEqual({ outcome: "unanswered" });
  }
  await say("Brenda", "crear", "Cruz Sol");
  expect(await bring()).toMatchObject({ result: { creados: { equipo: 1, servicios: 1 } } });
  expect(await doers("Laminado")).toEqual(["Brenda Cruz Sol"]);
});

test("an answer may be a specialist or a service that the sheets bring", async () => {
  const { see, say, bring } = await upload({
    Equipo: [
      ["Nombre", "Especialidades"],
      ["Luz Mar", "cejas"],
      ["Ana Ruiz", "cejas"],
    ],
    Servicios: [SERVICIOS, ["Laminado", "cejas", 500, 60, "Lucha"]],
    Agenda: [AGENDA, ["05/12/2099", "10:30", "Eva Sol", "Laminadito", "Lucha"]],
  });
  const optionOf = async (which: "empleados" | "servicios", name: string) =>
    (await see())[which].find(({ label }) => label === name)?.value ?? "";
  await say("Lucha", await optionOf("empleados", "Luz Mar"));
  const shown = await say("Laminadito", await optionOf("servicios", "Laminado"));
  expect([shown.waiting, shown.invalid]).toEqual([0, 0]);
  expect(await bring()).toMatchObject({ result: { creados: { equipo: 2, servicios: 1, citas: 1 } } });
  expect(await doers("Laminado")).toEqual(["Luz Mar"]);
  expect(await sqlColumn("SELECT e.nombre FROM citas_susa c JOIN empleados_susa e ON e.id = c.empleado_id")).toEqual(["Luz"]);
});

test("an appointment whose telephone is another client's says whose it becomes", async () => {
  await createCliente({ nombre: "Rosa Luna", telefono: "+522221234567" });
  await createCliente({ nombre: "Zoe Sin Número" });
  await createServicio({ nombre: "Henna" });
  const row = (hora: string, nombre: string, telefono: string | number) => ["05/12/2099", hora, nombre, telefono, "Henna"];
  const { see, bring } = await upload({
    Agenda: [
      ["Fecha", "Hora", "Cliente", "Teléfono", "Servicio"],
      ...[row("9:00", "Hija Luna", 2221234567), row("10:00", "Rosa", 2221234567), row("11:00", "ROSA LUNA", 2221234567)],
      ...[row("12:00", "Eva", ""), row("13:00", "Eva", 2221234568), row("14:00", "Ada", 2221234568)],
      row("15:00", "Zoe sin numero", 2221234569),
    ],
  });
  expect((await see()).revisiones.map(({ nombre, notes }) => [nombre, ...notes])).toEqual([
    ["Hija Luna", "Ese teléfono ya es de Rosa Luna: la cita queda a su nombre. Si es otra persona, agéndala a mano."],
    ["Ada", "Ese teléfono ya es de Eva: la cita queda a su nombre. Si es otra persona, agéndala a mano."],
    ["Zoe sin numero", "Su ficha no tiene teléfono: agrégalo ahí. Si es otra persona, agéndala a mano."],
  ]);
  expect(await bring()).toMatchObject({ result: { creados: { clientes: 1, citas: 7 } } });
  expect(
    await sqlColumn(`SELECT l.nombre || ' ' || coalesce(telefono, '-') || ' ' || count(*)
      FROM citas_susa c JOIN clientes_susa l ON l.id = c.cliente_id GROUP BY l.id ORDER BY 1`),
  ).toEqual(["Eva +522221234568 3", "Rosa Luna +522221234567 3", "Zoe Sin Número - 1"]);
});

test("an appointment that was cancelled or moved since, or whose service is no longer offered, is not made again", async () => {
  const ana = await createEmpleado({ nombre: "Ana", apellido: "Ruiz" });
  const [henna, facial] = [await createServicio({ nombre: "Henna" }), await createServicio({ nombre: "Facial" })];
  const row = (hora: string, servicio: string, con = "Ana") => ["05/12/2099", hora, "Eva Sol", servicio, con];
  const book = {
    Agenda: [
      ...[AGENDA, row("9:00", "Henna"), row("11:00", "Henna"), row("12:00", "Henna", "")],
      ...[row("13:00", "Henna"), row("15:00", "Facial", "")],
    ],
  };
  expect(await (await upload(book)).bring()).toMatchObject({ result: { creados: { citas: 5 } } });
  const at = (hora: string) => `fecha_hora = '2099-12-05T${hora}-06:00'`;
  await sql(`UPDATE citas_susa SET estado = 'cancelada' WHERE ${at("09:00")}`);
  for (const hora of ["11:00", "12:00"]) {
    const [cita] = await sql<{ id: string; updated_at: Date }>(`SELECT id, updated_at FROM citas_susa WHERE ${at(hora)}`);
    const to = { fecha_hora: new Date(`2099-12-06T${hora}-06:00`) };
    expect(await moveVisita(cita?.id, to, cita?.updated_at.toISOString(), cuenta, key())).toHaveProperty("result");
  }
  await sql("UPDATE servicios_susa SET activo = false WHERE id = $1", [facial]);
  const { see, bring } = await upload(book);
  const shown = await see();
  expect([shown.preguntas, shown.clases]).toEqual([[], []]);
  expect(shown.revisiones.map(({ notes }) => notes[0])).toEqual([
    "Ya la tenías y está cancelada. Si sí viene, agéndala a mano.",
    "Ya la tenías y la cambiaste de hora.",
    "Ya la tenías y la cambiaste de hora.",
    "Ya está en tu agenda.",
    "Ya está en tu agenda.",
  ]);
  expect(await bring()).toMatchObject({ result: { creados: {} } });
  // What they left is free for others.
  const others = await upload({
    Agenda: [AGENDA, ["05/12/2099", "9:00", "Luz", "Henna", "Ana"], ["05/12/2099", "11:00", "Luz", "Henna", "Ana"]],
  });
  expect(await others.bring()).toMatchObject({ result: { creados: { citas: 2 } } });
  expect(
    await sqlColumn("SELECT count(*)::int FROM citas_susa WHERE servicio_id = $1 AND empleado_id = $2", [henna, ana]),
  ).toEqual([5]);
});
