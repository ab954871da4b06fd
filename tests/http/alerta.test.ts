import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sha256 } from "~/database/digest.server";
import { encrypt } from "~/database/encryption.server";
import { studioMoment } from "~/format/zone.server";
import { ANA, BETY, CEJAS, HOY, site, staff, ZONA } from "../routes/admin/citas/agenda";
import type { Page, Visitor } from "../support/browser";
import { createCita, createCliente } from "../support/factories";
import { sql } from "../support/test-database";

// Words that stand nowhere else: wherever they turn up, an alert or a note was shown.
const ALERTA = "Canario";
const NOTA = "CANARIO-NOTA";
const FEED = "f".repeat(43);

let cliente: string;
let cita: string;
/** Accounts by what they may see. */
const accounts: Record<string, Visitor> = {};
const written: string[] = [];

beforeEach(() => {
  const write = process.stdout.write.bind(process.stdout);
  vi.spyOn(process.stdout, "write").mockImplementation((...given: unknown[]) => {
    written.push(String(given[0]));
    return (write as (...args: unknown[]) => boolean)(...given);
  });
  for (const method of ["log", "info", "warn"] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void written.push(words.join(" ")));
});

beforeAll(async () => {
  accounts.owner = staff;
  const asked: [name: string, permisos: string, empleado_id: string | null][] = [
    ["salud", "{salud}", null],
    ["specialist of hers", "{salud_propias}", ANA],
    ["specialist without rights", "{}", ANA],
    ["other specialist", "{salud_propias}", BETY],
    ["front desk without salud", "{dinero,inventario,catalogo}", null],
  ];
  for (const [name, permisos, empleado_id] of asked) {
    const email = `${name.replaceAll(" ", "-")}@ejemplo.mx`;
    accounts[name] = await site.staff(email);
    await sql("UPDATE cuentas_susa SET permisos = $2::permiso[] WHERE email = $1", [email, permisos]);
    if (empleado_id !== null) await signInAs(email, empleado_id);
  }
  cliente = await createCliente({
    nombre: "Lucila Canto",
    telefono: "+522221234567",
    alerta: encrypt(ALERTA),
    medicina: encrypt(NOTA),
    enfermedades: encrypt(NOTA),
  });
  cita = await createCita(studioMoment(HOY, "23:00", ZONA), {
    cliente_id: cliente,
    servicio_id: CEJAS,
    empleado_id: ANA,
    duracion_minutos: 30,
  });
  // A cancelled appointment with the other specialist does not make her the client's own.
  await createCita(studioMoment(HOY, "22:00", ZONA), { cliente_id: cliente, empleado_id: BETY, estado: "cancelada" });
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, $3)", [ANA, sha256(FEED), encrypt(FEED)]);
});

/** Ties a specialist to an account; two accounts of a test take turns with one specialist. */
async function signInAs(email: string, empleado_id: string): Promise<void> {
  await sql("UPDATE empleados_susa SET cuenta_id = (SELECT id FROM cuentas_susa WHERE email = $1) WHERE id = $2", [
    email,
    empleado_id,
  ]);
}

const account = (name: string): Visitor => {
  const visitor = accounts[name];
  if (!visitor) throw new Error(`no account ${name}`);
  return visitor;
};

const search = async (visitor: Visitor): Promise<Page> =>
  (await visitor.get("/admin/citas/nueva")).submit({ intent: "search-clients", cliente_q: "lucila" });

/** The places of an appointment, by name. */
const PLACES: Record<string, (visitor: Visitor) => Promise<Page>> = {
  dashboard: (visitor) => visitor.get("/admin"),
  list: (visitor) => visitor.get("/admin/citas"),
  day: (visitor) => visitor.get("/admin/citas?vista=dia"),
  week: (visitor) => visitor.get("/admin/citas?vista=semana"),
  appointment: (visitor) => visitor.get(`/admin/citas/${cita}/detalle`),
  completing: (visitor) => visitor.get(`/admin/citas/${cita}/completar`),
  "its booking form": (visitor) => visitor.get(`/admin/citas/${cita}`),
};
const BOOKING: Record<string, (visitor: Visitor) => Promise<Page>> = {
  "a booking for her": (visitor) => visitor.get(`/admin/citas/nueva?cliente_id=${cliente}`),
  "a search for her": search,
};

/** The places of a text where one of the words stands. */
const leaksIn = (text: string) => text.match(/.{0,40}canario.{0,40}/gi) ?? [];

const shows = (page: Page) => page.texts(".badge.alerta");

describe("an alert", () => {
  test.each(["owner", "salud", "specialist of hers"])("is on every place of her appointments for %s", async (name) => {
    if (name === "specialist of hers") await signInAs("specialist-of-hers@ejemplo.mx", ANA);
    for (const [place, open] of Object.entries({ ...PLACES, ...BOOKING })) {
      const page = await open(account(name));
      expect(page.status, place).toBe(200);
      expect(shows(page), place).toContain(`Alerta: ${ALERTA}`);
    }
  });

  test("is on her own specialist's appointments without any right, and nowhere else", async () => {
    await signInAs("specialist-without-rights@ejemplo.mx", ANA);
    const visitor = account("specialist without rights");
    for (const [place, open] of Object.entries(PLACES)) expect(shows(await open(visitor)), place).toContain(`Alerta: ${ALERTA}`);
    for (const [place, open] of Object.entries(BOOKING)) {
      const page = await open(visitor);
      expect(page.text("dialog"), place).toContain("Lucila Canto");
      expect(leaksIn(page.text("dialog")), place).toEqual([]);
    }
    expect(leaksIn((await visitor.get(`/admin/clientes/${cliente}/ficha`)).html)).toEqual([]);
  });

  test("is on the printed day sheet, as a word and not only a colour", async () => {
    const page = await account("owner").get("/admin/citas?vista=dia");
    const printed = page.all("table.hoja .badge.alerta").filter((badge) => !badge.closest(".print\\:hidden"));
    expect(printed.map((badge) => badge.textContent?.trim())).toEqual([`Alerta: ${ALERTA}`]);
  });

  test.each(["other specialist", "front desk without salud"])("is not among the bytes for %s, nor are notes", async (name) => {
    const visitor = account(name);
    for (const [place, open] of Object.entries({ ...PLACES, ...BOOKING })) {
      const page = await open(visitor);
      expect(page.status, place).toBe(200);
      expect(page.text("body"), place).toContain("Lucila Canto");
      expect(leaksIn(page.html), place).toEqual([]);
    }
  });

  // In the gate rights.test.ts opens every screen as accounts without the right.
  test.each(["other specialist", "front desk without salud"])(
    "is on no page of the back-office for %s, nor are notes",
    {
      tags: ["slow"],
    },
    async (name) => {
      const paths = adminPaths();
      expect(paths.length).toBeGreaterThan(60);
      for (const path of paths) {
        const page = await account(name).send(path);
        expect(leaksIn(page.html + JSON.stringify(page.headers)), path).toEqual([]);
      }
    },
  );

  test("that cannot be decrypted says so, where hiding it would look like none", async () => {
    await sql("UPDATE clientes_susa SET alerta = 'v2.00000000.AAAA' WHERE id = $1", [cliente]);
    const page = await account("owner").get(`/admin/citas/${cita}/detalle`);
    await sql("UPDATE clientes_susa SET alerta = $2 WHERE id = $1", [cliente, encrypt(ALERTA)]);
    expect(shows(page)).toEqual(["Alerta: no se puede leer"]);
    expect(console.error).toHaveBeenCalledTimes(1);
    vi.mocked(console.error).mockClear();
  });
});

test("no alert or note is in a title, an address, a header, a message, a feed, a CSV file, a public page or the log", async () => {
  const owner = account("owner");
  for (const path of adminPaths()) {
    const page = await owner.send(path);
    // Found in the text, because to parse every page takes longer than to ask for it.
    const named = page.html.match(/<title>[^<]*|\s(?:href|src|action|title)="[^"]*"/g) ?? [];
    if (page.status === 200 && page.html.startsWith("<!DOCTYPE")) expect(named.length, path).toBeGreaterThan(20);
    expect(leaksIn([...named, JSON.stringify(page.headers)].join("\n")), path).toEqual([]);
  }
  for (const tipo of ["confirmar", "recordar", "reagendar", "como_llegar", "gracias"]) {
    const { token = "" } = (await owner.get("/admin/clientes/nuevo")).values();
    expect((await owner.post(`/admin/citas/${cita}/whatsapp/${tipo}`, { token })).status).toBe(303);
    const message = await owner.get(`/admin/citas/${cita}/whatsapp/${tipo}`);
    expect(message.text()).toContain("Lucila");
    expect(leaksIn(message.html), tipo).toEqual([]);
  }
  const feed = await site.visitor().get(`/calendario/${FEED}.ics`);
  expect(feed.html).toContain("Lucila");
  for (const page of [
    feed,
    await owner.get("/admin/clientes.csv"),
    await owner.get("/admin/clientes/plantilla.csv"),
    await owner.get("/admin/clientes"),
    await owner.get("/admin/citas/recordatorios"),
    ...(await Promise.all(["/", "/galeria", `/servicio/${CEJAS}`, "/sitemap.xml"].map((path) => site.visitor().get(path)))),
  ])
    expect(leaksIn(page.html), page.path).toEqual([]);
  expect(leaksIn(written.join("\n"))).toEqual([]);
});

/** A GET address of every route of the back-office, about the client or her appointment where it names a record. */
function adminPaths(): string[] {
  const paths = Object.keys(site.build.routes)
    .map((id) => site.pathOf(id))
    .filter((path) => path.startsWith("/admin"))
    .map((path) => path.replace("/citas/:id", `/citas/${cita}`).replace(":tipo", "recordar").replace(/:\w+/g, cliente))
    .filter((path) => !path.includes("*"));
  return [...new Set([...paths, "/admin/citas?vista=dia", "/admin/citas?vista=semana", "/admin/citas?cuando=todas&q=lucila"])];
}
