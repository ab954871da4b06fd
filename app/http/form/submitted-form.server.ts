import { parse, type SubmissionResult } from "@conform-to/react";
import { requireFieldNames } from "./field-names.server";

/**
 * A submission as pairs of name and value, in the order in which they were sent, without files: the one shape in which a form
 * is given back after its request, on an error page or in its own page.
 */
export type SubmittedFields = [name: string, value: string][];

const fieldsByRequest = new WeakMap<Request, SubmittedFields>();

/** Remembers the fields of a request, whose body can be read only once. Throws 400 for names that its form does not take. */
export function rememberFields(request: Request, values: FormData): void {
  requireFieldNames(request, [...values.keys()]);
  fieldsByRequest.set(request, textsOf(values));
}

/** The fields of a form without its files. */
export function textsOf(values: FormData): SubmittedFields {
  return [...values].flatMap(([name, value]): SubmittedFields => (typeof value === "string" ? [[name, value]] : []));
}

/** Gives the fields of a request whose body has been read, or an empty list. */
export function rememberedFields(request: Request): SubmittedFields {
  return fieldsByRequest.get(request) ?? [];
}

/** Reads the body of a form and remembers its fields. Throws 400 for a body that is not a form of the route. */
export async function readFormData(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) throw new Response(null, { status: 400 });
  const values = await request.formData().catch(() => {
    throw new Response(null, { status: 400 });
  });
  rememberFields(request, values);
  return values;
}

/** Gives the fields of a request, reading its body if that was not done yet. Throws what readFormData throws. */
export async function submittedFields(request: Request): Promise<SubmittedFields> {
  if (!fieldsByRequest.has(request)) await readFormData(request);
  return rememberedFields(request);
}

/** Whether a field carries a password, which is never given back, saved, or made part of a digest. */
export const isPassword = (name: string) => /password/i.test(name);

/** Whether a field is a password or the form's token, neither of which is part of its content. */
export const isSecret = (name: string) => name === "token" || isPassword(name);

/** The result that fills a Conform form with `fields` again, under `formErrors`. The form's schema is not applied. */
export function resultOfFields(fields: SubmittedFields, formErrors: string[]): SubmissionResult {
  const values = new FormData();
  for (const [name, value] of fields) values.append(name, value);
  return parse<null, string[]>(values, { resolve: () => ({ value: null }) }).reply({ formErrors });
}

/** The fields of a Conform payload (the reverse of parsing), with repeated fields and the rows of lists. */
export function fieldsOfPayload(payload: Record<string, unknown>): SubmittedFields {
  return flatten("", payload);
}

function flatten(name: string, value: unknown): SubmittedFields {
  if (typeof value !== "object" || value === null) return [[name, String(value ?? "")]];
  if (Array.isArray(value)) {
    return value.flatMap((inner, index) => flatten(typeof inner === "object" ? `${name}[${index}]` : name, inner));
  }
  return Object.entries(value).flatMap(([key, inner]) => flatten(name ? `${name}.${key}` : key, inner));
}
