import { describe, expect, test } from "vitest";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { type FormState, StaleEdit } from "~/http/replies.server";

type Ficha = { updated_at: string; nombre: string; telefono: string | null; medicina?: string; filas?: { nombre: string }[] };

const LABELS = { nombre: "Nombre", telefono: "Teléfono", medicina: "Medicina", filas: "Filas" };
const FIRST: Ficha = { updated_at: "2026-11-22T10:00:00.000Z", nombre: "Ana", telefono: "55", medicina: "Insulina" };
const later = (n: number, changes: Partial<Ficha>): Ficha => ({
  ...FIRST,
  updated_at: `2026-11-22T10:00:0${n}.000Z`,
  ...changes,
});

/** The form of a record as a browser sends it, with changes; undefined leaves a field out. */
function sent({ filas, ...record }: Ficha, changes: Record<string, string | undefined> = {}): FormData {
  const { base } = withBase({ ...record, ...(filas && { filas }) }, LABELS);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...record, base, ...changes })) if (value) form.append(name, value);
  for (const [index, { nombre }] of (filas ?? []).entries()) form.append(`filas[${index}].nombre`, nombre);
  return form;
}

/** Saves a form while the record changes to each of `versions` in turn, and gives the response and what was written. */
async function save(form: FormData, versions: (Ficha | null)[], outcome = "written") {
  let written: Record<string, unknown> | undefined;
  let sentence: string | undefined;
  let reads = 0;
  const now = () => versions[Math.min(reads, versions.length - 1)] ?? null;
  const response = await mergeIfStale(
    form,
    {
      labels: LABELS,
      read: async () => {
        const version = now();
        reads++;
        return version;
      },
    },
    async (values, kept) => {
      const { updated_at, base, ...mine } = Object.fromEntries(values);
      if (now() === null) return new Response(null, { status: 404 });
      if (outcome === "written" && updated_at !== now()?.updated_at) throw new StaleEdit(mine);
      written = mine;
      sentence = await kept({ outcome }, mine);
      return new Response(null, { status: 303 });
    },
  );
  const state: Partial<FormState> = response.status === 409 ? await response.json() : {};
  return { status: response.status, written, sentence, reads, state };
}

describe("a stale edit", () => {
  test("is saved with what only the other changed, however often that happens in between", async () => {
    const versions = [later(1, { telefono: "56" }), later(2, { telefono: "57" }), later(3, { telefono: "58" })];
    const form = sent(FIRST, { nombre: "Eva" });
    expect(await save(form, versions)).toMatchObject({
      status: 303,
      written: { nombre: "Eva", telefono: "58" },
      sentence: "También se quedó lo que otra persona cambió mientras editabas: Teléfono.",
    });
  });

  test("is given back as it would be saved when the record does not stop changing", async () => {
    const versions = Array.from({ length: 9 }, (_, n) => later(n + 1, { telefono: String(60 + n) }));
    const { status, written, reads, state } = await save(sent(FIRST, { nombre: "Eva" }), versions);
    expect([status, written, reads]).toEqual([409, undefined, 5]);
    expect(state.lastResult?.initialValue).toMatchObject({ nombre: "Eva", telefono: "64", updated_at: versions[4]?.updated_at });
    expect(state.versions).toBeUndefined();
  });

  test("of a record deleted meanwhile is answered by the write", async () => {
    expect(await save(sent(FIRST, { nombre: "Eva" }), [null])).toMatchObject({ status: 404 });
  });

  test("of the same field is asked about, and carries the version it was compared with", async () => {
    const now = later(1, { nombre: "Luz", telefono: null });
    const { status, written, state } = await save(sent(FIRST, { nombre: "Eva" }), [now]);
    expect([status, written, state.versions?.map(({ label }) => label)]).toEqual([409, undefined, ["Nombre"]]);
    const { nombre, telefono, updated_at, base } = (state.lastResult?.initialValue ?? {}) as Record<string, string>;
    expect([nombre, telefono, updated_at]).toEqual(["Eva", undefined, now.updated_at]);
    expect(base).toBe(withBase(now, LABELS).base);
  });

  test("takes a list as one field, with fewer rows than it had", async () => {
    const seen = { ...FIRST, filas: [{ nombre: "Hilo" }, { nombre: "Henna" }] };
    const { written } = await save(sent(seen, { nombre: "Eva" }), [later(1, { filas: [{ nombre: "Tinte" }] })]);
    expect(written).toMatchObject({ nombre: "Eva", "filas[0].nombre": "Tinte" });
    expect(written).not.toHaveProperty("filas[1].nombre");
  });

  test("does not take a difference of line breaks or spaces for a change", async () => {
    const seen = { ...FIRST, nombre: "Ana\nSol" };
    const { written } = await save(sent(seen, { nombre: "Ana\r\nSol ", telefono: "56" }), [later(1, { nombre: "Luz" })]);
    expect(written).toMatchObject({ nombre: "Luz", telefono: "56" });
  });

  test("says nothing after a save that merged nothing, and the same again after one that was saved before", async () => {
    expect((await save(sent(FIRST, { nombre: "Eva" }), [FIRST])).sentence).toBeUndefined();
    const form = sent(FIRST, { nombre: "Eva" });
    expect((await save(form, [later(1, { nombre: "Eva" })], "repeated")).sentence).toBeUndefined();
    expect((await save(form, [later(1, { nombre: "Eva", telefono: "56" })], "repeated")).sentence).toContain("Teléfono");
  });
});

describe("a field that the form did not show", () => {
  const { medicina, ...shown } = FIRST;

  test("has no digest in its base", () => {
    expect(withBase(shown, LABELS).base).not.toContain("medicina");
    expect(withBase(FIRST, LABELS).base).toContain("medicina:");
  });

  test("is neither written, nor shown, nor named, whichever account changes it", async () => {
    const hers = later(1, { medicina: "Otra", telefono: "56" });
    const merged = await save(sent(shown, { nombre: "Eva" }), [hers]);
    expect(merged.written).toEqual({ nombre: "Eva", telefono: "56" });
    expect(merged.sentence).not.toContain("Medicina");
    const asked = await save(sent(shown, { telefono: "57" }), [hers]);
    expect([asked.status, asked.state.versions?.map(({ label }) => label)]).toEqual([409, ["Teléfono"]]);
    expect(JSON.stringify(asked.state)).not.toMatch(/Otra|Insulina|medicina/);
  });

  test("is asked about when the form has a value for it all the same, instead of being overwritten", async () => {
    const { status, state } = await save(sent(shown, { medicina: "Mía" }), [later(1, { medicina: "Otra" })]);
    expect([status, state.versions?.map(({ label }) => label)]).toEqual([409, ["Medicina"]]);
  });
});
