import { PAGE_SIZE } from "~/limits";

/** The `skip` and `take` of page `pagina` (from 1), for `findMany`. */
export function pageOf(pagina: number, size = PAGE_SIZE) {
  return { skip: (pagina - 1) * size, take: size };
}
