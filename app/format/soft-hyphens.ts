const MIN_LETTERS = 13;
const LONG_WORD = new RegExp(`\\p{L}{${MIN_LETTERS},}`, "gu");
// A syllable ends after its vowel, or after one consonant that does not begin the next syllable together with its neighbour.
const SYLLABLE_END =
  /(?<=\p{L}{2})([aeiouáéíóúü](?:(?![bcfgp][lr]|[dt]r|ch|ll|rr|qu)[b-df-hj-np-tv-zñ])?)(?=(?:[bcfgp][lr]|[dt]r|ch|ll|rr|qu|[b-df-hj-np-tv-zñ])[aeiouáéíóúü]\p{L})/giu;

/** Adds soft hyphens between the syllables of long Spanish words: not every browser knows how to hyphenate them. */
export function softHyphens(text: string): string {
  return text.replace(LONG_WORD, (word) => word.replace(SYLLABLE_END, "$1\u00AD"));
}
