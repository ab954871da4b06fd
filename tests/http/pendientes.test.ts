import { describe, expect, test } from "vitest";
import {
  createCita,
  createDemoConfiguracion,
  createEmpleado,
  createIngreso,
  createItem,
  createServicio,
  createTestimonio,
  insertRow,
} from "../support/factories";
import { countOf, sql } from "../support/test-database";
import {
  ana,
  expire,
  id,
  names,
  pendingRows,
  RESTORED_NOTICE,
  SAVED_NOTICE,
  sendExpired,
  signIn,
  signInAndFollow,
  signUp,
  site,
} from "./expired-session";

const WHOLE = {
  nombre: "Íñigo «Ñandú» <Peña>",
  telefono: "222 123 4567",
  correo: "no es correo",
  edad: "treinta",
  medicina: "Paracetamol\ncada noche",
};

describe("a form sent on an expired session", () => {
  test("is saved, announced, and restored after signing in", async () => {
    const expired = await sendExpired("/admin/clientes/nuevo?q=maria+jose", WHOLE, "12 hours 1 minute");
    expect([expired.status, expired.location]).toEqual([302, "/auth"]);
    const signInPage = await ana.get("/auth");
    expect(signInPage.flash).toContain(SAVED_NOTICE);
    expect(await names()).toEqual(["Sofía Ruiz"]);

    const answer = await signIn(ana);
    expect([answer.status, answer.location]).toEqual([303, "/admin/clientes/nuevo?q=maria+jose"]);
    const page = await ana.get(answer.location ?? "");
    expect(page.status).toBe(200);
    expect(page.flash).toContain("¡Bienvenida!");
    expect(page.text('dialog [role="alert"]')).toContain(RESTORED_NOTICE);
    expect(page.values()).toMatchObject(WHOLE);
    expect(await names()).toEqual(["Sofía Ruiz"]);

    // Its errors are reported as usual, and once corrected it is written.
    const rejected = await page.submit();
    expect(rejected.status).toBe(400);
    expect(rejected.alert).not.toContain(RESTORED_NOTICE);
    expect(rejected.values()).toMatchObject(WHOLE);
    const saved = await rejected.submit({ correo: "", edad: "30" });
    expect(saved.location).toBe("/admin/clientes?q=maria+jose");
    expect(await names()).toEqual([WHOLE.nombre, "Sofía Ruiz"]);
  });

  test.each([
    ["created_at", "7 days 1 minute"],
    ["last_used_at", "4 days"],
  ])("(%s %s ago) is saved and restored too", async (column, age) => {
    await sendExpired("/admin/clientes/nuevo", WHOLE, age, column);
    expect((await signInAndFollow(ana)).values()).toMatchObject(WHOLE);
  });

  test("comes back with a fresh key, the version it was made from, and its emptied fields", async () => {
    const before = await ana.get(`/admin/clientes/${id}`);
    await expire();
    await before.submit({ ocupacion: "", edad: "41" });
    const page = await signInAndFollow(ana);
    expect(page.values()).toMatchObject({ nombre: "Sofía Ruiz", ocupacion: "", edad: "41" });
    expect(page.values().updated_at).toBe(before.values().updated_at);
    expect(page.values().token).not.toBe(before.values().token);
    expect((await page.submit()).status).toBe(303);
    expect(await sql("SELECT ocupacion, edad FROM clientes_susa")).toEqual([{ ocupacion: null, edad: 41 }]);
  });

  test("detects a conflicting change made meanwhile", async () => {
    await sendExpired(`/admin/clientes/${id}`, { ocupacion: "Bailarina" });
    await sql("UPDATE clientes_susa SET ocupacion = 'Doctora' WHERE id = $1", [id]);
    const page = await signInAndFollow(ana);
    expect(page.values().ocupacion).toBe("Bailarina");
    const conflict = await page.submit();
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Bailarina.*Doctora/);
    expect(await sql("SELECT ocupacion FROM clientes_susa")).toEqual([{ ocupacion: "Doctora" }]);
    expect((await conflict.submit()).status).toBe(303);
  });

  test("shows what was typed when the record was deleted meanwhile", async () => {
    await sendExpired(`/admin/clientes/${id}`, { ocupacion: "Maestra <de> danza" });
    await sql("DELETE FROM clientes_susa");
    const page = await signInAndFollow(ana);
    expect(page.status).toBe(404);
    expect(page.alert).toContain("alguien eliminó este registro");
    expect(page.texts("section p")).toContain("ocupacionMaestra <de> danza");
  });

  test("of an appointment comes back with its client by name and the free hours", async () => {
    await createEmpleado({});
    const servicio_id = await createServicio({});
    const given = new URLSearchParams({ cliente_id: id, servicio_id });
    const before = (await ana.get(`/admin/citas/nueva?${given}`)).texts("dialog dd button");
    await sendExpired("/admin/citas/nueva", { cliente_id: id, "servicios[0].servicio_id": servicio_id });
    const page = await signInAndFollow(ana);
    expect(page.alert).toContain(RESTORED_NOTICE);
    expect(page.text("dialog form label")).toContain("Sofía Ruiz");
    expect(page.texts("dialog dd button")).toEqual(before);
    expect(before).toHaveLength(8);
  });

  test("with list fields (the studio's week) comes back complete", async () => {
    await createDemoConfiguracion();
    const before = (await ana.get("/admin/configuracion/general")).values("#general-horario");
    await expire();
    const changes = { zona_horaria: "America/Merida", "horario[2].abre": "11:15", "horario[2].cierra": "" };
    const expired = await ana.post("/admin/configuracion/general", { ...before, ...changes });
    expect(expired.location).toBe("/auth");
    const page = await signInAndFollow(ana);
    expect(page.path).toBe("/admin/configuracion/general");
    expect(page.alert).toContain(RESTORED_NOTICE);
    expect(page.values("#general-horario")).toMatchObject(changes);
    expect((await page.submit({ "horario[2].cierra": "18:00" }, "#general-horario")).status).toBe(303);
    expect(await sql("SELECT zona_horaria FROM configuracion_susa")).toEqual([{ zona_horaria: "America/Merida" }]);
    await sql("DELETE FROM configuracion_susa");
  });

  test("is saved with JavaScript too, and the client is told to load the sign-in page as a document", async () => {
    const page = await ana.get("/admin/clientes/nuevo?q=x");
    await expire();
    const expired = await ana.post("/admin/clientes/nuevo?q=x&_data=@", {
      ...page.values(),
      nombre: "Por la red",
    });
    expect(expired.headers).toMatchObject({ "x-remix-redirect": "/auth", "x-remix-reload-document": "true" });
    const answer = await signIn(ana);
    expect(answer.location).toBe("/admin/clientes/nuevo?q=x");
    expect((await ana.get(answer.location ?? "")).values().nombre).toBe("Por la red");
  });

  test("stays restorable after a reload and a wrong password, until it is sent", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    const signInPage = await ana.get("/auth");
    const wrong = await signInPage.submit({ email: "ana@ejemplo.mx", password: "no es esta" });
    expect(wrong.flash).toContain(SAVED_NOTICE);
    await signIn(ana);
    for (let n = 0; n < 3; n++) expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("Lucía");
    await (await ana.get("/admin/clientes/nuevo")).submit();
    expect(await names()).toEqual(["Lucía", "Sofía Ruiz"]);
    expect(await pendingRows()).toEqual([]);
    const fresh = await ana.get("/admin/clientes/nuevo");
    expect([fresh.values().nombre, fresh.html.includes(RESTORED_NOTICE)]).toEqual(["", false]);
    expect(ana.cookies.has("pendiente")).toBe(false);
  });

  test("is discarded once it was sent and rejected, but not when the sidebar is toggled", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "   " });
    let page = await signInAndFollow(ana);
    const moved = await page.submit({}, 'form[action="/admin/barra"]');
    page = await ana.get(moved.location ?? "");
    expect(page.text("dialog")).toContain(RESTORED_NOTICE);
    expect((await page.submit({ ocupacion: "Otra" })).status).toBe(400);
    expect(await pendingRows()).toEqual([]);
    expect((await ana.get("/admin/clientes/nuevo")).html).not.toContain(RESTORED_NOTICE);
  });

  test("is discarded when another page is visited", async () => {
    await sendExpired("/admin/clientes/nuevo", { nombre: "Lucía" });
    expect((await signInAndFollow(ana)).values().nombre).toBe("Lucía");
    const list = await ana.get("/admin/clientes");
    expect([list.flash, list.alert]).toEqual(["", ""]);
    expect((await ana.get("/admin/clientes/nuevo")).values().nombre).toBe("");
    expect(await pendingRows()).toEqual([]);
  });

  test("fills only the same form, not another record's", async () => {
    await sendExpired("/admin/clientes/nuevo?q=a", { nombre: "Lucía" });
    await signIn(ana);
    const other = await ana.get(`/admin/clientes/${id}`);
    expect(other.values().nombre).toBe("Sofía Ruiz");
    expect(other.html).not.toContain("Lucía");
  });
});

describe("a form without fields", () => {
  test("that confirms a deletion is shown again, and nothing was deleted", async () => {
    const ask = await ana.get(`/admin/clientes/${id}/eliminar?q=sof`);
    await expire();
    expect((await ask.submit({}, "dialog form")).location).toBe("/auth");
    const page = await signInAndFollow(ana);
    expect(page.path).toBe(`/admin/clientes/${id}/eliminar?q=sof`);
    expect(page.text("dialog")).toContain("¿Estás segura de que quieres eliminar a Sofía Ruiz?");
    expect(await names()).toEqual(["Sofía Ruiz"]);
    expect((await page.submit({}, "dialog form")).location).toBe("/admin/clientes?q=sof");
    expect(await names()).toEqual([]);
  });

  test("in a list leads back to the list, which says that nothing was done", async () => {
    const luz = await signUp("luz@ejemplo.mx");
    const list = await ana.get("/admin/configuracion/seguridad");
    await expire();
    expect((await list.submit({}, 'form[action*="/estado?"]')).location).toBe("/auth");
    const page = await signInAndFollow(ana);
    expect([page.path, page.status]).toEqual(["/admin/configuracion/seguridad", 200]);
    expect(page.alert).toBe("No se hizo ningún cambioTu sesión había terminado. Vuelve a intentarlo.");
    expect(await sql("SELECT 1 FROM cuentas_susa WHERE estado <> 'activa'")).toEqual([]);
    expect(await pendingRows()).toEqual([]);
    expect((await ana.get("/admin/configuracion/seguridad")).alert).toBe("");
    expect((await page.submit({}, 'form[action*="/estado?"]')).status).toBe(303);
    expect((await luz.send("/admin")).location).toBe("/auth");
  });

  test("is sent to an address that redirects to a page when it is opened", async () => {
    const { routes } = site.build;
    const withoutPage = Object.values(routes).filter(
      (route) =>
        route?.id.startsWith("routes/admin/") && route.module.action && /^(EmptyPage)?$/.test(route.module.default?.name ?? ""),
    );
    expect(withoutPage.length).toBeGreaterThan(1);
    for (const route of withoutPage) {
      const path = site.pathOf(route?.id ?? "").replace(/:[^/]+/g, id);
      const answer = await ana.send(path);
      expect(answer.status, path).toBeGreaterThanOrEqual(300);
      expect((await ana.get(path)).status, path).toBe(200);
    }
  });
});

test("a form comes back over a list that got shorter, and a switch leads back to the filtered list", async () => {
  await sendExpired("/admin/proveedores/nuevo?pagina=900", { nombre: "", contacto: "Con calma" });
  const page = await signInAndFollow(ana);
  expect([page.path, page.values().contacto]).toEqual(["/admin/proveedores/nuevo?pagina=900", "Con calma"]);
  await createTestimonio();
  const list = await ana.get("/admin/testimonios?visible=si");
  await expire();
  await list.submit({}, 'form[action*="/visible"]');
  expect((await signInAndFollow(ana)).path).toBe("/admin/testimonios?visible=si");
});

// A sale has rows that were added before the session expired.

const VENDER = `/admin/ventas/nueva?de=${encodeURIComponent("/admin/ingresos")}`;

async function addProducto(nombre: string, precio_venta: number): Promise<string> {
  const item_id = await createItem({ nombre, cantidad: 9, precio_venta });
  await insertRow("movimientos_inventario_susa", { tipo: "entrada", cantidad: 9, item_id, item_nombre: nombre, saldo: 9 });
  return item_id;
}

test("a sale of two products that was sent on an expired session comes back filled after signing in, and is sold", async () => {
  const items = [await addProducto("Aceite", 150), await addProducto("Crema", 90)];
  let page = await ana.get(VENDER);
  for (const item of items) page = await page.submit({ intent: `add-product:${item}` });
  const typed = {
    ...{ "productos[0].cantidad": "2", "productos[1].cantidad": "3", monto: "1,000", metodo_pago: "efectivo" },
    ...{ parte_metodo: "tarjeta", parte_monto: "70.50", cliente_nombre: "Eva Ríos", cliente_telefono: "222 123 4567" },
  };
  await expire();
  const expired = await page.submit(typed);
  expect([expired.location, await countOf("ventas_susa")]).toEqual(["/auth", 0]);
  expect((await ana.get("/auth")).flash).toContain(SAVED_NOTICE);
  const restored = await signInAndFollow(ana);
  expect([restored.path, restored.alert]).toEqual([VENDER, expect.stringContaining(RESTORED_NOTICE)]);
  expect(restored.values()).toMatchObject(typed);
  expect(restored.texts("#cobro input[name$='.item_id'] ~ p")).toEqual(["Aceite $150.00 cada uno", "Crema $90.00 cada uno"]);
  expect((await restored.submit()).status).toBe(303);
  expect(await sql("SELECT k.nombre, v.total FROM ventas_susa v JOIN clientes_susa k ON k.id = v.cliente_id")).toEqual([
    { nombre: "Eva Ríos", total: "570.00" },
  ]);
});

test("a product that was added on an expired session comes back as it was sent, and nothing was sold", async () => {
  const [aceite, crema] = [await addProducto("Bálsamo", 60), await addProducto("Protector", 200)];
  const page = await (await ana.get(VENDER)).submit({ intent: `add-product:${aceite}` });
  await expire();
  await page.submit({ intent: `add-product:${crema}`, "productos[0].cantidad": "5", metodo_pago: "otro" });
  const restored = await signInAndFollow(ana);
  expect(restored.values()).toMatchObject({ "productos[0].item_id": aceite, "productos[0].cantidad": "5", metodo_pago: "otro" });
  const added = await restored.submit({ intent: `add-product:${crema}` });
  expect(added.values()).toMatchObject({ "productos[0].cantidad": "5", "productos[1].item_id": crema, por_cobrar: "500.00" });
});

test("money that was given back on an expired session comes back as it was typed, and is given back once", async () => {
  const cita = await createCita("2026-11-21T16:00Z", { precio: 350, estado: "completada", cobrado: 350 });
  await createIngreso("2026-11-21", 350, { concepto: "cita", cita_id: cita });
  const path = `/admin/citas/${cita}/devolver`;
  const typed = { monto: "100", motivo: "Se le cayó <el> esmalte", metodo_pago: "tarjeta" };
  expect((await sendExpired(path, typed)).location).toBe("/auth");
  const restored = await signInAndFollow(ana);
  expect([restored.path, restored.values("#devolucion")]).toMatchObject([path, typed]);
  expect(await countOf("ingresos_susa", "monto < 0")).toBe(0);
  expect((await restored.submit({}, "#devolucion")).status).toBe(303);
  expect(await sql("SELECT monto FROM ingresos_susa WHERE monto < 0")).toEqual([{ monto: "-100.00" }]);
});
