import { describe, expect, test } from "vitest";
import type { Page, Visitor } from "./browser";
import { sql, whileRejecting } from "./test-database";

/** An admin section with a list, an editor and a deletion, described for its contract tests. */
export type AdminSection = {
  /** The path of its list: `/admin/proveedores`. */
  path: string;
  /** The last path segment of the form for a new record; `nuevo` by default. */
  newSegment?: string;
  table: string;
  /** Every field of the form with a valid value, as a person types it. */
  whole: Record<string, string>;
  /** The values of `whole` that the editor shows in another form once saved. */
  normalized?: Record<string, string>;
  /** The required fields, each with (a part of) its error message. */
  required: Record<string, string>;
  /** The columns that become null when the field of the same name is emptied. */
  optional: string[];
  /** Invalid values, tested one at a time. */
  invalid: [name: string, value: string][];
  /** A text field that the conflict tests change; its column has the same name. */
  textField: string;
  /** Another value of each field that the conflict tests change beside the text field, as the editor shows it. */
  edits: Record<string, string>;
  /** The flash message after each write, and (a part of) the error when the database rejects one. */
  messages: { created: string; updated: string; deleted: string; notSaved?: string; notDeleted?: string };
  /** (A part of) the question that confirms a deletion. */
  question: string;
  /** The last path segment of a record's own screen, where that has the link that deletes it in place of the list. */
  screen?: string;
  /** Whether a deletion only sets `activo` to false. */
  softDelete?: boolean;
};

/** The hidden fields of a form, which are others in each page. */
const SEEN = ["token", "updated_at", "base"];

/**
 * Tests what a section can break by itself in the form contract (README), in a browser without JavaScript: its fields, messages,
 * questions and writes. With `isWhole` also the mechanism that all sections share; one section is enough for that.
 */
export function testFormContract(section: AdminSection, staff: () => Visitor, { isWhole = false } = {}): void {
  const { path, newSegment = "nuevo", table, whole, textField } = section;
  const openNew = () => staff().get(`${path}/${newSegment}`);
  const editor = (id: string) => staff().get(`${path}/${id}`);
  const count = async () => Number((await sql<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
  const read = async (id: string) => (await sql<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = $1`, [id]))[0];
  const flash = async () => (await staff().get(path)).flash;
  const checksum = async () =>
    (await sql<{ sum: string }>(`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY id), '')) AS sum FROM ${table} t`))[0]?.sum;

  // An unticked box submits nothing.
  const ticked = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" && !SEEN.includes(name)));

  async function create(values: Record<string, string> = whole): Promise<string> {
    const known = new Set((await sql<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id));
    const saved = await (await openNew()).submit(values);
    expect([saved.status, saved.alert]).toEqual([303, ""]);
    const made = (await sql<{ id: string }>(`SELECT id FROM ${table}`)).filter(({ id }) => !known.has(id));
    expect(made.length).toBe(1);
    return String(made[0]?.id);
  }

  describe("the form contract", () => {
    test("creates a record, shows its message once, and gives every field back in the editor", async () => {
      const id = await create();
      expect(await flash()).toBe(section.messages.created);
      expect(await flash()).toBe("");
      const { token, updated_at, base, ...values } = (await editor(id)).values();
      expect(values).toEqual({ ...whole, ...section.normalized });
      expect(token).toMatch(/^[0-9a-f-]{36}$/);
      expect(updated_at).not.toBe("");
    });

    test("saves an edit, shows its message, and returns to the list with the same filters", async () => {
      const id = await create();
      const page = await staff().get(`${path}/${id}?q=ab&pagina=1`);
      const saved = await page.submit({ [textField]: "Con otro nombre" });
      expect([saved.status, saved.location]).toEqual([303, `${path}?q=ab&pagina=1`]);
      expect(await flash()).toBe(section.messages.updated);
      expect((await editor(id)).values()[textField]).toBe("Con otro nombre");
    });

    test("tells the browser how long its text may be", async () => {
      const field = (await openNew()).document.querySelector(`[name="${textField}"]`);
      expect(Number(field?.getAttribute("maxlength"))).toBeGreaterThan(0);
    });

    if (section.optional.length > 0) {
      test("stores emptied optional fields as null", async () => {
        const id = await create();
        for (const field of section.optional) expect((await read(id))?.[field], field).not.toBeNull();
        const emptied = Object.fromEntries(section.optional.map((field, index) => [field, index % 2 === 0 ? "" : "  "]));
        expect((await (await editor(id)).submit(emptied)).status).toBe(303);
        for (const field of section.optional) expect((await read(id))?.[field], field).toBeNull();
      });
    }

    test("rejects missing required fields with an error summary, a message beside each field and every value kept", async () => {
      const before = await checksum();
      const missing = Object.fromEntries(Object.keys(section.required).map((field) => [field, ""]));
      const page = await (await openNew()).submit({ ...whole, ...missing });
      expect(page.status).toBe(400);
      const { token, updated_at, base, ...values } = page.values();
      expect(values).toEqual({ ...whole, ...missing });
      const links = page.all('[role="alert"] a');
      expect(links.length).toBe(Object.keys(section.required).length);
      for (const link of links) {
        const field = page.document.querySelector(String(link.getAttribute("href")));
        expect(field?.getAttribute("aria-invalid")).toBe("true");
        const message = page.document.getElementById(String(field?.getAttribute("aria-describedby")?.split(" ")[0]));
        expect(message?.textContent).toBe(link.textContent);
        expect(link.textContent).toContain(section.required[field?.getAttribute("name") ?? ""]);
      }
      expect(await checksum()).toBe(before);
    });

    test("gives the focus to its title and, refused, to its errors, without a script", async () => {
      const opened = await openNew();
      // The browser gives it to the first that asks for it and is shown; a search waits in the header.
      const first = "[autofocus]:not([popover] *)";
      expect(opened.document.querySelector(first)?.localName).toBe("h2");
      const missing = Object.fromEntries(Object.keys(section.required).map((field) => [field, ""]));
      const refused = await opened.submit({ ...whole, ...missing });
      expect(refused.document.querySelector(first)?.getAttribute("role")).toBe("alert");
    });

    test.each(section.invalid)("rejects %s = %j", async (field, value) => {
      const before = await checksum();
      const page = await (await openNew()).submit({ ...whole, [field]: value });
      expect(page.status).toBe(400);
      expect(page.alert).toContain("Revisa estos datos");
      expect(page.html).not.toMatch(/prisma|ZodError|invalid input|\bat .+:\d+:\d+/i);
      expect(await checksum()).toBe(before);
    });

    test("creates one record when the form is sent three times at once, with the same answer each time", async () => {
      const page = await openNew();
      const before = await count();
      expect(await page.submitThrice(whole)).toEqual([`303 ${path}`]);
      expect(await count()).toBe(before + 1);
    });

    async function expectBothKept(edits: [field: string, value: string][]): Promise<void> {
      const id = await create();
      for (const [index, [field, value]] of edits.entries()) {
        const { token, updated_at, base, ...before } = (await editor(id)).values();
        const text = { [textField]: `El texto ${index}` };
        // Each of the two is the second person once.
        const pairs = [
          { hers: { [field]: value }, mine: text },
          { hers: { [textField]: "El de ella" }, mine: { [field]: before[field] ?? "" } },
        ];
        for (const { hers, mine } of pairs) {
          const page = await editor(id);
          expect((await (await editor(id)).submit(hers)).status, field).toBe(303);
          const saved = await page.submit(mine);
          expect([saved.status, saved.text("section[aria-labelledby=versiones]")], field).toEqual([303, ""]);
          expect(await flash(), field).toContain("También se quedó lo que otra persona cambió mientras editabas: ");
          const { token, updated_at, base, ...after } = (await editor(id)).values();
          expect(ticked(after), field).toEqual(ticked({ ...page.values(), ...hers, ...mine }));
        }
      }
    }

    const [first, ...rest] = Object.entries(section.edits);

    test("keeps both of two edits of different fields without a question, and says so to the second person", () =>
      expectBothKept(first ? [first, ...(isWhole ? rest : [])] : []));

    test.runIf(!isWhole && rest.length > 0)("keeps both of two edits, whichever the fields", { tags: ["slow"] }, () =>
      expectBothKept(rest),
    );

    test("asks about a field that both changed, with the other's changes in place, and saves the answer", async () => {
      const id = await create();
      const mine = await editor(id);
      const refused = await mine.submit({ ...Object.fromEntries(Object.keys(section.required).map((field) => [field, ""])) });
      const [[field, value] = ["", ""]] = Object.entries(section.edits);
      const hers = await (await editor(id)).submit({ [textField]: "La versión de ella", [field]: value });
      expect(hers.status).toBe(303);
      // Neither the page opened earlier nor its invalid reply may overwrite the newer version.
      for (const page of [mine, refused]) {
        const seen = Object.fromEntries(SEEN.map((name) => [name, page.values()[name] ?? ""]));
        const conflict = await page.submit({ ...mine.values(), ...seen, [textField]: "La versión mía" });
        expect(conflict.status).toBe(409);
        expect(conflict.texts("section[aria-labelledby=versiones] dd")).toEqual([
          "Tu versión: La versión mía",
          "Lo guardado: La versión de ella",
        ]);
        expect(ticked(conflict.values())).toMatchObject(ticked({ [textField]: "La versión mía", [field]: value }));
        expect((await read(id))?.[textField]).toBe("La versión de ella");
      }
      const conflict = await mine.submit({ [textField]: "La versión mía" });
      expect((await conflict.submit()).status).toBe(303);
      expect(ticked((await editor(id)).values())).toMatchObject(ticked({ [textField]: "La versión mía", [field]: value }));
    });

    test("answers 503 with every value kept when the database rejects the write", async () => {
      const id = await create();
      const [page, confirmation] = [await openNew(), await staff().get(`${path}/${id}/eliminar`)];
      const { refused, kept: normalized } = await whileRejecting(table, async () => ({
        refused: await page.submit({ ...whole, [textField]: "Que no se guardó" }),
        kept: await confirmation.submit({}, `form[action^="${path}/${id}/eliminar"]`),
      }));
      expect(refused.status).toBe(503);
      expect(refused.alert).toContain(section.messages.notSaved ?? "No se pudo guardar");
      expect(refused.values()[textField]).toBe("Que no se guardó");
      expect(normalized.status).toBe(303);
      const sentence = (await staff().get(path)).alert;
      expect(sentence).toContain(section.messages.notDeleted ?? "No se pudo guardar el cambio");
      expect(await read(id)).toBeDefined();
      expect((await refused.submit()).status).toBe(303);
    });

    test("asks before it deletes, from a link in the list or the record's screen, and deletes once when the confirmation is sent three times", async () => {
      const id = await create();
      const before = await checksum();
      const confirm = `form[action^="${path}/${id}/eliminar"]`;
      const list = await staff().get(section.screen ? `${path}/${id}/${section.screen}` : path);
      expect(list.all(confirm)).toEqual([]);
      const links = list.all(`a[href^="${path}/${id}/eliminar"]`);
      expect(links.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Eliminar ./)]);
      const opened = await staff().get(String(links[0]?.getAttribute("href")));
      expect(opened.text("section:has(> #titulo-ficha), dialog")).toContain(section.question);
      const confirmation = await staff().get(`${path}/${id}/eliminar?q=x`);
      expect(confirmation.text("section:has(> #titulo-ficha), dialog")).toContain(section.question);
      expect(await checksum()).toBe(before);
      expect(await confirmation.submitThrice({}, confirm)).toEqual([`303 ${path}?q=x`]);
      const after = await staff().get(path);
      expect(after.flash).toBe(section.messages.deleted);
      expect(section.softDelete ? (await read(id))?.activo : await read(id)).toBe(section.softDelete ? false : undefined);
      if (!section.softDelete) return;
      const undo = after.all("main form").find((form) => form.textContent === "Deshacer");
      undo?.setAttribute("id", "deshacer");
      expect((await after.submit({}, "#deshacer")).status).toBe(303);
      expect((await read(id))?.activo).toBe(true);
    });
  });

  describe.runIf(isWhole)("the shared mechanism of the form contract", () => {
    test("keeps the typed values of an invalid form over a list page that no longer exists", async () => {
      const missing = Object.fromEntries(Object.keys(section.required).map((field) => [field, ""]));
      const page = await (await staff().get(`${path}/${newSegment}?pagina=900`)).submit({ ...whole, ...missing });
      expect(page.status).toBe(400);
      expect(page.values()).toMatchObject({ ...whole, ...missing });
    });

    test("answers 409 and a new idempotency key when a sent form is sent again with other values, and then saves it", async () => {
      const before = await count();
      const page = await openNew();
      await page.submit(whole);
      const again = await page.submit({ ...whole, [textField]: "Otra vez" });
      expect(again.status).toBe(409);
      expect(again.alert).toContain("ya se había enviado");
      expect(again.values()[textField]).toBe("Otra vez");
      expect(again.values().token).not.toBe(page.values().token);
      expect(await count()).toBe(before + 1);
      expect((await again.submit()).status).toBe(303);
      expect(await count()).toBe(before + 2);
    });

    test("saves a merged edit once when it is sent three times at once, with the same answer and message each time", async () => {
      const id = await create();
      const page = await editor(id);
      const [[field, value] = ["", ""]] = Object.entries(section.edits);
      await (await editor(id)).submit({ [field]: value });
      const { updated_at } = (await editor(id)).values();
      expect(await page.submitThrice({ [textField]: "Una sola vez" })).toEqual([`303 ${path}`]);
      expect(await read(id)).toMatchObject({ [textField]: "Una sola vez", [field]: value });
      expect((await editor(id)).values().updated_at).not.toBe(updated_at);
      const again = (await editor(id)).values();
      expect((await page.submit({ [textField]: "Una sola vez" })).status).toBe(303);
      expect(await flash()).toContain("También se quedó lo que otra persona cambió mientras editabas: ");
      expect((await editor(id)).values().updated_at).toBe(again.updated_at);
    });

    test("asks about every field that differs when the form says nothing of what it showed", async () => {
      const id = await create();
      const page = await editor(id);
      const [[field, value] = ["", ""]] = Object.entries(section.edits);
      await (await editor(id)).submit({ [field]: value });
      for (const base of ["", "x:", "__proto__:0"]) {
        const conflict = await page.submit({ [textField]: "La mía", base });
        expect(conflict.status, base).toBe(409);
        expect(conflict.all("section[aria-labelledby=versiones] dt"), base).toHaveLength(2);
      }
      expect(await read(id)).toMatchObject({ [textField]: page.values()[textField], [field]: value });
    });

    test("carries digests of what it shows, which differ from one version to the next, and no value", async () => {
      const id = await create();
      const seen = String((await editor(id)).values().base);
      expect(seen).toMatch(/^(\w+:[0-9a-f]{12} ?){3,}$/);
      await (await editor(id)).submit({ [textField]: "Otro" });
      const later = String((await editor(id)).values().base);
      expect(later.split(" ").filter((digest) => seen.includes(digest))).toEqual([]);
    });

    test("keeps the typed values when the idempotency key is missing or the record was deleted", async () => {
      const id = await create();
      const page = await editor(id);
      const before = await checksum();
      const withoutKey = await staff().post(`${path}/${newSegment}`, { ...whole, [textField]: "Sin <sello>" });
      expect([withoutKey.status, withoutKey.values()[textField]]).toEqual([400, "Sin <sello>"]);
      expect(await checksum()).toBe(before);
      await sql(`DELETE FROM ${table} WHERE id = $1`, [id]);
      const deleted = await page.submit({ [textField]: "Lo que <escribí>" });
      expect(deleted.status).toBe(404);
      expect(deleted.text("section")).toContain("Lo que <escribí>");
      expect(deleted.text("section")).not.toContain(`${textField}:`);
    });

    test("answers 404 for an invalid or unknown id", async () => {
      const form = { ...(await openNew()).values(), ...whole };
      for (const id of ["abc", "00000000-0000-4000-8000-000000000000", "__proto__", "1%27--", "%00"]) {
        for (const address of [`${path}/${id}`, `${path}/${id}/eliminar`])
          expect([404, 400], address).toContain((await staff().get(address)).status);
        expect([404, 400], id).toContain((await staff().post(`${path}/${id}`, form)).status);
      }
    });

    test("answers malformed bodies with a 4xx page, without a stack trace or a changed row", async () => {
      const id = await create();
      const { token = "", updated_at = "" } = (await editor(id)).values();
      const before = await checksum();
      const form = new URLSearchParams({ ...whole, token, updated_at });
      const twice = new URLSearchParams(form);
      twice.append(textField, "otra vez");
      const bodies: [what: string, body: string][] = [
        ["nothing", ""],
        ["a field twice", twice.toString()],
        ["a field as a tree", form.toString().replace(`${textField}=`, `${textField}.a.b=`)],
        ["a field as a list", form.toString().replace(`${textField}=`, `${textField}[3]=`)],
        ...Object.keys(whole).map((field): [string, string] => [`${field} as a tree`, `${form}&${field}.x=1`]),
        ["a control character", new URLSearchParams({ ...whole, token, updated_at, [textField]: "\u0085" }).toString()],
        ["a NUL", new URLSearchParams({ ...whole, token, updated_at, [textField]: "a\0b" }).toString()],
        ["an overlong text", new URLSearchParams({ ...whole, token, updated_at, [textField]: "x".repeat(900_000) }).toString()],
      ];
      for (const address of [`${path}/${newSegment}`, `${path}/${id}`]) {
        for (const [what, body] of bodies) {
          const headers = { "content-type": "application/x-www-form-urlencoded" };
          const page: Page = await staff().send(address, { method: "POST", headers, body });
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
