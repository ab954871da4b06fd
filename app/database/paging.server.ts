/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;

/** Which rows page `pagina` (from 1) has, for `findMany`. */
export function pageOf(pagina: number, size = PAGE_SIZE) {
  return { skip: (pagina - 1) * size, take: size };
}
