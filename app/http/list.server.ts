/** Reads what every list keeps in its address: the search `q` (100 characters at most) and the page, from 1. */
export function readList(request: Request): { q: string; pagina: number } {
  const params = new URL(request.url).searchParams;
  const pagina = Number(params.get("pagina") ?? 1);
  return {
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100),
    pagina: Number.isInteger(pagina) && pagina >= 1 && pagina <= 100_000 ? pagina : 1,
  };
}
