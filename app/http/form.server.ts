import { createHash, createHmac, randomUUID } from "node:crypto";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { env } from "~/env.server";

/** A fresh one-use id for the forms of a page. */
export function newToken(): string {
  return randomUUID();
}

// A body can be read once, and an action may fail after that.
const fieldsByRequest = new WeakMap<Request, [name: string, value: string][]>();

/** Remembers what a request sent, without files: as it came in, whatever is made of it later. */
export function rememberFields(request: Request, values: FormData): void {
  fieldsByRequest.set(
    request,
    [...values].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** What is remembered of what a request sent: nothing before its body was read. */
export function rememberedFields(request: Request): [name: string, value: string][] {
  return fieldsByRequest.get(request) ?? [];
}

/** What a request sent, without files. Throws 400 for a body that is no form. */
export async function submittedFields(request: Request): Promise<[name: string, value: string][]> {
  if (!fieldsByRequest.has(request)) await readForm(request);
  return rememberedFields(request);
}

/** Reads a posted form and seals it. Throws 400 for a body that is no form. */
export async function readForm(request: Request): Promise<{ values: FormData; key: IdempotencyKey }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) throw new Response(null, { status: 400 });
  const values = await request.formData().catch(() => {
    throw new Response(null, { status: 400 });
  });
  requireFieldNames([...values.keys()]);
  rememberFields(request, values);
  return { values, key: idempotencyKeyOf(request, values) };
}

/** Whether a field carries a password: it is never given back, kept, or made part of a digest from which it could be guessed. */
export const isPassword = (name: string) => /password/i.test(name);

/**
 * Seals a form: the token of the page it came from, made particular to the address it is sent to (so that the many forms
 * of one page share a token and are still each used once), and a keyed digest of its values (without passwords) and of the
 * files that came with it. Null without a token.
 */
export function idempotencyKeyOf(request: Request, values: FormData, files: string[] = []): IdempotencyKey | null {
  const token = values.get("token");
  if (typeof token !== "string" || !/^[0-9a-f-]{36}$/.test(token)) return null;
  const path = new URL(request.url).pathname.toLowerCase().replace(/\/$/, "");
  // A form that comes back and is sent again may have its fields in another order, and its lines end in another way.
  const sent = [...values]
    .filter(([name]) => name !== "token" && !isPassword(name))
    .map(([name, value]): [string, string] => [name, String(value).replace(/\r\n?/g, "\n")])
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  return {
    id: createHash("sha256").update(`${token} ${path}`).digest("hex").slice(0, 32),
    digest: createHmac("sha256", env().SESSION_SECRET)
      .update(JSON.stringify(files.length > 0 ? [...sent, files] : sent))
      .digest("hex"),
  };
}

// What our own forms send, with room: `nombre`, `horario[6].abre`. Conform builds whatever a name describes, a list of a
// billion places or a tree a thousand deep, and copies a repeated field once for each repetition; it throws on a command
// (`__intent__`) that it cannot read, and on a list of an editor's that is none.
const MAX_FIELDS = 1000;
const FIELD_NAME = /^(?!(__|horario$|insumos$|servicios$))\w{1,60}$|^(horario|insumos|servicios)\[\d{1,3}\]\.\w{1,60}$/;

/**
 * Reads the button of a list's rows (`RowsButton`): makes it the command by which Conform gives the form back with a row more
 * or less, to be answered like a refusal. A form that was sent by another button stays as it is. Throws 400 for what no
 * button of ours sends.
 */
export function applyRowIntent(values: FormData, list: string): FormData {
  const pressed = values.get("filas");
  if (pressed === null) return values;
  if (typeof pressed !== "string" || !/^(agregar|\d{1,3})$/.test(pressed)) throw new Response(null, { status: 400 });
  const command =
    pressed === "agregar"
      ? { type: "insert", payload: { name: list } }
      : { type: "remove", payload: { name: list, index: Number(pressed) } };
  values.delete("filas");
  values.set("__intent__", JSON.stringify(command));
  return values;
}

/** Throws 400 unless these can be the names of a form's fields. */
export function requireFieldNames(names: string[]): void {
  if (names.length > MAX_FIELDS || !names.every((name) => FIELD_NAME.test(name))) throw new Response(null, { status: 400 });
}
