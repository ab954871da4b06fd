import { randomUUID } from "node:crypto";
import { keyedDigest, sha256 } from "~/database/digest.server";
import { isId } from "~/database/fields.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { actorOf } from "~/http/actor.server";
import { parseRowIntent, type RowIntent } from "./row-intent";
import { isSecret, readFormData } from "./submitted-form.server";

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
 * files. It names who sent it. Null without a valid token.
 */
export function idempotencyKeyOf(request: Request, values: FormData, files: string[] = []): IdempotencyKey | null {
  const token = values.get("token");
  if (typeof token !== "string" || !isId(token)) return null;
  const path = new URL(request.url).pathname.toLowerCase().replace(/\/$/, "");
  // A form that is given back and sent again may have its fields in another order and other line endings.
  const content = [...values]
    .filter(([name]) => !isSecret(name))
    .map(([name, value]): [string, string] => [name, String(value).replace(/\r\n?/g, "\n")])
    .sort(([one], [other]) => Number(one > other) - Number(one < other));
  return {
    id: sha256(`${token} ${path}`).slice(0, 32),
    digest: keyedDigest(JSON.stringify(files.length > 0 ? [...content, files] : content)),
    actor: actorOf(request),
  };
}

/** Reads the intent of the button that sent a form: a row more or less, or null to save. Throws 400 for any other. */
export function readRowIntent(values: FormData): RowIntent | null {
  const value = values.get("intent");
  if (value === null) return null;
  const intent = parseRowIntent(value);
  if (!intent) throw new Response(null, { status: 400 });
  return intent;
}

/**
 * Replaces the field `intent` of the values with Conform's own command, with which it gives the form back with a row more or less
 * in `list`. Without a row intent it only removes the field. Gives the same values.
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

/** The text of a field without the space around it; empty when it was not sent. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value.trim() : "";
}
