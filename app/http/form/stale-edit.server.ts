import { json } from "@remix-run/node";
import { keyedDigest } from "~/database/digest.server";
import { type FieldVersions, type FormState, headingOf, SENTENCES, StaleEdit } from "~/http/replies.server";
import { asSubmitted } from "./as-submitted";
import { mergeEdits } from "./merge-edits";
import { fieldsOfPayload, resultOfFields, type SubmittedFields, textsOf } from "./submitted-form.server";

/** A record as its form shows it, with the version that it is. */
type Shown = { updated_at: string };

type Version = Record<string, unknown>;

type Editor = {
  /**
   * What it merges: each field that the account may see, with its label. A list of rows is one field, `servicios[0].precio` one
   * of a row.
   */
  labels: Record<string, string>;
  /** The fields that decide together. */
  together?: string[][];
  /** Reads the record as it is now, as the form shows it; null when it no longer exists. */
  read: () => Promise<Shown | null>;
  /** A version of the record with words in place of ids and lists, to compare two of them. */
  inWords?: (version: Version) => Version | Promise<Version>;
  /** The labels of the words, if they are others: `horario[0]` for a day of the field `horario`. */
  wordLabels?: Record<string, string>;
};

/**
 * Gives the sentence about what somebody else changed and this form now has, if anything. For a submission that was saved before
 * it compares `mine`, the validated values, with the record, so that the same is said again.
 */
export type Kept = (saved?: { outcome: string }, mine?: object) => Promise<string | undefined>;

// Others would have to save the same record in between each time.
const MAX_TRIES = 5;

/**
 * Saves an edit with `save`, which is called again with the merged form when it throws StaleEdit: with what only the other one
 * changed, in place of what this form merely showed. When both changed a field, gives 409 and the form with this one's value,
 * and both versions of it. The merged form carries the saved version, so that sending it again decides.
 */
export async function mergeIfStale(
  sent: FormData,
  editor: Editor,
  save: (values: FormData, kept: Kept) => Promise<Response>,
): Promise<Response> {
  let taken: string[] = [];
  let values = sent;
  const kept: Kept = async (saved, mine) => {
    const now = saved?.outcome === "repeated" ? await editor.read() : null;
    if (now && mine) taken = merge(sent, mine, now, editor).taken;
    if (taken.length === 0) return undefined;
    const labels = taken.map((field) => editor.labels[field]).join(", ");
    return `También se quedó lo que otra persona cambió mientras editabas: ${labels}.`;
  };
  for (let tries = 1; ; tries++) {
    try {
      const response = await save(values, kept);
      return values === sent || response.status < 400 ? response : await asMerged(response, values);
    } catch (error) {
      if (!(error instanceof StaleEdit) || tries > MAX_TRIES) throw error;
      const now = await editor.read();
      // Deleted meanwhile: the next try says so.
      if (!now) continue;
      const merged = merge(sent, error.mine, now, editor);
      ({ values, taken } = merged);
      const versions = merged.conflicts.length > 0 ? await compare(merged.conflicts, error.mine, { ...now }, editor) : [];
      if (versions.length === 0 && tries < MAX_TRIES) continue;
      const isAsked = versions.length > 0;
      const lastResult = resultOfFields(textsOf(values), [isAsked ? SENTENCES.stale : SENTENCES.busy]);
      const state = { heading: headingOf(409), ...error.more, lastResult, ...(isAsked && { versions }) };
      const response = json<FormState>(state, { status: 409 });
      return asMerged(response, values);
    }
  }
}

/**
 * A record with the field `base` of its form: a keyed digest of what the form shows of each field of `labels`. Equality is all
 * that a merge needs, so no value travels as the base. `values` is the record as the form shows it, if that differs.
 */
export function withBase<Record extends Shown>(record: Record, labels: Editor["labels"], values: object = record) {
  const shown = fieldsOf(values);
  const isShown = (field: string) => (field.split(/[[.]/)[0] ?? "") in values;
  const digests = Object.keys(labels)
    .filter(isShown)
    .map((field) => `${field}:${digestOf(record.updated_at, field, shown)}`);
  return { ...record, base: digests.join(" ") };
}

function merge(sent: FormData, mine: object, now: Shown, { labels, together = [] }: Editor) {
  const seen = String(sent.get("updated_at") ?? "");
  const base = parseBase(String(sent.get("base") ?? ""));
  const [typed, validated, theirs] = [textsOf(sent), fieldsOf(mine), fieldsOf(now)];
  // A field that neither the base nor the form has was not shown, because the account may not see it: it stays as it is, unsaid.
  const wasShown = (field: string) => base.has(field) || typed.some(([name]) => isOf(field, name));
  const fields = Object.keys(labels).filter(wasShown);
  const units = [...together, ...fields.filter((field) => !together.flat().includes(field)).map((field) => [field])];
  const { taken, conflicts } = mergeEdits(
    units.map((unit) => unit.filter((field) => fields.includes(field))),
    (field) => {
      const [shown, saved] = [base.get(field), digestOf(seen, field, theirs)];
      // What was typed and what it means: `350` is the same price as `350.00`.
      const own = [digestOf(seen, field, typed), digestOf(seen, field, validated)] as const;
      return { base: shown, theirs: saved, mine: [shown, saved].find((digest) => digest && own.includes(digest)) ?? own[0] };
    },
  );
  const values = new FormData();
  for (const [name, value] of typed) if (!taken.some((field) => isOf(field, name))) values.append(name, value);
  for (const [name, value] of theirs) if (taken.some((field) => isOf(field, name))) values.append(name, value);
  values.set("updated_at", now.updated_at);
  values.set("base", withBase(now, Object.fromEntries(fields.map((field) => [field, ""]))).base);
  return { taken, conflicts, values };
}

/** The digest of each field in a form's `base`. */
function parseBase(base: string): Map<string, string> {
  return new Map(Array.from(base.matchAll(/(\S+):([0-9a-f]+)/g), ([, field = "", digest = ""]) => [field, digest]));
}

/** The form given back, marked as merged, so that its page shows the merged values in place of those it had. */
async function asMerged(response: Response, values: FormData): Promise<Response> {
  const state: FormState = await response.json();
  return json<FormState>({ ...state, merged: String(values.get("updated_at")) }, { status: response.status });
}

/** Both versions of the fields in conflict, in words; none of those that read the same. */
async function compare(fields: string[], mine: Version, now: Version, editor: Editor): Promise<FieldVersions[]> {
  const { labels, wordLabels = labels, inWords = (version) => version } = editor;
  const [own, saved] = await Promise.all([inWords(mine), inWords(now)]);
  return Object.entries(wordLabels)
    .filter(([name]) => fields.some((field) => isOf(field, name)))
    .map(([name, label]) => ({ label, mine: asWords(own[name]), saved: asWords(saved[name]) }))
    .filter(({ mine, saved }) => mine !== saved);
}

const asWords = (value: unknown) => (typeof value === "boolean" ? (value ? "Sí" : "No") : String(value ?? ""));

const fieldsOf = (values: object): SubmittedFields => fieldsOfPayload(asSubmitted(values) as Record<string, unknown>);

/** Whether a form's control belongs to a field: `insumos[0].nombre` to `insumos`. */
const isOf = (field: string, name: string) => name === field || name.startsWith(`${field}[`) || name.startsWith(`${field}.`);

/** The digest of a field in one version of a record. The version is part of it, so that other versions' digests say nothing. */
function digestOf(version: string, field: string, fields: SubmittedFields): string {
  const texts = fields
    .filter(([name]) => isOf(field, name))
    .map(([name, text]) => [name, text.replace(/\r\n?/g, "\n").trim()].join("="))
    .filter((text) => !text.endsWith("="));
  return keyedDigest(JSON.stringify([version, field, texts.sort()])).slice(0, 12);
}
