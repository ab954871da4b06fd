import { LISTA_WORDS } from "~/content/listas";
import { formatNumber } from "~/format/numbers";
import { joinWords } from "~/format/text";

/** How many of each kind: `6 especialistas, 31 servicios y 1 clienta`. */
export function describeCreados(creados: Partial<Record<keyof typeof LISTA_WORDS, number>>): string {
  const words = Object.entries(LISTA_WORDS).flatMap(([clase, { una, varias }]) => {
    const count = creados[clase as keyof typeof LISTA_WORDS] ?? 0;
    return count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? una : varias}`];
  });
  return joinWords(words);
}
