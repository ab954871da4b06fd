import { randomUUID } from "node:crypto";
import { keyedDigest, sha256 } from "~/database/digest.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { env } from "~/env.server";
import { parseRowIntent, type RowIntent } from "./row-intent";

/** A new token for the forms of a page. */
export function newToken(): string {
  return randomUUID();
}

/** Reads a submitted form and its idempotency key. Throws what readFormData throws. */
export async function readForm(request: Request): Promise<{ values: FormData; key: IdempotencyKey }> {
  const values = await readFormData(request);
  return { values, key: idempotencyKeyOf(request, values) };
}

/**
 * The idempotency key of a submission: its id is a hash of the page's token and the path it is sent to (all forms of a page
 * share a token, and each may be used once), its digest an HMAC of the values without passwords, and of the digests of its
 * files. Null without a valid token.
 */
export function idempotencyKeyOf(request: Request, values: FormData, files: string[] = []): IdempotencyKey | null {
  const token = values.get("token");
  if (typeof token !== "string" || !/^[0-9a-f-]{36}$/.test(token)) return null;
  const path = new URL(request.url).pathname.toLowerCase().replace(/\/$/, "");
  // A form that is given back and sent again may have its fields in another order and other line endings.
  const content = [...values]
    .filter(([name]) => !isSecret(name))
    .map(([name, value]): [string, string] => [name, String(value).replace(/\r\n?/g, "\n")])
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  return {
    id: sha256(`${token} ${path}`).slice(0, 32),
    digest: keyedDigest(JSON.stringify(files.length > 0 ? [...content, files] : content)),
  };
}

// What our own forms send, with room: `nombre`, `horario[6].abre`. Conform builds whatever a name describes, a list of a
// billion places or a tree a thousand deep, and copies a repeated field once for each repetition; it throws on a command
// (`__intent__`) that it cannot read, and on a list of an editor's that is none.
const MAX_FIELDS = 1000;
const FIELD_NAME = /^(?!(__|horario$|insumos$|servicios$))\w{1,60}$|^(horario|insumos|servicios)\[\d{1,3}\]\.\w{1,60}$/;

/** Reads which of its `RowsButton`s sent a form; null when it was sent to be saved. Throws 400 for any other intent. */
export function readRowIntent(values: FormData): RowIntent | null {
  const value = values.get("intent");
  if (value === null) return null;
  const intent = parseRowIntent(value);
  if (!intent) throw new Response(null, { status: 400 });
  return intent;
}

/**
 * Turns a row intent into the command with which Conform parses the form as one that has a row more or less in `list`, and gives
 * it back. A form without an intent stays as it is.
 */
export function applyRowIntent(values: FormData, list: string, intent: RowIntent | null): FormData {
  values.delete("intent");
  if (!intent) return values;
  const command =
    intent.type === "add-row"
      ? { type: "insert", payload: { name: list } }
      : { type: "remove", payload: { name: list, index: intent.index } };
  values.set("__intent__", JSON.stringify(command));
  return values;
}
