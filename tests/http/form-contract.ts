import { describe, expect, test } from "vitest";
import { sql, whileRejecting } from "../test-database";
import type { Page, Visitor } from "./browser";

/** A manager as its forms are seen from outside. */
export type Manager = {
  /** Where its list is: `/admin/proveedores`. */
  path: string;
  /** What of its address makes a blank record: `nuevo`, unless it says otherwise. */
  newPath?: string;
  table: string;
  /** A form filled whole, as a person types it. */
  whole: Record<string, string>;
  /** What of it reads otherwise when the editor is opened again. */
  normalized?: Record<string, string>;
  /** The fields that may not be left empty, with (a part of) what is said then. */
  required: Record<string, string>;
  /** The columns that are null when their field of the same name is emptied. */
  optional: string[];
  /** Values that are refused, one at a time. */
  invalid: [name: string, value: string][];
  /** A text field of which two people have two versions; it makes the record known in the database too. */
  textField: string;
  /** What the list says after each write; what is said (a part of it) when the database refuses one. */
  messages: { created: string; updated: string; deleted: string; notSaved?: string; notDeleted?: string };
  /** The question before a deletion (a part of it). */
  question: string;
  /** Whether a deletion only takes the record out of use (`activo`). */
  softDelete?: boolean;
};

/** The contract that every form keeps (DESIGN §4), asked of one manager by a browser without JavaScript. */
export function testFormContract(manager: Manager, staff: () => Visitor): void {
  const { path, newPath: nuevo = "nuevo", table, whole, textField } = manager;
  const newPath = () => staff().get(`${path}/${nuevo}`);
  const editor = (id: string) => staff().get(`${path}/${id}`);
  const count = async () => Number((await sql<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
  const read = async (id: string) => (await sql<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))[0];
  const flash = async () => (await staff().get(path)).text('main [role="status"]');
  const checksum = async () =>
    (await sql<{ sum: string }>(`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY id), '')) AS sum FROM ${table} t`))[0]?.sum;

  async function create(values: Record<string, string> = whole): Promise<string> {
    const known = new Set((await sql<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id));
    const saved = await (await newPath()).submit(values);
    expect([saved.status, saved.text('[role="alert"]:not(:empty)')]).toEqual([303, ""]);
    const made = (await sql<{ id: string }>(`SELECT id FROM ${table}`)).filter(({ id }) => !known.has(id));
    expect(made.length).toBe(1);
    return String(made[0]?.id);
  }

  describe("the contract of its forms", () => {
    test("creates, says so once, and gives every field back", async () => {
      const id = await create();
      expect(await flash()).toBe(manager.messages.created);
      expect(await flash()).toBe("");
      const { token, updated_at, ...values } = (await editor(id)).values();
      expect(values).toEqual({ ...whole, ...manager.normalized });
      expect(token).toMatch(/^[0-9a-f-]{36}$/);
      expect(updated_at).not.toBe("");
    });

    test("changes, says so, and comes back to the list as it was", async () => {
      const id = await create();
      const page = await staff().get(`${path}/${id}?q=ab&pagina=1`);
      const saved = await page.submit({ [textField]: "Con otro nombre" });
      expect([saved.status, saved.location]).toEqual([303, `${path}?q=ab&pagina=1`]);
      expect(await flash()).toBe(manager.messages.updated);
      expect((await editor(id)).values()[textField]).toBe("Con otro nombre");
    });

    if (manager.optional.length > 0) {
      test("clears what is emptied", async () => {
        const id = await create();
        for (const field of manager.optional) expect((await read(id))?.[field], field).not.toBeNull();
        const emptied = Object.fromEntries(manager.optional.map((field, index) => [field, index % 2 === 0 ? "" : "  "]));
        expect((await (await editor(id)).submit(emptied)).status).toBe(303);
        for (const field of manager.optional) expect((await read(id))?.[field], field).toBeNull();
      });
    }

    test("refuses what lacks, every value kept, the summary first, each message beside its field", async () => {
      const before = await checksum();
      const missing = Object.fromEntries(Object.keys(manager.required).map((field) => [field, ""]));
      const page = await (await newPath()).submit({ ...whole, ...missing });
      expect(page.status).toBe(400);
      const { token, updated_at, ...values } = page.values();
      expect(values).toEqual({ ...whole, ...missing });
      const links = page.all('[role="alert"] a');
      expect(links.length).toBe(Object.keys(manager.required).length);
      for (const link of links) {
        const field = page.document.querySelector(String(link.getAttribute("href")));
        expect(field?.getAttribute("aria-invalid")).toBe("true");
        const message = page.document.getElementById(String(field?.getAttribute("aria-describedby")?.split(" ")[0]));
        expect(message?.textContent).toBe(link.textContent);
        expect(link.textContent).toContain(manager.required[field?.getAttribute("name") ?? ""]);
      }
      expect(await checksum()).toBe(before);
    });

    test.each(manager.invalid)("refuses %s = %j", async (field, value) => {
      const before = await checksum();
      const page = await (await newPath()).submit({ ...whole, [field]: value });
      expect(page.status).toBe(400);
      expect(page.text('[role="alert"]:not(:empty)')).toContain("Revisa estos datos");
      expect(page.html).not.toMatch(/prisma|ZodError|invalid input|\bat .+:\d+:\d+/i);
      expect(await checksum()).toBe(before);
    });

    test("refused over a list that got shorter meanwhile, keeps what was typed all the same", async () => {
      const missing = Object.fromEntries(Object.keys(manager.required).map((field) => [field, ""]));
      const page = await (await staff().get(`${path}/${nuevo}?pagina=900`)).submit({ ...whole, ...missing });
      expect(page.status).toBe(400);
      expect(page.values()).toMatchObject({ ...whole, ...missing });
    });

    test("sent twenty times at once writes once, and every answer is the same", async () => {
      const page = await newPath();
      const before = await count();
      const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit(whole)));
      expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set([`303 ${path}`]));
      expect(await count()).toBe(before + 1);
    });

    test("sent back with other values comes back with a fresh token, and then is taken", async () => {
      const before = await count();
      const page = await newPath();
      await page.submit(whole);
      const again = await page.submit({ ...whole, [textField]: "Otra vez" });
      expect(again.status).toBe(409);
      expect(again.text('[role="alert"]:not(:empty)')).toContain("ya se había enviado");
      expect(again.values()[textField]).toBe("Otra vez");
      expect(again.values().token).not.toBe(page.values().token);
      expect(await count()).toBe(before + 1);
      expect((await again.submit()).status).toBe(303);
      expect(await count()).toBe(before + 2);
    });

    test("an edit sent twenty times at once is one edit", async () => {
      const id = await create();
      const page = await editor(id);
      const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({ [textField]: "Una sola vez" })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
      expect((await read(id))?.[textField]).toBe("Una sola vez");
    });

    test("the second of two people sees both versions, loses nothing, and decides", async () => {
      const id = await create();
      const mine = await editor(id);
      const refused = await mine.submit({ ...Object.fromEntries(Object.keys(manager.required).map((field) => [field, ""])) });
      expect((await (await editor(id)).submit({ [textField]: "La versión de ella" })).status).toBe(303);
      // Neither the page opened before, nor its refusal, passes over what she saved.
      for (const page of [mine, refused]) {
        const conflict = await page.submit({ ...whole, [textField]: "La versión mía" });
        expect(conflict.status).toBe(409);
        expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/La versión de ella.*La versión mía/);
        expect(conflict.values()[textField]).toBe("La versión mía");
        expect((await read(id))?.[textField]).toBe("La versión de ella");
      }
      const conflict = await (await mine.submit({ ...whole, [textField]: "La versión mía" })).submit();
      expect(conflict.status).toBe(303);
      expect((await read(id))?.[textField]).toBe("La versión mía");
    });

    test("without its token, or deleted meanwhile, gives back what was typed", async () => {
      const id = await create();
      const page = await editor(id);
      const before = await checksum();
      const withoutKey = await staff().post(`${path}/${nuevo}`, { ...whole, [textField]: "Sin <sello>" });
      expect([withoutKey.status, withoutKey.values()[textField]]).toEqual([400, "Sin <sello>"]);
      expect(await checksum()).toBe(before);
      await sql(`DELETE FROM ${table} WHERE id = $1`, [id]);
      const deleted = await page.submit({ [textField]: "Lo que <escribí>" });
      expect(deleted.status).toBe(404);
      expect(deleted.text("section")).toContain("Lo que <escribí>");
    });

    test("what the database refuses comes back whole, with the sentence for it", async () => {
      const id = await create();
      const [page, confirmation] = [await newPath(), await staff().get(`${path}/${id}/eliminar`)];
      const { refused, kept: normalized } = await whileRejecting(table, async () => ({
        refused: await page.submit({ ...whole, [textField]: "Que no se guardó" }),
        kept: await confirmation.submit({}, `form[action^="${path}/${id}/eliminar"]`),
      }));
      expect(refused.status).toBe(503);
      expect(refused.text('[role="alert"]:not(:empty)')).toContain(manager.messages.notSaved ?? "No se pudo guardar");
      expect(refused.values()[textField]).toBe("Que no se guardó");
      expect(normalized.status).toBe(303);
      const sentence = (await staff().get(path)).text('main [role="alert"]:not(:empty)');
      expect(sentence).toContain(manager.messages.notDeleted ?? "No se pudo guardar el cambio");
      expect(await read(id)).toBeDefined();
      expect((await refused.submit()).status).toBe(303);
    });

    test("answers 404 for an id that is none or nobody's", async () => {
      const form = { ...(await newPath()).values(), ...whole };
      for (const id of ["abc", "00000000-0000-4000-8000-000000000000", "__proto__", "1%27--", "%00"]) {
        for (const address of [`${path}/${id}`, `${path}/${id}/eliminar`])
          expect([404, 400], address).toContain((await staff().get(address)).status);
        expect([404, 400], id).toContain((await staff().post(`${path}/${id}`, form)).status);
      }
    });

    test("asks before it deletes; twenty times is once", async () => {
      const id = await create();
      const confirmation = await staff().get(`${path}/${id}/eliminar?q=x`);
      expect(confirmation.text("section:has(> #titulo-ficha), dialog")).toContain(manager.question);
      expect(await read(id)).toBeDefined();
      const confirm = `form[action^="${path}/${id}/eliminar"]`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => confirmation.submit({}, confirm)));
      expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set([`303 ${path}?q=x`]));
      expect(await flash()).toBe(manager.messages.deleted);
      expect(manager.softDelete ? (await read(id))?.activo : await read(id)).toBe(manager.softDelete ? false : undefined);
    });

    test("the card's delete link leads to the question, and no card carries a form for it", async () => {
      const id = await create();
      const page = await staff().get(path);
      const link = page.all(`a[href^="${path}/${id}/eliminar"]`);
      expect(link.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Eliminar ./)]);
      expect(page.all(`form[action^="${path}/${id}/eliminar"]`)).toEqual([]);
      const confirmation = await staff().get(String(link[0]?.getAttribute("href")));
      expect(confirmation.text("section:has(> #titulo-ficha), dialog")).toContain(manager.question);
      expect((await confirmation.submit({}, `form[action^="${path}/${id}/eliminar"]`)).status).toBe(303);
      expect(manager.softDelete ? (await read(id))?.activo : await read(id)).toBe(manager.softDelete ? false : undefined);
    });

    test("whatever is sent, nobody gets a 500, a stack or a changed row", async () => {
      const id = await create();
      const { token = "", updated_at = "" } = (await editor(id)).values();
      const before = await checksum();
      const form = new URLSearchParams({ ...whole, token, updated_at });
      const many = new URLSearchParams(form);
      for (let n = 0; n < 10_000; n++) many.append(`campo${n}`, "x");
      const twice = new URLSearchParams(form);
      twice.append(textField, "otra vez");
      const bodies: [what: string, body: string, type?: string][] = [
        ["nothing", ""],
        ["a field twice", twice.toString()],
        ["a field as a tree", form.toString().replace(`${textField}=`, `${textField}.a.b=`)],
        ["a field as a list", form.toString().replace(`${textField}=`, `${textField}[3]=`)],
        ["the prototype", `${form}&__proto__.x=1&constructor.prototype.x=1`],
        ["ten thousand fields", many.toString()],
        ...Object.keys(whole).map((field): [string, string] => [`${field} as a tree`, `${form}&${field}.x=1`]),
        ["what no keyboard types", new URLSearchParams({ ...whole, token, updated_at, [textField]: "\u0085" }).toString()],
        ["a NUL", new URLSearchParams({ ...whole, token, updated_at, [textField]: "a\0b" }).toString()],
        ["a text without end", new URLSearchParams({ ...whole, token, updated_at, [textField]: "x".repeat(900_000) }).toString()],
        ["JSON", JSON.stringify(whole), "application/json"],
        ["no type", form.toString(), ""],
        [
          "half a multipart",
          `--x\r\nContent-Disposition: form-data; name="${textField}"\r\n\r\nx`,
          "multipart/form-data; boundary=x",
        ],
        ["a multipart without boundary", form.toString(), "multipart/form-data"],
        ["more than the limit", `${form}&y=${"y".repeat(1_100_000)}`],
      ];
      for (const address of [`${path}/${nuevo}`, `${path}/${id}`]) {
        for (const [what, body, type = "application/x-www-form-urlencoded"] of bodies) {
          const page: Page = await staff().send(address, {
            method: "POST",
            headers: type ? { "content-type": type } : {},
            body,
          });
          const of = `${what} to ${address}`;
          expect(page.status, of).toBeGreaterThanOrEqual(400);
          expect(page.status, of).toBeLessThan(500);
          expect(page.html, of).toContain('lang="es-MX"');
          expect(page.html, of).not.toMatch(/\bat .+:\d+:\d+|prisma|ZodError/i);
        }
      }
      expect(await checksum()).toBe(before);
    });
  });
}
