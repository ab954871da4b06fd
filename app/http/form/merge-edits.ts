/** One field in three versions: what both started from, and what each of the two made of it. Compared for equality alone. */
export type ThreeVersions = { base: string | undefined; mine: string; theirs: string };

/**
 * Merges two edits of one record. A unit is a field, or the fields that decide together: one that only they changed is `taken`
 * from them, one that only I changed stays, and one that both changed is in `conflicts`. Gives the fields that differ.
 */
export function mergeEdits(units: string[][], versionsOf: (field: string) => ThreeVersions) {
  const taken: string[] = [];
  const conflicts: string[] = [];
  for (const unit of units) {
    const versions = unit.map((field) => ({ field, ...versionsOf(field) }));
    const differing = versions.filter(({ mine, theirs }) => mine !== theirs).map(({ field }) => field);
    if (versions.every(({ base, mine }) => mine === base)) taken.push(...differing);
    else if (versions.some(({ base, theirs }) => theirs !== base)) conflicts.push(...differing);
  }
  return { taken, conflicts };
}
