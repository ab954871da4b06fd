/** Rows per page of a list. */
export const PAGE_SIZE = 50;

/** The `skip` and `take` of page `pagina` (from 1), for `findMany`. */
export function pageOf(pagina: number, size = PAGE_SIZE) {
  return { skip: (pagina - 1) * size, take: size };
}
